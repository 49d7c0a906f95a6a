//! The game `graph`: an explicit game, every position written down as a node with its moves or its worth.
//!
//! For people with an AND/OR graph of their own, and for tests, whose random games are explicit ones. The text
//! form is in [`ExplicitGame::parse`]. Cycles are allowed; endless play is worth what the file says. A position
//! is the number of a node, counted in the order of description, and a move is the number of the node it leads to.

mod file;
mod picture;

use std::fmt::Write as _;
use winproof::drawing::{Drawing, MovePlace};
use winproof::{Game, Player, Rules, Status, TextError, TextRules, Value};

/// The values that a graph may use are between minus this and this, so that a search may add one or turn the sign.
pub const LARGEST_VALUE: Value = 1_000_000_000;

/// What happens at a node of an explicit game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// This player moves, to one of these nodes: at least one, all different.
    Turn(Player, Vec<u32>),
    /// Play ends here with this worth for Max.
    End(Value),
}

/// A game given by its graph.
///
/// ```
/// use winproof::{Player, Rules, Status, TextRules};
/// use winproof_small::ExplicitGame;
///
/// let game = ExplicitGame::parse("
///     root a
///     a max b c
///     b min a c    # back to a: endless play is worth 0
///     c = win
/// ").unwrap();
/// let c = game.parse_position("c").unwrap();
/// assert_eq!(game.status(&game.start()), Status::Turn(Player::Max));
/// assert_eq!(game.status(&c), Status::Ended(1));
/// assert_eq!(game.repetition(), Some(0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplicitGame {
    names: Vec<String>,
    nodes: Vec<Node>,
    /// The nodes in the order of their names, to find one by its name.
    by_name: Vec<u32>,
    root: u32,
    endless: Value,
    has_cycle: bool,
    values: Vec<Value>,
}

impl ExplicitGame {
    /// A game from nodes with their names; moves and `root` are places in the list. `endless` is the worth of endless
    /// play.
    ///
    /// ```
    /// use winproof::Player;
    /// use winproof_small::graph::{ExplicitGame, Node};
    /// let nodes = vec![("a".to_string(), Node::Turn(Player::Min, vec![1])), ("b".to_string(), Node::End(-1))];
    /// let game = ExplicitGame::new(nodes, 0, 0).unwrap();
    /// assert_eq!(game.to_text(), "root a\nrepetition 0\na min b\nb = -1\n");
    /// ```
    pub fn new(nodes: Vec<(String, Node)>, root: u32, endless: Value) -> Result<ExplicitGame, TextError> {
        let count = u32::try_from(nodes.len()).map_err(|_| TextError::new("a graph has at most 4294967295 nodes"))?;
        if root >= count {
            return Err(TextError::new(format!("the root is node {root}, but there are only {count} nodes")));
        }
        check_value("the worth of a repetition", endless)?;
        let (names, nodes): (Vec<String>, Vec<Node>) = nodes.into_iter().unzip();
        for (name, node) in names.iter().zip(&nodes) {
            check_name(name)?;
            check_node(name, node, count)?;
        }
        let mut by_name: Vec<u32> = (0..count).collect();
        by_name.sort_unstable_by_key(|&id| &names[id as usize]);
        if let Some(pair) = by_name.windows(2).find(|pair| names[pair[0] as usize] == names[pair[1] as usize]) {
            return Err(TextError::new(format!("two nodes have the name '{}'", names[pair[0] as usize])));
        }
        let has_cycle = has_cycle(&nodes);
        let ends = nodes.iter().filter_map(|node| match node {
            Node::End(value) => Some(*value),
            Node::Turn(..) => None,
        });
        let mut values: Vec<Value> = ends.chain(has_cycle.then_some(endless)).collect();
        values.sort_unstable();
        values.dedup();
        Ok(ExplicitGame { names, nodes, by_name, root, endless, has_cycle, values })
    }

    /// How many nodes there are; their numbers start at 0.
    #[must_use]
    pub fn node_count(&self) -> u32 {
        // `new` made sure that the count fits.
        self.nodes.len() as u32
    }

    /// The node of this number.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn node(&self, id: u32) -> &Node {
        &self.nodes[id as usize]
    }

    /// What endless play is worth, whether or not the graph has a cycle.
    #[must_use]
    pub fn endless(&self) -> Value {
        self.endless
    }

    /// The file that [`parse`](ExplicitGame::parse) reads back as an equal game.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!("root {}\nrepetition {}\n", self.names[self.root as usize], self.endless);
        for (name, node) in self.names.iter().zip(&self.nodes) {
            text.push_str(name);
            match node {
                Node::End(value) => write!(text, " = {value}").expect("a string takes all text"),
                Node::Turn(player, moves) => {
                    text.push_str(if *player == Player::Max { " max" } else { " min" });
                    for &child in moves {
                        text.push(' ');
                        text.push_str(&self.names[child as usize]);
                    }
                }
            }
            text.push('\n');
        }
        text
    }
}

