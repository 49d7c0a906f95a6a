//! All positions that a strategy leads to: how many there are below each, and how they spread over the plies.

use crate::proof::Strategy;
use serde::Serialize;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use winproof::Status;
use winproof::open::OpenGame;

/// The most positions that are counted.
pub const MOST_POSITIONS: usize = 300_000;

/// A position on the way.
struct Node {
    /// How many plies it is from the root, at the least.
    ply: u32,
    /// Its rank, if it is listed.
    rank: Option<u32>,
    /// Whether the strategist moves here.
    is_answered: bool,
    /// Where its moves lead.
    next: Vec<u32>,
    /// Whether play has ended.
    is_ended: bool,
    /// How many plies play lasts from here at most, where that is known.
    longest: Option<u32>,
}

/// The positions of a strategy.
pub struct Graph {
    places: HashMap<String, u32>,
    nodes: Vec<Node>,
    /// What was counted already.
    counts: Mutex<HashMap<u32, u64>>,
}

/// The positions of one ply.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Layer {
    /// How many plies from the root.
    pub ply: u32,
    /// How many positions there are.
    pub positions: u64,
    /// In how many of them the strategist moves.
    pub answered: u64,
    /// The lowest rank among those that are listed.
    pub lowest_rank: Option<u32>,
    /// The highest.
    pub highest_rank: Option<u32>,
}

impl Graph {
    /// Follows a strategy from its root, breadth first. `None` if it leads to too many positions.
    pub fn new(strategy: &Strategy, game: &dyn OpenGame) -> Option<Graph> {
        let mut graph = Graph { places: HashMap::new(), nodes: Vec::new(), counts: Mutex::default() };
        let mut layer = vec![game.at(&strategy.root).ok()?];
        graph.add(strategy, &*layer[0], 0);
        let mut ply = 0;
        while !layer.is_empty() {
            ply += 1;
            let mut next_layer = Vec::new();
            for position in layer {
                let text = position.position_text();
                let place = graph.places[&text] as usize;
                let moves = match (position.status(), strategy.entries.get(&text)) {
                    (Status::Ended(_), _) => Vec::new(),
                    (Status::Turn(player), Some((mv, _))) if player == strategy.half.player => vec![mv.clone()],
                    // What settles by itself is not followed: the certificate does not list it.
                    (Status::Turn(player), None) if player == strategy.half.player => Vec::new(),
                    (Status::Turn(_), _) => position.moves(),
                };
                for mv in moves {
                    let next = position.after(&mv).ok()?;
                    let (child, is_new) = graph.add(strategy, &*next, ply);
                    graph.nodes[place].next.push(child);
                    if is_new {
                        next_layer.push(next);
                    }
                }
                if graph.nodes.len() > MOST_POSITIONS {
                    return None;
                }
            }
            layer = next_layer;
        }
        if strategy.ranked {
            graph.measure();
        }
        Some(graph)
    }

    fn add(&mut self, strategy: &Strategy, position: &dyn OpenGame, ply: u32) -> (u32, bool) {
        let text = position.position_text();
        if let Some(&place) = self.places.get(&text) {
            return (place, false);
        }
        let place = self.nodes.len() as u32;
        let rank = strategy.entries.get(&text).map(|(_, rank)| *rank);
        let is_answered = position.status() == Status::Turn(strategy.half.player);
        let is_ended = matches!(position.status(), Status::Ended(_));
        self.nodes.push(Node { ply, rank, is_answered, next: Vec::new(), is_ended, longest: None });
        self.places.insert(text, place);
        (place, true)
    }

    /// How many positions with an answer the strategy leads to from a position, itself included; `None` if it does not
    /// come there.
    pub fn count_below(&self, position: &str) -> Option<u64> {
        let &start = self.places.get(position)?;
        let counts = || self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&count) = counts().get(&start) {
            return Some(count);
        }
        let mut seen = vec![false; self.nodes.len()];
        seen[start as usize] = true;
        let (mut left, mut count) = (vec![start], 0);
        while let Some(place) = left.pop() {
            let node = &self.nodes[place as usize];
            count += u64::from(node.is_answered);
            for &next in &node.next {
                if !std::mem::replace(&mut seen[next as usize], true) {
                    left.push(next);
                }
            }
        }
        counts().insert(start, count);
        Some(count)
    }

    /// How many plies play lasts from a position at most, where the strategy lists all of them.
    pub fn longest(&self, position: &str) -> Option<u32> {
        let &place = self.places.get(position)?;
        self.nodes[place as usize].longest
    }

    /// Finds out how long play lasts. Ranks fall along the strategy, so that no line comes round again.
    fn measure(&mut self) {
        // Depth first, without recursion: a node is measured when all that follow it are.
        let mut left: Vec<(usize, usize)> = vec![(0, 0)];
        let mut is_done = vec![false; self.nodes.len()];
        while let Some((place, child)) = left.pop() {
            match self.nodes[place].next.get(child) {
                Some(&next) => {
                    left.push((place, child + 1));
                    if !is_done[next as usize] {
                        left.push((next as usize, 0));
                    }
                }
                None => {
                    is_done[place] = true;
                    let node = &self.nodes[place];
                    let longest = match (node.is_ended, node.next.is_empty()) {
                        (true, _) => Some(0),
                        // What settles by itself is not followed.
                        (false, true) => None,
                        (false, false) => {
                            let after = node.next.iter().map(|&next| self.nodes[next as usize].longest);
                            after
                                .collect::<Option<Vec<u32>>>()
                                .and_then(|after| after.into_iter().max())
                                .map(|most| most + 1)
                        }
                    };
                    self.nodes[place].longest = longest;
                }
            }
        }
    }

    /// The positions by plies from the root.
    pub fn layers(&self) -> Vec<Layer> {
        let mut layers: Vec<Layer> = Vec::new();
        for node in &self.nodes {
            let ply = node.ply as usize;
            if layers.len() <= ply {
                layers.resize_with(ply + 1, Layer::default);
            }
            let layer = &mut layers[ply];
            layer.ply = node.ply;
            layer.positions += 1;
            layer.answered += u64::from(node.is_answered);
            if let Some(rank) = node.rank {
                layer.lowest_rank = Some(layer.lowest_rank.map_or(rank, |lowest| lowest.min(rank)));
                layer.highest_rank = layer.highest_rank.max(Some(rank));
            }
        }
        layers
    }
}
