//! Two checkers that share no line, `winproof check` and `checkers/wpcheck.py`, judge the certificates that the command
//! writes with every algorithm, and thousands that were damaged in their meaning. They must agree on each, and what
//! they accept must be true by brute force.

use crate::support::{PYTHON, python_with_chess, run, text};
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use winproof::proof::check::{Reader, Refusal};
use winproof::{Player, Status, TextRules, Value};
use winproof_games::chess::Color;
use winproof_games::registry::{Request, open};
use winproof_games::{Breakthrough, Chess, ConnectFour, Domineering, ExplicitGame, Giveaway, Othello, TicTacToe};
use winproof_oracle::forge::{DAMAGES, Damage, Parts, is_true};
use winproof_oracle::{Random, retrograde_values};

/// How many damaged certificates both checkers judge.
const DAMAGED: usize = 10_000;
/// One in so many is given to the command too, which must say what the library says.
const BY_COMMAND: usize = 40;

const GRAPH: &str = "root a\nrepetition 0\na max b c d\nb min a e f\nc min d g b\nd max h c i\ne min b j\nf max a j\n\
    g max c k\nh min i d\ni min k l h\nj = 1\nk = -1\nl = 0\n";

/// What is known of a position by brute force.
type Known = (Value, Option<Player>);

/// The legal moves of a position.
type Moves = Box<dyn Fn(&str) -> Vec<String>>;
/// The position after a move.
type After = Box<dyn Fn(&str, &str) -> String>;

/// A position to be solved, and what brute force knows of it.
struct Subject {
    game: &'static str,
    /// What comes after `winproof solve`.
    call: Vec<String>,
    root: String,
    /// All positions that can arise: their value for the game's own Max, and who moves there.
    known: HashMap<String, Known>,
    values: Vec<Value>,
    moves: Moves,
    after: After,
}

impl Subject {
    fn new<R: TextRules + Clone + 'static>(game: &'static str, call: &[&str], rules: R, root: &str) -> Subject {
        let start = rules.parse_position(root).unwrap();
        let known = retrograde_values(&rules, [start]).into_iter().map(|(position, value)| {
            let mover = match rules.status(&position) {
                Status::Turn(player) => Some(player),
                Status::Ended(_) => None,
            };
            (rules.position_text(&position), (value, mover))
        });
        let known = known.collect();
        let values = rules.values();
        let (rules, again) = (rules.clone(), rules);
        let moves = move |text: &str| {
            let Ok(position) = rules.parse_position(text) else { return Vec::new() };
            let mut moves = Vec::new();
            rules.moves(&position, &mut moves);
            moves.into_iter().map(|mv| rules.move_text(&position, mv)).collect()
        };
        let after = move |text: &str, mv: &str| {
            let position = again.parse_position(text).unwrap();
            again.position_text(&again.play(&position, again.parse_move(&position, mv).unwrap()))
        };
        let call = [&["solve", game][..], call].concat().into_iter().map(str::to_string).collect();
        let root = root.to_string();
        Subject { game, call, root, known, values, moves: Box::new(moves), after: Box::new(after) }
    }

    /// Whether Max and Min of a certificate are exchanged against those of the game: Max moves at the first root,
    /// except in graphs.
    fn is_exchanged(&self, first_root: &str) -> bool {
        self.game != "graph" && self.known[first_root].1 == Some(Player::Min)
    }

    fn value(&self, root: &str, is_exchanged: bool) -> Value {
        let (value, _) = self.known[root];
        if is_exchanged { -value } else { value }
    }

    /// A certificate without a horizon in version 1.
    fn version_1(&self, parts: &Parts) -> Parts {
        let is_exchanged = self.is_exchanged(&self.root);
        parts.to_version_1(&|player, position, mv| {
            let own = if is_exchanged { player.opponent() } else { player };
            (self.known[position].1 == Some(own)).then_some(())?;
            let next = (self.after)(position, mv);
            (self.known[&next].1 == Some(own.opponent())).then_some(next)
        })
    }
}

fn subjects(folder: &Path) -> Vec<Subject> {
    let graph = folder.join("game.graph");
    fs::write(&graph, GRAPH).unwrap();
    let othello = "bb../bwwb/bwww/.w.. w";
    let giveaway = "8/8/1p6/8/8/3p4/P1P5/8 w - -";
    let mate = "7k/8/5K2/8/8/8/8/R7 w - -";
    let counted = Chess::new(Color::White).in_moves(2);
    let counted_root = counted.position_text(&counted.parse_position(mate).unwrap());
    vec![
        Subject::new("tic-tac-toe", &["xo./.x./..."], TicTacToe, "xo./.x./..."),
        Subject::new("connect4", &["--size", "4x3"], ConnectFour::<u64>::new(4, 3, 4).unwrap(), "..../..../...."),
        Subject::new(
            "domineering",
            &["--size", "4x4"],
            Domineering::<u64>::new(4, 4, Player::Max).unwrap(),
            "..../..../..../.... v",
        ),
        Subject::new("breakthrough", &["--size", "3x4"], Breakthrough::new(3, 4).unwrap(), "bbb/bbb/www/www w"),
        Subject::new("othello", &[othello, "--size", "4x4"], Othello::new(4, 4).unwrap(), othello),
        Subject::new("graph", &[text(&graph)], ExplicitGame::parse(GRAPH).unwrap(), "a"),
        Subject::new("giveaway", &[giveaway], Giveaway, giveaway),
        Subject::new("chess", &[mate, "--set", "moves=2"], counted, &counted_root),
    ]
}