fn check_value(what: &str, value: Value) -> Result<(), TextError> {
    if (-LARGEST_VALUE..=LARGEST_VALUE).contains(&value) {
        return Ok(());
    }
    Err(TextError::new(format!("{what} is {value}; it must be between -{LARGEST_VALUE} and {LARGEST_VALUE}")))
}

fn check_name(name: &str) -> Result<(), TextError> {
    if name.is_empty() || name.starts_with('#') || name.contains(char::is_whitespace) {
        return Err(TextError::new(format!(
            "{name:?} cannot name a node; use text without white space that does not begin with '#'"
        )));
    }
    Ok(())
}

fn check_node(name: &str, node: &Node, count: u32) -> Result<(), TextError> {
    match node {
        Node::End(value) => check_value(&format!("the worth of '{name}'"), *value),
        Node::Turn(_, moves) if moves.is_empty() => {
            Err(TextError::new(format!("'{name}' has no moves; give it some, or a value")))
        }
        Node::Turn(_, moves) => {
            if let Some(child) = moves.iter().find(|&&child| child >= count) {
                return Err(TextError::new(format!(
                    "'{name}' leads to node {child}, but there are only {count} nodes"
                )));
            }
            let mut sorted = moves.clone();
            sorted.sort_unstable();
            match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
                Some(pair) => Err(TextError::new(format!("'{name}' leads to node {} twice; name it once", pair[0]))),
                None => Ok(()),
            }
        }
    }
}

/// Whether the graph has a cycle, reachable from the root or not: a search may start at any node.
///
/// Takes away nodes that nothing leads to until none is left or only cycles and what they lead to are.
fn has_cycle(nodes: &[Node]) -> bool {
    let mut entries = vec![0_usize; nodes.len()];
    for child in nodes.iter().flat_map(children) {
        entries[*child as usize] += 1;
    }
    let mut free: Vec<usize> = (0..nodes.len()).filter(|&id| entries[id] == 0).collect();
    let mut taken = 0;
    while let Some(id) = free.pop() {
        taken += 1;
        for &child in children(&nodes[id]) {
            entries[child as usize] -= 1;
            if entries[child as usize] == 0 {
                free.push(child as usize);
            }
        }
    }
    taken < nodes.len()
}

fn children(node: &Node) -> &[u32] {
    match node {
        Node::Turn(_, moves) => moves,
        Node::End(_) => &[],
    }
}

impl Rules for ExplicitGame {
    type Position = u32;
    type Move = u32;

    #[inline]
    fn status(&self, &id: &u32) -> Status {
        match &self.nodes[id as usize] {
            Node::Turn(player, _) => Status::Turn(*player),
            Node::End(value) => Status::Ended(*value),
        }
    }
    #[inline]
    fn moves(&self, &id: &u32, moves: &mut Vec<u32>) {
        moves.extend_from_slice(children(&self.nodes[id as usize]));
    }
    #[inline]
    fn play(&self, _: &u32, child: u32) -> u32 {
        child
    }
    fn values(&self) -> Vec<Value> {
        self.values.clone()
    }
    fn repetition(&self) -> Option<Value> {
        self.has_cycle.then_some(self.endless)
    }
}

impl Game for ExplicitGame {
    fn most_positions(&self) -> Option<u64> {
        Some(u64::from(self.node_count()))
    }
    #[inline]
    fn mobility(&self, &id: &u32) -> u32 {
        children(&self.nodes[id as usize]).len() as u32
    }
}

