//! What was solved and certified: the cases of `RESULTS.md`, each with the command that does it again.
//!
//! A case is solved as the command does it, with the default search and its memory, and a certificate is built, checked
//! and hashed. Counts, sizes and hashes repeat on any machine; seconds do not.

use crate::markdown::grouped;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::time::Instant;
use winproof::open::{ProofTask, Task};
use winproof::proof::ProofSettings;
use winproof::proof::check::Reader;
use winproof::{Goal, Limits, Report, TextRules};
use winproof_games::Chess;
use winproof_games::chess::mate::MateSearch;
use winproof_games::chess::mate::question::Question;
use winproof_games::registry::{Request, open};

/// What the command gives a table if nobody says.
const MEMORY: usize = 256 << 20;

/// Something to solve.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case {
    /// What it is, for people.
    pub(crate) what: &'static str,
    subject: Subject,
    /// The memory, if not the default.
    memory: Option<usize>,
    /// Whether it takes minutes.
    pub(crate) is_long: bool,
    /// What it promises beyond being certified.
    pub(crate) limits: &'static [(Quantity, f64)],
}

/// What is measured of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quantity {
    Nodes,
    Positions,
    Bytes,
    PeakMebibytes,
    SearchSeconds,
    BuildSeconds,
    BuildOverSearch,
    CheckSeconds,
}

