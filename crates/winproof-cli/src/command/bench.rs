//! `winproof bench`: runs benchmarks and says whether the limits among their measurements are kept.

use crate::args::BenchArguments;
use crate::bench::{BENCHMARKS, Benchmark, Measurement};
use crate::failure::{Exit, Failure};
use crate::output;
use owo_colors::OwoColorize;

/// Runs the benchmarks that were named, or all.
pub fn run(arguments: &BenchArguments) -> Result<Exit, Failure> {
    if cfg!(debug_assertions) {
        output::remark("this is no release build: times say nothing (cargo run --release -- bench)");
    }
    let is_wanted = |benchmark: &&Benchmark| {
        arguments.names.is_empty() || arguments.names.iter().any(|name| name == benchmark.name)
    };
    let mut broken = 0;
    for benchmark in BENCHMARKS.iter().filter(is_wanted) {
        output::print(&format!("{}  {}\n", benchmark.name.bold(), benchmark.summary))?;
        let measurements = (benchmark.run)();
        output::print(&format!("{}\n", output::columns(&measurements.iter().map(row).collect::<Vec<_>>())))?;
        broken += measurements.iter().filter(|measurement| !measurement.is_kept()).count();
    }
    match broken {
        0 => {
            output::print("all limits are kept\n")?;
            Ok(Exit::Done)
        }
        _ => {
            output::print(&format!("{broken} broken\n"))?;
            Err(Failure::failed(format!("the benchmarks broke {broken} of their limits, marked 'broken' above")))
        }
    }
}

fn row(measurement: &Measurement) -> Vec<String> {
    let value = match measurement.decimals {
        0 => output::count(measurement.value.round() as u64),
        decimals => format!("{:.decimals$}", measurement.value),
    };
    let limit = measurement.at_most.map_or(String::new(), |limit| {
        format!("at most {limit}: {}", if measurement.is_kept() { "kept" } else { "broken" })
    });
    vec![format!("  {}", measurement.what), value, limit]
}
