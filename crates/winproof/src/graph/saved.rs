//! What a best-first search saves of itself in a checkpoint: its shape and its leaves.
//!
//! Positions, moves and the numbers of inner nodes are not saved: they follow from the rules, the shape and the
//! leaves, and are computed again, once for each node. So a checkpoint takes a byte for an inner node and 13 for a
//! leaf, with every effort, and reading it takes far less than the search did, in which each node was updated again
//! and again.
//!
//! A leaf is saved as what is known of it for good and the work that is left there, as a second level tells a first
//! ([`nested`](crate::leaf::nested)).

use super::Context;
use crate::arena::Full;
use crate::effort::{Effort, Settled};
use crate::game::{Assessment, Player};
use std::io::{self, Read, Write};

/// The byte before a node: whether it is expanded, and who moves.
const EXPANDED: u8 = 1;
const MIN_MOVES: u8 = 2;

/// What stands in a checkpoint for a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) is_expanded: bool,
    pub(super) player: Player,
}

impl Shape {
    pub(super) fn write(self, output: &mut dyn Write) -> io::Result<()> {
        let expanded = if self.is_expanded { EXPANDED } else { 0 };
        output.write_all(&[expanded | if self.player == Player::Min { MIN_MOVES } else { 0 }])
    }

    pub(super) fn read(input: &mut dyn Read) -> io::Result<Shape> {
        let [byte] = bytes(input)?;
        let player = if byte & MIN_MOVES == 0 { Player::Max } else { Player::Min };
        Ok(Shape { is_expanded: byte & EXPANDED != 0, player })
    }
}

/// Writes what is known of a node for good.
pub(super) fn write_settled(settled: Settled, output: &mut dyn Write) -> io::Result<()> {
    output.write_all(&settled.lower.to_le_bytes())?;
    output.write_all(&settled.upper.to_le_bytes())
}

/// Reads it back, for a search for so many goals.
pub(super) fn read_settled(goals: u16, input: &mut dyn Read) -> io::Result<Settled> {
    let settled = Settled { lower: u16::from_le_bytes(bytes(input)?), upper: u16::from_le_bytes(bytes(input)?) };
    let is_possible = settled.lower <= goals && (settled.upper <= goals || settled.upper == u16::MAX);
    if is_possible && settled.lower <= settled.upper { Ok(settled) } else { Err(damaged()) }
}

impl<E: Effort> Context<E> {
    /// Writes the label of a leaf.
    pub(super) fn write_leaf(&self, label: E::Label, player: Player, output: &mut dyn Write) -> io::Result<()> {
        write_settled(self.effort.settled(label), output)?;
        let Assessment { reach, miss } = self.work_left(label, player);
        output.write_all(&reach.to_le_bytes())?;
        output.write_all(&miss.to_le_bytes())
    }

    /// Reads the label of a leaf.
    pub(super) fn read_leaf(&mut self, node: u32, player: Player, input: &mut dyn Read) -> io::Result<E::Label> {
        let settled = read_settled(self.effort.goals(), input)?;
        let reach = u32::from_le_bytes(bytes(input)?);
        let assessment = Assessment { reach, miss: u32::from_le_bytes(bytes(input)?) };
        Ok(self.label_of(node, player, settled, assessment))
    }
}

/// The search in the checkpoint does not fit the rules.
pub(super) fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the state of the search does not fit the rules of the game")
}

/// There is no room for the search in the checkpoint.
pub(super) fn no_room(full: Full) -> io::Error {
    match full {
        Full::Memory => io::Error::new(io::ErrorKind::OutOfMemory, "no room for the saved search"),
        Full::Moves => damaged(),
    }
}

fn bytes<const N: usize>(input: &mut dyn Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// The state of a random order of moves is not saved, and a search that deletes nodes of a graph cannot be found again.
pub(super) fn unsavable(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, format!("a search {what} cannot be saved"))
}
