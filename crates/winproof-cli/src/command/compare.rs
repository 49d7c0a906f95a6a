//! `winproof compare`: every algorithm that fits, on one position, in one table.

use crate::args::{CompareArguments, GoalArgument};
use crate::failure::{Exit, Failure};
use crate::progress::Teller;
use crate::{external, interrupt, output, phrases, request};
use serde::Serialize;
use winproof::open::{OpenGame, Task};
use winproof::{ALGORITHMS, Limits, NamedAlgorithm, Stopped, Strategies};

/// What one algorithm came to.
#[derive(Serialize)]
struct Row {
    algorithm: &'static str,
    effort: &'static str,
    graph: &'static str,
    leaf: &'static str,
    value: Option<i32>,
    lower: Option<i32>,
    upper: Option<i32>,
    stopped: &'static str,
    nodes: u64,
    expansions: u64,
    seconds: f64,
    peak_bytes: usize,
    verdict: String,
}

/// Compares algorithms.
pub fn run(arguments: &CompareArguments) -> Result<Exit, Failure> {
    let game = request::open(&arguments.place, &arguments.rules, None)?;
    let limits = Limits {
        nodes: arguments.nodes,
        time: Some(arguments.time),
        memory: Some(arguments.memory),
        cancel: Some(interrupt::flag()),
    };
    let mut rows = Vec::new();
    for named in ALGORITHMS {
        let row = row(&*game, named, arguments.goal, &limits, arguments.quiet);
        external::trouble()?;
        let is_interrupted = row.stopped == Stopped::Interrupted.word();
        rows.push(row);
        if is_interrupted {
            print(&rows, arguments)?;
            return Ok(Exit::Interrupted);
        }
    }
    print(&rows, arguments)?;
    Ok(Exit::Done)
}

fn row(game: &dyn OpenGame, named: &NamedAlgorithm, goal: Option<GoalArgument>, limits: &Limits, quiet: bool) -> Row {
    let algorithm = named.algorithm;
    let task = Task {
        choice: algorithm.into(),
        limits: limits.clone(),
        strategies: Strategies::None,
        goal: goal.map(GoalArgument::goal),
        ..Task::default()
    };
    let mut teller = Teller::new(quiet);
    let answer = game.solve(&task, None, &mut teller);
    teller.finish();
    let mut row = Row {
        algorithm: named.name,
        effort: algorithm.effort.word(),
        graph: algorithm.graph.word(),
        leaf: algorithm.leaf.word(),
        value: None,
        lower: None,
        upper: None,
        stopped: "refused",
        nodes: 0,
        expansions: 0,
        seconds: 0.0,
        peak_bytes: 0,
        verdict: String::new(),
    };
    match answer {
        Err(error) => row.verdict = error.to_string(),
        Ok(answer) => {
            let verdict = &answer.verdict;
            row.value = verdict.value();
            row.lower = Some(verdict.lower.value);
            row.upper = Some(verdict.upper.value);
            row.stopped = verdict.stopped.word();
            row.nodes = verdict.counts.nodes;
            row.expansions = verdict.counts.expansions;
            row.seconds = verdict.seconds;
            row.peak_bytes = verdict.counts.peak_bytes;
            row.verdict = phrases::verdict(game, verdict, goal);
        }
    }
    row
}

fn print(rows: &[Row], arguments: &CompareArguments) -> Result<(), Failure> {
    if arguments.json {
        return output::print_json(&rows).map(|_| ());
    }
    if arguments.csv {
        return output::print(&csv(rows)).map(|_| ());
    }
    let head = ["algorithm", "nodes", "time", "memory", "verdict"].map(str::to_string).to_vec();
    let cells = |row: &Row| match row.stopped {
        "refused" => vec![row.algorithm.into(), "-".into(), "-".into(), "-".into(), row.verdict.clone()],
        _ => vec![
            row.algorithm.to_string(),
            output::count(row.nodes),
            output::seconds(row.seconds),
            output::bytes(row.peak_bytes),
            row.verdict.clone(),
        ],
    };
    let table: Vec<Vec<String>> = std::iter::once(head).chain(rows.iter().map(cells)).collect();
    output::print(&output::columns(&table)).map(|_| ())
}

fn csv(rows: &[Row]) -> String {
    let mut text =
        "algorithm,effort,graph,leaf,value,lower,upper,stopped,nodes,expansions,seconds,peak_bytes,verdict\n"
            .to_string();
    let number = |number: Option<i32>| number.map_or(String::new(), |number| number.to_string());
    for row in rows {
        let (value, lower, upper) = (number(row.value), number(row.lower), number(row.upper));
        text.push_str(&format!(
            "{},{},{},{},{value},{lower},{upper},{},{},{},{:.6},{},\"{}\"\n",
            row.algorithm,
            row.effort,
            row.graph,
            row.leaf,
            row.stopped,
            row.nodes,
            row.expansions,
            row.seconds,
            row.peak_bytes,
            row.verdict.replace('"', "\"\"")
        ));
    }
    text
}
