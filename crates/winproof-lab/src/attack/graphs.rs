//! Every search on random games: cyclic and not, with draws, many values, and tables of one entry.

use super::Tally;
use winproof::proof::check::Reader;
use winproof::{
    ALGORITHMS, Algorithm, AlphaBetaPolicy, DfpnPolicy, Evidence, Policy, Rules, SolveError, Solver, TextRules, Value,
};
use winproof_games::ExplicitGame;
use winproof_oracle::{Random, RandomGraph, retrograde_values};

/// Solves random games with every algorithm that fits.
pub(super) fn run(seed: u64, tries: u32) -> Tally {
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    while tally.tries < u64::from(tries) {
        // A tree walks every line, so games with cycles stay small.
        let kind = RandomGraph::varied(&mut random, 11);
        let game = kind.build(random.bits());
        let root = game.start();
        let value = retrograde_values(&game, [root])[&root];
        let entries = [1, 16, 1 << 12][random.below(3) as usize];
        let dfpn = DfpnPolicy { table_entries: Some(entries), ..DfpnPolicy::default() };
        let alpha_beta = AlphaBetaPolicy { table_entries: Some(entries), ..AlphaBetaPolicy::default() };
        let policy = Policy { dfpn, alpha_beta, ..Policy::default() };
        for named in ALGORITHMS {
            let what = || format!("{} with {entries} entries, worth {value}:\n{}", named.name, game.to_text());
            tally.attempt(what, || solve(&game, value, Solver::new(&game).algorithm(named.algorithm).policy(policy)));
        }
    }
    tally
}

/// Solves random games with df-pn and with alpha-beta by several workers that take turns, as a seed says, over tables
/// of all sizes.
pub(super) fn run_crews(seed: u64, tries: u32) -> Tally {
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    while tally.tries < u64::from(tries) {
        let kind = RandomGraph::varied(&mut random, 16);
        let game = kind.build(random.bits());
        let root = game.start();
        let value = retrograde_values(&game, [root])[&root];
        for _ in 0..4 {
            let entries = 1 << random.below(15);
            let workers = random.between(2, 8) as usize;
            let turns = random.bits();
            let dfpn = DfpnPolicy { table_entries: Some(entries), ..DfpnPolicy::default() };
            let alpha_beta = AlphaBetaPolicy { table_entries: Some(entries), ..AlphaBetaPolicy::default() };
            // Alpha-beta walks every line where positions repeat: it has the smaller share.
            let name = if random.below(4) == 0 { "alphabeta" } else { "dfpn" };
            let what = || format!("{name}, {workers} workers, {entries} entries, turns {turns}:\n{}", game.to_text());
            let algorithm = Algorithm::by_name(name).expect("an algorithm of this library");
            let policy = Policy { dfpn, alpha_beta, ..Policy::default() };
            let solver = Solver::new(&game).algorithm(algorithm).policy(policy);
            tally.attempt(what, || solve(&game, value, solver.interleaved(workers, turns)));
        }
    }
    tally
}

fn solve(game: &ExplicitGame, value: Value, solver: Solver<'_, ExplicitGame>) -> Result<bool, String> {
    let solution = match solver.solve(&game.start()) {
        Ok(solution) => solution,
        Err(SolveError::Refused(_)) => return Ok(false),
        Err(error) => return Err(error.to_string()),
    };
    if let Some(why) = solution.contradiction {
        return Err(format!("contradiction: {why}"));
    }
    let verdict = &solution.verdict;
    let is_false = verdict.lower.is_answer() && verdict.lower.value > value
        || verdict.upper.is_answer() && verdict.upper.value < value;
    if is_false {
        return Err(format!("false: {verdict:?}"));
    }
    if solution.value().is_none() {
        // The "no" of pn-dcg is not an answer.
        return Ok(false);
    }
    if verdict.evidence(None) != Some(Evidence::Certified) {
        return Err(format!("not certified: {verdict:?}"));
    }
    if game.values().len() < 2 {
        return Ok(true);
    }
    let mut file = Vec::new();
    solution.write_certificate(game, &mut file).map_err(|error| error.to_string())?;
    let accepted = Reader::open(file.as_slice(), usize::MAX).and_then(|reader| reader.check(game));
    accepted.map(|_| true).map_err(|refusal| format!("refused: {refusal}"))
}
