//! Disjunctive normal forms over transpositions (Schijf 1993, §4.3): all ways to settle a node on one side that may
//! still matter above it.
//!
//! A clause `[abc 13]` is one such way: settle the transpositions a, b and c, and 13 leaves besides. The
//! transpositions are named, not counted, because some other part of the graph may need them too, and then they count
//! once. The leaves are counted, not named: they lie below this node alone, or it is assumed that they count twice,
//! which is never too little.
//!
//! The clause without a name holds the number: what it takes to settle the node if it were the root. A
//! form without any clause cannot be settled; the text writes `[∞]` for it.

use crate::exact::INFINITY;
use rustc_hash::FxHashMap;

/// A way to settle a node: some transpositions, and a number of leaves.
///
/// ```
/// use winproof_oracle::exact::dag::Clause;
/// let clause = Clause::new([7, 3, 7], 2);
/// assert_eq!((clause.transpositions(), clause.leaves()), (&[3, 7][..], 2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Clause {
    /// Ascending, all different.
    transpositions: Vec<usize>,
    /// A bit for each name's remainder by 64: a quick no to most questions for subsets.
    digest: u64,
    leaves: u32,
}

impl Clause {
    /// The clause with these transpositions and so many leaves.
    ///
    /// ```
    /// use winproof_oracle::exact::dag::Clause;
    /// assert_eq!(Clause::new([], 4).leaves(), 4);
    /// ```
    #[must_use]
    pub fn new(transpositions: impl IntoIterator<Item = usize>, leaves: u32) -> Clause {
        let mut transpositions: Vec<usize> = transpositions.into_iter().collect();
        transpositions.sort_unstable();
        transpositions.dedup();
        let digest = transpositions.iter().fold(0, |digest, name| digest | 1 << (name % 64));
        Clause { transpositions, digest, leaves }
    }

    /// The transpositions to settle, ascending.
    ///
    /// ```
    /// use winproof_oracle::exact::dag::Clause;
    /// assert_eq!(Clause::new([2, 1], 0).transpositions(), [1, 2]);
    /// ```
    #[must_use]
    pub fn transpositions(&self) -> &[usize] {
        &self.transpositions
    }

    /// How many leaves to settle besides.
    ///
    /// ```
    /// use winproof_oracle::exact::dag::Clause;
    /// assert_eq!(Clause::new([5], 3).leaves(), 3);
    /// ```
    #[must_use]
    pub fn leaves(&self) -> u32 {
        self.leaves
    }

    /// Both clauses at once.
    ///
    /// ```
    /// use winproof_oracle::exact::dag::Clause;
    /// assert_eq!(Clause::new([1, 2], 3).and(&Clause::new([2], 4)), Clause::new([1, 2], 7));
    /// ```
    #[must_use]
    pub fn and(&self, other: &Clause) -> Clause {
        let mut joined = Vec::with_capacity(self.transpositions.len() + other.transpositions.len());
        let (mut one, mut two) = (self.transpositions.as_slice(), other.transpositions.as_slice());
        while let (Some(&a), Some(&b)) = (one.first(), two.first()) {
            joined.push(a.min(b));
            one = &one[usize::from(a <= b)..];
            two = &two[usize::from(b <= a)..];
        }
        joined.extend_from_slice(one);
        joined.extend_from_slice(two);
        let leaves = self.leaves.saturating_add(other.leaves).min(INFINITY - 1);
        Clause { transpositions: joined, digest: self.digest | other.digest, leaves }
    }

    /// Whether a transposition is named.
    pub(super) fn names(&self, transposition: usize) -> bool {
        self.digest >> (transposition % 64) & 1 == 1 && self.transpositions.binary_search(&transposition).is_ok()
    }

    /// The clause without a name.
    pub(super) fn without(&self, transposition: usize) -> Clause {
        Clause::new(self.transpositions.iter().copied().filter(|&name| name != transposition), self.leaves)
    }

    /// Whether this clause does whatever the other does, for no more, wherever they are used.
    pub(super) fn absorbs(&self, other: &Clause) -> bool {
        self.leaves <= other.leaves
            && self.digest & !other.digest == 0
            && self.transpositions.len() <= other.transpositions.len()
            && self.transpositions.iter().all(|name| other.transpositions.binary_search(name).is_ok())
    }
}

/// A disjunctive normal form: one of its clauses has to be settled.
///
/// ```
/// use winproof_oracle::exact::dag::{Clause, Form};
/// let form = Form::new([Clause::new([], 5), Clause::new([9], 0), Clause::new([9], 2)]);
/// assert_eq!(form.clauses(), [Clause::new([], 5), Clause::new([9], 0)]); // [9 2] is never better than [9]
/// assert_eq!(form.number(), 5);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Form {
    /// None absorbs another; fewer names first.
    clauses: Vec<Clause>,
}

