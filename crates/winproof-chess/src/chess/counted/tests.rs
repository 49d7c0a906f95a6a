//! Tests of the search that counts moves; `mate/tests.rs` has those of its answers.

use super::*;
use crate::chess::mate::as_attacker;
use crate::chess::{Chess, Color};
use winproof::TextRules;

/// Whoever watches plays lines from the root: a search that starts below it must not show its own.
#[test]
fn lines_of_searches_for_strategies_are_not_shown() {
    let rules = Chess::new(Color::White).in_moves(4);
    let root = rules.parse_position("k4K2/2p4R/3N3n/1R3p2/3B4/8/b7/2qr4 w - - in 4").unwrap();
    let mut search = Search::new(DirectMate, Color::White, 16 << 20);
    search.fit_table().unwrap_or_else(|stopped| panic!("{stopped:?}"));
    let (mut looks, mut shown) = (0, 0);
    let mut watch = |glance: &Glance<'_>| {
        looks += 1;
        shown += glance.line.len();
        Ok(())
    };
    // Nothing is known yet, so all of the work is done for the strategy; a part of it will do.
    let _ = search.strategy(&as_attacker(rules), &root, false, 16 << 20, &mut watch);
    assert!(search.expansions > EXPANSIONS_BETWEEN_LOOKS && looks > 0, "{} expansions", search.expansions);
    assert_eq!(shown, 0);
}
