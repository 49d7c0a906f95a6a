//! `winproof-lab bench`: runs benchmarks and says whether the limits among their measurements are kept.

use super::args::BenchArguments;
use super::failure::{Exit, Failure};
use super::output::{self, Reader};
use owo_colors::OwoColorize;
use std::path::Path;
use winproof_games::Chess;
use winproof_lab::bench::{BENCHMARKS, Benchmark, GivenMate, Measurement, More, Run, find};
use winproof_lab::listing::columns;

/// Runs the benchmarks that were named, or all.
pub fn run(arguments: &BenchArguments) -> Result<Exit, Failure> {
    if arguments.list {
        let row = |benchmark: &Benchmark| vec![benchmark.name.to_string(), benchmark.summary.to_string()];
        output::print(&columns(&BENCHMARKS.iter().map(row).collect::<Vec<_>>()))?;
        return Ok(Exit::Done);
    }
    for name in &arguments.names {
        find(name).map_err(|error| Failure::new(Exit::Wrong, error))?;
    }
    // A search that is measured has no flag to look at; measurements that are complete are printed already.
    let _ = ctrlc::set_handler(|| std::process::exit(i32::from(Exit::Interrupted.code())));
    if cfg!(debug_assertions) {
        output::remark(
            "this is a debug build, so times mean nothing: use cargo run --release -p winproof-lab -- bench",
        );
    }
    let is_wanted = |benchmark: &&Benchmark| {
        arguments.names.is_empty() || arguments.names.iter().any(|name| name == benchmark.name)
    };
    let mates = match &arguments.epd {
        Some(file) => read_mates(file)?,
        None => Vec::new(),
    };
    let more = More { full: arguments.full, mates };
    let mut broken = 0;
    for benchmark in BENCHMARKS.iter().filter(is_wanted) {
        output::print(&format!("{}  {}\n", benchmark.name.bold(), benchmark.summary))?;
        let measurements = match benchmark.run {
            Run::Measure(run) => run(),
            Run::MeasureMore(run) => run(&more),
            Run::Table(run) => {
                let (table, measurements) = run(&more);
                output::print(&format!("{table}\n"))?;
                measurements
            }
        };
        let rows: Vec<Vec<String>> = measurements.iter().map(row).collect();
        if output::print(&format!("{}\n", columns(&rows)))? == Reader::Gone {
            return Ok(Exit::Done);
        }
        broken += measurements.iter().filter(|measurement| !measurement.is_kept()).count();
    }
    if broken > 0 {
        output::print(&format!("{broken} broken\n"))?;
        let sentence = format!("the benchmarks broke {broken} of their limits, marked 'broken' above");
        return Err(Failure::new(Exit::Failed, sentence));
    }
    output::print("all limits are kept\n")?;
    Ok(Exit::Done)
}

/// The positions of a file, one a line; of the operations behind it, `dm` counts.
fn read_mates(file: &Path) -> Result<Vec<GivenMate>, Failure> {
    let wrong = |why: String| Failure::new(Exit::Wrong, format!("{}: {why}", file.display()));
    let text = std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let read = |(number, line): (usize, &str)| {
        let fen = line.split_whitespace().take(4).collect::<Vec<_>>().join(" ");
        let mut words = line.split_whitespace().skip(4).skip_while(|word| *word != "dm").skip(1);
        let moves = words.next().and_then(|word| word.trim_end_matches(';').parse().ok());
        match Chess::for_fen(&fen) {
            Ok(_) => Ok(GivenMate { fen, moves }),
            Err(error) => Err(wrong(format!("line {}: {error}", number + 1))),
        }
    };
    lines.map(read).collect()
}

fn row(measurement: &Measurement) -> Vec<String> {
    let [what, value, limit] = measurement.cells();
    vec![format!("  {what}"), value, limit]
}
