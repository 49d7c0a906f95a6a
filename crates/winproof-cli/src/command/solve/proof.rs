//! Writing the certificate of what was solved.

use super::Outcome;
use crate::command::destination::Destination;
use crate::failure::Failure;
use winproof::{Player, Rules, Status, TextGame, TextRules};

/// Writes what was proved. An unsolved search may still have proved a bound.
pub fn write<G: TextGame>(destination: &Destination, outcome: &Outcome<'_, G>) -> Result<(), Failure> {
    let Outcome { game, solution, arguments, .. } = outcome;
    let (verdict, values) = (&solution.verdict, game.values());
    // Whether there are bounds that the rules alone do not give: Max's to show, and Min's.
    let lower = verdict.lower.proved && Some(&verdict.lower.value) != values.first();
    let upper = verdict.upper.proved && Some(&verdict.upper.value) != values.last();
    if !lower && !upper && verdict.value().is_none() {
        destination.leave("nothing beyond the rules was proved", arguments.quiet);
        return Ok(());
    }
    let is_kept = |player: Player| solution.strategies.iter().any(|strategy| strategy.player == player);
    let is_over = matches!(game.status(&solution.root), Status::Ended(_));
    if !is_over && (lower && !is_kept(Player::Max) || upper && !is_kept(Player::Min)) {
        return Err(destination
            .failed("the answer stands, but its proof found no room or no time; give more memory (--memory) or time"));
    }
    destination.write_certificate(arguments.quiet, |file| solution.write_certificate(game, file))
}