/// The names that `winproof algorithms --json` lists, and whether both answers of each are proofs.
fn algorithms() -> Vec<(String, bool)> {
    let listed = run(&["algorithms", "--json"]).expect(0).json();
    let listed = listed.as_array().unwrap().iter();
    listed.map(|named| (named["name"].as_str().unwrap().to_string(), named["no"] == "proof")).collect()
}

/// A certificate as a file, and what it should come to.
struct Case {
    subject: usize,
    file: PathBuf,
    parts: Parts,
    damage: Option<Damage>,
}

/// Writes certificates of all subjects with every algorithm that fits, with horizons that take turns.
fn honest(folder: &Path, subjects: &[Subject]) -> Vec<Case> {
    let mut cases = Vec::new();
    for (number, subject) in subjects.iter().enumerate() {
        let mut horizons = ["0", "1", "3", "auto"].into_iter().cycle();
        let mut fitting = 0;
        for (algorithm, is_exact) in algorithms() {
            let horizon = horizons.next().unwrap();
            let file = folder.join(format!("{}-{algorithm}.wpf", subject.game));
            let mut call: Vec<&str> = subject.call.iter().map(String::as_str).collect();
            call.extend(["--algorithm", &algorithm, "--horizon", horizon, "--quiet", "--proof", text(&file)]);
            let solved = run(&call);
            if !file.exists() {
                // An algorithm for games without repetition refuses the others, and one that may miss a win is left
                // with nothing when it does.
                let is_cyclic = ["graph", "giveaway"].contains(&subject.game);
                let is_excused = solved.code == 2 && is_cyclic || solved.code == 3 && !is_exact;
                assert!(is_excused, "{call:?}: {solved:?}");
                continue;
            }
            // It may have proved half of the value all the same.
            assert!(solved.code == 0 || solved.code == 3 && !is_exact, "{call:?}: {solved:?}");
            fitting += 1;
            let parts = Parts::read(&fs::read(&file).unwrap()).unwrap();
            let value = subject.value(&subject.root, subject.is_exchanged(&subject.root));
            let claim = &parts.header.claims[0];
            let is_whole = (claim.at_least, claim.at_most) == (Some(value), Some(value));
            assert!(is_whole || solved.code == 3, "{call:?}: {claim:?}");
            assert_eq!(run(&["check", "--json", text(&file)]).expect(0).json()["valid"], true);
            if horizon == "0" {
                let parts = subject.version_1(&parts);
                let file = folder.join(format!("{}-{algorithm}-1.wpf", subject.game));
                fs::write(&file, parts.bytes(1)).unwrap();
                cases.push(Case { subject: number, file, parts, damage: None });
            }
            cases.push(Case { subject: number, file, parts, damage: None });
        }
        assert!(fitting >= 6, "only {fitting} algorithms have written a certificate of {}", subject.game);
    }
    cases
}

/// Damages certificates, each in turn.
fn damaged(folder: &Path, subjects: &[Subject], honest: &[Case]) -> Vec<Case> {
    let mut random = Random::new(10_000);
    let mut cases = Vec::new();
    while cases.len() < DAMAGED {
        for whole in honest {
            let subject = &subjects[whole.subject];
            let mut parts = whole.parts.clone();
            let damage = DAMAGES[random.below(DAMAGES.len() as u32) as usize];
            if cases.len() < DAMAGED && damage.apply(&mut random, &mut parts, &subject.values, &*subject.moves) {
                let file = folder.join(format!("{}.wpf", cases.len()));
                fs::write(&file, parts.bytes(random.between(1, 50) as usize)).unwrap();
                cases.push(Case { subject: whole.subject, file, parts, damage: Some(damage) });
            }
        }
    }
    cases
}

/// What the checker of the library says, as the command has it. An error has the reason.
fn judged_here(file: &Path) -> Result<(), String> {
    let input: Box<dyn Read> = Box::new(Cursor::new(fs::read(file).unwrap()));
    let reader = Reader::open(input, 1 << 26).map_err(|refusal| refusal.to_string())?;
    let header = reader.header().clone();
    let position = header.claims.first().map(|claim| claim.root.clone());
    let request = Request { game: header.game, parameters: header.parameters, position, moves: Vec::new() };
    let game = open(&request).map_err(|error| error.to_string())?;
    game.check(reader, 1).map(|_| ()).map_err(|refusal: Refusal| refusal.to_string())
}

