//! Graph files with open leaves: the format of the game `graph`, where `?` may stand for a value.
//!
//! Max is the prover; a value of 1 or more is a win for him. The line `repetition` is of no meaning here: a repetition
//! is never a win for the prover.

use std::collections::HashMap;
use winproof_oracle::exact::{LeafState, Partial};

/// A partially expanded graph with names.
pub struct Figure {
    pub graph: Partial,
    pub root: usize,
    names: Vec<String>,
}

impl Figure {
    /// Reads a file; a broken one is a broken test.
    pub fn read(text: &str) -> Figure {
        let mut figure = Figure { graph: Partial::new(), root: 0, names: Vec::new() };
        let lines: Vec<Vec<&str>> = text
            .lines()
            .map(|line| line.split_whitespace().take_while(|word| !word.starts_with('#')).collect())
            .filter(|words: &Vec<&str>| !words.is_empty())
            .collect();
        let mut ids = HashMap::new();
        for words in &lines {
            let state = match words[..] {
                ["root", _] | ["repetition", _] => continue,
                [_, "=", "?"] | [_, "max" | "min", ..] => LeafState::Open,
                [_, "=", "win" | "1"] => LeafState::Won,
                [_, "=", "draw" | "loss" | "0" | "-1"] => LeafState::Lost,
                _ => panic!("not a line of a graph file: {words:?}"),
            };
            assert!(ids.insert(words[0], figure.graph.add(state)).is_none(), "{} is described twice", words[0]);
            figure.names.push(words[0].to_string());
        }
        for words in &lines {
            match words[..] {
                ["root", name] => figure.root = ids[name],
                [name, who @ ("max" | "min"), ref children @ ..] => {
                    let children: Vec<usize> = children.iter().map(|child| ids[child]).collect();
                    figure.graph.expand(ids[name], who == "max", &children);
                }
                _ => {}
            }
        }
        figure
    }

    /// The node of this name.
    pub fn node(&self, name: &str) -> usize {
        self.names.iter().position(|known| known == name).unwrap_or_else(|| panic!("there is no node {name}"))
    }

    /// The names of some nodes, in order.
    pub fn names(&self, nodes: impl IntoIterator<Item = usize>) -> Vec<&str> {
        nodes.into_iter().map(|node| self.names[node].as_str()).collect()
    }
}
