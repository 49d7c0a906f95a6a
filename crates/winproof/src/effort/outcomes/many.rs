//! Labels for any number of outcomes: steps.
//!
//! A label is eight bytes. That of an end, and that of a leaf, say all themselves; that of an inner node holds a list
//! of steps in the pool (`pool.rs`), three words each: the first goal behind the step, and its pair. Neighbours that
//! are the same are one step.

use super::{Goals, Step, pair, sides};
use crate::effort::numbers::{INFINITY, ProofNumbers, add};
use crate::effort::pool::{Handle, Pool};
use crate::effort::{Effort, Settled, Tie};
use crate::game::{Assessment, Player, Value};
use crate::goal::Aim;
use crate::policy::Policy;

/// The steps of a node, or where they stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// The upper two bits say what it is, the others are the first word of that.
    first: u32,
    second: u32,
}

const TAG: u32 = 3 << 30;
/// A handle, for which nothing is set.
const LISTED: u32 = 0;
/// One step for all goals: its proof number, and the disproof number in the second word.
const LEVEL: u32 = 1 << 30;
/// How many goals are reached; the others are not.
const ENDED: u32 = 2 << 30;

/// Words of a step.
const WORDS: usize = 3;

/// The effort `outcomes` for games of any number of outcomes.
pub struct Many {
    pub(super) goals: Goals,
    pool: Pool,
    /// The label under way, and room for the next.
    steps: Vec<u32>,
    next: Vec<u32>,
    is_full: bool,
}

impl Steps {
    fn ended(reached: u16) -> Steps {
        Steps { first: ENDED | u32::from(reached), second: 0 }
    }

    fn handle(self) -> Option<Handle> {
        (self.first & TAG == LISTED).then_some(Handle(self.first))
    }
}

/// The words of up to two steps.
type Buffer = [u32; 2 * WORDS];

impl Many {
    /// Outcomes for these goals, upwards.
    pub fn new(aims: &[Aim], tie: Tie) -> Many {
        Many { goals: Goals::new(aims, tie), pool: Pool::new(), steps: Vec::new(), next: Vec::new(), is_full: false }
    }

    fn words<'a>(&'a self, label: Steps, buffer: &'a mut Buffer) -> &'a [u32] {
        words(&self.pool, self.goals.count(), label, buffer)
    }

    /// The pair of the goal that is attended to.
    #[inline]
    pub(super) fn attended(&self, label: Steps) -> ProofNumbers {
        let goal = self.goals.attended as u32;
        match label.first & TAG {
            LEVEL => ProofNumbers { proof: label.first & !TAG, disproof: label.second },
            ENDED => {
                if goal < label.first & !TAG {
                    ProofNumbers::WON
                } else {
                    ProofNumbers::LOST
                }
            }
            _ => {
                let list = self.pool.list(Handle(label.first));
                let step = list.chunks_exact(WORDS).find(|step| step[0] > goal);
                step.map_or(ProofNumbers::LOST, |step| ProofNumbers { proof: step[1], disproof: step[2] })
            }
        }
    }

    #[inline]
    fn own(&self, player: Player, label: Steps) -> u32 {
        sides(player, self.attended(label)).0
    }

    /// Computes the label of a node; the result is in `steps`.
    fn compute(&mut self, player: Player, children: impl Iterator<Item = Steps>) {
        let Many { goals, pool, steps, next, .. } = self;
        let count = goals.count();
        let start = pair(player, INFINITY, 0);
        steps.clear();
        steps.extend([u32::from(count), start.proof, start.disproof]);
        for child in children {
            let mut buffer = [0; 2 * WORDS];
            let child = words(pool, count, child, &mut buffer);
            add_child(player, steps, child, next);
            std::mem::swap(steps, next);
        }
    }

    /// The label that says what is in `steps`; `None` if there is no room for it.
    fn label(&mut self) -> Option<Steps> {
        let count = u32::from(self.goals.count());
        let won = [0, INFINITY];
        let lost = [INFINITY, 0];
        let short = match self.steps[..] {
            [_, proof, disproof] if [proof, disproof] == won => Some(Steps { first: ENDED | count, second: 0 }),
            [_, proof, disproof] if [proof, disproof] == lost => Some(Steps { first: ENDED, second: 0 }),
            [_, proof, disproof] if proof & TAG == 0 => Some(Steps { first: LEVEL | proof, second: disproof }),
            [end, a, b, _, c, d] if [a, b] == won && [c, d] == lost => Some(Steps { first: ENDED | end, second: 0 }),
            _ => None,
        };
        short.or_else(|| self.pool.insert(&self.steps, false).map(|handle| Steps { first: handle.0, second: 0 }))
    }

