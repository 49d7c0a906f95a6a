//! A node of an explicit game as a drawing: the node on the left, where its moves lead on the right.

use super::{ExplicitGame, Node};
use winproof::TextRules;
use winproof::drawing::{Arrow, Drawing, Ground, Label, MovePlace, Square};

/// The most moves that are drawn; a longer list would be too small to read.
const MOST_DRAWN: usize = 24;
/// The size of a node.
const SIZE: (f32, f32) = (2.4, 0.8);
/// How far the nodes that moves lead to are to the right.
const RIGHT: f32 = 4.4;
/// The longest name that fits into a node.
const LONGEST_NAME: usize = 14;

/// The node and where its moves lead.
pub(super) fn drawing(game: &ExplicitGame, id: u32) -> Drawing {
    let (moves, words): (&[u32], String) = match game.node(id) {
        Node::End(value) => (&[], format!("worth {value}")),
        Node::Turn(player, moves) => (moves, format!("{} moves", game.player_name(*player))),
    };
    let shown = &moves[..moves.len().min(MOST_DRAWN)];
    let middle = (shown.len().max(1) as f32 - 1.0) / 2.0;
    let mut drawing = Drawing::default();
    let label = |text: String, at, size| Label { text, at, size, from_left: false };
    let mut node = |id: u32, at: (f32, f32)| {
        let name = &game.names[id as usize];
        let text = match name.chars().count() {
            0..=LONGEST_NAME => name.clone(),
            _ => name.chars().take(LONGEST_NAME - 1).chain(['…']).collect(),
        };
        drawing.squares.push(Square { name: name.clone(), at, size: SIZE, ground: Ground::Node });
        drawing.labels.push(label(text, (at.0 + SIZE.0 / 2.0, at.1 + SIZE.1 / 2.0), 0.3));
    };
    node(id, (0.0, middle));
    for (row, &child) in shown.iter().enumerate() {
        node(child, (RIGHT, row as f32));
    }
    let height = |row: f32| row + SIZE.1 / 2.0;
    let arrow = |row| Arrow { from: (SIZE.0, height(middle)), to: (RIGHT, height(row as f32)) };
    drawing.arrows = (0..shown.len()).map(arrow).collect();
    drawing.labels.push(label(words, (SIZE.0 / 2.0, middle + SIZE.1 + 0.25), 0.26));
    if shown.len() < moves.len() {
        let text = format!("and {} more", moves.len() - shown.len());
        drawing.labels.push(label(text, (RIGHT + SIZE.0 / 2.0, shown.len() as f32 + 0.2), 0.26));
    }
    drawing
}

/// A move is made at the node that it leads to.
pub(super) fn move_place(game: &ExplicitGame, id: u32, child: u32) -> MovePlace {
    let Node::Turn(_, moves) = game.node(id) else { return MovePlace::default() };
    let place = moves.iter().take(MOST_DRAWN).position(|&other| other == child);
    MovePlace { from: None, to: place.map(|place| place + 1).into_iter().collect(), near: Vec::new() }
}
