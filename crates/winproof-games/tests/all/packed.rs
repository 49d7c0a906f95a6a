//! Games that share one set of searches say the same as they do by themselves.

use winproof::{Game, Rules, Status, TextGame, TextRules};
use winproof_games::chess::Color;
use winproof_games::{Chess, ConnectFour, Domineering, Giveaway, PawnEnding, TicTacToe};
use winproof_kit::packed::{Pack, PackMove, Packed, PackedGame};

fn numbers<M: PackMove>(moves: &[M]) -> Vec<u32> {
    moves.iter().map(|mv| mv.pack()).collect()
}

/// Plays random games, and compares everything that the game says of a position with what its packed form says.
fn says_the_same<G>(make: impl Fn() -> G, games: u64)
where
    G: TextGame<Position: Pack, Move: PackMove> + Send + Sync + 'static,
{
    let game = make();
    let packed: PackedGame = Box::new(Packed(make()));
    assert_eq!((packed.name(), packed.parameters()), (game.name(), game.parameters()));
    assert_eq!((packed.values(), packed.repetition()), (game.values(), game.repetition()));
    assert_eq!((packed.has_symmetry(), packed.foresees()), (game.has_symmetry(), game.foresees()));
    assert_eq!(packed.most_positions(), game.most_positions());
    let mut compared = 0;
    for seed in 1..=games {
        let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut position = game.start();
        let mut plies = 0;
        loop {
            let words = position.pack();
            assert_eq!(G::Position::unpack(&words), position);
            assert_eq!(packed.status(&words), game.status(&position));
            assert_eq!(packed.position_text(&words), game.position_text(&position));
            assert_eq!(packed.parse_position(&game.position_text(&position)), Ok(words));
            assert_eq!(packed.picture(&words), game.picture(&position));
            assert_eq!(packed.passed(&words), game.passed(&position).map(|passed| passed.pack()));
            compared += 1;
            let Status::Turn(player) = game.status(&position) else { break };
            assert_eq!(packed.player_name(player), game.player_name(player));
            assert_eq!(Game::hash(&packed, &words), Game::hash(&game, &position));
            assert_eq!(packed.canonical(&words), game.canonical(&position).pack());
            assert_eq!(packed.foresight(&words), game.foresight(&position));
            assert_eq!(packed.outlook(&words), game.outlook(&position));
            assert_eq!((packed.mobility(&words), packed.heuristic(&words)), {
                (game.mobility(&position), game.heuristic(&position))
            });
            let (mut moves, mut packed_moves) = (Vec::new(), Vec::new());
            game.undominated_moves(&position, &mut moves);
            packed.undominated_moves(&words, &mut packed_moves);
            assert_eq!(numbers(&moves), packed_moves);
            moves.clear();
            packed_moves.clear();
            game.moves(&position, &mut moves);
            packed.moves(&words, &mut packed_moves);
            assert_eq!(numbers(&moves), packed_moves);
            for &mv in &moves {
                let number = mv.pack();
                assert_eq!(G::Move::unpack(number), mv);
                assert_eq!(packed.play(&words, number), game.play(&position, mv).pack());
                let text = game.move_text(&position, mv);
                assert_eq!(packed.move_text(&words, number), text);
                assert_eq!(packed.parse_move(&words, &text), Ok(number));
                assert_eq!(packed.move_number(&words, number), game.move_number(&position, mv));
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            plies += 1;
            if plies == 200 {
                break; // Some games need not end.
            }
            position = game.play(&position, moves[(random >> 33) as usize % moves.len()]);
        }
    }
    assert!(compared > 5 * games, "only {compared} positions");
}

#[test]
fn packed_games_say_the_same() {
    says_the_same(|| TicTacToe, 50);
    says_the_same(|| ConnectFour::<u128>::new(11, 9, 4).unwrap(), 10);
    says_the_same(|| ConnectFour::<u128>::with_scores(9, 8, 4).unwrap(), 10);
    says_the_same(|| Domineering::<u128>::new(9, 10, winproof::Player::Min).unwrap(), 5);
    says_the_same(|| Giveaway, 20);
    says_the_same(PawnEnding::new, 50);
    says_the_same(|| Chess::new(Color::White), 5);
}