    /// A label that is sound and says nothing, for a search that is about to stop.
    fn unknown(&mut self) -> Steps {
        self.is_full = true;
        Steps { first: LEVEL | 1, second: 1 }
    }

    fn label_or_stop(&mut self) -> Steps {
        match self.label() {
            Some(label) => label,
            None => self.unknown(),
        }
    }

    /// Puts another pair in the place of that of some goals in `steps`.
    fn overwrite(&mut self, start: u16, end: u16, with: ProofNumbers) {
        if start >= end {
            return;
        }
        let Many { steps, next, .. } = self;
        next.clear();
        let (start, end) = (u32::from(start), u32::from(end));
        let mut from = 0;
        for step in steps.chunks_exact(WORDS) {
            let to = step[0];
            let kept = ProofNumbers { proof: step[1], disproof: step[2] };
            push(next, to.min(start), from, kept);
            push(next, to.min(end), from.max(start), with);
            push(next, to, from.max(end), kept);
            from = to;
        }
        std::mem::swap(steps, next);
    }
}

/// Appends a step from one goal up to another, if that is any; joins it to the last if they are the same.
fn push(steps: &mut Vec<u32>, end: u32, start: u32, pair: ProofNumbers) {
    if start >= end {
        return;
    }
    if let [.., last_end, proof, disproof] = &mut steps[..]
        && (*proof, *disproof) == (pair.proof, pair.disproof)
    {
        *last_end = end;
        return;
    }
    steps.extend([end, pair.proof, pair.disproof]);
}

fn words<'a>(pool: &'a Pool, count: u16, label: Steps, buffer: &'a mut Buffer) -> &'a [u32] {
    let count = u32::from(count);
    match label.first & TAG {
        LISTED => pool.list(Handle(label.first)),
        LEVEL => {
            buffer[..WORDS].copy_from_slice(&[count, label.first & !TAG, label.second]);
            &buffer[..WORDS]
        }
        _ => {
            let reached = label.first & !TAG;
            *buffer = [reached, 0, INFINITY, count, INFINITY, 0];
            if reached == 0 {
                &buffer[WORDS..]
            } else if reached == count {
                &buffer[..WORDS]
            } else {
                &buffer[..]
            }
        }
    }
}

/// Takes a child into the label of its parent.
fn add_child(player: Player, steps: &[u32], child: &[u32], next: &mut Vec<u32>) {
    next.clear();
    let mut of_child = child.chunks_exact(WORDS);
    let Some(mut part) = of_child.next() else { return };
    let mut from = 0;
    for step in steps.chunks_exact(WORDS) {
        let (least, sum) = sides(player, ProofNumbers { proof: step[1], disproof: step[2] });
        loop {
            let (own, other) = sides(player, ProofNumbers { proof: part[1], disproof: part[2] });
            let to = step[0].min(part[0]);
            push(next, to, from, pair(player, least.min(own), add(sum, other)));
            from = to;
            if part[0] > step[0] {
                break;
            }
            let Some(following) = of_child.next() else { break };
            part = following;
            if to == step[0] {
                break;
            }
        }
    }
}

impl Effort for Many {
    const NAMES_NODES: bool = false;

    type Label = Steps;

    fn for_aims(aims: &[Aim], policy: &Policy) -> Many {
        Many::new(aims, policy.tie)
    }

    fn goals(&self) -> u16 {
        self.goals.count()
    }

    fn attend(&mut self, root: Steps, player: Player) -> bool {
        let mut buffer = [0; 2 * WORDS];
        let words = words(&self.pool, self.goals.count(), root, &mut buffer);
        let mut start = 0;
        let steps = words.chunks_exact(WORDS).map(move |step| {
            let end = step[0] as usize;
            let pair = ProofNumbers { proof: step[1], disproof: step[2] };
            Step { start: std::mem::replace(&mut start, end), end, pair }
        });
        self.goals.attend(player, steps)
    }

    #[inline]
    fn ended(&self, value: Value) -> Steps {
        Steps::ended(self.goals.reached(value))
    }

    #[inline]
    fn repeated(&self) -> Steps {
        Steps::ended(self.goals.reached_by_repetition())
    }

    #[inline]
    fn prover_moves(&self, player: Player) -> bool {
        player == self.goals.prover(self.goals.attended)
    }

