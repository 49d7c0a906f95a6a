//! Problems as composers pose them: the keys of a stipulation, and the play around them.
//!
//! [`solve`] finds every first move that reaches the aim in so many moves (or in the fewest, if no number is given),
//! and for each the threat or the zugzwang, the defences and what meets them; on request the set play (what would
//! happen if the defender were to move), and tries: first moves that few defences refute. Continuations are the
//! shortest ones, and where there are several they are duals. With [`Extent::post_key`] the key has been played
//! already.
//!
//! | file | part |
//! | --- | --- |
//! | `problem/popeye.rs` | problems in Popeye's language |
//! | `problem/text.rs` | solutions as text, as PGN, and boards |

pub mod popeye;
pub mod text;

use super::mate::{Answer, MateSearch, Shortest};
use super::stipulation::Stipulation;
use super::{Chess, ChessMove, Color, MOST_MOVES, Position, already_over};
use winproof::{Limits, Rules, Status, Stopped};

/// A problem: a position, an aim, and in how many moves.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The position, with the attacker to move; with the defender, if the key has been played.
    pub root: Position,
    /// What the attacker wants.
    pub stipulation: Stipulation,
    /// In how many moves; in as few as there are, if no number is given.
    pub moves: Option<u8>,
}

/// What of the play is wanted beside the keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Set play.
    pub set_play: bool,
    /// First moves that at most so many defences refute.
    pub tries: usize,
    /// How many of the attacker's moves deep lines go; 0 is only the keys.
    pub depth: usize,
    /// The key has been played, and only what follows is wanted.
    pub post_key: bool,
    /// No threats: every defence is shown with what meets it.
    pub no_threats: bool,
}

/// A move of the attacker that reaches the aim, or nearly does.
#[derive(Clone, Debug)]
pub struct Attack {
    /// The move.
    pub mv: ChessMove,
    /// The position before it.
    pub before: Position,
    /// Whether it ends play.
    pub ends: bool,
    /// The play behind it.
    pub play: Play,
    /// The position after it.
    pub after: Position,
}

/// What follows a move of the attacker.
#[derive(Clone, Debug, Default)]
pub struct Play {
    /// What he would play next if the defender could pass.
    pub threats: Vec<Attack>,
    /// Whether nothing is threatened and the defender is not in check: whatever he does harms him.
    pub is_zugzwang: bool,
    /// The defences that the threat does not meet.
    pub defences: Vec<Defence>,
    /// The defences that refute the move.
    pub refutations: Vec<ChessMove>,
}

/// A move of the defender and what meets it.
#[derive(Clone, Debug)]
pub struct Defence {
    /// The move.
    pub mv: ChessMove,
    /// The position before it.
    pub before: Position,
    /// Whether it reaches the aim, where that is the defender's part.
    pub ends: bool,
    /// What meets it: more than one move are duals.
    pub answers: Vec<Attack>,
}

/// The solution of a problem.
#[derive(Clone, Debug)]
pub struct ProblemSolution {
    /// The rules, with the moves counted.
    pub rules: Chess,
    /// In how many moves the aim is reached; `None` if it is not.
    pub moves: Option<u8>,
    /// It is proved that it is not reached in so many.
    pub none_within: u8,
    /// The first moves that reach it.
    pub keys: Vec<Attack>,
    /// First moves that few defences refute.
    pub tries: Vec<Attack>,
    /// What happens if the defender were to move.
    pub set_play: Vec<Defence>,
    /// What follows the key, where it had been played.
    pub post_key: Option<Play>,
    /// Nodes made.
    pub nodes: u64,
}

/// Solves a problem.
pub fn solve(problem: &Problem, extent: Extent, limits: Limits) -> Result<ProblemSolution, Stopped> {
    let attacker = problem.attacker(extent.post_key);
    let mut solver = Solver {
        search: MateSearch::new(&problem.root, limits).stipulation(problem.stipulation).attacker(attacker),
        rules: Chess::new(attacker).stipulation(problem.stipulation).in_moves(MOST_MOVES),
        shows_threats: !extent.no_threats,
    };
    if extent.post_key { solver.solve_after_key(problem, extent) } else { solver.solve(problem, extent) }
}

impl Problem {
    /// Whether something is left to be solved, or the sentence that says why not.
    pub fn check(&self, is_after_key: bool) -> Result<(), String> {
        match self.moves {
            _ if !self.root.can_move() => Err(already_over(&self.root)),
            Some(1) if is_after_key => {
                Err(format!("after the key of {}1 there is nothing left to solve", self.stipulation))
            }
            _ => Ok(()),
        }
    }

