//! Scores against plain minimax with the same quiescence and no table, for each scheme and tables of every size; mates
//! against lengths that are known.

use super::evaluation::{captured, score};
use super::search::State;
use super::{Alibaba, LEAST_MATE, MATE, Vehicle};
use std::time::Duration;
use winproof::{Game, Limits, Replacement, Rules, Stopped, Stored, TextRules};
use winproof_games::Chess;
use winproof_games::chess::{ChessMove, Color, Position};

fn position(fen: &str) -> Position {
    Chess::new(Color::White).parse_position(fen).unwrap()
}

/// Positions with castling, promotions, en passant, mates and stalemates within a few moves. They have few men: plain
/// quiescence follows every capture, and every check that answers a check.
fn positions() -> Vec<Position> {
    [
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "8/P7/8/8/8/1k6/8/K7 w - - 0 1",
        "7k/8/8/5Q2/p7/P7/8/K7 w - - 0 1",
        "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
        "8/8/4k3/8/8/2KQ4/8/8 w - - 97 80",
        "2k5/8/8/8/8/8/4R3/3QK3 w - - 0 1",
        "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 2",
    ]
    .map(position)
    .to_vec()
}

/// The value by the definition: every move to the depth, then captures and promotions, all moves in check.
fn minimax(rules: &Chess, position: &Position, depth: u8, ply: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let mut moves = Vec::new();
    rules.moves(position, &mut moves);
    if moves.is_empty() {
        return if position.is_check() { ply - MATE } else { 0 };
    }
    if ply > 0 && position.board().halfmove_clock() >= 100 {
        return 0;
    }
    let after =
        |mv: ChessMove, depth, nodes: &mut u64| -minimax(rules, &rules.after(position, mv), depth, ply + 1, nodes);
    if depth > 0 {
        return moves.iter().map(|&mv| after(mv, depth - 1, nodes)).max().unwrap();
    }
    let board = position.board();
    let is_noisy = |mv: ChessMove| {
        let mv = mv.unpack();
        mv.promotion.is_some() || captured(board, mv, board.piece_on(mv.from).unwrap()).is_some()
    };
    let standing = (!position.is_check()).then(|| score(board, board.side_to_move()));
    let others = moves.iter().filter(|&&mv| position.is_check() || is_noisy(mv)).map(|&mv| after(mv, 0, nodes));
    others.chain(standing).max().unwrap()
}

fn found(vehicle: Vehicle, position: &Position, depth: u8) -> super::Found {
    Alibaba::new(vehicle).search(position, depth, &Limits::default()).unwrap()
}

/// Everything but what may change a value.
const PLAIN: Vehicle = Vehicle {
    positions: None,
    replacement: Replacement::TwoBig1,
    time_stamps: true,
    stored: Stored::ALL,
    line: 1,
    deeper_scores: false,
    principal_variation: true,
    aspiration: true,
    iterative_deepening: true,
    refutations: true,
    history: true,
    early_end: true,
};

/// Positions with the depths that plain minimax can manage, and its values.
fn known() -> Vec<(Position, u8, i32)> {
    let rules = Chess::new(Color::White);
    let mut known = Vec::new();
    for (place, position) in positions().into_iter().enumerate() {
        let deepest = [2, 3].get(place).copied().unwrap_or(4);
        for depth in 1..=deepest {
            let value = minimax(&rules, &position, depth, 0, &mut 0);
            known.push((position.clone(), depth, value));
        }
    }
    assert!(known.iter().any(|(_, _, value)| *value >= LEAST_MATE) && known.iter().any(|(_, _, value)| *value == 0));
    known
}

#[test]
fn without_a_table_every_part_leaves_the_value() {
    let switches: [fn(&mut Vehicle); 6] = [
        |vehicle| vehicle.principal_variation = false,
        |vehicle| vehicle.aspiration = false,
        |vehicle| vehicle.iterative_deepening = false,
        |vehicle| vehicle.refutations = false,
        |vehicle| vehicle.history = false,
        |vehicle| vehicle.early_end = false,
    ];
    let known = known();
    let total = |vehicle: Vehicle| -> u64 {
        let nodes = known.iter().map(|(position, depth, value)| {
            let found = found(vehicle, position, *depth);
            assert_eq!(found.score, *value, "{vehicle:?} {position:?} to {depth}");
            found.nodes
        });
        nodes.sum()
    };
    let all = total(PLAIN);
    for (place, switch) in switches.iter().enumerate() {
        let mut vehicle = PLAIN;
        switch(&mut vehicle);
        assert_ne!(total(vehicle), all, "switch {place} does nothing");
    }
}

/// Scores of the very depth that is asked for leave every value as plain minimax has it: what a table holds is then a
/// value, or a bound of the value, of the same question. (No line here is long enough for a third occurrence, and none
/// of the positions that the fifty-move rule touches comes up with two clocks.)
#[test]
fn a_table_of_equal_depths_leaves_the_value_under_every_scheme_and_size() {
    let known = known();
    for replacement in Replacement::ALL {
        for positions in [1, 2, 3, 64, 1 << 10, 1 << 17] {
            for line in [1, 5] {
                let vehicle = Vehicle { positions: Some(positions), replacement, line, ..PLAIN };
                // One program for all: what is left of other positions and depths must do no harm.
                let mut program = Alibaba::new(vehicle);
                for (position, depth, value) in &known {
                    let found = program.search(position, *depth, &Limits::default()).unwrap();
                    assert_eq!(found.score, *value, "{vehicle:?} {position:?} to {depth}");
                }
            }
        }
    }
}

