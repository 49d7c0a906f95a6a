//! Several threads on one depth-first search: one table, and a count of visitors that makes them take different ways.
//!
//! Every worker runs the same loop from the root over the shared table. Where a worker chooses a child, others below a
//! child are a reason to take another one: how, is for each search to say. Every few nodes a worker looks whether
//! another has settled a position on its own path, and goes back to there. Nothing else of a worker is shared.
//!
//! The first worker starts alone, and searches as if there were no crew, node for node. The others join it when the
//! search has lasted for a moment: most searches are over by then.
//!
//! Memory order does not matter: entries of the table validate themselves, and visits only guide.

use crate::effort::numbers::INFINITY;
use crate::limits::Stopped;
use crate::random::Random;
use crate::session::{Session, Watched};
use crate::verdict::Counts;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Places for counting visitors: positions that share one only misguide.
const PLACES: usize = 1 << 16;

/// What the workers share besides the table.
pub(crate) struct Crew {
    visits: Vec<AtomicU8>,
    is_over: AtomicBool,
    nodes: AtomicU64,
    /// Whether there is more than one at work.
    has_joined: AtomicBool,
    /// How many there are then.
    threads: usize,
}

/// The path of a worker has at least so many bytes: with less memory than that, there are fewer workers.
const LEAST_PATH: usize = 1 << 18;

/// How many workers there is room for, out of as many as were asked for.
pub(crate) fn fitting(threads: usize, most_bytes: usize) -> usize {
    threads.min(most_bytes / LEAST_PATH).max(1)
}

impl Crew {
    pub(crate) fn new(threads: usize) -> Crew {
        let visits = (0..PLACES).map(|_| AtomicU8::new(0)).collect();
        let (is_over, has_joined) = (AtomicBool::new(false), AtomicBool::new(false));
        Crew { visits, is_over, nodes: AtomicU64::new(0), has_joined, threads }
    }

    /// Says that more than one is at work.
    pub(super) fn join(&self) {
        self.has_joined.store(true, Ordering::Relaxed);
    }

    fn has_joined(&self) -> bool {
        self.has_joined.load(Ordering::Relaxed)
    }

