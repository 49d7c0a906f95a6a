//! Checkpoints that were changed and given a right checksum: no panic, and nothing certified that is false.

use super::{Tally, mutation};
use flate2::Crc;
use std::path::PathBuf;
use std::time::Duration;
use winproof::{Algorithm, Checkpoint, Evidence, FileKeeper, Limits, Policy, Solver, TextRules, Value, Viewpoint};
use winproof_games::ConnectFour;
use winproof_oracle::Random;

/// The searches that can be saved.
const ALGORITHMS: [&str; 9] = ["pn", "pn-mobility", "pn-dag", "bta", "pss", "gpn", "gpn-dag", "pn2", "dfpn"];

/// The value of the board: Connect Four 4x4 is a draw.
const VALUE: Value = 0;

type Board = Viewpoint<ConnectFour<u64>>;

/// Resumes changed checkpoints of a small board.
pub(super) fn run(seed: u64, tries: u32) -> Tally {
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    let path = std::env::temp_dir().join(format!("winproof-attack-{}-{seed}.wpc", std::process::id()));
    let (game, root) = crate::games::connect_four(4, 4);
    let files: Vec<(Algorithm, Vec<u8>)> = ALGORITHMS
        .iter()
        .filter_map(|name| Algorithm::by_name(name))
        .filter_map(|algorithm| Some((algorithm, save(&game, &root, algorithm, &path)?)))
        .collect();
    while tally.tries < u64::from(tries) && !files.is_empty() {
        let (algorithm, whole) = &files[random.below(files.len() as u32) as usize];
        let changed = change(&mut random, whole);
        tally.attempt(|| format!("{algorithm:?}, {}", shown(&changed)), || resume(&game, &root, &changed, &path));
    }
    // A file that cannot be removed does no harm.
    let _ = std::fs::remove_file(&path);
    tally
}

/// A checkpoint of a search that has begun.
fn save(
    game: &Board,
    root: &<Board as winproof::Rules>::Position,
    algorithm: Algorithm,
    path: &PathBuf,
) -> Option<Vec<u8>> {
    let limits = Limits { nodes: Some(600), memory: Some(1 << 20), ..Limits::default() };
    let solver = Solver::new(game).algorithm(algorithm).policy(Policy::default()).limits(limits.clone());
    let plan = solver.plan().ok()?;
    let mut keeper = FileKeeper::new(path, Duration::from_secs(3600), game, root, None, &plan, limits.memory);
    solver.run(root).saved_by(&mut keeper).solve().ok()?;
    std::fs::read(path).ok()
}

/// Changes the header or the state, and makes the checksum right.
fn change(random: &mut Random, whole: &[u8]) -> Vec<u8> {
    let line =
        |from: usize| whole[from..].iter().position(|&byte| byte == b'\n').map_or(whole.len(), |end| from + end + 1);
    let first = line(0);
    let second = line(first);
    let (head, state) = (&whole[first..second], &whole[second..whole.len() - 4]);
    let mut body;
    if random.percent(40) {
        let text = String::from_utf8_lossy(head.trim_ascii_end()).into_owned();
        let replaced = match random.below(3) {
            0 => text.replace("\"lower\":-1", &format!("\"lower\":{}", random.below(4) as i32 - 1)),
            1 => text.replace("\"upper\":1", &format!("\"upper\":{}", random.below(4) as i32 - 2)),
            _ => mutation::text(random, &text).replace('\n', " "),
        };
        body = format!("{replaced}\n").into_bytes();
        body.extend_from_slice(state);
    } else {
        body = head.to_vec();
        let mut state = state.to_vec();
        mutation::bytes(random, &mut state);
        body.extend_from_slice(&state);
    }
    let mut sum = Crc::new();
    sum.update(&body);
    let mut file = whole[..first].to_vec();
    file.extend_from_slice(&body);
    file.extend_from_slice(&sum.sum().to_le_bytes());
    file
}

fn resume(
    game: &Board,
    root: &<Board as winproof::Rules>::Position,
    file: &[u8],
    path: &PathBuf,
) -> Result<bool, String> {
    std::fs::write(path, file).map_err(|error| error.to_string())?;
    let Ok(checkpoint) = Checkpoint::open(path) else { return Ok(false) };
    let header = &checkpoint.header;
    if (&header.game, &header.root) != (&game.name(), &game.position_text(root))
        || header.parameters != game.parameters()
        || header.goal.is_some()
    {
        return Ok(false);
    }
    let limits = Limits {
        nodes: Some(200_000),
        time: Some(Duration::from_secs(5)),
        memory: Some(header.memory.unwrap_or(4 << 20).min(4 << 20)),
        cancel: None,
    };
    let solver = Solver::of_checkpoint(game, &checkpoint).limits(limits);
    let Ok(solution) = solver.run(root).resume(&checkpoint).solve() else { return Ok(false) };
    for (bound, is_true) in [
        (solution.verdict.lower, solution.verdict.lower.value <= VALUE),
        (solution.verdict.upper, solution.verdict.upper.value >= VALUE),
    ] {
        if bound.evidence >= Evidence::Hashed && !is_true {
            return Err(format!("false: {:?}", solution.verdict));
        }
    }
    Ok(true)
}

fn shown(file: &[u8]) -> String {
    let text = String::from_utf8_lossy(&file[..file.len().min(400)]).into_owned();
    winproof::proof::text::escaped(&text)
}
