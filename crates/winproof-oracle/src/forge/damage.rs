//! What can be done to the meaning of a certificate while its form stays right.

use super::{Line, Parts};
use crate::Random;
use winproof::Value;
use winproof::proof::certificate::RootClaim;

/// A kind of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Damage {
    /// Another legal move.
    OtherMove,
    /// The move of another entry.
    MoveOfAnother,
    /// An entry left out.
    EntryLeftOut,
    /// A rank raised.
    RankRaised,
    /// A rank lowered.
    RankLowered,
    /// Another bound, more bounds or fewer.
    OtherBound,
    /// Another root.
    OtherRoot,
    /// Two roots exchanged.
    RootsExchanged,
    /// A horizon raised.
    HorizonRaised,
    /// A horizon lowered.
    HorizonLowered,
    /// A claim added, with a strategy or without.
    SecondClaim,
    /// What two strategies list, or their places in the file, exchanged.
    SectionsExchanged,
    /// A strategy of the other player, for another claim, or with ranks that count or do not.
    OtherSection,
    /// A strategy left out or repeated.
    SectionLeftOut,
    /// Two entries in each other's places.
    OutOfOrder,
    /// An entry that comes twice.
    Duplicate,
    /// An entry of another strategy, or a new one for a position that can arise.
    ForeignEntry,
    /// A position in another text.
    OtherText,
}

/// Every kind of damage.
pub const DAMAGES: [Damage; 18] = [
    Damage::OtherMove,
    Damage::MoveOfAnother,
    Damage::EntryLeftOut,
    Damage::RankRaised,
    Damage::RankLowered,
    Damage::OtherBound,
    Damage::OtherRoot,
    Damage::RootsExchanged,
    Damage::HorizonRaised,
    Damage::HorizonLowered,
    Damage::SecondClaim,
    Damage::SectionsExchanged,
    Damage::OtherSection,
    Damage::SectionLeftOut,
    Damage::OutOfOrder,
    Damage::Duplicate,
    Damage::ForeignEntry,
    Damage::OtherText,
];

impl Damage {
    /// Does it, and says whether the certificate was changed: not every kind fits every certificate. `values` are those
    /// of the game, and `moves` names the legal moves of a position.
    pub fn apply(
        self,
        random: &mut Random,
        parts: &mut Parts,
        values: &[Value],
        moves: &dyn Fn(&str) -> Vec<String>,
    ) -> bool {
        let before = parts.clone();
        // What does not fit leaves nothing or something behind; only the comparison counts.
        self.try_to(random, parts, values, moves);
        *parts != before
    }

