//! Texts that differ a little from the text of a position.
//!
//! Some of them are positions as well, often ones that no play from the start comes to: a stone more, two stones
//! exchanged, the upper half of one board on the lower half of another, the other player to move.

use crate::random::Random;

/// So many texts are kept; later ones take the place of earlier ones.
const MOST_TEXTS: usize = 256;

/// Characters that mean something in many notations.
const COMMON: &[char] = &['.', '-', '/', ' ', '0', '1', '2', '3', '8', '9', 'x', 'o', 'w', 'b', 'K', 'k', 'P', 'p'];

/// Texts of some positions.
#[derive(Default)]
pub(super) struct Sample {
    texts: Vec<Vec<char>>,
    /// Which text gives way next.
    next: usize,
}

impl Sample {
    pub(super) fn add(&mut self, text: String) {
        let text = text.chars().collect();
        if self.texts.len() < MOST_TEXTS {
            self.texts.push(text);
        } else {
            self.texts[self.next] = text;
            self.next = (self.next + 1) % MOST_TEXTS;
        }
    }

    /// One of the texts with one to three changes; an empty text if there are none.
    pub(super) fn altered(&self, random: &mut Random) -> String {
        let Some(text) = self.pick(random) else { return String::new() };
        let mut text = text.clone();
        for _ in 0..=random.below(3) {
            self.change(&mut text, random);
        }
        text.into_iter().collect()
    }

    fn pick(&self, random: &mut Random) -> Option<&Vec<char>> {
        if self.texts.is_empty() { None } else { self.texts.get(random.below(self.texts.len())) }
    }

    /// A character of some text.
    fn character(&self, random: &mut Random) -> char {
        let common = COMMON[random.below(COMMON.len())];
        match self.pick(random) {
            Some(text) if !text.is_empty() => text[random.below(text.len())],
            _ => common,
        }
    }

    fn change(&self, text: &mut Vec<char>, random: &mut Random) {
        if text.is_empty() {
            text.push(self.character(random));
            return;
        }
        let [place, other] = [random.below(text.len()), random.below(text.len())];
        match random.below(8) {
            // Exchanging keeps the number of stones, which many games look at.
            0..=2 => text.swap(place, other),
            3 => text[place] = self.character(random),
            4 => text[place] = COMMON[random.below(COMMON.len())],
            5 => drop(text.remove(place)),
            6 => text.insert(place, self.character(random)),
            _ => {
                let Some(end) = self.pick(random).and_then(|other| other.get(place..)) else { return };
                text.truncate(place);
                text.extend_from_slice(end);
            }
        }
    }
}
