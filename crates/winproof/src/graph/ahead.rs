//! Which leaves will probably be searched soon: a second level with helpers searches them ahead.
//!
//! The path leads to the most-proving node. Wherever it could have gone another way, the search will go there when the
//! numbers of its way have grown by as much as the other is larger: the *detour*. The forks with the least detour come
//! first.

use super::Context;
use crate::effort::Effort;
use crate::game::Player;

/// So many forks are tried for each leaf that is wanted: some lead to leaves that are known.
const FORKS_FOR_A_LEAF: usize = 8;

/// A walk beyond a fork is given up after so many steps: where positions repeat it could go round.
pub(super) const MOST_STEPS: usize = 10_000;

/// A node of the path at which the search could have gone another way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fork {
    /// How much more work the mover sees there.
    detour: u32,
    /// How far above the end of the path.
    pub(super) height: usize,
    /// Which child is the other way.
    pub(super) place: usize,
}

/// The fork at a node, if there is another way than the child that was chosen. `None` stands for a child to pass over.
pub(super) fn fork<E: Effort>(
    context: &Context<E>,
    player: Player,
    height: usize,
    chosen: usize,
    children: impl Iterator<Item = Option<E::Label>> + Clone,
) -> Option<Fork> {
    let others = children.clone().enumerate().map(|(place, label)| label.filter(|_| place != chosen));
    let place = context.effort.choose_open(player, others)?;
    let work = |place| children.clone().nth(place).flatten().map(|label| context.work_left(label, player).reach);
    Some(Fork { detour: work(place)?.saturating_sub(work(chosen)?), height, place })
}

/// Offers what lies beyond forks, the least detour first, until so many offers are taken.
pub(super) fn offer(mut forks: Vec<Fork>, mut wanted: usize, mut is_taken: impl FnMut(Fork) -> bool) {
    forks.sort_unstable();
    for fork in forks.into_iter().take(wanted * FORKS_FOR_A_LEAF) {
        if wanted == 0 {
            return;
        }
        wanted -= usize::from(is_taken(fork));
    }
}
