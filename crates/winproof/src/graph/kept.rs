//! What a best-first search keeps of itself in a checkpoint: its shape and its leaves.
//!
//! Positions, moves and the numbers of inner nodes are not kept: they follow from the rules, the shape and the leaves, and are
//! computed again, once for each node. So a checkpoint takes a byte for an inner node and 13 for a leaf, with every effort,
//! and reading it takes far less than the search did, in which each node was updated again and again.
//!
//! A leaf is kept as what is known of it for good and the work that is left there, as a second level tells a first
//! ([`nested`](crate::leaf::nested)).

use super::Context;
use crate::algorithm::{EffortKind, LeafKind};
use crate::arena::Full;
use crate::effort::{Effort, SetLimits, Settled, Tie};
use crate::game::{Assessment, Game, Player};
use crate::leaf::Leaf;
use crate::leaf::nested::{NestedPolicy, NestedSize};
use crate::policy::{Evaluation, Policy};
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

/// Reads it back.
pub(super) fn read_settled(input: &mut dyn Read) -> io::Result<Settled> {
    Ok(Settled { lower: u16::from_le_bytes(bytes(input)?), upper: u16::from_le_bytes(bytes(input)?) })
}

impl<G: Game, E: Effort, L: Leaf<G>> Context<'_, G, E, L> {
    /// Writes the label of a leaf.
    pub(super) fn write_leaf(&self, label: E::Label, player: Player, output: &mut dyn Write) -> io::Result<()> {
        write_settled(self.effort.settled(label), output)?;
        let Assessment { reach, miss } = self.work_left(label, player);
        output.write_all(&reach.to_le_bytes())?;
        output.write_all(&miss.to_le_bytes())
    }

    /// Reads the label of a leaf.
    pub(super) fn read_leaf(&mut self, node: u32, player: Player, input: &mut dyn Read) -> io::Result<E::Label> {
        let settled = read_settled(input)?;
        let reach = u32::from_le_bytes(bytes(input)?);
        let assessment = Assessment { reach, miss: u32::from_le_bytes(bytes(input)?) };
        Ok(self.label_of(node, player, settled, assessment))
    }

    /// Makes the moves of a node that was expanded, in the order in which they were made then.
    pub(super) fn generate_again(&mut self, position: &G::Position) -> io::Result<()> {
        if let crate::game::Status::Ended(_) = self.game.status(position) {
            return Err(damaged());
        }
        self.generate(position);
        Ok(())
    }
}

/// The search in the checkpoint does not fit the rules.
pub(super) fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the state of the search does not fit the rules of the game")
}

/// There is no room for the search in the checkpoint.
pub(super) fn no_room(_: Full) -> io::Error {
    io::Error::new(io::ErrorKind::OutOfMemory, "no room for the saved search")
}

fn bytes<const N: usize>(input: &mut dyn Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// The state of a random order of moves is not kept, and a search that deletes nodes of a graph cannot be found again.
pub(super) fn unkept(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, format!("a search {what} cannot be kept"))
}

/// Writes the policies that the shape of a search rests on, and those by which it goes on.
pub(crate) fn write_policy(policy: &Policy, output: &mut dyn Write) -> io::Result<()> {
    let NestedPolicy { size, effort, leaf, kept } = policy.nested;
    let (kind, a, b) = match size {
        NestedSize::Equal => (0, 0, 0),
        NestedSize::Logistic { a, b } => (1, a, b),
        NestedSize::Fixed(nodes) => (2, nodes, 0),
    };
    let place = |found: Option<usize>| found.map_or(u8::MAX, |place| place as u8);
    output.write_all(&[
        u8::from(policy.evaluation == Evaluation::Delayed),
        u8::from(policy.symmetry),
        u8::from(policy.merge_siblings),
        place(effort.and_then(|effort| EffortKind::ALL.iter().position(|&kind| kind == effort))),
        place(LeafKind::ALL.iter().position(|&kind| kind == leaf)),
        kind,
        u8::from(policy.tie == Tie::Last),
        u8::from(policy.exact_sets),
        u8::from(policy.discount.is_some()),
        policy.discount.unwrap_or(0),
    ])?;
    let SetLimits { proof, disproof } = policy.set_limits;
    for number in [a, b, kept as u64, u64::from(proof), u64::from(disproof)] {
        output.write_all(&number.to_le_bytes())?;
    }
    Ok(())
}

/// Reads them back, in place of those that are given.
pub(crate) fn read_policy(policy: Policy, input: &mut dyn Read) -> io::Result<Policy> {
    let [delayed, symmetry, merge_siblings, effort, leaf, kind, tie, exact_sets, has_discount, discount] =
        bytes(input)?;
    let mut number = || bytes(input).map(u64::from_le_bytes);
    let (a, b, kept, proof, disproof) = (number()?, number()?, number()?, number()?, number()?);
    let kept = usize::try_from(kept).map_err(|_| damaged())?;
    let limit = |number: u64| u32::try_from(number).map_err(|_| damaged());
    let size = match kind {
        0 => NestedSize::Equal,
        1 => NestedSize::Logistic { a, b },
        2 => NestedSize::Fixed(a),
        _ => return Err(damaged()),
    };
    let leaf = *LeafKind::ALL.get(usize::from(leaf)).ok_or_else(damaged)?;
    let nested = NestedPolicy { size, effort: EffortKind::ALL.get(usize::from(effort)).copied(), leaf, kept };
    let evaluation = if delayed == 1 { Evaluation::Delayed } else { Evaluation::Immediate };
    Ok(Policy {
        evaluation,
        tie: if tie == 1 { Tie::Last } else { Tie::First },
        symmetry: symmetry == 1,
        merge_siblings: merge_siblings == 1,
        set_limits: SetLimits { proof: limit(proof)?, disproof: limit(disproof)? },
        exact_sets: exact_sets == 1,
        discount: (has_discount == 1).then_some(discount),
        nested,
        ..policy
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policies_come_back() {
        let nested = NestedPolicy {
            size: NestedSize::Logistic { a: 7, b: 1 << 40 },
            effort: Some(EffortKind::Sets),
            leaf: LeafKind::Heuristic,
            kept: 3,
        };
        let (limits, unlimited) = (SetLimits { proof: 5, disproof: 0 }, SetLimits::UNLIMITED);
        for (evaluation, tie, symmetry, set_limits, discount) in [
            (Evaluation::Delayed, Tie::Last, true, limits, Some(30)),
            (Evaluation::Immediate, Tie::First, false, unlimited, None),
        ] {
            let policy = Policy {
                evaluation,
                tie,
                symmetry,
                merge_siblings: !symmetry,
                set_limits,
                exact_sets: symmetry,
                discount,
                nested,
                ..Policy::default()
            };
            let mut file = Vec::new();
            write_policy(&policy, &mut file).unwrap();
            assert_eq!(read_policy(Policy::default(), &mut file.as_slice()).unwrap(), policy);
        }
    }
}
