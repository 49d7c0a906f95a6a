//! Df-pn as one worker of a crew (Kaneko 2010).
//!
//! Visitors below a child make it look worse: these *shown* numbers are for choosing only and are never stored. What a
//! worker finds on one path is stored under a key that chains all positions of the path, so it holds for whoever comes
//! by the same path. Thresholds, paths and what failures lean on are each worker's own.

use super::{Dfpn, NoLedger};
use crate::algorithm::LeafKind;
use crate::depth_first::crew::{self, Crew, Team, Worker};
use crate::depth_first::policy::DfpnPolicy;
use crate::effort::numbers::ProofNumbers;
use crate::game::{Game, Value};
use crate::goal::Aim;
use crate::limits::Stopped;
use crate::session::{Session, Watched};
use crate::table::Table;
use crate::verdict::Counts;

/// A search for one aim, whoever does it.
pub(crate) struct DfpnTask<'a, G: Game> {
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

/// The root's numbers, or why they are not known; and the work.
type Found = (Result<ProofNumbers, Stopped>, Counts);

/// A function that searches with threads; there is one where the rules can be shared between them.
pub(crate) type RunDfpn<G> = fn(&DfpnTask<'_, G>, &mut Watched<'_, <G as winproof_check::Rules>::Move>) -> Found;

impl<G: Game> DfpnTask<'_, G> {
    pub(super) fn worker<'c>(&'c self, crew: &'c Crew) -> Dfpn<'c, G> {
        let mut search =
            Dfpn::new(self.game, self.leaf, self.aim, self.table, self.values, self.policy, self.most_bytes);
        search.crew = Some(crew);
        search.begin(self.root, &NoLedger);
        search
    }

    /// Searches on one thread.
    pub(crate) fn search(&self, watched: &mut Watched<'_, G::Move>) -> Found {
        let mut search =
            Dfpn::new(self.game, self.leaf, self.aim, self.table, self.values, self.policy, self.most_bytes);
        let result = search.search(self.root, watched, &mut NoLedger);
        let peak_bytes = search.counts.peak_bytes.max(self.table.bytes() + search.bytes());
        (result, Counts { peak_bytes, ..search.counts })
    }

    /// Searches on threads.
    pub(crate) fn run(&self, watched: &mut Watched<'_, G::Move>) -> Found
    where
        G: Sync,
        G::Position: Send + Sync,
        G::Move: Send,
    {
        let crew = Crew::new(self.threads);
        let team = Team { threads: self.threads, join_after: self.join_after, table_bytes: self.table.bytes() };
        crew::run(&crew, team, &|| self.table.complete(), &|| self.worker(&crew), watched)
    }

    /// Searches with workers that take turns.
    pub(crate) fn interleave(&self, seed: u64, watched: &mut Watched<'_, G::Move>) -> Found {
        let crew = Crew::new(self.threads);
        let workers = (0..self.threads).map(|_| self.worker(&crew)).collect();
        crew::interleave(&crew, workers, seed, watched)
    }
}

impl<G: Game> Worker for Dfpn<'_, G> {
    type Move = G::Move;
    type Answer = ProofNumbers;

    fn next(&mut self, watched: &mut Watched<'_, G::Move>) -> Result<Option<ProofNumbers>, Stopped> {
        self.step(watched, &mut NoLedger)
    }
    fn leave_crew(&mut self) {
        self.unwind(0);
    }
    fn counts(&self) -> Counts {
        self.counts
    }
    fn bytes(&self) -> usize {
        Dfpn::bytes(self)
    }
    fn save(&self, counts: &Counts, session: &mut Session<'_>) {
        self.save_with(counts, session);
    }
    fn agree(one: ProofNumbers, other: ProofNumbers) -> bool {
        one.solved() == other.solved()
    }
}
