//! From a solved search graph to a strategy, by working backwards over what the search explored.
//!
//! A search that shares positions knows that its root is solved, not by which order of arguments. Retrograde
//! analysis of the explored graph finds that order again in linear time: a node is *attracted* by a player when he
//! can force play from it to ends that are good for him, and its rank is the number of moves that this takes at
//! most. Ranks fall along the strategy by construction.
//!
//! For a player who only has to hold the other off, for ever if need be, the complement is
//! taken: whatever the other cannot force, even if every unexplored leaf were his.
//!
//! Nothing here believes the search: where its answer does not follow from the explored graph, there is no
//! strategy and so no certificate.

use super::build::{Shape, collect};
use super::{NoStrategy, Strategy};
use crate::game::{Game, Player, Status};
use crate::goal::Aim;
use crate::graph::world::GameWorld;

/// What is known of a node of an explored graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum View {
    /// Play ends here.
    End {
        /// Whether that is a win for the prover.
        prover_wins: bool,
    },
    /// Not explored.
    Leaf,
    /// Explored; this player moves.
    Inner(Player),
}

/// A graph of positions that a search has explored.
pub(crate) trait Explored {
    /// Ids go from 0 up to this.
    fn node_count(&self) -> u32;
    /// What is known of a node.
    fn view(&self, id: u32) -> View;
    /// Calls `each` with the child that every move of an inner node leads to.
    fn children(&self, id: u32, each: &mut dyn FnMut(u32));
}

/// For each node from which `player` forces an end with `prover_wins` as wanted, the number of moves that
/// takes at most. `leaves_too`: a leaf counts as such an end.
///
/// Asks the graph through a table of functions: this happens once a search, and a copy of it for each kind of search
/// and each game would make the program larger by a tenth.
fn attract(graph: &dyn Explored, player: Player, prover_wins: bool, leaves_too: bool) -> Vec<Option<u32>> {
    let count = graph.node_count() as usize;
    // The parents of node n are parents[first[n]..first[n + 1]].
    let mut first = vec![0u32; count + 1];
    let mut open_children = vec![0u32; count];
    let inner = |id: &u32| matches!(graph.view(*id), View::Inner(_));
    for id in (0..count as u32).filter(inner) {
        graph.children(id, &mut |child| {
            first[child as usize + 1] += 1;
            open_children[id as usize] += 1;
        });
    }
    for id in 0..count {
        first[id + 1] += first[id];
    }
    let mut parents = vec![0u32; first[count] as usize];
    let mut filled = first.clone();
    for id in (0..count as u32).filter(inner) {
        graph.children(id, &mut |child| {
            let place = &mut filled[child as usize];
            parents[*place as usize] = id;
            *place += 1;
        });
    }
    drop(filled);

    let mut ranks: Vec<Option<u32>> = vec![None; count];
    let mut reached: Vec<u32> = (0..count as u32)
        .filter(|&id| match graph.view(id) {
            View::End { prover_wins: end } => end == prover_wins,
            View::Leaf => leaves_too,
            View::Inner(_) => false,
        })
        .collect();
    for &id in &reached {
        ranks[id as usize] = Some(0);
    }
    // Breadth first: a node is reached with the least rank that it can have.
    let mut next = 0;
    while next < reached.len() {
        let id = reached[next] as usize;
        next += 1;
        for &parent in &parents[first[id] as usize..first[id + 1] as usize] {
            let open = &mut open_children[parent as usize];
            *open -= 1;
            let forced = graph.view(parent) == View::Inner(player) || *open == 0;
            if forced && ranks[parent as usize].is_none() {
                ranks[parent as usize] = ranks[id].map(|rank| rank + 1);
                reached.push(parent);
            }
        }
    }
    ranks
}

/// What a strategy is for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// The question that was answered.
    pub(crate) aim: Aim,
    /// The answer.
    pub(crate) prover_wins: bool,
    /// Who reaches that.
    pub(crate) strategist: Player,
    /// Whether the strategy must have ranks.
    pub(crate) ranked: bool,
    /// What it may hold, with the search for it.
    pub(crate) most_bytes: usize,
}

/// The strategy that shows what is wanted, if it follows from the explored graph.
///
/// Walks from the root along the strategist's best moves and all replies. A strategy without ranks takes any move to a
/// position that is safe.
pub(crate) fn strategy<G: Game>(
    world: &GameWorld<'_, G>,
    graph: &dyn Explored,
    wanted: Wanted,
) -> Result<Strategy<G>, NoStrategy> {
    let Wanted { aim, prover_wins, strategist, ranked, most_bytes } = wanted;
    let is_good_end = |value| aim.is_win(value) == prover_wins;
    let ranks = match ranked {
        true => attract(graph, strategist, prover_wins, false),
        // Safe is what the prover cannot force, even if every open leaf were won for him.
        false => attract(graph, strategist.opponent(), true, true),
    };
    // How far a position in which play goes on is from a good end; `None` if it is not on the way to one.
    let rank = |position: &G::Position| {
        // A position may have a number and no node: where there was no room for the last node's children.
        let rank = *ranks.get(world.find(position)? as usize)?;
        if ranked { rank } else { rank.is_none().then_some(0) }
    };
    let game = world.game;
    let does_not_follow = |here: &G::Position| {
        NoStrategy::Contradiction(format!("the answer does not follow from what was explored below {here:?}"))
    };
    let shape = Shape { player: strategist, ranked, is_good_end: &is_good_end, most_bytes };
    collect(game, &world.root, shape, &mut |here| {
        let mut moves = Vec::new();
        game.moves(here, &mut moves);
        let distance = |mv: &G::Move| {
            let next = game.play(here, *mv);
            match game.status(&next) {
                Status::Ended(value) => is_good_end(value).then_some(0),
                Status::Turn(_) => rank(&next).map(|rank| rank + 1),
            }
        };
        if game.status(here) == Status::Turn(strategist) {
            let distances = moves.iter().copied().filter_map(|mv| Some((distance(&mv)?, mv)));
            let best = distances.min_by_key(|&(far, _)| far).ok_or_else(|| does_not_follow(here))?;
            return Ok(vec![best.1]);
        }
        moves.reverse();
        if moves.iter().all(|mv| distance(mv).is_some()) { Ok(moves) } else { Err(does_not_follow(here)) }
    })
}