    /// What the path of one worker may hold, out of so many bytes for all.
    pub(super) fn share(&self, most_bytes: usize) -> usize {
        if self.has_joined() { most_bytes / self.threads } else { most_bytes }
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

    /// Whether somebody is below a position. Nobody is, as long as there is one worker alone.
    #[inline]
    pub(super) fn is_visited(&self, hash: u64) -> bool {
        self.has_joined() && self.place(hash).load(Ordering::Relaxed) > 0
    }

    /// A child's number as it is shown to whoever chooses (Kaneko 2010): each visitor adds a tenth, and one at least.
    #[inline]
    pub(super) fn shown(&self, hash: u64, number: u32) -> u32 {
        if !self.has_joined() {
            return number;
        }
        let visitors = u32::from(self.place(hash).load(Ordering::Relaxed));
        if visitors == 0 || number == 0 || number == INFINITY {
            return number;
        }
        number.saturating_add(visitors.saturating_mul((number / 10).max(1))).min(INFINITY - 1)
    }

    /// A worker says how many nodes it has searched, and learns whether there is a reason to stop. `told` is what it
    /// said the last time.
    pub(super) fn report(&self, nodes: u64, told: &mut u64, most_nodes: u64) -> Result<(), Stopped> {
        let new = nodes - *told;
        *told = nodes;
        let all = self.nodes.fetch_add(new, Ordering::Relaxed) + new;
        if all >= most_nodes {
            return Err(Stopped::Nodes);
        }
        if self.is_over() { Err(Stopped::Solved) } else { Ok(()) }
    }

    /// The nodes that all workers have reported.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Whether somebody has come to an end.
    fn is_over(&self) -> bool {
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
/// They join after this time too: the nodes of some games take long.
pub(crate) const MOMENT_OF_TIME: Duration = Duration::from_millis(100);

/// A search that is one of a crew.
pub(crate) trait Worker {
    /// A move of the game.
    type Move;
    /// What is found out in the end.
    type Answer: Copy + Send;

    /// One step of the search; the answer, when it is over.
    fn next(&mut self, watched: &mut Watched<'_, Self::Move>) -> Result<Option<Self::Answer>, Stopped>;
    /// Leaves the search: nobody is below any position any more.
    fn leave_crew(&mut self);
    /// What it took so far.
    fn counts(&self) -> Counts;
    /// What it holds beside the table.
    fn bytes(&self) -> usize;
    /// Has the search saved, with the counts of all workers, if it can be.
    fn save(&self, counts: &Counts, session: &mut Session<'_>);
    /// Whether two answers can both be true.
    fn agree(one: Self::Answer, other: Self::Answer) -> bool;
}

/// How many workers there are, and when the others join the first.
#[derive(Clone, Copy)]
pub(crate) struct Team {
    pub(crate) threads: usize,
    pub(crate) join_after: u64,
    /// What the table holds.
    pub(crate) table_bytes: usize,
}

/// Searches with workers on threads. `prepare` is called before others join the first, `make` gives a worker at the
/// root.
pub(crate) fn run<W: Worker>(
    crew: &Crew,
    team: Team,
    prepare: &(dyn Fn() + Sync),
    make: &(impl Fn() -> W + Sync),
    watched: &mut Watched<'_, W::Move>,
) -> (Result<W::Answer, Stopped>, Counts) {
    let (meter, most_nodes) = (watched.session.meter, watched.session.most_nodes());
    let started = Instant::now();
    let is_due = &|| crew.nodes() >= team.join_after || started.elapsed() >= MOMENT_OF_TIME;
    std::thread::scope(|scope| {
        let helper = |is_first: bool| {
            // The first of them prepares what all need, the others wait for him.
            while if is_first { !is_due() } else { !crew.has_joined() } {
                if crew.is_over() {
                    return (Err(Stopped::Solved), Counts::default());
                }
                std::thread::sleep(Duration::from_millis(1));
            }
            if is_first {
                prepare();
                crew.join();
            }
            let session = Session::new(meter, None, Counts::default()).with_most_nodes(most_nodes);
            let mut watched = Watched { session, progress: None };
            let _ending = Ending(crew);
            let mut worker = make();
            let result = finish(&mut worker, &mut watched);
            (result, worker.counts())
        };
        let helpers: Vec<_> = (1..team.threads).map(|number| scope.spawn(move || helper(number == 1))).collect();
        let ending = Ending(crew);
        let mut worker = make();
        let mut result = finish(&mut worker, watched);
        drop(ending);
        let mut counts = worker.counts();
        for helper in helpers {
            // A panic of a worker is one of the rules: it goes on to whoever called.
            let (found, own) = helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            counts.add(&own);
            result = together::<W>(result, found);
        }
        counts.peak_bytes = counts.peak_bytes.max(team.table_bytes + worker.bytes() * team.threads);
        if result.is_err() {
            worker.save(&counts, &mut watched.session);
        }
        (result, counts)
    })
}

fn finish<W: Worker>(worker: &mut W, watched: &mut Watched<'_, W::Move>) -> Result<W::Answer, Stopped> {
    loop {
        if let Some(answer) = worker.next(watched)? {
            return Ok(answer);
        }
    }
}

/// The same without threads: workers take turns, one step at a time, in an order that a seed decides. So races can be
/// had again, on any machine, and more workers than cores can be tried. What is left out is the wait for memory.
///
/// The counts are of all workers; the steps are the expansions of the worker that made most, which is the time that it
/// would have taken.
pub(crate) fn interleave<W: Worker>(
    crew: &Crew,
    mut workers: Vec<W>,
    seed: u64,
    watched: &mut Watched<'_, W::Move>,
) -> (Result<W::Answer, Stopped>, Counts) {
    crew.join();
    let mut random = Random::new(seed);
    let result = loop {
        let turn = random.below(workers.len());
        // A few steps at a time: turns of every length come up.
        let mut steps = 1 << random.below(8);
        let step = loop {
            let step = workers[turn].next(watched);
            steps -= 1;
            if steps == 0 || !matches!(step, Ok(None)) {
                break step;
            }
        };
        match step {
            Ok(None) => {}
            Ok(Some(answer)) => break Ok(answer),
            Err(stopped) => break Err(stopped),
        }
    };
    let mut counts = Counts::default();
    let mut longest = 0;
    for worker in &mut workers {
        worker.leave_crew();
        counts.add(&worker.counts());
        longest = longest.max(worker.counts().expansions);
    }
    debug_assert_eq!(crew.visitors(), 0);
    (result, Counts { steps: longest, ..counts })
}

/// What two workers found. One that was stopped because another had come to an end says `Solved`.
fn together<W: Worker>(
    first: Result<W::Answer, Stopped>,
    second: Result<W::Answer, Stopped>,
) -> Result<W::Answer, Stopped> {
    match (first, second) {
        (Ok(one), Ok(other)) if !W::agree(one, other) => Err(Stopped::Contradiction),
        (Err(Stopped::Contradiction), _) | (_, Err(Stopped::Contradiction)) => Err(Stopped::Contradiction),
        (Ok(one), _) | (_, Ok(one)) => Ok(one),
        (Err(Stopped::Solved), Err(other)) | (Err(other), Err(_)) => Err(other),
    }
}
