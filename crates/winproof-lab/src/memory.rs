//! Experiments of our own on solving within the memory that there is: df-pn beside the searches that keep their graph,
//! and what its settings are worth. No paper has these figures; they say which choice to make.

use crate::games;
use crate::report::{Agreement, Findings, Measured, Row};
use crate::search::Method;
use crate::settings::Session;
use crate::subjects::{Effort, count, seconds};
use crate::table::Table;
use std::time::Instant;
use winproof::{Counts, DfpnPolicy, NestedPolicy, NestedSize, Policy, Rules, Status, SumRule, TextRules};
use winproof_games::ExplicitGame;
use winproof_oracle::{Random, RandomGraph};

const OURS: &str = "Not in a paper: our own experiment";

pub(crate) const ALGORITHMS: Table = Table {
    name: "memory-algorithms",
    paper: OURS,
    title: "df-pn beside PN, PN² and the base-twin algorithm: nodes, bytes, time",
    measure: algorithms,
};

pub(crate) const NESTED: Table =
    Table { name: "memory-nested", paper: OURS, title: "PN²: how many nodes the second level gets", measure: nested };

pub(crate) const EPSILON: Table = Table {
    name: "memory-epsilon",
    paper: OURS,
    title: "df-pn: how far beyond its best sibling a child is searched (1+ε)",
    measure: epsilon,
};

pub(crate) const SUMS: Table = Table {
    name: "memory-sums",
    paper: OURS,
    title: "df-pn: how the numbers of several children are added up where all of them have to be solved",
    measure: sums,
};

pub(crate) const TABLE_SIZE: Table =
    Table { name: "memory-table", paper: OURS, title: "df-pn: the size of the table", measure: table_size };

const COLUMNS: [&str; 4] = ["nodes", "expansions", "peak bytes", "seconds"];
const COUNTED: &str = "Nodes made, nodes expanded, bytes at the peak, and seconds, to find the exact value. For random \
                       graphs, the sum over all of them (bytes: the maximum).";

/// What is solved.
enum Task {
    Board(u32, u32),
    /// Random graphs, with cycles or without.
    Graphs {
        cyclic: bool,
    },
}

/// How many random graphs, and of how many nodes.
const GRAPHS: u32 = 20;
const GRAPH_NODES: u32 = 400;
/// A tree search of a graph may never end; it is cut off here.
const MOST_NODES: u64 = 300_000;

impl Task {
    fn label(&self) -> String {
        match self {
            Task::Board(columns, rows) => format!("connect4 {columns}×{rows}"),
            Task::Graphs { cyclic: true } => "graphs with cycles".to_string(),
            Task::Graphs { cyclic: false } => "graphs without cycles".to_string(),
        }
    }

    /// What it takes to find the exact value.
    fn measure(&self, method: &Method) -> Measured<Effort> {
        let started = Instant::now();
        let counts = match *self {
            // All boards of the experiments are a draw.
            Task::Board(columns, rows) => method.solve(&games::sized("connect4", &format!("{columns}x{rows}")), 0),
            Task::Graphs { cyclic } => random_graphs(cyclic).try_fold(Counts::default(), |mut sum, game| {
                let mut method = method.clone();
                method.limits.nodes = Some(method.limits.nodes.unwrap_or(MOST_NODES));
                if method.algorithm.fits(&game).is_err() {
                    return Err(Agreement::NotMeasured(
                        "this graph does not support games with repetition".to_string(),
                    ));
                }
                sum.add(&method.exact(&games::explicit(&game))?.counts);
                Ok(sum)
            }),
        };
        Ok((counts?, started.elapsed().as_secs_f64()))
    }
}

fn random_graphs(cyclic: bool) -> impl Iterator<Item = ExplicitGame> {
    let mut random = Random::new(5);
    let kind = RandomGraph { nodes: GRAPH_NODES, cyclic, ends_percent: 8, span: 30, ..RandomGraph::default() };
    // A graph that is solved at a glance says nothing.
    let games = std::iter::from_fn(move || Some(kind.build(random.bits())));
    games.filter(|game| reaches(game, 50)).take(GRAPHS as usize)
}

/// Whether so many positions can be reached.
fn reaches(game: &ExplicitGame, count: usize) -> bool {
    let mut seen = std::collections::HashSet::from([game.start()]);
    let mut open = vec![game.start()];
    let mut moves = Vec::new();
    while let Some(position) = open.pop() {
        moves.clear();
        if let Status::Turn(_) = game.status(&position) {
            game.moves(&position, &mut moves);
        }
        open.extend(moves.iter().map(|&mv| game.play(&position, mv)).filter(|&child| seen.insert(child)));
    }
    seen.len() >= count
}

/// A row with all four figures.
fn row(session: &mut Session<'_>, label: String, task: &Task, method: &Method) -> Row {
    session.say(&label);
    let effort = task.measure(method);
    let cells = vec![
        count(&effort, |counts| counts.nodes),
        count(&effort, |counts| counts.expansions),
        count(&effort, |counts| counts.peak_bytes as u64),
        seconds(&effort),
    ];
    Row { label, cells }
}