impl Form {
    /// The form of these clauses, without those that another one absorbs.
    ///
    /// ```
    /// use winproof_oracle::exact::{INFINITY, dag::Form};
    /// assert_eq!(Form::new([]).number(), INFINITY);
    /// ```
    #[must_use]
    pub fn new(clauses: impl IntoIterator<Item = Clause>) -> Form {
        let mut clauses: Vec<Clause> = clauses.into_iter().collect();
        clauses.sort_unstable_by(|a, b| {
            let fewer_names = a.transpositions.len().cmp(&b.transpositions.len());
            fewer_names.then_with(|| a.transpositions.cmp(&b.transpositions)).then(a.leaves.cmp(&b.leaves))
        });
        clauses.dedup_by(|later, earlier| later.transpositions == earlier.transpositions);
        // What absorbs a clause names no more than it does, so its last name is one of the clause's.
        let mut by_last_name: FxHashMap<Option<usize>, Vec<usize>> = FxHashMap::default();
        let mut kept: Vec<Clause> = Vec::with_capacity(clauses.len());
        for clause in clauses {
            let names = clause.transpositions.iter().copied().map(Some).chain([None]);
            let mut candidates = names.filter_map(|name| by_last_name.get(&name)).flatten();
            if !candidates.any(|&place| kept[place].absorbs(&clause)) {
                by_last_name.entry(clause.transpositions.last().copied()).or_default().push(kept.len());
                kept.push(clause);
            }
        }
        Form { clauses: kept }
    }

    /// The form that takes this many leaves; none at all for [`INFINITY`].
    ///
    /// ```
    /// use winproof_oracle::exact::dag::{Clause, Form};
    /// assert_eq!(Form::of_number(3).clauses(), [Clause::new([], 3)]);
    /// ```
    #[must_use]
    pub fn of_number(number: u32) -> Form {
        Form { clauses: if number == INFINITY { Vec::new() } else { vec![Clause::new([], number)] } }
    }

    /// The clauses, fewer names first.
    ///
    /// ```
    /// use winproof_oracle::exact::dag::Form;
    /// assert_eq!(Form::of_number(3).clauses().len(), 1);
    /// ```
    #[must_use]
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// The number in the clause without names; [`INFINITY`] if there is none.
    ///
    /// ```
    /// use winproof_oracle::exact::dag::Form;
    /// assert_eq!(Form::of_number(3).number(), 3);
    /// ```
    #[must_use]
    pub fn number(&self) -> u32 {
        match self.clauses.first() {
            Some(clause) if clause.transpositions.is_empty() => clause.leaves,
            _ => INFINITY,
        }
    }

    /// One of some forms.
    ///
    /// ```
    /// use winproof_oracle::exact::dag::Form;
    /// assert_eq!(Form::any([3, 2].map(Form::of_number)), Form::of_number(2));
    /// ```
    #[must_use]
    pub fn any(forms: impl IntoIterator<Item = Form>) -> Form {
        Form::new(forms.into_iter().flat_map(|form| form.clauses))
    }

    /// Both of two forms.
    ///
    /// ```
    /// use winproof_oracle::exact::dag::{Clause, Form};
    /// let form = Form::new([Clause::new([], 3), Clause::new([8], 0)]);
    /// assert_eq!(form.and(&form).clauses(), [Clause::new([], 6), Clause::new([8], 0)]);
    /// ```
    #[must_use]
    pub fn and(&self, other: &Form) -> Form {
        Form::new(self.clauses.iter().flat_map(|one| other.clauses.iter().map(|two| one.and(two))))
    }

    /// The form with its number put into a clause without names. The number must be that of the form.
    pub(super) fn with_number(mut self, number: u32) -> Form {
        self.clauses.retain(|clause| clause.leaves < number);
        self.clauses.insert(0, Clause::new([], number));
        self
    }

    /// The form with a transposition's own form in place of its name. To get a number, substitute those first that
    /// lie above others: what is filled in may name a transposition that the clause names already, and it counts
    /// once.
    ///
    /// ```
    /// use winproof_oracle::exact::dag::{Clause, Form};
    /// let f = Form::new([Clause::new([], 3), Clause::new([1], 2)]);
    /// let both = Form::new([Clause::new([0, 1], 0)]); // 0 stands for f, which lies above 1
    /// assert_eq!(both.substitute(0, &f), Form::new([Clause::new([1], 2)]));
    /// ```
    #[must_use]
    pub fn substitute(&self, transposition: usize, form: &Form) -> Form {
        let filled_in = self.clauses.iter().flat_map(|clause| match clause.names(transposition) {
            true => {
                let rest = clause.without(transposition);
                form.clauses.iter().map(|own| rest.and(own)).collect()
            }
            false => vec![clause.clone()],
        });
        Form::new(filled_in)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_dropped_is_absorbed_and_what_is_kept_is_not() {
        let mut state = 7_u32;
        let mut below = |limit: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % limit
        };
        for _ in 0..300 {
            let clauses: Vec<Clause> = (0..20)
                .map(|_| Clause::new((0..below(4)).map(|_| below(70) as usize % 6 * 13).collect::<Vec<_>>(), below(4)))
                .collect();
            let form = Form::new(clauses.clone());
            for clause in &clauses {
                assert!(form.clauses().iter().any(|kept| kept.absorbs(clause)), "{clause:?} is missing in {form:?}");
            }
            for (place, kept) in form.clauses().iter().enumerate() {
                assert!(clauses.contains(kept));
                let others = form.clauses().iter().enumerate().filter(|&(other, _)| other != place);
                assert!(!others.into_iter().any(|(_, other)| other.absorbs(kept)), "{kept:?} is too much in {form:?}");
            }
        }
    }
}
