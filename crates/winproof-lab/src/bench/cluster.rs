//! The benchmark `cluster`: many workers on one search, on a virtual clock. The program `winproof-cluster` has the
//! master and the workers, and simulates them (`cluster bench`): this runs it and takes over its figures.

use super::{Measurement, More};
use std::path::PathBuf;
use std::process::Command;

const PROGRAM: &str = "winproof-cluster";

/// Simulates 1 to 64 workers; in full up to 1,024, on a search that takes longer.
pub fn run(more: &More) -> Vec<Measurement> {
    match simulate(more.full) {
        Ok(measurements) => measurements,
        // A benchmark that did not run keeps no promise.
        Err(why) => vec![Measurement::count(format!("not measured: {why}"), 1.0).at_most(0.0)],
    }
}

fn simulate(full: bool) -> Result<Vec<Measurement>, String> {
    let (size, workers) = if full { ("6x5", "1,2,16,64,256,1024") } else { ("6x4", "1,2,16,64") };
    let arguments = ["cluster", "bench", "--json", "--size", size, "--workers", workers];
    let beside = std::env::current_exe().ok().map(|own| own.with_file_name(PROGRAM)).filter(|path| path.is_file());
    let output = Command::new(beside.unwrap_or_else(|| PathBuf::from(PROGRAM))).args(arguments).output();
    let output = output.map_err(|_| format!("{PROGRAM} is missing: cargo build --release -p {PROGRAM}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).trim().to_string());
    }
    read(&String::from_utf8_lossy(&output.stdout))
}

/// The figures of a simulation.
fn read(text: &str) -> Result<Vec<Measurement>, String> {
    let answer: serde_json::Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let number = |value: &serde_json::Value| value.as_f64().ok_or("a figure is missing");
    let search = answer["search"].as_str().ok_or("the search is missing")?;
    let mut all = vec![Measurement::count(format!("{search}: nodes of one search"), number(&answer["nodes"])?)];
    for row in answer["rows"].as_array().ok_or("the rows are missing")? {
        let workers = number(&row["workers"])?;
        let nodes = number(&row["nodes"])? / number(&answer["nodes"])?;
        let jobs = number(&row["jobs"])?.max(1.0);
        all.push(Measurement::ratio(format!("{workers} workers: speedup"), number(&row["speedup"])?));
        all.push(Measurement::ratio(format!("{workers} workers: efficiency"), number(&row["efficiency"])?));
        all.push(Measurement::ratio(format!("{workers} workers: nodes against one search"), nodes));
        let microseconds = 1e6 * number(&row["master_seconds"])? / jobs;
        all.push(Measurement::ratio(format!("{workers} workers: microseconds of the master a job"), microseconds));
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read() {
        let row =
            r#"{"workers": 2, "speedup": 1.5, "efficiency": 0.75, "nodes": 120, "jobs": 4, "master_seconds": 0.001}"#;
        let text = format!(r#"{{"search": "a game", "nodes": 100, "rows": [{row}]}}"#);
        let values: Vec<f64> = read(&text).unwrap().iter().map(|measurement| measurement.value).collect();
        assert_eq!(values, [100.0, 1.5, 0.75, 1.2, 250.0]);
        assert!(read("{}").is_err() && read("").is_err());
    }
}
