//! What games say of their boards: moves are made on squares that are there, and settled play is found.

use winproof::drawing::MovePlace;
use winproof::open::OpenGame;
use winproof::{Player, Status};
use winproof_check::settle::Half;
use winproof_games::registry::{Request, games, open};

fn opened(name: &str) -> Box<dyn OpenGame> {
    let graph = "root a\na max b c\nb min a c\nc = 1\n";
    let parameters = if name == "graph" { vec![("graph".to_string(), graph.to_string())] } else { Vec::new() };
    open(&Request { game: name.to_string(), parameters, ..Request::default() }).unwrap()
}

/// Plays a long line of every game, another move each time, and looks at all moves on the way.
#[test]
fn every_move_has_a_place_on_the_board() {
    for game in games() {
        let mut position = opened(game.name);
        for step in 0..60usize {
            let drawing = position.drawing();
            let squares = drawing.squares.len();
            assert!(squares > 0, "{}", game.name);
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            for mv in &moves {
                let MovePlace { from, to, near } = position.move_place(mv);
                assert!(from.iter().chain(&to).chain(&near).all(|&square| square < squares), "{} {mv}", game.name);
                assert!(!to.is_empty() || mv == "pass", "{} {mv} in {}", game.name, position.position_text());
                if game.name == "domineering" {
                    assert_eq!((drawing.squares[to[0]].name.as_str(), to.len()), (mv.as_str(), 2));
                    let changed = drawing.move_to(&position.after(mv).unwrap().drawing());
                    assert!(changed.to.iter().all(|square| to.contains(square)), "{mv}");
                    continue;
                }
                // Where a move is named by squares, they are the ones that it is made on.
                if matches!(game.name, "breakthrough" | "tic-tac-toe" | "othello" | "ultimate-tic-tac-toe" | "graph") {
                    let names = from.iter().chain(&to).map(|&square| drawing.squares[square].name.as_str());
                    let name: String = names.collect();
                    assert!(name == *mv || mv == "pass", "{} {mv}: {name}", game.name);
                }
            }
            position = position.after(&moves[step * 7 % moves.len()]).unwrap();
        }
    }
}

#[test]
fn play_within_the_horizon_is_found() {
    let game = opened("tic-tac-toe");
    let wins = Half { player: Player::Max, bound: 1 };
    let at_once = game.at("xx./oo./...").unwrap();
    assert_eq!(at_once.status(), Status::Turn(Player::Max));
    assert_eq!(at_once.settle(wins, 3, 1000), Some((1, Some("c3".to_string()))));
    // Two threats at a time win in three plies, and O to move cannot help it.
    assert_eq!(game.at("x.x/oo./..x").unwrap().settle(wins, 4, 1000).map(|(plies, _)| plies), None);
    assert_eq!(game.at("x.x/.o./o.x").unwrap().settle(wins, 4, 1000), Some((2, None)));
    assert_eq!(game.settle(wins, 2, 1000), None);
}
