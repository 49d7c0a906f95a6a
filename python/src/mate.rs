//! Mates in chess.

use crate::background::{self, Listener, Often, report_text};
use crate::options::{Call, Keywords, wrong};
use crate::{Contradiction, Error};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::{Value as Json, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use winproof::{Evidence, Goal, Report, Stopped, Strategies, TextRules, Viewpoint, machine};
use winproof_games::Chess;
use winproof_games::chess::mate::question::Question;
use winproof_games::chess::mate::{ALGORITHM, MateGame, MateSearch};
use winproof_games::chess::{ChessMove, Position, already_over};

fn read(fen: &str, moves: Option<&str>, fifty: bool) -> Result<Position, String> {
    let rules = Chess::for_fen(fen).map_err(|error| error.to_string())?.fifty(fifty);
    let mut position = rules.parse_position(fen).map_err(|error| error.to_string())?;
    let moves: Vec<&str> = moves.unwrap_or_default().split_whitespace().collect();
    for (number, text) in (1..).zip(&moves) {
        let mv =
            rules.read_move(&position, text).map_err(|error| format!("move {number} of {}: {error}", moves.len()))?;
        position = rules.after(&position, mv);
    }
    if position.can_move() { Ok(position) } else { Err(already_over(&position)) }
}

/// Moves as text, from a position on.
fn texts(game: &MateGame, root: &Position, moves: &[ChessMove]) -> Vec<String> {
    let mut position = root.clone();
    let mut texts = Vec::new();
    for &mv in moves {
        texts.push(game.move_text(&position, mv));
        position = game.inner().after(&position, mv);
    }
    texts
}

/// Finds and proves a mate.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "they are the keywords of a function in Python")]
pub fn mate(
    py: Python<'_>,
    fen: String,
    moves: Option<String>,
    within: Option<u8>,
    shortest: bool,
    all_keys: bool,
    fifty: bool,
    keywords: Keywords,
    listener: Listener,
) -> PyResult<(String, Option<Py<PyBytes>>)> {
    let cancel = Arc::new(AtomicBool::new(false));
    let call = Call::read(&keywords, machine::cores(), &cancel).map_err(wrong)?;
    let root = read(&fen, moves.as_deref(), fifty).map_err(wrong)?;
    // Without limits, a shorter mate is looked for so long after the first.
    let has_limit = call.task.limits.nodes.is_some() || call.task.limits.time.is_some();
    let patience = (!has_limit).then_some(std::time::Duration::from_secs(60));
    let question = Question { within, shortest, all_keys, patience, ..Question::default() };
    let cancelled = Arc::clone(&cancel);
    let is_heard = listener.is_some();
    let found = background::run(py, &listener, &cancel, move |reporter| {
        let game = Viewpoint::of_mover(Chess::new(root.side_to_move()).fifty(fifty), &root);
        let mut limits = call.task.limits.clone();
        limits.memory = limits.memory.or_else(|| machine::default_table(machine::default_limit()));
        let mut teller = Often::new(is_heard, |report: &Report<'_, ChessMove>| {
            let line = texts(&game, &root, report.line);
            reporter(report_text(&report.with_line(&line)));
        });
        let mut search = MateSearch::new(&root, limits)
            .fifty(fifty)
            .threads(call.task.threads)
            .refutations(Strategies::Cheap)
            .progress(&mut teller);
        let findings = search.answer(&question, |_, _| {});
        if let Some(why) = &findings.contradiction {
            return Err(why.clone());
        }
        let (counts, seconds) = (search.counts(), search.seconds());
        let holds = match (&findings.mate, &findings.refutation) {
            (Some(_), _) => Some(true),
            (None, Some(_)) => Some(false),
            (None, None) => None,
        };
        let mut proof = Vec::new();
        let mut certificate = None;
        let (mut line, mut evidence) = (Vec::new(), None);
        if let Some(mate) = &findings.mate {
            line = texts(&mate.game, &mate.solution.root, &mate.solution.line);
            evidence = mate.solution.verdict.evidence(Some(Goal::at_least(1)));
            certificate = mate.solution.write_certificate(&mate.game, &mut proof).ok().map(|()| proof);
        } else if let Some(refutation) = &findings.refutation {
            evidence = refutation.verdict.evidence(Some(Goal::at_least(1)));
            let rules = game.inner().clone();
            let rules = match within {
                Some(moves) => rules.in_moves(moves),
                None => rules,
            };
            let rules = Viewpoint::of_mover(rules, &refutation.root);
            certificate = refutation.write_certificate(&rules, &mut proof).ok().map(|()| proof);
        }
        let is_answered = findings.answers(&question);
        let is_proved = evidence.is_some_and(|evidence| evidence >= Evidence::Proved);
        let keys = match &findings.keys {
            Some(keys) => keys.iter().map(|&mv| game.move_text(&root, mv)).collect(),
            None => line.first().cloned().into_iter().collect::<Vec<String>>(),
        };
        let stopped = if is_answered { Stopped::Solved } else { findings.stopped };
        let attacker = game.player_name(winproof::Player::Max);
        let text = match (&findings.mate, holds, within) {
            (Some(mate), ..) if findings.is_shortest() => format!("{attacker} mates in {}", mate.moves),
            (Some(mate), ..) => format!("{attacker} mates in at most {}", mate.moves),
            (None, Some(false), Some(moves)) => format!("no mate in {moves}"),
            (None, Some(false), None) => "no mate".to_string(),
            _ => "unknown".to_string(),
        };
        let drawing = game.drawing(&root);
        let best = line.first().cloned();
        let mut object: Json = json!({
            "not_written": Json::Null,
            "game": game.name(),
            "parameters": game.parameters(),
            "position": game.position_text(&root),
            "to_move": attacker,
            "values_of": attacker,
            "algorithm": "dfpn",
            "effort": ALGORITHM.effort.word(),
            "graph": ALGORITHM.graph.word(),
            "leaf": ALGORITHM.leaf.word(),
            "value": holds.map(i32::from),
            "lower": i32::from(holds == Some(true)),
            "upper": i32::from(holds != Some(false)),
            "lower_proved": holds != Some(true) || is_proved,
            "upper_proved": holds != Some(false) || is_proved,
            "evidence": evidence.map(Evidence::word),
            "certified": is_answered && evidence == Some(Evidence::Certified),
            "proved": is_answered && is_proved,
            "goal": within.map_or("mate".to_string(), |moves| format!("mate in {moves}")),
            "holds": holds,
            "stopped": stopped.word(),
            "nodes": counts.nodes,
            "expansions": counts.expansions,
            "updates": counts.updates,
            "seconds": seconds,
            "peak_bytes": counts.peak_bytes,
            "proof_nodes": 0,
            "proof_seconds": 0.0,
            "proof_positions": 0,
            "best": best,
            "line": line,
            "line_end": Json::Null,
            "moves": Json::Null,
            "text": text,
            "picture": game.picture(&root),
            "svg": winproof_draw::svg(&drawing, &text),
            "mate_in": findings.mate.as_ref().map(|mate| mate.moves),
            "shortest": findings.is_shortest(),
            "keys": keys,
        });
        let path = call.task.proof.as_ref().map(|proof| proof.path.clone());
        object["interrupted"] = json!(cancelled.load(Ordering::Relaxed));
        object["written"] = json!(path.is_some() && certificate.is_some());
        if path.is_some() && certificate.is_none() && is_answered {
            object["not_written"] = json!("the strategy was not found within the limits");
        }
        if let (Some(path), Some(bytes)) = (path, &certificate) {
            let written = winproof::proof::aside::Aside::new(&path).and_then(|mut aside| {
                std::io::Write::write_all(&mut aside.file(), bytes)?;
                aside.finish()
            });
            if let Err(error) = written {
                return Ok(Err(format!("the certificate '{}' was not written: {error}", path.display())));
            }
        }
        Ok(Ok((object.to_string(), certificate)))
    })?;
    let (object, certificate) = found.map_err(Contradiction::new_err)?.map_err(Error::new_err)?;
    Ok((object, certificate.map(|bytes| PyBytes::new(py, &bytes).unbind())))
}
