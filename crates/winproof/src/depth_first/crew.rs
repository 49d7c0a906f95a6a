//! Several threads on one df-pn search: one table, and numbers that make them take different ways (Kaneko 2010).
//!
//! Every worker runs the same loop from the root over the shared table. Where a worker chooses a child, each visitor
//! below a child makes it look worse, by a tenth and at least by one: these *shown* numbers are for choosing only and
//! are never stored. Every few expansions a worker looks whether another has settled a position on its own path, and
//! goes back to there.
//!
//! What a worker finds on one path is stored under a key that chains all positions of the path, so it holds for whoever
//! comes by the same path. Nothing else of a worker is shared: thresholds, paths and what failures lean on are its own.
//!
//! The first worker starts alone, and searches as if there were no crew, node for node. The others join it when the
//! search has lasted for a moment: most searches are over by then.
//!
//! Memory order does not matter: entries of the table validate themselves, and visits only guide.

use super::dfpn::{Dfpn, NoLedger};
use super::policy::DfpnPolicy;
use crate::algorithm::LeafKind;
use crate::effort::numbers::{INFINITY, ProofNumbers};
use crate::game::{Game, Value};
use crate::goal::Aim;
use crate::limits::Stopped;
use crate::random::Random;
use crate::session::{Session, Watched};
use crate::table::Table;
use crate::verdict::Counts;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

/// Places for counting visitors: positions that share one only misguide.
const PLACES: usize = 1 << 16;

/// What the workers share besides the table.
pub(crate) struct Crew {
    visits: Vec<AtomicU8>,
    is_over: AtomicBool,
    nodes: AtomicU64,
    /// Whether there is more than one at work.
    has_joined: AtomicBool,
}

impl Crew {
    pub(crate) fn new() -> Crew {
        let visits = (0..PLACES).map(|_| AtomicU8::new(0)).collect();
        let (is_over, has_joined) = (AtomicBool::new(false), AtomicBool::new(false));
        Crew { visits, is_over, nodes: AtomicU64::new(0), has_joined }
    }

    /// Says that more than one is at work.
    pub(super) fn join(&self) {
        self.has_joined.store(true, Ordering::Relaxed);
    }

    fn place(&self, hash: u64) -> &AtomicU8 {
        &self.visits[(hash >> 48) as usize % PLACES]
    }

    pub(super) fn enter(&self, hash: u64) {
        self.place(hash).fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn leave(&self, hash: u64) {
        self.place(hash).fetch_sub(1, Ordering::Relaxed);
    }

    /// A child's number as it is shown to whoever chooses.
    #[inline]
    pub(super) fn shown(&self, hash: u64, number: u32) -> u32 {
        if !self.has_joined.load(Ordering::Relaxed) {
            return number;
        }
        let visitors = u32::from(self.place(hash).load(Ordering::Relaxed));
        if visitors == 0 || number == 0 || number == INFINITY {
            return number;
        }
        number.saturating_add(visitors.saturating_mul((number / 10).max(1))).min(INFINITY - 1)
    }

    /// Adds a worker's nodes to those of all, and gives the sum.
    pub(super) fn add_nodes(&self, nodes: u64) -> u64 {
        self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes
    }

    /// Whether somebody has come to an end.
    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// How many visits there are in all.
    fn visitors(&self) -> u64 {
        self.visits.iter().map(|visits| u64::from(visits.load(Ordering::Relaxed))).sum()
    }
}

/// Ends the work of all when one worker leaves, by a panic of the rules too: nobody waits for him.
struct Ending<'a>(&'a Crew);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.is_over.store(true, Ordering::Relaxed);
    }
}

/// The nodes after which other workers join the first, if nobody says.
pub(crate) const MOMENT: u64 = 400_000;

/// A search for one aim, whoever does it.
pub(crate) struct CrewTask<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) root: &'a G::Position,
    pub(crate) leaf: LeafKind,
    pub(crate) aim: Aim,
    pub(crate) table: &'a Table,
    pub(crate) values: &'a [Value],
    pub(crate) policy: DfpnPolicy,
    /// What the paths of all workers may hold.
    pub(crate) most_bytes: usize,
    pub(crate) threads: usize,
    /// The nodes after which other workers join the first.
    pub(crate) join_after: u64,
}

