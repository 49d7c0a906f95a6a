//! The words for verdicts and claims.

use super::*;
use winproof::open::Opened;
use winproof::{Bound, Counts, Evidence, Stopped, TextRules, Viewpoint};
use winproof_games::{ExplicitGame, TicTacToe};

fn tic_tac_toe(position: &str) -> Opened<Viewpoint<TicTacToe>> {
    let root = TicTacToe.parse_position(position).unwrap();
    Opened::new(Viewpoint::of_mover(TicTacToe, &root), root)
}

fn graph(text: &str) -> Opened<ExplicitGame> {
    let game = ExplicitGame::parse(text).unwrap();
    let root = game.start();
    Opened::new(game, root)
}

fn bounds(lower: (Value, Evidence), upper: (Value, Evidence)) -> Verdict {
    let bound = |(value, evidence)| Bound { value, evidence };
    Verdict {
        lower: bound(lower),
        upper: bound(upper),
        stopped: Stopped::Solved,
        counts: Counts::default(),
        seconds: 0.0,
    }
}

const YES: Evidence = Evidence::Proved;
const NOT: Evidence = Evidence::Unproved;

#[test]
fn verdicts_are_in_the_words_of_the_game() {
    let game = tic_tac_toe(".../.../...");
    let exact = |value| bounds((value, YES), (value, YES));
    let say = |found: &Verdict, goal: Option<Value>| verdict(&game, found, goal.map(GoalArgument::AtLeast));
    assert_eq!(say(&exact(1), None), "X wins");
    assert_eq!(say(&exact(0), None), "draw");
    assert_eq!(say(&exact(-1), Some(0)), "no: O wins");
    assert_eq!(say(&exact(1), Some(1)), "yes: X wins");
    assert_eq!(say(&bounds((0, YES), (1, YES)), Some(0)), "yes: draw or X wins");
    assert_eq!(say(&bounds((-1, YES), (0, YES)), Some(1)), "no: draw or O wins");
    assert_eq!(say(&bounds((-1, YES), (0, YES)), Some(0)), "unknown: between O wins and draw");
    assert_eq!(say(&bounds((-1, YES), (1, YES)), None), "unknown: between O wins and X wins");
    assert_eq!(say(&bounds((0, YES), (0, NOT)), None), "unknown: probably draw, but without a proof");
    assert_eq!(say(&bounds((-1, YES), (0, NOT)), Some(1)), "unknown: probably no, but without a proof");
    assert_eq!(say(&bounds((0, NOT), (1, YES)), Some(0)), "unknown: probably yes, but without a proof");
    assert_eq!(say(&bounds((-1, YES), (1, YES)), Some(7)), "no: by the rules every end is worth less than 7");
    assert_eq!(say(&bounds((-1, YES), (1, YES)), Some(-5)), "yes: by the rules every end is worth at least -5");
}

#[test]
fn goals_from_above() {
    let game = tic_tac_toe(".../.../...");
    let say = |found: &Verdict, most: Value| verdict(&game, found, Some(GoalArgument::AtMost(most)));
    assert_eq!(say(&bounds((0, YES), (0, YES)), 0), "yes: draw");
    assert_eq!(say(&bounds((-1, YES), (0, YES)), 0), "yes: draw or O wins");
    assert_eq!(say(&bounds((0, YES), (1, YES)), -1), "no: draw or X wins");
    assert_eq!(question(&game, Some(GoalArgument::AtMost(0))), "is it 'draw' or worse for X? (<=0)");
    assert_eq!(question(&game, Some(GoalArgument::AtLeast(1))), "is it 'X wins'? (>=1)");
}

#[test]
fn the_words_are_those_of_the_player_to_move() {
    let game = tic_tac_toe("x../.../...");
    let lost = bounds((-1, YES), (-1, YES));
    assert_eq!(verdict(&game, &lost, None), "X wins");
    assert_eq!(claim(&game, Some(-1), Some(-1)), "X wins");
    assert_eq!(to_move(&game), "O to move; values are those of O");
}

#[test]
fn scores_are_told_from_the_goal_on() {
    let game = graph("root a\na max b c d e\nb = -4\nc = 2\nd = 5\ne = 9");
    let say = |found: &Verdict, least| verdict(&game, found, Some(GoalArgument::AtLeast(least)));
    assert_eq!(say(&bounds((2, YES), (9, YES)), 1), "yes: worth 2 for Max or better for Max");
    assert_eq!(say(&bounds((-4, YES), (5, YES)), 6), "no: worth 5 for Max or better for Min");
    assert_eq!(claim(&game, Some(2), Some(2)), "worth 2 for Max exactly, with best play");
}

#[test]
fn claims_say_what_is_shown() {
    let game = tic_tac_toe(".../.../...");
    let say = |least, most| claim(&game, least, most);
    assert_eq!(say(Some(0), Some(0)), "draw: each side can force at least that");
    assert_eq!(say(Some(1), Some(1)), "X wins");
    assert_eq!(say(Some(1), None), "X wins");
    assert_eq!(say(Some(-1), Some(-1)), "O wins");
    assert_eq!(say(Some(0), None), "at least this for X: draw");
    assert_eq!(say(None, Some(0)), "at most this for X: draw");
    assert_eq!(say(None, None), "nothing beyond the rules of the game");
    assert_eq!(claim(&graph("root a\na max b\nb = 0"), Some(0), Some(0)), "draw: every end is worth that");
    assert_eq!(claim(&tic_tac_toe("xxx/oo./..."), Some(1), Some(1)), "X wins: play has ended");
}

#[test]
fn an_answer_is_worth_as_much_as_its_weakest_part() {
    let game = tic_tac_toe(".../.../...");
    assert_eq!(evidence(&game, &bounds((0, Evidence::Certified), (0, Evidence::Hashed))), Some(Evidence::Hashed));
    // The rules give the other half.
    assert_eq!(evidence(&game, &bounds((1, Evidence::Certified), (1, YES))), Some(Evidence::Certified));
    assert_eq!(evidence(&game, &bounds((-1, YES), (1, YES))), None);
}
