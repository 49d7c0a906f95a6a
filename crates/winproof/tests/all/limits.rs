//! Limits, where games are out of the ordinary: more moves than a node has room for, lines of hundreds of thousands of
//! moves, and memory that runs out at any moment.

use crate::support::{certify, connect_four, connect_four_score, small_tables};
use std::time::Duration;
use winproof::{
    ALGORITHMS, Algorithm, EffortKind, Evidence, Game, Goal, GraphKind, LeafKind, Limits, Player, Policy, Rules,
    Solver, Status, Stopped, Strategies, TextRules, Value,
};

/// Max has so many moves, and one of them wins; if he passes, it is Min's turn, who has none that does not lose.
struct Wide {
    moves: u32,
}

/// The moves made so far, and what they come to.
type Place = (u8, u32);

impl Rules for Wide {
    type Position = Place;
    type Move = u32;

    fn status(&self, &(depth, sum): &Place) -> Status {
        match depth {
            0 => Status::Turn(Player::Max),
            1 if sum == 0 => Status::Turn(Player::Min),
            _ => Status::Ended(if sum == self.moves - 1 { 1 } else { -1 }),
        }
    }
    fn moves(&self, _: &Place, moves: &mut Vec<u32>) {
        moves.extend(0..self.moves);
    }
    fn play(&self, &(depth, sum): &Place, mv: u32) -> Place {
        (depth + 1, sum + mv)
    }
}

impl Game for Wide {}

#[test]
fn more_moves_than_a_node_has_room_for() {
    for named in ALGORITHMS {
        let mut policy = small_tables();
        policy.dfpn.table_entries = Some(1 << 18);
        for moves in [40_000, 70_000] {
            let wide = Wide { moves };
            let solution = Solver::new(&wide).algorithm(named.algorithm).policy(policy).solve(&(0, 0)).unwrap();
            let what = || format!("{} with {moves} moves: {:?}", named.name, solution.verdict);
            assert_eq!(solution.contradiction, None, "{}", what());
            if named.is_hashed() {
                assert_eq!((solution.value(), solution.verdict.stopped), (Some(1), Stopped::Solved), "{}", what());
                assert_eq!(solution.verdict.evidence(None), Some(Evidence::Certified), "{}", what());
            } else {
                assert_eq!((solution.value(), solution.verdict.stopped), (None, Stopped::Moves), "{}", what());
            }
        }
    }
}

#[test]
fn as_many_moves_as_a_node_has_room_for() {
    let wide = Wide { moves: 32_767 };
    for name in ["pn", "pn-dag", "bta", "gpn"] {
        let solver = Solver::new(&wide).algorithm(Algorithm::by_name(name).unwrap());
        let solution = solver.solve_goal(&(0, 0), Goal::at_least(1)).unwrap();
        assert_eq!(solution.verdict.evidence(Some(Goal::at_least(1))), Some(Evidence::Certified), "{name}");
        assert_eq!(solution.best, Some(32_766), "{name}");
    }
}

/// A long line of positions with moves back, and an end.
struct Chain {
    length: u32,
    kind: Kind,
    end: Value,
}

/// Which moves there are beside the next position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// No others.
    Plain,
    /// Max may leave the line, and loses.
    Exits,
    /// Max may go back by two: whatever is known of a position rests on the one before.
    MaxBack,
    /// The same for Min.
    MinBack,
}

impl Rules for Chain {
    type Position = u32;
    type Move = i8;

    fn status(&self, &place: &u32) -> Status {
        match place {
            _ if place == self.length => Status::Ended(self.end),
            _ if place > self.length => Status::Ended(-1),
            _ if place % 2 == 0 => Status::Turn(Player::Max),
            _ => Status::Turn(Player::Min),
        }
    }
    fn moves(&self, &place: &u32, moves: &mut Vec<i8>) {
        moves.push(1);
        match self.kind {
            Kind::Exits if place % 2 == 0 => moves.push(0),
            Kind::MaxBack if place % 2 == 0 && place > 1 => moves.push(-2),
            Kind::MinBack if place % 2 == 1 && place > 1 => moves.push(-2),
            _ => {}
        }
    }
    fn play(&self, &place: &u32, mv: i8) -> u32 {
        if mv == 0 { self.length + 1 + place } else { place.wrapping_add_signed(i32::from(mv)) }
    }
    fn repetition(&self) -> Option<Value> {
        matches!(self.kind, Kind::MaxBack | Kind::MinBack).then_some(0)
    }
}

impl Game for Chain {}

impl Chain {
    fn value(&self) -> Value {
        match self.kind {
            Kind::Plain | Kind::Exits => self.end,
            Kind::MaxBack => self.end.max(0),
            Kind::MinBack => self.end.min(0),
        }
    }
}

/// Chains of some length, of every kind.
fn chains(length: u32) -> impl Iterator<Item = Chain> {
    let kinds = [
        (Kind::Plain, 0),
        (Kind::Exits, 1),
        (Kind::MaxBack, -1),
        (Kind::MaxBack, 1),
        (Kind::MinBack, -1),
        (Kind::MinBack, 1),
    ];
    kinds.into_iter().map(move |(kind, end)| Chain { length, kind, end })
}