impl<'a, G: Game> CrewTask<'a, G> {
    /// One worker's search.
    pub(crate) fn worker(&self, crew: &'a Crew) -> Dfpn<'a, G> {
        let most_bytes = self.most_bytes / self.threads.max(1);
        Dfpn::new(self.game, self.leaf, self.aim, self.table, self.values, self.policy, most_bytes).in_crew(crew)
    }
}

/// A function that searches with a crew; there is one where the rules can be shared between threads.
pub(crate) type RunCrew<G> = fn(
    &CrewTask<'_, G>,
    &mut Watched<'_, <G as winproof_check::Rules>::Move>,
) -> (Result<ProofNumbers, Stopped>, Counts);

/// Searches with as many workers as the task says.
pub(crate) fn run<G>(
    task: &CrewTask<'_, G>,
    watched: &mut Watched<'_, G::Move>,
) -> (Result<ProofNumbers, Stopped>, Counts)
where
    G: Game + Sync,
    G::Position: Send + Sync,
    G::Move: Send,
{
    let crew = Crew::new();
    let crew = &crew;
    let (meter, most_nodes) = (watched.session.meter, watched.session.most_nodes());
    std::thread::scope(|scope| {
        let helper = || {
            while crew.add_nodes(0) < task.join_after {
                if crew.is_over() {
                    return (Err(Stopped::Solved), Counts::default());
                }
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
            crew.join();
            let session = Session::new(meter, None, Counts::default()).with_most_nodes(most_nodes);
            let mut watched = Watched { session, progress: None };
            let mut search = task.worker(crew);
            let _ending = Ending(crew);
            let result = search.search(task.root, &mut watched, &mut NoLedger);
            (result, search.counts)
        };
        let helpers: Vec<_> = (1..task.threads).map(|_| scope.spawn(helper)).collect();
        let mut search = task.worker(crew);
        let ending = Ending(crew);
        let mut result = search.search(task.root, watched, &mut NoLedger);
        drop(ending);
        let mut counts = search.counts;
        for helper in helpers {
            // A panic of a worker is one of the rules: it goes on to whoever called.
            let (found, own) = helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            counts.add(&own);
            result = together(result, found);
        }
        counts.peak_bytes = counts.peak_bytes.max(task.table.bytes() + search.bytes() * task.threads);
        if result.is_err() {
            search.save_with(&counts, &mut watched.session);
        }
        (result, counts)
    })
}

/// The same without threads: workers take turns, one step at a time, in an order that a seed decides. So races can be
/// had again, on any machine, and more workers than cores can be tried. What is left out is the wait for memory.
///
/// The counts are of all workers; the second number is the expansions of the worker that made most, which is the time
/// that it would have taken.
pub(crate) fn interleave<G: Game>(
    task: &CrewTask<'_, G>,
    seed: u64,
    watched: &mut Watched<'_, G::Move>,
) -> (Result<ProofNumbers, Stopped>, Counts, u64) {
    let crew = Crew::new();
    crew.join();
    let mut random = Random::new(seed);
    let mut workers: Vec<Dfpn<'_, G>> = (0..task.threads).map(|_| task.worker(&crew)).collect();
    for worker in &mut workers {
        worker.begin(task.root, &NoLedger);
    }
    let result = loop {
        let turn = random.below(workers.len());
        // A few steps at a time: turns of every length come up.
        let mut steps = 1 << random.below(8);
        let step = loop {
            let step = workers[turn].step(watched, &mut NoLedger);
            steps -= 1;
            if steps == 0 || !matches!(step, Ok(None)) {
                break step;
            }
        };
        match step {
            Ok(None) => {}
            Ok(Some(numbers)) => break Ok(numbers),
            Err(stopped) => break Err(stopped),
        }
    };
    let mut counts = Counts::default();
    let mut longest = 0;
    for worker in &mut workers {
        worker.leave_crew();
        counts.add(&worker.counts);
        longest = longest.max(worker.counts.expansions);
    }
    debug_assert_eq!(crew.visitors(), 0);
    (result, counts, longest)
}

/// What two workers found. One that was stopped because another had come to an end says `Solved`.
fn together(
    first: Result<ProofNumbers, Stopped>,
    second: Result<ProofNumbers, Stopped>,
) -> Result<ProofNumbers, Stopped> {
    match (first, second) {
        (Ok(one), Ok(other)) if one.solved() != other.solved() => Err(Stopped::Contradiction),
        (Err(Stopped::Contradiction), _) | (_, Err(Stopped::Contradiction)) => Err(Stopped::Contradiction),
        (Ok(one), _) | (_, Ok(one)) => Ok(one),
        (Err(Stopped::Solved), Err(other)) | (Err(other), Err(_)) => Err(other),
    }
}
