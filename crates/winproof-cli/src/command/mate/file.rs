//! Writing the certificate of a mate, and the whole solution as text.

use super::MateAnswer;
use crate::command::destination::Destination;
use crate::failure::Failure;
use crate::output;
use winproof::Evidence;
use winproof_games::chess::mate::tree::{Extent, tree};

/// Writes the certificate of what was proved, if anything was.
pub fn write_proof(destination: &Destination, outcome: &MateAnswer, quiet: bool) -> Result<(), Failure> {
    let Some((game, solution)) = outcome.proof() else {
        destination.leave("nothing was proved", quiet);
        return Ok(());
    };
    if let Some(shortest) = &outcome.shortest {
        let shortest = match shortest {
            Ok(shortest) => shortest,
            Err(stopped) => {
                let why = "the proof that no mate is shorter was not found within the limits: retry with more --memory \
                           or --time, or without --shortest";
                return Err(destination.failed(&format!("{why} ({})", stopped.word())));
            }
        };
        return destination.write_certificate(
            quiet,
            |file| shortest.write_certificate(file),
            |reader| reader.check(&shortest.game).map(|_| ()),
        );
    }
    if outcome.evidence() != Some(Evidence::Certified) {
        return Err(
            destination.failed("the strategy was not found within the limits: retry with more --memory or --time")
        );
    }
    destination.write_certificate(
        quiet,
        |file| solution.write_certificate(&game, file),
        |reader| reader.check(&game).map(|_| ()),
    )
}

/// Writes the whole solution, if there is a mate.
pub fn write_tree(destination: &Destination, outcome: &MateAnswer, quiet: bool) -> Result<(), Failure> {
    let Some(mate) = &outcome.findings.mate else {
        destination.leave("no mate was found", quiet);
        return Ok(());
    };
    let lines = tree(mate, Extent::WHOLE).lines;
    destination.write(|file| lines.iter().try_for_each(|line| writeln!(file, "{line}")))?;
    if !quiet {
        let (shown, count) = (destination.path().display(), output::count(lines.len() as u64));
        output::remark(&format!("the whole solution is in '{shown}', {count} lines"));
    }
    Ok(())
}
