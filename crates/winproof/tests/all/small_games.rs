//! Games that are small enough to know the truth about: every position of tic-tac-toe, and Connect Four on small
//! boards.

use crate::support::{certify, connect_four, tic_tac_toe};
use std::collections::HashSet;
use winproof::{Algorithm, Rules, Solver, Status, TextRules};
use winproof_oracle::value_by_minimax;

#[test]
fn every_position_of_tic_tac_toe() {
    let game = tic_tac_toe();
    let mut seen = HashSet::from([game.start()]);
    let mut open = vec![game.start()];
    let mut moves = Vec::new();
    while let Some(position) = open.pop() {
        if let Status::Ended(_) = game.status(&position) {
            continue;
        }
        moves.clear();
        game.moves(&position, &mut moves);
        open.extend(moves.iter().map(|&mv| game.play(&position, mv)).filter(|next| seen.insert(*next)));
    }
    assert_eq!(seen.len(), 5478);
    for (number, position) in seen.iter().enumerate() {
        let truth = value_by_minimax(&game, position);
        let name = ["pn", "pn-dag", "bta", "dfpn"][number % 4];
        let solution = Solver::new(&game).algorithm(Algorithm::by_name(name).unwrap()).solve(position).unwrap();
        assert_eq!(solution.value(), Some(truth), "{name} on {}", game.position_text(position));
        certify(&game, &solution).unwrap_or_else(|refusal| panic!("{refusal}: {}", game.position_text(position)));
    }
}

#[test]
fn connect_four_on_small_boards_is_a_draw() {
    let sizes = [(3, 4), (3, 5), (3, 6), (3, 7), (4, 3), (4, 4), (4, 5), (5, 3), (5, 4)];
    for (columns, rows) in sizes {
        let game = connect_four(columns, rows, 4);
        let solution =
            Solver::new(&game).algorithm(Algorithm::by_name("pn-dag").unwrap()).solve(&game.start()).unwrap();
        assert_eq!(solution.value(), Some(0), "{columns}x{rows}");
        certify(&game, &solution).unwrap();
    }
}