impl TextRules for ExplicitGame {
    fn name(&self) -> String {
        "graph".to_string()
    }
    fn parameters(&self) -> Vec<(String, String)> {
        vec![("graph".to_string(), self.to_text())]
    }
    fn start(&self) -> u32 {
        self.root
    }
    fn position_text(&self, &id: &u32) -> String {
        self.names[id as usize].clone()
    }
    fn parse_position(&self, text: &str) -> Result<u32, TextError> {
        match self.by_name.binary_search_by_key(&text, |&id| &self.names[id as usize]) {
            Ok(place) => Ok(self.by_name[place]),
            Err(_) => {
                let root = &self.names[self.root as usize];
                Err(TextError::new(format!("the graph has no node '{text}'; play starts at '{root}'")))
            }
        }
    }
    fn move_text(&self, _: &u32, child: u32) -> String {
        self.names[child as usize].clone()
    }
    fn picture(&self, &id: &u32) -> String {
        let name = &self.names[id as usize];
        match &self.nodes[id as usize] {
            Node::End(value) => format!("{name} = {value}"),
            Node::Turn(player, moves) => {
                let names: Vec<&str> = moves.iter().map(|&child| self.names[child as usize].as_str()).collect();
                format!("{name}: {} moves to {}", self.player_name(*player), names.join(", "))
            }
        }
    }
    fn drawing(&self, &id: &u32) -> Drawing {
        picture::drawing(self, id)
    }
    fn move_place(&self, &id: &u32, child: u32) -> MovePlace {
        picture::move_place(self, id, child)
    }
    fn value_text(&self, _: &Self::Position, value: Value) -> String {
        if self.values.iter().any(|value| value.unsigned_abs() > 1) {
            // Scores of an unknown meaning: the number says all that is known.
            return format!("worth {value} for Max");
        }
        match value {
            0 => "draw".to_string(),
            1.. => "Max wins".to_string(),
            _ => "Min wins".to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use winproof::conformance::{check_game, check_texts};
    use winproof_kit::hash_families::assert_hashes_differ;

    fn turn(name: &str, player: Player, moves: &[u32]) -> (String, Node) {
        (name.to_string(), Node::Turn(player, moves.to_vec()))
    }

    fn end(name: &str, value: Value) -> (String, Node) {
        (name.to_string(), Node::End(value))
    }

    #[test]
    fn values_are_those_of_the_ends_and_of_a_repetition_that_can_happen() {
        let ends = [end("c", 9), end("d", -7), end("e", 9)];
        let acyclic = [vec![turn("a", Player::Max, &[1, 2, 3])], ends.to_vec()].concat();
        let game = ExplicitGame::new(acyclic, 0, 4).unwrap();
        assert_eq!((game.values(), game.repetition()), (vec![-7, 9], None));

        let cyclic = [vec![turn("a", Player::Max, &[0, 1, 2, 3])], ends.to_vec()].concat();
        let game = ExplicitGame::new(cyclic, 0, 4).unwrap();
        assert_eq!((game.values(), game.repetition()), (vec![-7, 4, 9], Some(4)));
    }

    #[test]
    fn a_cycle_that_the_root_does_not_reach_counts() {
        let nodes = vec![end("a", 1), turn("b", Player::Max, &[2]), turn("c", Player::Min, &[1, 0])];
        assert_eq!(ExplicitGame::new(nodes, 0, 0).unwrap().repetition(), Some(0));
    }

    #[test]
    fn transpositions_are_not_cycles() {
        let nodes = vec![
            turn("a", Player::Max, &[1, 2]),
            turn("b", Player::Max, &[2, 3]),
            turn("c", Player::Min, &[3]),
            end("d", 1),
        ];
        assert_eq!(ExplicitGame::new(nodes, 0, 0).unwrap().repetition(), None);
    }

    #[test]
    fn broken_data_is_refused_with_the_reason() {
        let refused = |nodes: Vec<(String, Node)>, root, endless, reason: &str| {
            let error = ExplicitGame::new(nodes, root, endless).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        };
        refused(vec![], 0, 0, "the root is node 0, but there are only 0 nodes");
        refused(vec![end("a", 0)], 1, 0, "the root is node 1");
        refused(vec![end("a", 0)], 0, LARGEST_VALUE + 1, "the worth of a repetition is 1000000001");
        refused(vec![end("a", -LARGEST_VALUE - 1)], 0, 0, "the worth of 'a' is -1000000001");
        refused(vec![end("a", Value::MIN)], 0, 0, "the worth of 'a' is -2147483648");
        refused(vec![end("a", 0)], 0, Value::MIN, "the worth of a repetition is -2147483648");
        refused(vec![end("a", 0), end("a", 1)], 0, 0, "two nodes have the name 'a'");
        refused(vec![turn("a", Player::Max, &[])], 0, 0, "'a' has no moves");
        refused(vec![turn("a", Player::Max, &[1])], 0, 0, "'a' leads to node 1");
        refused(vec![turn("a", Player::Max, &[1, 1]), end("b", 0)], 0, 0, "'a' leads to node 1 twice");
        for name in ["", "a b", "a\tb", "#a"] {
            refused(vec![end(name, 0)], 0, 0, "cannot name a node");
        }
    }

    #[test]
    fn words_fit_the_values() {
        let plain = ExplicitGame::new(vec![end("a", 1)], 0, 0).unwrap();
        assert_eq!([-1, 0, 1].map(|value| plain.value_text(&0, value)), ["Min wins", "draw", "Max wins"]);
        let scores = ExplicitGame::new(vec![end("a", 12)], 0, 0).unwrap();
        assert_eq!(scores.value_text(&0, 12), "worth 12 for Max");
        assert_eq!(scores.value_text(&0, 0), "worth 0 for Max");
    }

    #[test]
    fn play_from_every_node_keeps_the_promises_of_a_game() {
        let file = "root -\nrepetition 5\n- max a b\na min c -\nb max b c d\nc = 2\nd min e\ne = -7";
        let game = ExplicitGame::parse(file).unwrap();
        check_game(&game, &game.start(), 100, 1).unwrap();
        let report = check_texts(&game, &["-", "a", "b", "c", "d", "e", "f"], 20, 1).unwrap();
        assert_eq!((report.positions, report.ends), (6, 2));
    }

    #[test]
    fn hashes_of_nodes_differ() {
        let game = ExplicitGame::new(vec![end("a", 1)], 0, 0).unwrap();
        let powers = (0..u32::BITS).flat_map(|bit| [1 << bit, !(1 << bit), u32::MAX << bit]);
        assert_hashes_differ((0..100_000).chain(powers), |id| game.hash(id));
    }
}
