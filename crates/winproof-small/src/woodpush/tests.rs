//! Tests of Woodpush: the rules against a plain model, published values and counts, superko, text.

use super::*;
use std::collections::HashSet;
use winproof::TextRules;
use winproof::conformance::{check_game, check_texts};
use winproof::perft;
use winproof_kit::hash_families::assert_hashes_differ;

fn game(length: u32) -> Woodpush {
    Woodpush::new(length).unwrap()
}

fn moves(game: &Woodpush, state: &State) -> Vec<String> {
    let mut moves = Vec::new();
    if let Status::Turn(_) = game.status(state) {
        game.moves(state, &mut moves);
    }
    moves.into_iter().map(|step| game.move_text(state, step)).collect()
}

fn after(game: &Woodpush, position: &str, line: &str) -> State {
    let start = game.parse_position(position).unwrap();
    line.split_whitespace().fold(start, |state, mv| game.play(&state, game.parse_move(&state, mv).unwrap()))
}

/// The rules told plainly: a list of cells as Left sees them, and every board that occurred.
#[derive(Clone)]
struct Model {
    cells: Vec<char>,
    left_moves: bool,
    seen: Vec<Vec<char>>,
}

impl Model {
    fn start(length: usize) -> Model {
        let mut cells = vec!['.'; length];
        (cells[0], cells[2], cells[length - 3], cells[length - 1]) = ('L', 'L', 'R', 'R');
        Model { seen: vec![cells.clone()], cells, left_moves: true }
    }

    fn has_ended(&self) -> bool {
        !self.cells.contains(&'L') || !self.cells.contains(&'R')
    }

    /// The names of the legal moves with the boards behind them.
    fn moves(&self) -> Vec<(String, Vec<char>)> {
        let length = self.cells.len();
        // Right sees the strip turned round.
        let turn = |mut cells: Vec<char>| {
            if !self.left_moves {
                cells.reverse();
            }
            cells
        };
        let (own, other) = if self.left_moves { ('L', 'R') } else { ('R', 'L') };
        let cells = turn(self.cells.clone());
        let mut moves = Vec::new();
        for number in 1..=length {
            let place = if self.left_moves { number - 1 } else { length - number };
            if cells[place] != own {
                continue;
            }
            let mut forward = cells.clone();
            forward[place] = '.';
            if let Some(free) = (place + 1..length).find(|&ahead| cells[ahead] == '.') {
                forward[free] = own;
            }
            moves.push((format!("f{number}"), turn(forward)));
            if place > 0 && cells[place - 1] == other {
                let mut pushed = cells.clone();
                // Taking out the first free cell behind, or the piece at the edge, moves all between one back.
                pushed.remove((0..place).rfind(|&behind| cells[behind] == '.').unwrap_or(0));
                pushed.insert(place, '.');
                moves.push((format!("p{number}"), turn(pushed)));
            }
        }
        moves.retain(|(_, board)| !self.seen.contains(board));
        moves
    }

    fn play(&self, board: Vec<char>) -> Model {
        let seen = self.seen.iter().chain([&board]).cloned().collect();
        Model { seen, cells: board, left_moves: !self.left_moves }
    }

    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ if self.has_ended() => 0,
            _ => self.moves().into_iter().map(|(_, board)| self.play(board).perft(depth - 1)).sum(),
        }
    }
}

#[test]
fn plays_as_the_model_does() {
    for length in [6, 7, 8, 11, 24] {
        let game = game(length);
        let mut random = 1_u64;
        let mut forbidden = 0;
        for _ in 0..300 {
            let (mut model, mut state) = (Model::start(length as usize), game.start());
            while !model.has_ended() {
                let expected = model.moves();
                let names: Vec<&String> = expected.iter().map(|(name, _)| name).collect();
                assert_eq!(moves(&game, &state).iter().collect::<Vec<_>>(), names, "{}", game.position_text(&state));
                let steps = Woodpush::steps(state.board, state.player).count();
                forbidden += usize::from(steps > expected.len());
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let (name, board) = expected[(random >> 33) as usize % expected.len()].clone();
                state = game.play(&state, game.parse_move(&state, &name).unwrap());
                model = model.play(board);
                assert_eq!(game.board_text(state.board), model.cells.iter().collect::<String>());
            }
            let [left, right] = ['L', 'R'].map(|own| model.cells.iter().filter(|&&cell| cell == own).count() as Value);
            assert_eq!(game.status(&state), Status::Ended(left - right));
        }
        assert!(forbidden > 10, "superko must have mattered on {length} cells: {forbidden}");
    }
}

