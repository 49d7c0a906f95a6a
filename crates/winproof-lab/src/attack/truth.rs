//! Small positions of every game, and their values by brute force that knows nothing but the registry's texts.

use std::collections::HashMap;
use winproof::open::OpenGame;
use winproof::{Player, Status, Value};
use winproof_games::registry::{Request, open};

/// A game, its parameters, and a position; none is the start.
type Small = (&'static str, &'static [(&'static str, &'static str)], &'static str);

/// Small positions of every game. Chess counts moves, so that lines end.
const POSITIONS: &[Small] = &[
    ("tic-tac-toe", &[], "xo./.x./..."),
    ("tic-tac-toe", &[], "x../.o./..x"),
    ("breakthrough", &[("size", "3x3")], ""),
    ("breakthrough", &[("size", "3x4")], "b.b/.b./w.w/.w. b"),
    ("connect4", &[("size", "3x3"), ("line", "3")], ".../.../..."),
    ("connect4", &[("size", "3x4"), ("line", "3")], ".../.../.../xo."),
    ("connect4-score", &[("size", "3x3"), ("line", "3")], ".../.../..."),
    ("connect4-score", &[("size", "2x4"), ("line", "3")], "../../../.."),
    ("domineering", &[("size", "3x3")], ""),
    ("domineering", &[("size", "3x3"), ("first", "horizontal")], ""),
    ("othello", &[("size", "4x4")], "wwww/wbbw/wbbb/.b.. b"),
    ("othello", &[("size", "4x4")], "bbb./bwwb/bwww/.w.. w"),
    ("woodpush", &[("size", "6")], ""),
    ("graph", &[("graph", "root a\na max b c -\nb min d e\nc min e f\n- min d f\nd = 2\ne = -1\nf = 0\n")], "a"),
    ("chess", &[("moves", "1")], "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - -"),
    ("chess", &[("attacker", "white"), ("moves", "1")], "7k/8/5K2/6Q1/8/8/8/8 b - -"),
    ("chess", &[("moves", "1")], "7k/8/6K1/8/8/8/8/R7 w - -"),
];

/// A small position and what it is worth, as Max in the opened game sees it.
pub(super) struct Known {
    pub(super) game: Box<dyn OpenGame>,
    pub(super) value: Value,
    /// What positions that can arise are worth for the game's own Max, by their texts; none of chess.
    pub(super) values: HashMap<String, Value>,
}

/// All small positions with their values.
pub(super) fn positions() -> Vec<Known> {
    let request = |&(game, parameters, position): &Small| Request {
        game: game.to_string(),
        parameters: parameters.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect(),
        position: (!position.is_empty()).then(|| position.to_string()),
        moves: Vec::new(),
    };
    POSITIONS
        .iter()
        .map(request)
        .map(|request| {
            let game = open(&request).unwrap_or_else(|error| panic!("{}: {error}", request.game));
            let mut values = HashMap::new();
            let own = value(&request, &mut values);
            let value = if game.is_exchanged() { -own } else { own };
            Known { game, value, values }
        })
        .collect()
}

/// The value of a position as the game's own Max sees it: all lines, played out through the registry.
fn value(request: &Request, known: &mut HashMap<String, Value>) -> Value {
    let game = open(request).unwrap_or_else(|error| panic!("{request:?}: {error}"));
    let turned = |value: Value| if game.is_exchanged() { -value } else { value };
    let max_moves = match game.status() {
        Status::Ended(value) => return turned(value),
        Status::Turn(player) => (player == Player::Max) != game.is_exchanged(),
    };
    let text = game.position_text();
    if let Some(&value) = known.get(&text) {
        return value;
    }
    // Chess takes the attacker from whoever moves first: keep the one of the root.
    let parameters = game.parameters();
    let children = game.moves().into_iter().map(|mv| {
        let request = Request {
            game: request.game.clone(),
            parameters: parameters.clone(),
            position: Some(text.clone()),
            moves: vec![mv],
        };
        child_value(&request, known)
    });
    let values: Vec<Value> = children.collect();
    let best = if max_moves { values.iter().max() } else { values.iter().min() };
    let best = *best.expect("play goes on, so there are moves");
    known.insert(text, best);
    best
}

/// Chess refuses to open positions in which nobody can move; their worth is that of the end.
fn child_value(request: &Request, known: &mut HashMap<String, Value>) -> Value {
    if request.game != "chess" {
        return value(request, known);
    }
    chess_value(request)
}

/// The same for chess, with its rules directly: the count of moves is part of the position there.
fn chess_value(request: &Request) -> Value {
    use winproof::{Rules, TextRules};
    use winproof_games::Chess;
    use winproof_games::chess::Color;
    let parameter =
        |name: &str| request.parameters.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    let attacker = if parameter("attacker") == Some("black") { Color::Black } else { Color::White };
    let moves = parameter("moves").and_then(|moves| moves.parse().ok()).expect("chess counts moves here");
    let rules = Chess::new(attacker).in_moves(moves);
    let root = rules.parse_position(request.position.as_deref().unwrap_or_default()).expect("a position of the game");
    let mv = rules.parse_move(&root, &request.moves[0]).expect("a move of the game");
    winproof_oracle::value_by_minimax(&rules, &rules.play(&root, mv))
}
