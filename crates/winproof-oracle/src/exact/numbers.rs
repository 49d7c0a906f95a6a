//! Proof and disproof numbers, written down once more: a yardstick shares no arithmetic with what it measures.

/// The number of a goal that cannot be reached any more.
pub const INFINITY: u32 = u32::MAX;

/// A proof and a disproof number.
///
/// ```
/// use winproof_oracle::exact::ProofNumbers;
/// assert_eq!(ProofNumbers::WON.solved(), Some(true));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNumbers {
    /// How much is left to show that the prover wins.
    pub proof: u32,
    /// How much is left to show that he does not.
    pub disproof: u32,
}

impl ProofNumbers {
    /// The prover wins.
    pub const WON: ProofNumbers = ProofNumbers { proof: 0, disproof: INFINITY };
    /// The prover does not win.
    pub const LOST: ProofNumbers = ProofNumbers { proof: INFINITY, disproof: 0 };

    /// Whether the prover wins, if that is settled.
    ///
    /// ```
    /// use winproof_oracle::exact::ProofNumbers;
    /// assert_eq!(ProofNumbers { proof: 1, disproof: 2 }.solved(), None);
    /// assert_eq!(ProofNumbers::LOST.solved(), Some(false));
    /// ```
    #[must_use]
    pub fn solved(self) -> Option<bool> {
        match (self.proof, self.disproof) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }
}

/// A sum of numbers that is infinite only if a part is.
pub(super) fn add(sum: u32, part: u32) -> u32 {
    if sum == INFINITY || part == INFINITY { INFINITY } else { sum.saturating_add(part).min(INFINITY - 1) }
}