#[test]
fn a_table_saves_nodes_and_every_part_of_an_entry_is_used() {
    let position = position("r4k1r/p1ppqp1p/b1p2Np1/4P3/2P5/bP4P1/P3QP1P/R3KB1R w KQ - 4 15");
    let nodes = |moves, exact, bounds, line| {
        let vehicle =
            Vehicle { stored: Stored { moves, exact, bounds }, line, positions: Some(1 << 16), ..Vehicle::default() };
        found(vehicle, &position, 5).nodes
    };
    let without = found(Vehicle { positions: None, ..Vehicle::default() }, &position, 5).nodes;
    assert_eq!(nodes(false, false, false, 1), without, "a table that holds nothing is none");
    let (full, bounds, exact) =
        (nodes(true, true, true, 1), nodes(false, false, true, 1), nodes(false, true, false, 1));
    assert!(full < without && bounds < exact, "{full} {without} {bounds} {exact}");
    let moves = nodes(true, false, false, 1);
    assert!(moves != without && moves != full);
}

#[test]
fn a_sequence_of_positions_profits_from_stamps() {
    let game = [
        "r4k1r/p1ppqp1p/b1p2Np1/4P3/2P5/bP4P1/P3QP1P/R3KB1R w KQ - 4 15",
        "r4k1r/p1ppqp1p/b1p2Np1/4P3/1bP5/1P4P1/P3QPBP/R3K2R w KQ - 6 16",
    ]
    .map(position);
    let second = |time_stamps| {
        let mut program = Alibaba::new(Vehicle { time_stamps, ..Vehicle::default() });
        let nodes = game.each_ref().map(|position| program.search(position, 4, &Limits::default()).unwrap().nodes);
        nodes[1]
    };
    let alone = found(Vehicle::default(), &game[1], 4).nodes;
    assert_eq!(second(false), alone, "cleared means cleared");
    assert_ne!(second(true), alone);
}

/// With scores of deeper searches the value may be another, but a mate must be one: dm is the shortest there is.
#[test]
fn mates_are_mates_under_every_scheme() {
    let problems = [
        ("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -", 2),
        ("5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - -", 2),
        ("r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - -", 2),
    ];
    for replacement in Replacement::ALL {
        for positions in [1, 1 << 8, 1 << 16] {
            let mut program = Alibaba::new(Vehicle { positions: Some(positions), replacement, ..Vehicle::default() });
            for (fen, moves) in problems {
                let root = position(fen);
                let fixed = program.search(&root, 2 * moves as u8 - 1, &Limits::default()).unwrap();
                assert_eq!(fixed.mate_in(), Some(moves), "{fen}");
                let mate = program.find_mate(&root, &Limits::default()).unwrap();
                assert!(mate.mate_in().is_some_and(|length| length >= moves), "{fen} {mate:?}");
            }
        }
    }
    // Nobody mates with a bare king, however deep one looks.
    let drawn = position("8/8/8/3k4/8/2K5/8/8 w - - 0 1");
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    assert_eq!(Alibaba::new(Vehicle::default()).find_mate(&drawn, &limits), Err(Stopped::Nodes));
}

#[test]
fn the_line_is_legal_and_ends_with_the_mate() {
    let rules = Chess::new(Color::White);
    let root = position("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -");
    let found = found(Vehicle { positions: None, ..Vehicle::default() }, &root, 3);
    let mut last = root;
    for &mv in &found.line {
        assert!(last.board().is_legal(mv.unpack()));
        last = rules.after(&last, mv);
    }
    assert_eq!(found.line.len(), 3);
    assert!(last.is_mate());
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let rules = Chess::new(Color::White);
    let mut at = position("7k/8/8/8/8/8/8/KQ6 w - - 0 1");
    let mut program = Alibaba::new(PLAIN);
    let mut draws = Vec::new();
    for (ply, text) in ["", "b1c1", "h8g8", "c1b1", "g8h8", "b1c1", "h8g8", "c1b1", "g8h8"].iter().enumerate() {
        if ply > 0 {
            at = rules.after(&at, rules.read_move(&at, text).unwrap());
        }
        program.path.push(rules.hash(&at));
        draws.push(program.ended(&State::new(&at), ply));
    }
    assert_eq!(draws.iter().position(|draw| *draw == Some(0)), Some(8));
    assert_eq!(draws.iter().flatten().count(), 1);
}

#[test]
fn limits_end_a_search() {
    let root = position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let mut program = Alibaba::new(Vehicle::default());
    let mut ends = |limits: Limits| program.search(&root, 9, &limits).unwrap_err();
    assert_eq!(ends(Limits { nodes: Some(1000), ..Limits::default() }), Stopped::Nodes);
    assert_eq!(ends(Limits { time: Some(Duration::ZERO), ..Limits::default() }), Stopped::Time);
    assert_eq!(ends(Limits { memory: Some(1 << 10), ..Limits::default() }), Stopped::Memory);
    // What was cut short leaves nothing behind that would change the next search.
    let limits = Limits::default();
    let mut again = Alibaba::new(Vehicle { time_stamps: false, ..Vehicle::default() });
    assert!(again.search(&root, 9, &Limits { nodes: Some(5000), ..Limits::default() }).is_err());
    let vehicle = Vehicle { time_stamps: false, ..Vehicle::default() };
    assert_eq!(again.search(&root, 3, &limits), Alibaba::new(vehicle).search(&root, 3, &limits));
}