/// A strategy takes about as long as the search, however long the line is.
#[test]
fn strategies_of_long_lines() {
    for chain in chains(300_000) {
        let what = format!("{:?}, worth {}", chain.kind, chain.end);
        let mut policy = Policy::default();
        policy.dfpn.table_entries = Some(1 << 22);
        let limits = Limits { time: Some(Duration::from_secs(60)), ..Limits::default() };
        let solver = Solver::new(&chain).algorithm(Algorithm::by_name("dfpn").unwrap()).policy(policy).limits(limits);
        let solution = solver.solve(&0).unwrap();
        assert_eq!((solution.value(), &solution.contradiction), (Some(chain.value()), &None), "{what}");
        assert_eq!(solution.verdict.evidence(None), Some(Evidence::Certified), "{what}: {:?}", solution.proof);
        let (search, proof) = (solution.verdict.counts.nodes, solution.proof.nodes);
        assert!(proof <= 2 * search, "{what}: {search} nodes for the answer, {proof} for the strategies");
    }
}

#[test]
fn long_lines_keep_to_a_limit_on_memory() {
    const MEMORY: usize = 16 << 20;
    for (length, is_short) in [(300_000, false), (3_000, true)] {
        for chain in chains(length) {
            for name in ["dfpn", "alphabeta"] {
                // Alpha-beta walks all lines that repeat positions, and each of these chains has very many.
                if name == "alphabeta" && chain.repetition().is_some() {
                    continue;
                }
                let what = format!("{name}, {:?}, worth {}", chain.kind, chain.end);
                let limits = Limits { memory: Some(MEMORY), ..Limits::default() };
                let solver = Solver::new(&chain).algorithm(Algorithm::by_name(name).unwrap()).limits(limits);
                let solution = solver.solve(&0).unwrap();
                let peak = solution.verdict.counts.peak_bytes;
                assert!(peak <= MEMORY + 10_000_000, "{what}: {peak} bytes");
                assert_eq!(solution.contradiction, None, "{what}");
                match solution.value() {
                    Some(value) => assert_eq!(value, chain.value(), "{what}"),
                    None => assert_eq!((solution.verdict.stopped, is_short), (Stopped::Memory, false), "{what}"),
                }
            }
        }
    }
}

/// Memory that runs out at any moment of a search: no answer is wrong, nobody fails, and what was proved until then can
/// be certified.
#[test]
fn memory_that_runs_out() {
    let score = connect_four_score(4, 3, 3);
    let value = Solver::new(&score).solve(&score.start()).unwrap().value().unwrap();
    let (mut certified, mut solved) = (0, 0);
    for effort in [EffortKind::Outcomes, EffortKind::Numbers, EffortKind::Sets] {
        for graph in [GraphKind::Tree, GraphKind::Dag, GraphKind::BaseTwin] {
            for (number, leaf) in [LeafKind::Unit, LeafKind::Mobility, LeafKind::Nested].into_iter().enumerate() {
                let algorithm = Algorithm { effort, graph, leaf };
                if algorithm.fits(&score).is_err() {
                    continue;
                }
                let mut memory = 2000 + 50 * number;
                while memory < 600_000 {
                    memory += memory / 9;
                    let limits = Limits { memory: Some(memory), nodes: Some(100_000), ..Limits::default() };
                    let policy = Policy { share_goals: memory % 2 == 0 && leaf != LeafKind::Nested, ..small_tables() };
                    let solver = Solver::new(&score).algorithm(algorithm).policy(policy).limits(limits);
                    let solution = solver.solve(&score.start()).unwrap();
                    let verdict = &solution.verdict;
                    let what = || format!("{algorithm:?} in {memory} bytes: {verdict:?}");
                    // The most that each of two levels took may not have been at the same time.
                    let slack = if leaf == LeafKind::Nested { memory } else { 0 };
                    assert!(verdict.counts.peak_bytes <= memory + slack, "{}", what());
                    assert_eq!(solution.contradiction, None, "{}", what());
                    assert!(verdict.lower.value <= value && value <= verdict.upper.value, "{}", what());
                    solved += u32::from(verdict.value().is_some());
                    if solution.claim(&score).is_ok() {
                        certify(&score, &solution).unwrap_or_else(|refusal| panic!("{refusal}: {}", what()));
                        certified += u32::from(verdict.value().is_none());
                    }
                }
            }
        }
    }
    assert!(
        certified > 20 && solved > 20,
        "{certified} of the answers in between were certified, {solved} found the value"
    );
}

/// Without strategies the limit is that of the search alone.
#[test]
fn cheap_strategies_do_not_change_the_answer() {
    let game = connect_four(4, 4, 4);
    for named in ALGORITHMS.iter().filter(|named| named.no_is_proof) {
        let solve = |strategies| {
            let solver = Solver::new(&game).algorithm(named.algorithm).policy(small_tables()).strategies(strategies);
            let solution = solver.solve(&game.start()).unwrap();
            assert_eq!((solution.value(), &solution.contradiction), (Some(0), &None), "{} {strategies:?}", named.name);
            solution.verdict.counts
        };
        let [none, cheap, full] = [Strategies::None, Strategies::Cheap, Strategies::Full].map(solve);
        assert_eq!((none, cheap), (full, full), "{}", named.name);
    }
}

/// Where there is no room for a strategy, there is a line of best play all the same.
#[test]
fn a_line_without_a_strategy() {
    let game = connect_four(5, 4, 4);
    for name in ["alphabeta", "dfpn"] {
        let limits = Limits { memory: Some(1 << 20), ..Limits::default() };
        let solver = Solver::new(&game).algorithm(Algorithm::by_name(name).unwrap()).limits(limits);
        let solution = solver.solve(&game.start()).unwrap();
        assert_eq!((solution.value(), solution.strategies.len()), (Some(0), 0), "{name}");
        let end = solution.line.iter().fold(game.start(), |position, &mv| game.play(&position, mv));
        assert_eq!(game.status(&end), Status::Ended(0), "{name}: {:?}", solution.line);
        assert_eq!(solution.best, solution.line.first().copied(), "{name}");
    }
}