    #[inline]
    fn leaf(&mut self, _: u32, player: Player, assessment: Assessment) -> Steps {
        let pair = ProofNumbers::leaf(player == Player::Max, assessment);
        // A guess of a billion is as good as one of more.
        Steps { first: LEVEL | pair.proof.min(!TAG), second: pair.disproof }
    }

    fn combine(&mut self, player: Player, children: impl Iterator<Item = Steps> + Clone) -> Steps {
        self.compute(player, children);
        self.label_or_stop()
    }

    fn combine_marked(&mut self, player: Player, children: impl Iterator<Item = (Steps, bool)> + Clone) -> Steps {
        let goal = self.goals.attended;
        let lost = self.goals.lost_pair(goal);
        let (mut least, mut sum) = (INFINITY, 0);
        for (label, is_marked) in children.clone() {
            let (own, other) = sides(player, if is_marked { lost } else { self.attended(label) });
            least = least.min(own);
            sum = add(sum, other);
        }
        let marked = pair(player, least, sum);
        self.compute(player, children.map(|(label, _)| label));
        if marked != lost {
            self.overwrite(goal as u16, goal as u16 + 1, marked);
        }
        self.label_or_stop()
    }

    fn update(&mut self, player: Player, label: &mut Steps, children: impl Iterator<Item = Steps> + Clone) -> bool {
        self.compute(player, children);
        let mut buffer = [0; 2 * WORDS];
        if words(&self.pool, self.goals.count(), *label, &mut buffer) == self.steps {
            return false;
        }
        // Without room the old label stays, which said nothing that is not so, and the search stops.
        let Some(new) = self.label() else {
            self.is_full = true;
            return false;
        };
        self.release(*label);
        *label = new;
        true
    }

    fn replace(&mut self, label: &mut Steps, new: Steps) -> bool {
        let (mut buffer, mut new_buffer) = ([0; 2 * WORDS], [0; 2 * WORDS]);
        let changed = self.words(*label, &mut buffer) != self.words(new, &mut new_buffer);
        self.release(*label);
        *label = new;
        changed
    }

    fn share(&mut self, label: Steps) -> Steps {
        if let Some(handle) = label.handle() {
            self.pool.share(handle);
        }
        label
    }

    fn release(&mut self, label: Steps) {
        if let Some(handle) = label.handle() {
            self.pool.release(handle);
        }
    }

    #[inline]
    fn choose(
        &self,
        player: Player,
        label: Steps,
        children: impl DoubleEndedIterator<Item = Steps> + ExactSizeIterator,
    ) -> usize {
        let least = self.own(player, label);
        self.goals.tie.source(children, |child| self.own(player, child) == least)
    }

    fn choose_open(&self, player: Player, children: impl Iterator<Item = Option<Steps>>) -> Option<usize> {
        self.goals.tie.least(children.map(|child| child.map(|label| self.own(player, label))))
    }

    fn settled(&self, label: Steps) -> Settled {
        let mut buffer = [0; 2 * WORDS];
        let (mut lower, mut start_of_lost, mut start) = (0, None, 0);
        for step in self.words(label, &mut buffer).chunks_exact(WORDS) {
            let end = step[0] as u16;
            if step[1] == 0 && lower == start {
                lower = end;
            }
            start_of_lost = (step[2] == 0).then(|| start_of_lost.unwrap_or(start));
            start = end;
        }
        Settled { lower, upper: start_of_lost.unwrap_or(self.goals.count()) }
    }

    fn with_settled(&mut self, label: Steps, settled: Settled) -> Steps {
        let known = self.settled(label);
        if settled.lower <= known.lower && settled.upper >= known.upper {
            return label;
        }
        let mut buffer = [0; 2 * WORDS];
        let words = words(&self.pool, self.goals.count(), label, &mut buffer);
        self.steps.clear();
        self.steps.extend_from_slice(words);
        self.overwrite(0, settled.lower, ProofNumbers::WON);
        self.overwrite(settled.upper, self.goals.count(), ProofNumbers::LOST);
        self.release(label);
        self.label_or_stop()
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
    fn is_final(&self, label: Steps) -> bool {
        label.first & TAG == ENDED
    }

    fn report(&self, label: Steps) -> (Option<u64>, Option<u64>) {
        self.attended(label).finite()
    }

    fn bytes(&self) -> usize {
        self.pool.bytes()
    }

    fn allow(&mut self, bytes: usize) {
        self.pool.allow(bytes);
    }

    fn is_full(&self) -> bool {
        self.is_full
    }
}