/// What the checker in Python says of many files. It is run twice at the same time, and takes half of them each time.
fn judged_in_python(python: &Path, cases: &[&Case]) -> Vec<Result<(), String>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../checkers/wpcheck.py");
    let half = cases.len().div_ceil(2).max(1);
    let children: Vec<_> = cases
        .chunks(half)
        .map(|cases| {
            let files = cases.iter().map(|case| &case.file);
            let mut command = Command::new(python);
            command.arg("-B").arg(&script).arg("--json").args(files).stdout(Stdio::piped()).spawn().unwrap()
        })
        .collect();
    let outputs: Vec<_> = children
        .into_iter()
        .map(|mut child| {
            // Each is read in turn; the other one waits when its pipe is full, which costs time and nothing else.
            let mut text = String::new();
            child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
            let status = child.wait().unwrap();
            assert!(matches!(status.code(), Some(0 | 1)), "wpcheck.py: {status}\n{text:.2000}");
            text
        })
        .collect();
    let verdicts: Vec<Result<(), String>> = outputs
        .iter()
        .flat_map(|text| text.lines())
        .map(|line| {
            let object: serde_json::Value = serde_json::from_str(line).unwrap();
            match object["valid"].as_bool() {
                Some(true) => Ok(()),
                Some(false) => Err(object["reason"].as_str().unwrap().to_string()),
                None => panic!("not checked: {line}"),
            }
        })
        .collect();
    assert_eq!(verdicts.len(), cases.len());
    verdicts
}

/// Whether a checker gave up on a position that takes too many others. They count differently, and may.
fn gave_up(verdict: &Result<(), String>) -> bool {
    let words = ["takes too many positions to settle", "are not enough to settle it"];
    verdict.as_ref().is_err_and(|why| words.iter().any(|words| why.contains(words)))
}

#[test]
fn both_checkers_agree_and_accept_nothing_false() {
    let folder = tempfile::tempdir().unwrap();
    let mut subjects = subjects(folder.path());
    let python = python_with_chess().unwrap_or_else(|why| {
        // The second checker has no chess of its own. All other games are judged.
        eprintln!("chess is left out: {why}");
        subjects.retain(|subject| subject.game != "chess");
        PathBuf::from(PYTHON)
    });
    let honest = honest(folder.path(), &subjects);
    let damaged = damaged(folder.path(), &subjects, &honest);
    assert_eq!(damaged.len(), DAMAGED);
    let cases: Vec<&Case> = honest.iter().chain(&damaged).collect();
    let in_python = judged_in_python(&python, &cases);
    let (mut kinds, mut gave_up_alone) = (BTreeMap::<_, (u32, u32)>::new(), 0);
    for (number, (case, there)) in cases.iter().zip(&in_python).enumerate() {
        let here = judged_here(&case.file);
        let subject = &subjects[case.subject];
        let what = || {
            let texts = case.parts.texts(usize::MAX).concat();
            format!("{}, {:?}\nhere {here:?}\nthere {there:?}\n{texts}", subject.game, case.damage)
        };
        if number % BY_COMMAND == 0 {
            let object = run(&["check", "--json", text(&case.file)]).json();
            assert_eq!(object["valid"], here.is_ok(), "{object}: {}", what());
        }
        if here.is_ok() != there.is_ok() {
            assert!(gave_up(&here) || gave_up(there), "the checkers disagree: {}", what());
            gave_up_alone += 1;
            continue;
        }
        assert!(case.damage.is_some() || here.is_ok(), "an honest certificate is refused: {}", what());
        let count = kinds.entry((case.parts.version, case.damage)).or_default();
        *if here.is_ok() { &mut count.0 } else { &mut count.1 } += 1;
        if here.is_ok() {
            let is_exchanged = subject.is_exchanged(&case.parts.header.claims[0].root);
            assert!(is_true(&case.parts.header, |root| subject.value(root, is_exchanged)), "false: {}", what());
        }
    }
    for ((version, damage), (accepted, refused)) in &kinds {
        println!("version {version}, {damage:?}: {accepted} accepted, {refused} refused");
    }
    for (number, subject) in subjects.iter().enumerate() {
        let files = cases.iter().filter(|case| case.subject == number).count();
        println!("{}: {files} files, {} positions by brute force", subject.game, subject.known.len());
    }
    assert!(gave_up_alone <= DAMAGED / 100, "{gave_up_alone} were too long for one of the two");
    // Each kind of damage mattered, except a longer horizon, which only settles more.
    for damage in DAMAGES {
        let (accepted, refused) = kinds.get(&(2, Some(damage))).copied().unwrap_or_default();
        let may_matter = damage != Damage::HorizonRaised;
        assert!(accepted + refused > 100 && (refused > 0) == may_matter, "{damage:?}: {accepted} {refused}");
    }
    let (accepted, refused) = kinds.values().fold((0, 0), |sum, count| (sum.0 + count.0, sum.1 + count.1));
    assert!(accepted > 1000 && refused > 5000, "{accepted} accepted, {refused} refused");
}
