//! Strategies that are built on disk with the search as a guide, in games whose positions never repeat.

use super::alpha_beta::place_of_goal;
use super::run::State;
use crate::game::{Game, Player, Status, Value};
use crate::goal::{Aim, Goal};
use crate::limits::Meter;
use crate::plan::{Plan, Search};
use crate::proof::NoStrategy;
use crate::proof::guide::{GuideKind, Guides};
use crate::proof::layers;
use crate::proof::recorder::Recorder;
use crate::table::Table;
use crate::table::replacement::ScoreTable;
use crate::verdict::Counts;
use std::time::Duration;
use winproof_check::settle::Half;

/// A line of best play is followed for so long.
const TIME_FOR_LINE: Duration = Duration::from_millis(500);

/// The tables of the depth-first searches.
#[derive(Clone, Copy)]
struct Tables<'t> {
    scores: Option<&'t ScoreTable>,
    numbers: Option<&'t Table>,
}

/// The search of a plan as a guide to the moves by which a player keeps to one side of a goal.
fn guide_kind<'t, G: Game>(
    game: &G,
    plan: &Plan,
    goal: Goal,
    player: Player,
    values: &[Value],
    tables: Tables<'t>,
) -> Option<GuideKind<'t>> {
    match plan.search {
        Search::AlphaBeta => {
            let (table, policy, place) = (tables.scores?, plan.policy().alpha_beta, place_of_goal(values, goal));
            Some(GuideKind::AlphaBeta { table, policy, player, place })
        }
        Search::Dfpn => {
            let aim = Aim::new(game, goal);
            let prover_wins = aim.goal_holds(true) == (player == Player::Max);
            let (table, leaf, policy) = (tables.numbers?, plan.algorithm().leaf, plan.policy().dfpn);
            Some(GuideKind::Dfpn { table, leaf, aim, policy, prover_wins })
        }
        Search::Tree(_) | Search::Joined(..) => None,
    }
}

impl<G: Game> State<'_, G> {
    /// Builds the strategy of a half, if the search can be a guide to it. Gives the number of its positions.
    pub(super) fn build_layers(
        &mut self,
        goal: Goal,
        half: Half,
        meter: &Meter,
        recorder: &mut Recorder<G>,
    ) -> Option<Result<u64, NoStrategy>> {
        self.prepare_tables();
        let values = self.game.values();
        let tables = Tables { scores: self.scores.as_ref(), numbers: self.table.as_ref() };
        let kind = guide_kind(self.game, &self.plan, goal, half.player, &values, tables)?;
        let most_bytes = self.room_for_strategy(self.table_bytes());
        let guides = Guides { game: self.game, values: &values, most_bytes, kind };
        let crowd = self.crowd();
        let mut watched = Self::watched(meter, &mut self.progress, Some(goal), Counts::default());
        watched.session = watched.session.for_strategy();
        let (built, nodes) = layers::build(self.root, half, &guides, &crowd, recorder, &mut watched);
        self.proof.nodes += nodes;
        Some(built)
    }

    /// Play from the root in which nobody gives away anything that was proved, as far as the search can say within a
    /// moment. Who has nothing to keep plays the first move there is. Nothing where positions can repeat.
    pub(super) fn best_play(&mut self) -> Vec<G::Move> {
        let mut line = Vec::new();
        if self.contradiction.is_some() || self.game.repetition().is_some() {
            return line;
        }
        self.prepare_tables();
        let values = self.game.values();
        let tables = Tables { scores: self.scores.as_ref(), numbers: self.table.as_ref() };
        let most_bytes = self.room_for_strategy(self.table_bytes());
        let meter = self.meter.for_proof(Some(TIME_FOR_LINE));
        let mut watched = Self::watched(&meter, &mut self.progress, None, Counts::default());
        watched.session = watched.session.for_strategy();
        let mut position = self.root.clone();
        let mut good = Vec::new();
        while let Status::Turn(player) = self.game.status(&position) {
            let to_keep = if player == Player::Max { self.bounds.lower_goal() } else { self.bounds.upper_goal() };
            good.clear();
            match to_keep {
                // No first move is better than another.
                None if line.is_empty() => break,
                None => self.game.moves(&position, &mut good),
                Some(goal) => {
                    let Some(kind) = guide_kind(self.game, &self.plan, goal, player, &values, tables) else { break };
                    let mut guide = Guides { game: self.game, values: &values, most_bytes, kind }.guide();
                    let named = guide.good_moves(&position, &mut good, &mut watched);
                    self.proof.nodes += guide.nodes();
                    if named.is_err() {
                        break;
                    }
                }
            }
            let Some(&mv) = good.first() else { break };
            line.push(mv);
            position = self.game.play(&position, mv);
        }
        line
    }

    /// Makes the table of alpha-beta ready to guide.
    fn prepare_tables(&mut self) {
        if self.plan.search == Search::AlphaBeta {
            self.scores = self.take_scores();
            if let Some(scores) = &mut self.scores {
                scores.begin_search();
            }
        }
    }

    fn table_bytes(&self) -> usize {
        self.scores.as_ref().map_or(0, ScoreTable::bytes) + self.table.as_ref().map_or(0, Table::bytes)
    }
}