    /// Who wants something: the side to move, or the other one if the key has been played.
    pub fn attacker(&self, is_after_key: bool) -> Color {
        let side = self.root.side_to_move();
        if is_after_key { !side } else { side }
    }
}

struct Solver<'a> {
    search: MateSearch<'a>,
    /// Rules with so many moves that any number can be left.
    rules: Chess,
    shows_threats: bool,
}

impl Solver<'_> {
    fn solve(&mut self, problem: &Problem, extent: Extent) -> Result<ProblemSolution, Stopped> {
        let most = problem.moves.unwrap_or(MOST_MOVES);
        let mut fewest = None;
        for moves in 1..=most {
            if self.wins(&problem.root.with_left(moves))? {
                fewest = Some(moves);
                break;
            }
        }
        let asked = problem.moves.or(fewest).unwrap_or(most);
        let rules = Chess::new(self.rules.attacker()).stipulation(problem.stipulation).in_moves(asked);
        let none_within = fewest.map_or(most, |moves| moves - 1);
        let mut solution = ProblemSolution {
            rules,
            moves: fewest,
            none_within,
            keys: Vec::new(),
            tries: Vec::new(),
            set_play: Vec::new(),
            post_key: None,
            nodes: 0,
        };
        let root = problem.root.with_left(fewest.unwrap_or(asked));
        if extent.set_play
            && let Some(passed) = root.passed()
        {
            solution.set_play = self.set_play(&passed.with_left(root.left() - 1), extent.depth)?;
        }
        let mut moves = Vec::new();
        if let Status::Turn(_) = self.rules.status(&root) {
            self.rules.moves(&root, &mut moves);
        }
        for mv in moves {
            let after = self.rules.play(&root, mv);
            if self.wins(&after)? {
                solution.keys.push(self.attack(&root, mv, extent.depth)?);
            } else if extent.tries > 0
                && let Some(refutations) = self.refutations(&after, extent.tries)?
            {
                let mut attack = self.attack(&root, mv, extent.depth)?;
                attack.play.defences.retain(|defence| !refutations.contains(&defence.mv));
                attack.play.refutations = refutations;
                solution.tries.push(attack);
            }
        }
        solution.nodes = self.search.counts().nodes;
        Ok(solution)
    }

    /// The play after a key that has been played: it counts as a move.
    fn solve_after_key(&mut self, problem: &Problem, extent: Extent) -> Result<ProblemSolution, Stopped> {
        let most = problem.moves.unwrap_or(MOST_MOVES);
        let mut fewest = None;
        for moves in 2..=most {
            if self.wins(&problem.root.with_left(moves - 1))? {
                fewest = Some(moves);
                break;
            }
        }
        let asked = problem.moves.or(fewest).unwrap_or(most);
        let rules = self.rules.clone().in_moves(asked);
        let none_within = fewest.map_or(most, |moves| moves - 1);
        let root = problem.root.with_left(fewest.unwrap_or(asked) - 1);
        let mut play = self.play_after(&root, extent.depth.max(1))?;
        for reply in self.moves(&root) {
            if fewest.is_none() && !self.wins(&self.rules.play(&root, reply))? {
                play.refutations.push(reply);
            }
        }
        Ok(ProblemSolution {
            rules,
            moves: fewest,
            none_within,
            keys: Vec::new(),
            tries: Vec::new(),
            set_play: Vec::new(),
            post_key: Some(play),
            nodes: self.search.counts().nodes,
        })
    }

    /// Whether the attacker reaches his aim with the moves that are left.
    fn wins(&mut self, position: &Position) -> Result<bool, Stopped> {
        self.search.wins(&self.rules, position)
    }

    /// The refutations of a first move, if there are some and no more than so many.
    fn refutations(&mut self, after: &Position, most: usize) -> Result<Option<Vec<ChessMove>>, Stopped> {
        if let Status::Ended(_) = self.rules.status(after) {
            return Ok(None);
        }
        let mut refutations = Vec::new();
        for mv in self.moves(after) {
            if !self.wins(&self.rules.play(after, mv))? {
                refutations.push(mv);
                if refutations.len() > most {
                    return Ok(None);
                }
            }
        }
        // A move that only forces what any other forces is no try.
        Ok(Some(refutations))
    }

    fn moves(&self, position: &Position) -> Vec<ChessMove> {
        let mut moves = Vec::new();
        if let Status::Turn(_) = self.rules.status(position) {
            self.rules.moves(position, &mut moves);
        }
        moves
    }

    /// A move of the attacker, with the play behind it.
    fn attack(&mut self, before: &Position, mv: ChessMove, depth: usize) -> Result<Attack, Stopped> {
        let after = self.rules.play(before, mv);
        let ends = matches!(self.rules.status(&after), Status::Ended(_));
        let play = if ends || depth == 0 { Play::default() } else { self.play_after(&after, depth)? };
        Ok(Attack { mv, before: before.clone(), ends, play, after })
    }

    /// What follows a move of the attacker.
    fn play_after(&mut self, after: &Position, depth: usize) -> Result<Play, Stopped> {
        let mut play = Play::default();
        let passed = after.passed().filter(|passed| matches!(self.rules.status(passed), Status::Turn(_)));
        if let (Some(passed), true) = (passed, self.shows_threats) {
            play.threats = self.answers(&passed, depth - 1)?;
            play.is_zugzwang = play.threats.is_empty();
        }
        for reply in self.moves(after) {
            let next = self.rules.play(after, reply);
            if !self.is_met_by_threat(&next, &play.threats)?
                && let Some(defence) = self.defence(after, reply, &next, depth)?
            {
                play.defences.push(defence);
            }
        }
        Ok(play)
    }

    /// Whether what was threatened still comes in time.
    fn is_met_by_threat(&mut self, next: &Position, threats: &[Attack]) -> Result<bool, Stopped> {
        if next.is_reached() || threats.is_empty() {
            return Ok(false);
        }
        let left = threats[0].before.left();
        let next = next.with_left(left.min(next.left()));
        let moves = self.moves(&next);
        for threat in threats {
            if moves.contains(&threat.mv) && self.wins(&self.rules.play(&next, threat.mv))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A move of the defender with what meets it; `None` where nothing does.
    fn defence(
        &mut self,
        before: &Position,
        mv: ChessMove,
        next: &Position,
        depth: usize,
    ) -> Result<Option<Defence>, Stopped> {
        let ends = next.is_reached();
        let answers = if ends { Vec::new() } else { self.answers(next, depth - 1)? };
        let is_met = ends || !answers.is_empty();
        Ok(is_met.then(|| Defence { mv, before: before.clone(), ends, answers }))
    }

    /// The moves with which the attacker reaches his aim in the fewest moves, if those that are left are enough.
    fn answers(&mut self, position: &Position, depth: usize) -> Result<Vec<Attack>, Stopped> {
        let mut answers = Vec::new();
        for left in 1..=position.left() {
            let position = position.with_left(left);
            if !self.wins(&position)? {
                continue;
            }
            for mv in self.moves(&position) {
                if self.wins(&self.rules.play(&position, mv))? {
                    answers.push(self.attack(&position, mv, depth)?);
                }
            }
            break;
        }
        Ok(answers)
    }

    /// What meets each move of the defender before the attacker has moved.
    fn set_play(&mut self, passed: &Position, depth: usize) -> Result<Vec<Defence>, Stopped> {
        let mut defences = Vec::new();
        for mv in self.moves(passed) {
            let next = self.rules.play(passed, mv);
            defences.extend(self.defence(passed, mv, &next, depth.max(1))?);
        }
        Ok(defences)
    }
}

/// The proof behind a solution: in so many moves and no fewer, or not in so many. There is none where the key has been
/// played: certificates are about positions in which the attacker moves.
pub fn prove(problem: &Problem, solution: &ProblemSolution, limits: Limits) -> Result<Shortest, Stopped> {
    let mut search =
        MateSearch::new(&problem.root, limits).stipulation(problem.stipulation).refutations(winproof::Strategies::Full);
    match solution.moves {
        Some(moves) => search.prove_shortest(moves),
        None => match search.within(solution.none_within) {
            Answer::NoMate(refutation) => {
                let rules = search.rules().in_moves(solution.none_within);
                let game = super::mate::as_attacker(rules);
                Ok(Shortest { game, mate: *refutation, none_shorter: None })
            }
            Answer::Mate(_) | Answer::Contradiction(_) => Err(Stopped::Contradiction),
            Answer::Unknown(stopped) => Err(stopped),
        },
    }
}