#[test]
fn lines_of_play() {
    for (length, depth) in [(6, 9), (7, 8), (12, 7)] {
        let game = game(length);
        assert_eq!(perft(&game, &game.start(), depth), Model::start(length as usize).perft(depth), "{length}");
    }
}

#[test]
fn forward_jumps_and_leaves() {
    let game = game(7);
    assert_eq!(game.position_text(&after(&game, "L.LRR.. L", "f3")), "L..RRL. R");
    assert_eq!(game.position_text(&after(&game, "..LRRL. L", "f3")), "...RRLL R");
    assert_eq!(game.position_text(&after(&game, "L..RR.L L", "f7")), "L..RR.. R");
    assert_eq!(game.position_text(&after(&game, "LRL..R. R", "f2")), "L.L..R. L");
    assert_eq!(game.status(&after(&game, "...R..L L", "f7")), Status::Ended(-1));
    assert_eq!(game.status(&after(&game, "RL....L R", "f1")), Status::Ended(2));
}

#[test]
fn pushes_move_the_string_and_push_over_the_edge() {
    let game = game(7);
    assert_eq!(game.position_text(&after(&game, ".R.RL.L L", "p5")), ".RRL..L R .R.RL.L");
    assert_eq!(game.position_text(&after(&game, "LRL..R. L", "p3")), "RL...R. R");
    assert_eq!(game.position_text(&after(&game, "...RRLL R", "p5")), "...R.RL L");
    assert_eq!(game.position_text(&after(&game, ".L.RL.R R", "p4")), ".L..RLR L .L.RL.R");
    // An own piece may be between, but not right behind.
    assert_eq!(moves(&game, &game.parse_position(".R.LLR. L").unwrap()), ["f4", "f5"]);
    assert_eq!(game.status(&after(&game, "RL..... L", "p2")), Status::Ended(1));
    assert_eq!(game.status(&after(&game, "..R..RL R", "p6")), Status::Ended(-2));
}

#[test]
fn a_board_may_not_be_repeated() {
    let game = game(7);
    let state = after(&game, "..RL.R. L", "p4");
    assert_eq!(game.position_text(&state), ".RL..R. R ..RL.R.");
    assert_eq!(moves(&game, &state), ["f2", "f6"], "p2 would bring the first board back");
    assert_eq!(game.mobility(&state), 2);
    // After a move that cannot be taken back the past does not matter.
    assert_eq!(after(&game, "..RL.R. L", "p4 f2"), game.parse_position("R.L..R. L").unwrap());
}

#[test]
fn a_position_does_not_depend_on_the_order_of_the_past() {
    let game = game(9);
    let played = after(&game, "..RL..RL. L", "p4 p7");
    let read = game.parse_position(".RL....RL L .RL...RL.,..RL..RL.").unwrap();
    let turned = game.parse_position(".RL....RL L ..RL..RL.,.RL...RL.").unwrap();
    assert_eq!((&read, game.hash(&read)), (&played, game.hash(&played)));
    assert_eq!((&read, game.hash(&read)), (&turned, game.hash(&turned)));
    let fewer = game.parse_position(".RL....RL L ..RL..RL.").unwrap();
    assert_eq!(fewer.forbidden().len(), 1);
    assert!(fewer != played && game.hash(&fewer) != game.hash(&played));
}

#[test]
fn the_example_of_the_notation_is_a_position() {
    assert!(game(7).parse_position("RL.RL.. L R.LRL..,RLRL...").is_ok());
}

