//! Mates within limits: how many are proved at all, and how many at a length that is proved to be the shortest.
//!
//! Without a file it takes the problems of the thesis that are short, with a limit on nodes, so that the counts repeat;
//! with `--epd FILE` it takes those positions, 10 s and 1 GiB each, one thread, and like `mate --epd` it tries first the
//! length that the file gives (`dm`).

use super::{GivenMate, Measurement, More};
use std::time::Duration;
use winproof::{Limits, TextRules};
use winproof_games::Chess;
use winproof_games::chess::mate::MateSearch;
use winproof_games::chess::mate::question::Question;
use winproof_games::chess::problems::breuker;

/// The limits if no file is given.
const NODES: u64 = 2_000_000;
/// The limits for the positions of a file.
const TIME: Duration = Duration::from_secs(10);

/// Measures it.
pub fn run(more: &More) -> Vec<Measurement> {
    let is_given = !more.mates.is_empty();
    let short = || breuker().into_iter().filter(|problem| problem.moves <= 6);
    let problems = || short().map(|problem| GivenMate { fen: problem.fen, moves: None }).collect();
    let mates: Vec<GivenMate> = if is_given { more.mates.clone() } else { problems() };
    let limits = match is_given {
        true => Limits { time: Some(TIME), memory: Some(1 << 30), ..Limits::default() },
        false => Limits { nodes: Some(NODES), memory: Some(64 << 20), ..Limits::default() },
    };
    let (mut proved, mut shortest, mut nodes) = (0_u32, 0_u32, 0_u64);
    for GivenMate { fen, moves } in &mates {
        let Ok(root) = Chess::for_fen(fen).and_then(|rules| rules.parse_position(fen)) else { continue };
        let mut search = MateSearch::new(&root, limits.clone());
        let findings = search.answer(&Question { hint: *moves, ..Question::default() }, |_, _| {});
        proved += u32::from(findings.mate.is_some());
        shortest += u32::from(findings.is_shortest());
        nodes += search.counts().nodes;
    }
    let percent = |count: u32| f64::from(count) * 100.0 / mates.len() as f64;
    // A share of what is left can have a limit from above.
    let left = |what: &str, count: u32, most: f64| Measurement::ratio(what, 100.0 - percent(count)).at_most(most);
    vec![
        Measurement::count("positions", mates.len() as f64),
        Measurement::count("nodes", nodes as f64),
        left("percent without a proved mate", proved, 3.0),
        left("percent without a mate that is proved the shortest", shortest, 15.0),
    ]
}
