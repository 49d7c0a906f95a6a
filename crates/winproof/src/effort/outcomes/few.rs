//! Labels for up to three outcomes: both pairs in the node.

use super::{Goals, Step, pair, sides};
use crate::effort::numbers::{INFINITY, ProofNumbers, add};
use crate::effort::{Effort, Settled, Tie};
use crate::game::{Assessment, Player, Value};
use crate::goal::Aim;
use crate::policy::Policy;

/// The most goals that fit.
const PAIRS: usize = 2;

/// A pair for each goal; where there is only one goal, the second pair is that of one that is never reached.
pub type Pairs = [ProofNumbers; PAIRS];

/// The effort `outcomes` for games of two or three outcomes.
pub struct Few {
    goals: Goals,
}

impl Few {
    /// The most goals that it can be for.
    pub const MOST_GOALS: usize = PAIRS;

    /// Outcomes for one or two goals, upwards.
    pub fn new(aims: &[Aim], tie: Tie) -> Few {
        assert!(aims.len() <= PAIRS);
        Few { goals: Goals::new(aims, tie) }
    }

    #[inline]
    fn ended_with(reached: u16) -> Pairs {
        std::array::from_fn(|goal| if goal < usize::from(reached) { ProofNumbers::WON } else { ProofNumbers::LOST })
    }

    #[inline]
    fn own(&self, player: Player, label: Pairs) -> u32 {
        sides(player, label[self.goals.attended]).0
    }
}

impl Effort for Few {
    const NAMES_NODES: bool = false;

    type Label = Pairs;

    fn for_aims(aims: &[Aim], policy: &Policy) -> Few {
        Few::new(aims, policy.tie)
    }

    fn goals(&self) -> u16 {
        self.goals.count()
    }

    #[inline]
    fn attend(&mut self, root: Pairs, player: Player) -> bool {
        let steps = root.into_iter().enumerate().map(|(goal, pair)| Step { start: goal, end: goal + 1, pair });
        self.goals.attend(player, steps)
    }

    #[inline]
    fn ended(&self, value: Value) -> Pairs {
        Few::ended_with(self.goals.reached(value))
    }

    #[inline]
    fn repeated(&self) -> Pairs {
        Few::ended_with(self.goals.reached_by_repetition())
    }

    #[inline]
    fn prover_moves(&self, player: Player) -> bool {
        player == self.goals.prover(self.goals.attended)
    }

    #[inline]
    fn leaf(&mut self, _: u32, player: Player, assessment: Assessment) -> Pairs {
        let pair = ProofNumbers::leaf(player == Player::Max, assessment);
        [pair, if self.goals.least.len() > 1 { pair } else { ProofNumbers::LOST }]
    }

    #[inline]
    fn combine(&mut self, player: Player, children: impl Iterator<Item = Pairs> + Clone) -> Pairs {
        let mut least = [INFINITY; PAIRS];
        let mut sum = [0; PAIRS];
        for child in children {
            for goal in 0..PAIRS {
                let (own, other) = sides(player, child[goal]);
                least[goal] = least[goal].min(own);
                sum[goal] = add(sum[goal], other);
            }
        }
        std::array::from_fn(|goal| pair(player, least[goal], sum[goal]))
    }

    fn combine_marked(&mut self, player: Player, children: impl Iterator<Item = (Pairs, bool)> + Clone) -> Pairs {
        let goal = self.goals.attended;
        let lost = self.goals.lost_pair(goal);
        let mut label = self.combine(player, children.clone().map(|(label, _)| label));
        let with_marks = children.map(|(label, is_marked)| [if is_marked { lost } else { label[goal] }; PAIRS]);
        let marked = self.combine(player, with_marks)[0];
        if marked != lost {
            label[goal] = marked;
        }
        label
    }

    #[inline]
    fn replace(&mut self, label: &mut Pairs, new: Pairs) -> bool {
        let changed = *label != new;
        *label = new;
        changed
    }

    #[inline]
    fn choose(
        &self,
        player: Player,
        label: Pairs,
        children: impl DoubleEndedIterator<Item = Pairs> + ExactSizeIterator,
    ) -> usize {
        let least = self.own(player, label);
        self.goals.tie.source(children, |child| self.own(player, child) == least)
    }

    fn choose_open(&self, player: Player, children: impl Iterator<Item = Option<Pairs>>) -> Option<usize> {
        self.goals.tie.least(children.map(|child| child.map(|label| self.own(player, label))))
    }

    #[inline]
    fn settled(&self, label: Pairs) -> Settled {
        let lower = label.iter().take_while(|pair| pair.proof == 0).count();
        let lost = label.iter().rev().take_while(|pair| pair.disproof == 0).count();
        Settled { lower: lower as u16, upper: (PAIRS - lost) as u16 }
    }

    fn with_settled(&mut self, mut label: Pairs, settled: Settled) -> Pairs {
        for (goal, pair) in label.iter_mut().enumerate() {
            match settled.holds(goal) {
                None => {}
                Some(true) => *pair = ProofNumbers::WON,
                Some(false) => *pair = ProofNumbers::LOST,
            }
        }
        label
    }

    fn lost(&self) -> Settled {
        self.goals.lost()
    }

    #[inline]
    fn prover_wins(&self, settled: Settled, question: usize) -> Option<bool> {
        self.goals.prover_wins(settled, question)
    }

    #[inline]
    fn question(&self) -> usize {
        self.goals.attended
    }

    #[inline]
    fn is_final(&self, label: Pairs) -> bool {
        label.iter().all(|pair| pair.solved().is_some())
    }

    fn report(&self, label: Pairs) -> (Option<u64>, Option<u64>) {
        label[self.goals.attended].finite()
    }
}
