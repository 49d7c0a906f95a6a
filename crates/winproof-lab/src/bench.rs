//! The benchmarks: each measures within one run, so that its ratios mean something on any machine.
//!
//! A measurement with a limit is a promise of the project; `winproof-lab bench` fails if one is broken.

mod alpha_beta;
mod attack;
mod cluster;
mod dfpn;
mod efforts;
mod graphs;
mod hand_written;
mod mates;
mod pn_tree;
mod proofs;
mod search;
mod stopwatch;
mod threads;

use crate::markdown::grouped;
use crate::names;

/// A benchmark with a name.
#[derive(Clone, Copy, Debug)]
pub struct Benchmark {
    /// The name, as the command takes it.
    pub name: &'static str,
    /// What it measures.
    pub summary: &'static str,
    /// Measures it.
    pub run: Run,
}

/// What a benchmark does.
#[derive(Clone, Copy, Debug)]
pub enum Run {
    /// It measures.
    Measure(fn() -> Vec<Measurement>),
    /// It measures more if it is asked to, such as what takes long.
    MeasureMore(fn(&More) -> Vec<Measurement>),
    /// It makes a table in Markdown too.
    Table(fn(&More) -> (String, Vec<Measurement>)),
}

/// What is asked for beyond the short run.
#[derive(Clone, Debug, Default)]
pub struct More {
    /// Measure what takes long too.
    pub full: bool,
    /// Mates to find.
    pub mates: Vec<GivenMate>,
}

/// A mate to find.
#[derive(Clone, Debug)]
pub struct GivenMate {
    /// The position.
    pub fen: String,
    /// How long it is, if that is known.
    pub moves: Option<u8>,
}

/// All benchmarks.
pub const BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        name: "pn-tree",
        summary: "proof-number search on a tree, Connect Four 5x4: bytes per node, and time against a search written \
                  by hand",
        run: Run::Measure(pn_tree::run),
    },
    Benchmark {
        name: "graphs",
        summary: "tree, dag, dcg and base-twin on the same games: nodes per second, updates, bytes",
        run: Run::Measure(graphs::run),
    },
    Benchmark {
        name: "dfpn",
        summary: "df-pn on Connect Four and ultimate tic-tac-toe: children per second against perft, and with tables \
                  from 16 MiB to 4 GiB",
        run: Run::Measure(dfpn::run),
    },
    Benchmark {
        name: "efforts",
        summary: "sets and outcomes against proof-number search on the same games: time per expansion, bytes",
        run: Run::Measure(efforts::run),
    },
    Benchmark {
        name: "alphabeta",
        summary: "alpha-beta on domineering, in nodes against the best public solver, and its speed on Connect Four \
                  6x5",
        run: Run::Measure(alpha_beta::run),
    },
    Benchmark {
        name: "attack",
        summary: "random games, changed certificates and checkpoints, mutated inputs, hashes: nothing false gets \
                  through; takes minutes",
        run: Run::Measure(attack::run),
    },
    Benchmark {
        name: "soundness",
        summary: "a million questions to 2 to 8 workers that take turns by a seed, on random games: no answer is wrong",
        run: Run::Measure(attack::run_crews),
    },
    Benchmark {
        name: "proofs",
        summary: "certificates of games that take seconds: positions, bytes, and the time to build and to check them",
        run: Run::Measure(proofs::run),
    },
    Benchmark {
        name: "results",
        summary: "the table of RESULTS.md again; with --full also what takes minutes, Connect Four 7x6 among it",
        run: Run::Table(proofs::table),
    },
    Benchmark {
        name: "threads",
        summary: "two threads against one: df-pn, alpha-beta, mates, files of positions; more workers simulated; with \
                  --full also Connect Four 7x6; takes minutes",
        run: Run::MeasureMore(threads::run),
    },
    Benchmark {
        name: "cluster",
        summary: "many workers on one search, on a virtual clock (needs the program winproof-cluster); with --full up \
                  to 1,024 of them; takes minutes",
        run: Run::MeasureMore(cluster::run),
    },
    Benchmark {
        name: "mates",
        summary: "mates of the thesis up to six moves, or those of --epd FILE with 10 s each: the shares that are proved, \
                  and proved at the shortest length, and the nodes",
        run: Run::MeasureMore(mates::run),
    },
    Benchmark {
        name: "connect4-7x6",
        summary: "alpha-beta on the empty board of Connect Four 7x6; takes minutes",
        run: Run::Measure(alpha_beta::run_long),
    },
];

/// The benchmark of this name.
///
/// ```
/// assert_eq!(winproof_lab::bench::find("dfpn")?.name, "dfpn");
/// let error = winproof_lab::bench::find("pn-three").err().unwrap().to_string();
/// assert!(error.contains("did you mean 'pn-tree'?"));
/// # Ok::<(), winproof_lab::bench::UnknownBenchmark>(())
/// ```
pub fn find(name: &str) -> Result<&'static Benchmark, UnknownBenchmark> {
    BENCHMARKS.iter().find(|benchmark| benchmark.name == name).ok_or_else(|| UnknownBenchmark(name.to_string()))
}

/// A name that no benchmark has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", unknown(.0))]
pub struct UnknownBenchmark(pub String);

fn unknown(name: &str) -> String {
    let names: Vec<&str> = BENCHMARKS.iter().map(|benchmark| benchmark.name).collect();
    names::unknown("benchmark", name, names::closest(name, names.iter().copied()), &names)
}

/// One number that was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    /// What the number is.
    pub what: String,
    /// The number.
    pub value: f64,
    /// How many decimals of it mean something.
    pub decimals: usize,
    /// The most that it may be, if it is a promise.
    pub at_most: Option<f64>,
}

impl Measurement {
    /// A number without a limit: a count, or a rate per second.
    fn count(what: impl Into<String>, value: f64) -> Measurement {
        Measurement { what: what.into(), value, decimals: 0, at_most: None }
    }

    /// A ratio, or a duration in seconds.
    fn ratio(what: impl Into<String>, value: f64) -> Measurement {
        Measurement { what: what.into(), value, decimals: 3, at_most: None }
    }

    /// The same with a limit.
    fn at_most(self, limit: f64) -> Measurement {
        Measurement { at_most: Some(limit), ..self }
    }

    /// Whether the limit is kept, if there is one.
    pub fn is_kept(&self) -> bool {
        self.at_most.is_none_or(|limit| self.value <= limit)
    }

    /// As cells of a line: what it is, the number, and the limit with whether it is kept.
    ///
    /// ```
    /// use winproof_lab::bench::Measurement;
    /// let time = Measurement { what: "time".to_string(), value: 1.5, decimals: 3, at_most: Some(1.3) };
    /// assert_eq!(time.cells(), ["time", "1.500", "at most 1.3: broken"]);
    /// ```
    #[must_use]
    pub fn cells(&self) -> [String; 3] {
        let value = match self.decimals {
            0 => grouped(self.value.round() as i64),
            decimals => format!("{:.decimals$}", self.value),
        };
        let limit = self.at_most.map_or(String::new(), |limit| {
            // Some limits are fractions, such as 1 / 1.7.
            let limit = (limit * 1000.0).round() / 1000.0;
            format!("at most {limit}: {}", if self.is_kept() { "kept" } else { "broken" })
        });
        [self.what.clone(), value, limit]
    }
}