    fn try_to(
        self,
        random: &mut Random,
        parts: &mut Parts,
        values: &[Value],
        moves: &dyn Fn(&str) -> Vec<String>,
    ) -> Option<()> {
        let is_version_2 = parts.version == 2;
        match self {
            Damage::OtherMove => {
                let entry = any_entry(random, parts)?;
                let legal = moves(&entry.position);
                // The opponent's moves are no business of an entry; sometimes one is given all the same.
                if entry.mv != "-" || random.percent(20) {
                    entry.mv = pick(random, &legal)?.clone();
                }
            }
            Damage::MoveOfAnother => {
                let mv = any_entry(random, parts)?.mv.clone();
                any_entry(random, parts)?.mv = mv;
            }
            Damage::EntryLeftOut => {
                let (strategy, place) = any_place(random, parts)?;
                parts.strategies[strategy].entries.remove(place);
            }
            Damage::RankRaised => {
                let by = [1, 2, 5, u32::MAX][random.below(4) as usize];
                let entry = any_entry(random, parts)?;
                entry.rank = entry.rank.saturating_add(by);
            }
            Damage::RankLowered => {
                let by = [1, 2, 5, u32::MAX][random.below(4) as usize];
                let entry = any_entry(random, parts)?;
                entry.rank = entry.rank.saturating_sub(by);
            }
            Damage::OtherBound => {
                let bound = *pick(random, values)?;
                let claim = parts.header.claims.len() as u32;
                let claim = &mut parts.header.claims[random.below(claim) as usize];
                let half = if random.percent(50) { &mut claim.at_least } else { &mut claim.at_most };
                *half = [Some(bound), Some(bound), Some(bound.saturating_add(1)), None][random.below(4) as usize];
            }
            Damage::OtherRoot => {
                let root = any_entry(random, parts)?.position.clone();
                let claim = parts.header.claims.len() as u32;
                parts.header.claims[random.below(claim) as usize].root = root;
            }
            Damage::RootsExchanged => {
                if is_version_2 && parts.header.claims.len() < 2 {
                    parts.add_true_claim(random).then_some(())?;
                }
                let [first, second, ..] = &mut parts.header.claims[..] else { return None };
                std::mem::swap(&mut first.root, &mut second.root);
            }
            Damage::HorizonRaised if is_version_2 => {
                let by = [1, 2, 10, 255][random.below(4) as usize];
                parts.header.horizon = parts.header.horizon.saturating_add(by);
            }
            Damage::HorizonLowered if is_version_2 => {
                let by = [1, 2, 10, 255][random.below(4) as usize];
                parts.header.horizon = parts.header.horizon.saturating_sub(by);
            }
            Damage::SecondClaim if is_version_2 => match random.below(3) {
                0 => _ = parts.add_true_claim(random),
                1 => {
                    let claim = parts.header.claims.first()?.clone();
                    parts.header.claims.push(claim);
                }
                _ => {
                    parts.add_true_claim(random).then_some(())?;
                    let RootClaim { at_least, at_most, .. } = parts.header.claims.last_mut()?;
                    *[at_least, at_most][random.below(2) as usize] = Some(*pick(random, values)?);
                }
            },
            Damage::HorizonRaised | Damage::HorizonLowered | Damage::SecondClaim => return None,
            Damage::SectionsExchanged => {
                let [first, second, ..] = &mut parts.strategies[..] else { return None };
                match random.percent(50) {
                    true => std::mem::swap(first, second),
                    false => std::mem::swap(&mut first.entries, &mut second.entries),
                }
            }
            Damage::OtherSection => {
                let count = parts.strategies.len() as u32;
                let strategy = parts.strategies.get_mut(random.below(count) as usize)?;
                match random.below(3) {
                    0 if is_version_2 => strategy.claim ^= 1,
                    1 => strategy.player = strategy.player.opponent(),
                    _ => strategy.ranked = !strategy.ranked,
                }
            }
            Damage::SectionLeftOut => {
                let count = parts.strategies.len() as u32;
                let place = random.below(count) as usize;
                let strategy = parts.strategies.get(place)?.clone();
                match random.percent(50) {
                    true => _ = parts.strategies.remove(place),
                    false => parts.strategies.push(strategy),
                }
            }
            Damage::OutOfOrder => {
                let (strategy, place) = any_place(random, parts)?;
                let entries = &mut parts.strategies[strategy].entries;
                let other = random.below(entries.len() as u32) as usize;
                entries.swap(place, other);
            }
            Damage::Duplicate => {
                let (strategy, place) = any_place(random, parts)?;
                let mut entry = parts.strategies[strategy].entries[place].clone();
                if random.percent(50) {
                    entry.rank = entry.rank.wrapping_add(1);
                }
                parts.strategies[strategy].entries.insert(place + 1, entry);
            }
            Damage::ForeignEntry => {
                let entry = any_entry(random, parts)?.clone();
                let count = parts.strategies.len() as u32;
                let entries = &mut parts.strategies[random.below(count) as usize].entries;
                // In its order, so that the order is not what it is refused for.
                match entries.binary_search_by(|other| other.position.cmp(&entry.position)) {
                    Ok(place) => entries[place] = entry,
                    Err(place) => entries.insert(place, entry),
                }
            }
            Damage::OtherText => {
                let count = parts.header.claims.len() as u32;
                let text = match random.percent(30) {
                    true => &mut parts.header.claims[random.below(count) as usize].root,
                    false => &mut any_entry(random, parts)?.position,
                };
                match random.below(5) {
                    0 => text.push(' '),
                    1 => text.insert(0, ' '),
                    2 => *text = text.replacen(' ', "  ", 1),
                    3 => *text = text.to_uppercase(),
                    _ => text.push_str(" 0 1"),
                }
            }
        }
        Some(())
    }
}

fn pick<'a, T>(random: &mut Random, list: &'a [T]) -> Option<&'a T> {
    list.get(random.below(list.len() as u32) as usize)
}

/// The place of an entry: its strategy, and where it is there.
fn any_place(random: &mut Random, parts: &Parts) -> Option<(usize, usize)> {
    let count: usize = parts.strategies.iter().map(|strategy| strategy.entries.len()).sum();
    let mut place = random.below(count as u32) as usize;
    for (number, strategy) in parts.strategies.iter().enumerate() {
        if place < strategy.entries.len() {
            return Some((number, place));
        }
        place -= strategy.entries.len();
    }
    None
}

fn any_entry<'a>(random: &mut Random, parts: &'a mut Parts) -> Option<&'a mut Line> {
    let (strategy, place) = any_place(random, parts)?;
    Some(&mut parts.strategies[strategy].entries[place])
}
