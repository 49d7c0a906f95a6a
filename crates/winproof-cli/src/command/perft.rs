//! `winproof perft`: how many lines of play there are, depth by depth. The numbers of well known games are well
//! known, so this is how rules are checked.

use crate::args::PerftArguments;
use crate::failure::{Exit, Failure};
use crate::output::{self, Reader};
use crate::request;
use std::time::Instant;
use winproof::{Rules, TextRules};
use winproof_games::perft;
use winproof_games::registry::{self, Visitor};

/// Counts lines of play up to a depth.
pub fn run(arguments: &PerftArguments) -> Result<Exit, Failure> {
    let wanted = request::request(&arguments.place, &arguments.rules)?;
    let count = Count { depth: arguments.depth };
    registry::open(&wanted, count).map_err(|error| request::refuse(&arguments.place, &error))?
}

struct Count {
    depth: u32,
}

impl Visitor for Count {
    type Output = Result<Exit, Failure>;

    fn visit<G: TextGame>(self, game: G, root: G::Position) -> Self::Output {
        output::print(&format!("{:>5}  {:>20}  {:>12}  {:>16}\n", "depth", "lines of play", "seconds", "lines/s"))?;
        for depth in 0..=self.depth {
            let started = Instant::now();
            let lines = perft(&game, &root, depth);
            let seconds = started.elapsed().as_secs_f64();
            let speed = output::per_second(lines, seconds).unwrap_or_default();
            let row = format!("{depth:>5}  {lines:>20}  {seconds:>12.6}  {speed:>16}\n");
            // Each depth takes longer than all before it: nobody need wait for one that nobody reads.
            if output::print(&row)? == Reader::Gone {
                break;
            }
        }
        Ok(Exit::Done)
    }
}
