//! Writing the certificate of what was solved.

use super::Outcome;
use crate::command::destination::Destination;
use crate::failure::Failure;
use winproof::TextGame;

/// Writes what was proved. An unsolved search may still have proved a bound.
pub fn write<G: TextGame>(destination: &Destination, outcome: &Outcome<'_, G>) -> Result<(), Failure> {
    let Outcome { game, solution, arguments, .. } = outcome;
    if !proves_something(outcome) {
        destination.leave("nothing beyond the rules was proved", arguments.quiet);
        return Ok(());
    }
    destination.write_certificate(arguments.quiet, |file| solution.write_certificate(game, file))
}

/// Whether there is a bound that the rules alone do not give.
fn proves_something<G: TextGame>(outcome: &Outcome<'_, G>) -> bool {
    let (verdict, values) = (&outcome.solution.verdict, outcome.game.values());
    let lower = verdict.lower.proved && Some(&verdict.lower.value) != values.first();
    let upper = verdict.upper.proved && Some(&verdict.upper.value) != values.last();
    lower || upper || verdict.value().is_some()
}