fn findings(row_heading: &'static str, rows: Vec<Row>, remarks: Vec<String>) -> Findings {
    Findings {
        counted: COUNTED,
        row_heading,
        columns: COLUMNS.to_vec(),
        rows,
        remarks,
        settings: vec![
            ("graphs", format!("{GRAPHS} random graphs of {GRAPH_NODES} nodes, three outcomes")),
            ("limit on graphs", format!("{MOST_NODES} nodes each")),
        ],
    }
}

fn boards(session: &Session<'_>) -> Vec<Task> {
    let mut boards = vec![Task::Board(4, 4)];
    if session.settings.full {
        boards.extend([Task::Board(5, 4), Task::Board(4, 5), Task::Board(5, 5)]);
    }
    boards
}

/// A policy for df-pn with a table of so many entries.
fn with_table(entries: usize, dfpn: DfpnPolicy) -> Policy {
    Policy { dfpn: DfpnPolicy { table_entries: Some(entries), ..dfpn }, ..Policy::default() }
}

/// Room for everything that the quick experiments look at.
const ENTRIES: usize = 1 << 20;

fn algorithms(session: &mut Session<'_>) -> Findings {
    let mut rows = Vec::new();
    let mut tasks = boards(session);
    tasks.extend([Task::Graphs { cyclic: false }, Task::Graphs { cyclic: true }]);
    for task in tasks {
        for name in ["pn", "pn-mobility", "pn2", "pn-dag", "bta", "bta2", "dfpn"] {
            let method = Method::new(session, name, with_table(ENTRIES, DfpnPolicy::default()));
            rows.push(row(session, format!("{}, {name}", task.label()), &task, &method));
        }
    }
    let remark = format!("df-pn has a table of {ENTRIES} entries of 16 bytes, which all count as bytes.");
    findings("game and algorithm", rows, vec![remark])
}

fn nested(session: &mut Session<'_>) -> Findings {
    let mut rows = Vec::new();
    for task in boards(session) {
        for (name, size, kept) in [
            ("equal", NestedSize::Equal, 0),
            ("equal, last search kept", NestedSize::Equal, 1),
            ("equal, last ten kept", NestedSize::Equal, 10),
            ("fixed 100", NestedSize::Fixed(100), 0),
            ("fixed 10,000", NestedSize::Fixed(10_000), 0),
            ("fixed 10,000, last ten kept", NestedSize::Fixed(10_000), 10),
            ("logistic a = 1,000, b = 200", NestedSize::Logistic { a: 1000, b: 200 }, 0),
            ("logistic a = 30,000, b = 4,000", NestedSize::Logistic { a: 30_000, b: 4000 }, 0),
        ] {
            let policy = Policy { nested: NestedPolicy { size, kept, ..NestedPolicy::default() }, ..Policy::default() };
            let method = Method::new(session, "pn2", policy);
            rows.push(row(session, format!("{}, {name}", task.label()), &task, &method));
        }
    }
    findings("game and size of the second level", rows, Vec::new())
}

fn epsilon(session: &mut Session<'_>) -> Findings {
    let mut rows = Vec::new();
    let mut tasks = boards(session);
    tasks.push(Task::Graphs { cyclic: true });
    for task in tasks {
        for epsilon_percent in [0, 6, 12, 25, 50, 100, 200] {
            let policy = with_table(ENTRIES, DfpnPolicy { epsilon_percent, ..DfpnPolicy::default() });
            let method = Method::new(session, "dfpn", policy);
            rows.push(row(session, format!("{}, {epsilon_percent}%", task.label()), &task, &method));
        }
    }
    findings("game and ε", rows, Vec::new())
}

fn sums(session: &mut Session<'_>) -> Findings {
    let mut rows = Vec::new();
    let mut tasks = boards(session);
    tasks.extend([Task::Graphs { cyclic: false }, Task::Graphs { cyclic: true }]);
    for task in tasks {
        for (name, sum) in [("sum", SumRule::Plain), ("weak", SumRule::Weak), ("damped", SumRule::Damped)] {
            let policy = with_table(ENTRIES, DfpnPolicy { sum, ..DfpnPolicy::default() });
            let method = Method::new(session, "dfpn", policy);
            rows.push(row(session, format!("{}, {name}", task.label()), &task, &method));
        }
    }
    findings("game and rule", rows, Vec::new())
}

fn table_size(session: &mut Session<'_>) -> Findings {
    let task = if session.settings.full { Task::Board(5, 5) } else { Task::Board(4, 4) };
    let largest = if session.settings.full { 4 << 30 } else { 4 << 20 };
    let mut rows = Vec::new();
    let mut bytes: usize = 16 << 10;
    while bytes <= largest {
        let method = Method::new(session, "dfpn", with_table(bytes / 16, DfpnPolicy::default()));
        rows.push(row(session, format!("{}, {} KiB", task.label(), bytes >> 10), &task, &method));
        bytes *= 4;
    }
    let remark = "A quick run solves a small board, whose whole search fits in a few MiB.".to_string();
    findings("game and table", rows, vec![remark])
}