#[derive(Clone, Copy, Debug)]
enum Subject {
    Game { game: &'static str, parameters: &'static [(&'static str, &'static str)], start: Start, goal: Option<i32> },
    Mate(&'static str),
}

#[derive(Clone, Copy, Debug)]
enum Start {
    Begin,
    Position(&'static str),
    Moves(&'static str),
}

const fn game(
    what: &'static str,
    game: &'static str,
    parameters: &'static [(&'static str, &'static str)],
    start: Start,
    goal: Option<i32>,
) -> Case {
    Case { what, subject: Subject::Game { game, parameters, start, goal }, memory: None, is_long: false, limits: &[] }
}

const fn mate(what: &'static str, fen: &'static str) -> Case {
    Case { what, subject: Subject::Mate(fen), memory: None, is_long: false, limits: &[] }
}

const fn long(case: Case, memory: Option<usize>) -> Case {
    Case { memory, is_long: true, ..case }
}

const fn within(case: Case, limits: &'static [(Quantity, f64)]) -> Case {
    Case { limits, ..case }
}

/// An endgame of ultimate tic-tac-toe.
const ENDGAME: &str = ".xx.x..x./xooo.xoxx/o..xx..../x..o.x.xo/oo.ox.o../oo..oxoo./...xxx.../xxo..oo../.x.....oo x 9";

/// Everything in the table.
pub(crate) const CASES: &[Case] = &[
    game("tic-tac-toe", "tic-tac-toe", &[], Start::Begin, None),
    game("Connect Four 4x4", "connect4", &[("size", "4x4")], Start::Begin, None),
    game("Connect Four 5x4", "connect4", &[("size", "5x4")], Start::Begin, None),
    game("Connect Four 5x5", "connect4", &[("size", "5x5")], Start::Begin, None),
    within(
        game("Connect Four 6x5", "connect4", &[("size", "6x5")], Start::Begin, None),
        // The default memory, with something for what is not the table.
        &[(Quantity::BuildOverSearch, 3.0), (Quantity::PeakMebibytes, 266.0)],
    ),
    within(
        long(game("Connect Four 7x6", "connect4", &[("size", "7x6")], Start::Begin, Some(1)), Some(4 << 30)),
        &[(Quantity::Bytes, 2147483648.0), (Quantity::BuildSeconds, 3600.0)],
    ),
    game("domineering 5x5, Vertical", "domineering", &[("size", "5x5")], Start::Begin, None),
    game("domineering 6x6, Vertical", "domineering", &[("size", "6x6")], Start::Begin, None),
    game("domineering 6x6, Horizontal", "domineering", &[("size", "6x6"), ("first", "horizontal")], Start::Begin, None),
    long(game("domineering 7x7, Vertical", "domineering", &[("size", "7x7")], Start::Begin, None), None),
    long(
        game(
            "domineering 7x7, Horizontal",
            "domineering",
            &[("size", "7x7"), ("first", "horizontal")],
            Start::Begin,
            None,
        ),
        None,
    ),
    game("Othello 4x4", "othello", &[("size", "4x4")], Start::Begin, None),
    game("Othello 4x6", "othello", &[("size", "4x6")], Start::Begin, None),
    game("breakthrough 4x4", "breakthrough", &[("size", "4x4")], Start::Begin, None),
    game("breakthrough 4x5", "breakthrough", &[("size", "4x5")], Start::Begin, None),
    long(game("breakthrough 5x5", "breakthrough", &[("size", "5x5")], Start::Begin, None), None),
    game("ultimate tic-tac-toe, an endgame", "ultimate-tic-tac-toe", &[], Start::Position(ENDGAME), None),
    game("giveaway chess, 1.d3", "giveaway", &[], Start::Moves("d3"), Some(1)),
    game("giveaway chess, 1.d4", "giveaway", &[], Start::Moves("d4"), Some(1)),
    game("giveaway chess, 1.e4", "giveaway", &[], Start::Moves("e4"), Some(1)),
    // The limits are the nodes of BTA (Breuker 1998, table G.1).
    within(mate("mate, Krabbé 194", "1R6/6pK/5p2/4p3/1B1p3n/8/p1p1pp2/1k3b2 w - -"), &[(Quantity::Nodes, 102_231.0)]),
    within(mate("mate, Krabbé 199", "8/1p6/8/pBP4r/p3R2P/K7/3p1p1p/3k4 w - -"), &[(Quantity::Nodes, 202_709.0)]),
    within(mate("mate, Krabbé 216", "k4K2/2p4R/3N3n/1R3p2/3B4/8/b7/2qr4 w - -"), &[(Quantity::Nodes, 247_902.0)]),
];

/// A case that was solved.
#[derive(Clone, Debug)]
pub(crate) struct Solved {
    /// The answer in words.
    pub(crate) answer: String,
    search: String,
    nodes: u64,
    pub(crate) seconds: f64,
    pub(crate) peak_bytes: usize,
    /// Seconds that it took to build the certificate.
    pub(crate) build_seconds: f64,
    pub(crate) check_seconds: f64,
    pub(crate) positions: u64,
    pub(crate) bytes: u64,
    sha256: String,
}

impl Case {
    /// The call of the command that does the same.
    pub(crate) fn command(&self) -> String {
        let mut words = vec!["winproof".to_string()];
        match self.subject {
            Subject::Mate(fen) => words.extend(["mate".to_string(), format!("'{fen}'"), "--any".to_string()]),
            Subject::Game { game, parameters, start, goal } => {
                words.extend(["solve".to_string(), game.to_string()]);
                if let Start::Position(position) = start {
                    words.push(format!("\\\n  '{position}' \\\n "));
                }
                for (name, value) in parameters {
                    words.push(match *name {
                        "size" => format!("--size {value}"),
                        other => format!("--set {other}={value}"),
                    });
                }
                if let Start::Moves(moves) = start {
                    words.push(format!("--moves {moves}"));
                }
                words.extend(goal.map(|_| "--goal win".to_string()));
            }
        }
        words.extend(self.memory.map(|bytes| format!("--memory {}GiB", bytes >> 30)));
        // With several threads the answer is the same, and the certificate may be another one.
        words.push("--threads 1 --proof p.wpf".to_string());
        words.join(" ")
    }

    /// Solves it and writes the certificate into a folder. An error is a sentence.
    pub(crate) fn solve(&self, folder: &Path) -> Result<Solved, String> {
        let path = folder.join("p.wpf");
        let mut solved = match self.subject {
            Subject::Mate(fen) => self.solve_mate(fen, &path)?,
            Subject::Game { game, parameters, start, goal } => {
                let request = Request {
                    game: game.to_string(),
                    parameters: parameters.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect(),
                    position: match start {
                        Start::Position(position) => Some(position.to_string()),
                        Start::Begin | Start::Moves(_) => None,
                    },
                    moves: match start {
                        Start::Moves(moves) => vec![moves.to_string()],
                        Start::Begin | Start::Position(_) => Vec::new(),
                    },
                };
                self.solve_game(&request, goal.map(Goal::at_least), &path)?
            }
        };
        let file = std::fs::read(&path).map_err(|error| error.to_string())?;
        solved.bytes = file.len() as u64;
        solved.sha256 = Sha256::digest(&file).iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(solved)
    }

    fn limits(&self) -> Limits {
        Limits { memory: Some(self.memory.unwrap_or(MEMORY)), ..Limits::default() }
    }

    fn solve_game(&self, request: &Request, goal: Option<Goal>, path: &Path) -> Result<Solved, String> {
        let game = open(request).map_err(|error| error.to_string())?;
        let proof = ProofTask { path: path.to_path_buf(), settings: ProofSettings::default(), check_memory: MEMORY };
        let task = Task { limits: self.limits(), goal, proof: Some(proof), ..Task::default() };
        let mut silent = |_: &Report<'_, String>| {};
        let answer = game.solve(&task, None, &mut silent).map_err(|error| error.to_string())?;
        let value = match goal {
            Some(goal) => answer.verdict.holds(goal).map(|holds| if holds { 1 } else { 0 }),
            None => answer.verdict.value(),
        };
        let value = value.ok_or("not solved")?;
        let written = answer.written.ok_or("no certificate")?.map_err(|error| error.to_string())?;
        let algorithm = answer.plan.algorithm();
        let axes = || format!("{}, {}, {}", algorithm.effort.word(), algorithm.graph.word(), algorithm.leaf.word());
        Ok(Solved {
            answer: game.value_text(value),
            search: algorithm.name().map_or_else(axes, str::to_string),
            nodes: answer.verdict.counts.nodes,
            seconds: answer.verdict.seconds,
            peak_bytes: answer.verdict.counts.peak_bytes,
            build_seconds: answer.proof.seconds,
            check_seconds: written.check_seconds,
            positions: written.positions,
            bytes: 0,
            sha256: String::new(),
        })
    }

    fn solve_mate(&self, fen: &str, path: &PathBuf) -> Result<Solved, String> {
        let rules = Chess::for_fen(fen).map_err(|error| error.to_string())?;
        let root = rules.parse_position(fen).map_err(|error| error.to_string())?;
        let mut search = MateSearch::new(&root, self.limits());
        let question = Question { any: true, ..Question::default() };
        let Some(mate) = search.answer(&question, |_, _| {}).mate else { return Err("no mate was found".to_string()) };
        let mut file = std::fs::File::create(path).map_err(|error| error.to_string())?;
        mate.solution.write_certificate(&mate.game, &mut file).map_err(|error| error.to_string())?;
        let started = Instant::now();
        let file = std::fs::File::open(path).map_err(|error| error.to_string())?;
        let accepted = Reader::open(file, MEMORY).and_then(|reader| reader.check(&mate.game));
        let accepted = accepted.map_err(|refusal| refusal.to_string())?;
        let counts = search.counts();
        Ok(Solved {
            answer: format!("White mates in at most {}", mate.moves),
            search: "dfpn".to_string(),
            nodes: counts.nodes,
            seconds: search.seconds() - mate.solution.proof.seconds,
            peak_bytes: counts.peak_bytes,
            build_seconds: mate.solution.proof.seconds,
            check_seconds: started.elapsed().as_secs_f64(),
            positions: accepted.positions,
            bytes: 0,
            sha256: String::new(),
        })
    }
}

impl Solved {
    /// Everything that is measured, in the order in which it is shown.
    pub(crate) fn quantities(&self) -> [(Quantity, &'static str, f64); 8] {
        use Quantity::*;
        [
            (Nodes, "nodes", self.nodes as f64),
            (Positions, "positions", self.positions as f64),
            (Bytes, "bytes", self.bytes as f64),
            (PeakMebibytes, "MiB at the peak", (self.peak_bytes >> 20) as f64),
            (SearchSeconds, "seconds of the search", self.seconds),
            (BuildSeconds, "seconds to build", self.build_seconds),
            (BuildOverSearch, "building / search", self.build_seconds / self.seconds),
            (CheckSeconds, "seconds to check", self.check_seconds),
        ]
    }
}

/// The figures of solved cases as a table, then the commands with the hashes of their files.
pub(crate) fn page(all: &[(&Case, Result<Solved, String>)]) -> String {
    let mut table = "\
| what | answer | search | nodes | seconds | MiB | positions | bytes | build, s | check, s |
| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
"
    .to_string();
    let mut commands = "```sh\n".to_string();
    for (case, solved) in all {
        match solved {
            Err(why) => table.push_str(&format!("| {} | {why} | | | | | | | | |\n", case.what)),
            Ok(solved) => {
                table.push_str(&line(case, solved));
                commands.push_str(&format!("# {}: {}\n{}\n", case.what, &solved.sha256[..16], case.command()));
            }
        }
    }
    format!("{table}\n{commands}```\n")
}

fn line(case: &Case, solved: &Solved) -> String {
    format!(
        "| {} | {} | {} | {} | {:.1} | {} | {} | {} | {:.1} | {:.1} |\n",
        case.what,
        solved.answer,
        solved.search,
        grouped(solved.nodes as i64),
        solved.seconds,
        solved.peak_bytes >> 20,
        grouped(solved.positions as i64),
        grouped(solved.bytes as i64),
        solved.build_seconds,
        solved.check_seconds,
    )
}
