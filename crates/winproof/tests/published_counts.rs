//! Counts that the papers print and a right implementation meets to the last digit.

use winproof::{Algorithm, Goal, Solver, TextGame};
use winproof_games::ConnectFour;

/// Saffidine and Cazenave, tables 1 and 2: descents of proof-number search on Connect Four, from the second on (the root's
/// expansion is not counted). Columns × rows, then at most a draw and at least a draw with unit leaves, then both
/// with mobility. The printed 132,595 for 5×3 is a misprint of 131,595.
const DESCENTS: [(u32, u32, [u64; 4]); 5] = [
    (3, 4, [1618, 673, 863, 615]),
    (3, 5, [4799, 4903, 3571, 2227]),
    (4, 3, [11427, 10888, 3465, 3502]),
    (3, 6, [21746, 15759, 10958, 12304]),
    (4, 4, [79601, 33393, 43085, 19965]),
];

#[test]
fn descents_on_connect_four() {
    for (columns, rows, expected) in DESCENTS {
        let game = ConnectFour::<u64>::new(columns, rows, 4).unwrap();
        let mut measured = Vec::new();
        for algorithm in ["pn", "pn-mobility"] {
            for goal in [1, 0] {
                let solver = Solver::new(&game).algorithm(Algorithm::by_name(algorithm).unwrap());
                let solution = solver.solve_goal(&game.start(), Goal::at_least(goal));
                measured.push(solution.verdict.counts.expansions - 1);
            }
        }
        assert_eq!(measured, expected, "{columns}x{rows}");
    }
}