#[test]
fn a_player_whose_every_move_is_forbidden_has_lost() {
    let game = game(7);
    let position = |player, forbidden| game.parse_position(&format!(".RL.RL. {player} {forbidden}")).unwrap();
    let stuck = position('L', ".R.LRL.,RL..RL.,.RL.R.L,.RLRL..");
    assert_eq!(game.status(&stuck), Status::Ended(-2));
    assert_eq!(game.status(&position('L', ".R.LRL.,RL..RL.,.RL.R.L")), Status::Turn(Player::Max));
    assert_eq!(game.status(&position('R', ".R.LRL.,RL..RL.,.RL.R.L,.RLRL..")), Status::Turn(Player::Min));
    let stuck = position('R', "R.L.RL.,..RLRL.,.RLR.L.,.RL..RL");
    assert_eq!(game.status(&stuck), Status::Ended(2));
}

/// How many positions can be reached from the start, and in how many of them superko leaves the mover no move.
fn reachable(game: &Woodpush) -> (usize, usize) {
    let mut seen = HashSet::from([game.start()]);
    let mut open = vec![game.start()];
    let (mut moves, mut stuck) = (Vec::new(), 0);
    while let Some(state) = open.pop() {
        moves.clear();
        match game.status(&state) {
            Status::Turn(_) => game.moves(&state, &mut moves),
            Status::Ended(_) => stuck += usize::from(state.board.left != 0 && state.board.right != 0),
        }
        for &step in &moves {
            let child = game.play(&state, step);
            if seen.insert(child.clone()) {
                open.push(child);
            }
        }
    }
    (seen.len(), stuck)
}

#[test]
fn nobody_is_left_without_a_move_on_short_strips() {
    for (length, count) in LENGTHS.zip(REACHABLE).take(6) {
        assert_eq!(reachable(&game(length)), (count as usize, 0), "{length} cells");
        assert_eq!(game(length).most_positions(), Some(count));
    }
    assert_eq!(game(24).most_positions(), None);
}

#[test]
fn lengths_that_do_not_fit_are_refused() {
    for length in [0, 5, 25, u32::MAX] {
        let error = Woodpush::new(length).unwrap_err().to_string();
        assert!(error.contains("it must have 6 to 24 cells"), "{error}");
    }
}

