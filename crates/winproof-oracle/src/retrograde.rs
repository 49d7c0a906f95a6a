//! Values backwards: from the ends to the positions that force them.
//!
//! For each threshold v, one of the players has to prove something: Max that he gets at least v, where a repetition
//! is worth less; otherwise Min that he keeps it below v. The positions from which the prover forces the end he wants
//! are the smallest set that holds those ends, every position where the prover has a move into it, and every
//! position where the opponent has no move out of it. A line that never ends never enters the set, which is right,
//! as an endless line is not what the prover wants.

use std::collections::HashMap;
use std::hash::Hash;
use winproof::{Player, Rules, Status, Value};

/// The value of every position that can be reached from the starts.
///
/// ```
/// use winproof::{Rules, TextRules};
/// use winproof_games::ExplicitGame;
/// let game = ExplicitGame::parse("root a\na max b c\nb min a d\nc = -1\nd = 1").unwrap();
/// let [a, b] = ["a", "b"].map(|name| game.parse_position(name).unwrap());
/// let values = winproof_oracle::retrograde_values(&game, [a]);
/// assert_eq!((values[&a], values[&b]), (0, 0)); // back and forth for ever
/// ```
///
/// # Panics
/// If a value of a position is not among the values that the rules name.
pub fn retrograde_values<G: Rules>(
    game: &G,
    starts: impl IntoIterator<Item = G::Position>,
) -> HashMap<G::Position, Value> {
    let map = Map::explore(game, starts);
    let thresholds = game.values();
    // Nothing is worth less than the lowest value; where v holds, all lower thresholds do.
    let mut values = vec![*thresholds.first().expect("a game has at least one value"); map.positions.len()];
    for &threshold in &thresholds[1..] {
        // A game without repetition has no endless line, so that either player can be the prover.
        let prover = if game.repetition() < Some(threshold) { Player::Max } else { Player::Min };
        let forced = map.forced(prover, |value| (value >= threshold) == (prover == Player::Max));
        for (value, forced) in values.iter_mut().zip(forced) {
            if forced == (prover == Player::Max) {
                *value = threshold;
            }
        }
    }
    map.positions.into_iter().zip(values).collect()
}

/// All positions that can be reached, by number, with the moves backwards.
struct Map<P> {
    positions: Vec<P>,
    statuses: Vec<Status>,
    parents: Vec<Vec<usize>>,
    move_counts: Vec<usize>,
}

impl<P: Clone + Eq + Hash> Map<P> {
    fn explore<G: Rules<Position = P>>(game: &G, starts: impl IntoIterator<Item = P>) -> Map<P> {
        let mut numbers: HashMap<P, usize> = HashMap::new();
        let mut map = Map { positions: Vec::new(), statuses: Vec::new(), parents: Vec::new(), move_counts: Vec::new() };
        let mut number_of = |map: &mut Map<P>, position: P| {
            *numbers.entry(position).or_insert_with_key(|position| {
                map.positions.push(position.clone());
                map.statuses.push(game.status(position));
                map.parents.push(Vec::new());
                map.move_counts.push(0);
                map.positions.len() - 1
            })
        };
        for start in starts {
            number_of(&mut map, start);
        }
        let mut moves = Vec::new();
        let mut next = 0;
        while next < map.positions.len() {
            let position = map.positions[next].clone();
            if let Status::Turn(_) = map.statuses[next] {
                moves.clear();
                game.moves(&position, &mut moves);
                map.move_counts[next] = moves.len();
                for &mv in &moves {
                    let child = number_of(&mut map, game.play(&position, mv));
                    map.parents[child].push(next);
                }
            }
            next += 1;
        }
        map
    }

    /// For each position, whether the prover forces an end that he wants.
    fn forced(&self, prover: Player, wants: impl Fn(Value) -> bool) -> Vec<bool> {
        let mut forced: Vec<bool> =
            self.statuses.iter().map(|&status| matches!(status, Status::Ended(value) if wants(value))).collect();
        let mut ways_out = self.move_counts.clone();
        let mut fresh: Vec<usize> = (0..forced.len()).filter(|&number| forced[number]).collect();
        while let Some(number) = fresh.pop() {
            for &parent in &self.parents[number] {
                ways_out[parent] -= 1;
                let has_to = self.statuses[parent] == Status::Turn(prover) || ways_out[parent] == 0;
                if has_to && !forced[parent] {
                    forced[parent] = true;
                    fresh.push(parent);
                }
            }
        }
        forced
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Random, RandomGraph, value_by_minimax, value_by_play};
    use std::collections::HashSet;
    use winproof::{Rules, TextRules};

    #[test]
    fn agrees_with_all_lines_of_play() {
        let mut random = Random::new(2024);
        let (mut cyclic, mut repetitions) = (0, 0);
        let mut values_seen = HashSet::new();
        for round in 0..6000 {
            let kind = RandomGraph { most_moves: random.between(1, 4), ..RandomGraph::varied(&mut random, 9) };
            let game = kind.build(random.bits());
            let values = retrograde_values(&game, 0..game.node_count());
            for id in 0..game.node_count() {
                assert_eq!(values[&id], value_by_play(&game, &id), "round {round}, node {id} of\n{}", game.to_text());
            }
            let value = values[&game.start()];
            values_seen.insert(value);
            cyclic += u32::from(game.repetition().is_some());
            repetitions += u32::from(game.repetition() == Some(value));
        }
        // The comparison is worth something only if the games are of all kinds.
        assert!(cyclic > 1000 && repetitions > 300 && values_seen.len() > 15, "{cyclic} {repetitions} {values_seen:?}");
    }

    #[test]
    fn agrees_with_minimax_where_nothing_repeats() {
        let mut random = Random::new(7);
        for round in 0..2000 {
            let kind = RandomGraph { cyclic: false, ..RandomGraph::varied(&mut random, 200) };
            let game = kind.build(random.bits());
            let value = retrograde_values(&game, [0])[&0];
            assert_eq!(value, value_by_minimax(&game, &0), "round {round}\n{}", game.to_text());
        }
    }

    #[test]
    fn only_what_can_be_reached_is_valued() {
        let kind = RandomGraph { ends_percent: 40, ..RandomGraph::default() };
        let game = kind.build(3);
        let whole = retrograde_values(&game, 0..game.node_count());
        let reached = retrograde_values(&game, [game.start()]);
        assert!(reached.len() < whole.len());
        assert!(reached.iter().all(|(id, value)| whole[id] == *value));
    }
}