#[test]
fn impossible_positions_are_refused() {
    let game = game(7);
    for (text, reason) in [
        ("L.L.R.R", "has 1 word; write the cells and the player to move, such as 'L.L.R.R L'"),
        ("L.L.R.R L .RL...L .", "has 4 words"),
        ("L.LR.R L", "'L.LR.R' has 6 cells; the strip has 7"),
        ("l.L.R.R L", "cell 1 of 'l.L.R.R' is 'l'; cells are 'L', 'R', '.'"),
        ("LLL.R.R L", "'LLL.R.R' has 3 L; a player has at most 2 pieces"),
        ("L.LRRRR R", "'L.LRRRR' has 4 R"),
        ("....... R", "'.......' has no pieces"),
        ("L.L.R.R X", "'X' is not a side to move; write L or R after the cells"),
        (".RL..R. R .RL..R.", "'.RL..R.' is the present board; list only earlier ones"),
        (".RL..R. R ..RL.R.,..RL.R.", "the earlier board '..RL.R.' is listed twice"),
        (
            ".RL..R. R L.L.R.R",
            "the earlier board 'L.L.R.R' cannot occur both before and after the present one; leave it out",
        ),
        (".RL..R. R ..RL.R", "'..RL.R' has 6 cells"),
    ] {
        let error = game.parse_position(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn words() {
    let game = game(10);
    let state = game.parse_position("..RL...R.. L").unwrap();
    assert_eq!(game.picture(&state), "  .  .  R  L  .  .  .  R  .  .\n  1  2  3  4  5  6  7  8  9 10");
    let pushed = after(&game, "..RL...R.. L", "p4");
    assert!(game.picture(&pushed).ends_with("10\n not again: ..RL...R.."));
    assert_eq!(
        [-2, -1, 1, 2].map(|value| game.value_text(&state, value)),
        [
            "Right wins with 2 pieces left",
            "Right wins with 1 piece left",
            "Left wins with 1 piece left",
            "Left wins with 2 pieces left",
        ]
    );
}

#[test]
fn keeps_the_promises_of_a_game() {
    for length in LENGTHS {
        let game = game(length);
        let report = check_game(&game, &game.start(), 100, 1).unwrap();
        assert!(report.positions > 200 && report.ends > 10, "{length}: {report:?}");
    }
    // Blocks that can be pushed to and fro for a long time.
    for (length, position) in [(7, ".RL.RL. L"), (10, ".RL.RL.... R"), (12, "....RLRL.... L"), (9, "RL......L L")] {
        let game = game(length);
        check_game(&game, &game.parse_position(position).unwrap(), 200, 2).unwrap();
    }
}

#[test]
fn odd_positions_keep_the_promises_of_a_game() {
    let game = game(7);
    let texts = [
        "L...... R",
        "......R L",
        "LL...RR R",
        "RR...LL L",
        "RLRL... L .RLRL..,..RLRL.",
        ".RL.RL. L .R.LRL.,RL..RL.,.RL.R.L,.RLRL..",
        "RL.RL.. L R.LRL..,RLRL...",
    ];
    let report = check_texts(&game, &texts, 30, 1).unwrap();
    assert!(report.positions > 300 && report.ends > 20, "{report:?}");
}

#[test]
fn the_boards_that_a_position_remembers_count_as_memory() {
    let game = game(9);
    assert_eq!(game.heap_bytes(&game.start()), 0);
    let one = after(&game, "..RL..RL. L", "p4");
    let two = after(&game, "..RL..RL. L", "p4 p7");
    assert_eq!((one.forbidden().len(), two.forbidden().len()), (1, 2));
    // Two words that count the owners, and two words of 32 bits a board.
    assert_eq!((game.heap_bytes(&one), game.heap_bytes(&two)), (16 + 8, 16 + 16));
    let short = self::game(7);
    assert_eq!(short.heap_bytes(&after(&short, "..RL.R. L", "p4")), 16 + 8);
    assert_eq!(short.heap_bytes(&after(&short, "..RL.R. L", "p4 f2")), 0, "what is out of reach is forgotten");
}

/// The forbidden boards are hashed as a set: by a sum, in which no board may make up for another, and in which none may
/// change places with the present board.
#[test]
fn hashes_of_positions_differ() {
    let boards: Vec<Board> = (0..24)
        .flat_map(|left| (0..24).map(move |right| (left, right)))
        .filter(|(left, right)| left != right)
        .map(|(left, right)| Board { left: 1 << left, right: 1 << right })
        .collect();
    let state = |board: Board, forbidden: &[Board]| {
        [Player::Max, Player::Min].map(|player| Woodpush::state(board, player, forbidden.to_vec()))
    };
    let mut states: Vec<State> = boards.iter().flat_map(|&board| state(board, &[])).collect();
    // One and two forbidden boards; a board and its image with left and right exchanged.
    for &board in boards.iter().step_by(41) {
        for (place, &one) in boards.iter().enumerate() {
            let turned = Board { left: one.right, right: one.left };
            states.extend(state(board, &[one]));
            states.extend(state(board, &[one, turned]));
            states.extend(boards[..place].iter().step_by(9).flat_map(|&other| state(board, &[one, other])));
        }
    }
    // All sets of eleven boards that differ in one bit from each other or in two.
    let few = &boards[..11];
    for set in 0..1_u32 << few.len() {
        let forbidden: Vec<Board> =
            few.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1).map(|(_, board)| *board).collect();
        states.extend(state(boards[100], &forbidden));
    }
    assert!(states.len() > 100_000);
    assert_hashes_differ(states, State::mixed);
}
