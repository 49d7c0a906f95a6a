//! True proof and disproof numbers on a graph without cycles (Schijf 1993, §4.3, the theoretical algorithm).
//!
//! Every node has a disjunctive normal form for its proof and one for its disproof ([`Form`]), made from those of its
//! children; a transposition enters by its name alone. The number of a node comes from substituting forms for names
//! until none is left, those with the greatest *dependency number* first. After an expansion the forms of all nodes
//! above it that may change are made anew.
//!
//! What is promised: the numbers of every node are the sizes of its smallest proof set and disproof set; the
//! most-proving node of any node lies in one of each.
//!
//! # Repairs
//! - Figure 4.6 must forget the transpositions used so far when a clause without names turns out to be cheaper. Here
//!   the way to the number is kept together with the number, so there is nothing to forget.
//! - Figure 4.7 updates parents recursively, some before all of their children are right; here children come first.
//!   An update may not stop at a node whose form stays the same: that of a transposition it names may have changed.
//! - Figure 4.9 walks towards any transposition that was used somewhere above, by way of the leftmost child that names
//!   it. That can lead into a part of the graph which the smallest set does not touch, because the name stands in a
//!   clause that was not taken. Here the set that belongs to the number is followed, choice by choice.
//!
//! # Fewer names
//! A parent that is solved does not count: nothing goes up through it any more. So a transposition here is a node with
//! two parents that are not solved, and it loses its name when one of them is. A search solves nodes all the time, so
//! this keeps its forms short.

mod form;
mod minimum;
mod search;
mod selection;

use super::{LeafState, Node, Partial, ProofNumbers, Side};
use minimum::{Used, minimum};

pub use form::{Clause, Form};
pub use search::{ExactAnswer, State, solve};

/// A node's form on one side, and how its number came about.
#[derive(Clone, Debug, Default)]
struct Settling {
    /// What the parent makes its own form of; only the number where there is no parent.
    form: Form,
    /// `None` where the children's numbers just add up or one of them is taken.
    used: Option<Used>,
}

#[derive(Clone, Debug, Default)]
struct Record {
    parents: Vec<usize>,
    /// How many of the parents are not solved: nothing goes up through the others any more.
    open_parents: usize,
    /// Greater than that of every transposition below.
    dependency: u32,
    proof: Settling,
    disproof: Settling,
}

/// A graph without cycles whose nodes know their true numbers. It can grow.
///
/// ```
/// use winproof_oracle::exact::{LeafState, Partial, ProofNumbers, dag::ExactDag};
/// let mut graph = Partial::new();
/// let root = graph.add(LeafState::Open);
/// let mut exact = ExactDag::new(graph);
/// let [left, right, shared] = std::array::from_fn(|_| exact.add(LeafState::Open));
/// exact.expand(root, false, &[left, right]);
/// assert_eq!(exact.numbers(root).proof, 2);
/// exact.expand(left, true, &[shared]);
/// exact.expand(right, true, &[shared]);
/// assert_eq!(exact.numbers(root).proof, 1);
/// ```
#[derive(Clone, Debug)]
pub struct ExactDag {
    graph: Partial,
    records: Vec<Record>,
}

impl ExactDag {
    /// The true numbers of a graph.
    ///
    /// ```
    /// use winproof_oracle::exact::{LeafState, Partial, ProofNumbers, dag::ExactDag};
    /// let mut graph = Partial::new();
    /// let leaf = graph.add(LeafState::Won);
    /// assert_eq!(ExactDag::new(graph).numbers(leaf), ProofNumbers::WON);
    /// ```
    ///
    /// # Panics
    /// If the graph has a cycle.
    #[must_use]
    pub fn new(graph: Partial) -> ExactDag {
        let order = graph.children_first().expect("the graph must have no cycle");
        let mut records = vec![Record::default(); graph.len()];
        for id in 0..graph.len() {
            graph.children(id).iter().for_each(|&child| records[child].parents.push(id));
        }
        // Minimum and sum may be too large, but they know what is solved.
        let is_open: Vec<bool> = graph.practical_numbers().iter().map(|numbers| numbers.solved().is_none()).collect();
        for record in &mut records {
            record.open_parents = record.parents.iter().filter(|&&parent| is_open[parent]).count();
        }
        let mut exact = ExactDag { graph, records };
        for id in order {
            exact.compute(id);
        }
        exact
    }

    /// Adds a leaf that nothing leads to yet, and gives its number.
    ///
    /// ```
    /// use winproof_oracle::exact::{LeafState, Partial, dag::ExactDag};
    /// let mut exact = ExactDag::new(Partial::new());
    /// assert_eq!(exact.add(LeafState::Open), 0);
    /// ```
    pub fn add(&mut self, state: LeafState) -> usize {
        let id = self.graph.add(state);
        self.records.push(Record::default());
        self.compute(id);
        id
    }

    /// Makes an inner node of an open leaf and computes all numbers anew that may change.
    ///
    /// ```
    /// use winproof_oracle::exact::{LeafState, Partial, ProofNumbers, dag::ExactDag};
    /// let mut exact = ExactDag::new(Partial::new());
    /// let [a, b, c] = std::array::from_fn(|_| exact.add(LeafState::Open));
    /// exact.expand(a, true, &[b, c]);
    /// assert_eq!(exact.numbers(a), ProofNumbers { proof: 1, disproof: 2 });
    /// ```
    ///
    /// # Panics
    /// If the node is no open leaf, has no child, or a child leads to it.
    pub fn expand(&mut self, leaf: usize, prover_moves: bool, children: &[usize]) {
        self.graph.expand(leaf, prover_moves, children);
        let mut news = vec![leaf];
        for &child in self.graph.children(leaf) {
            let record = &mut self.records[child];
            record.parents.push(leaf);
            record.open_parents += 1;
            // With its first parent a node needs a whole form; with the second it gets a name.
            if record.open_parents <= 2 {
                news.push(child);
            }
        }
        self.update(news);
    }

    /// Decides an open leaf and computes all numbers anew that may change.
    ///
    /// ```
    /// use winproof_oracle::exact::{LeafState, Partial, ProofNumbers, dag::ExactDag};
    /// let mut exact = ExactDag::new(Partial::new());
    /// let [a, b] = std::array::from_fn(|_| exact.add(LeafState::Open));
    /// exact.expand(a, true, &[b]);
    /// exact.decide(b, LeafState::Won);
    /// assert_eq!(exact.numbers(a), ProofNumbers::WON);
    /// ```
    ///
    /// # Panics
    /// If the node is no open leaf.
    pub fn decide(&mut self, leaf: usize, state: LeafState) {
        self.graph.decide(leaf, state);
        self.update(vec![leaf]);
    }

    /// The graph.
    ///
    /// ```
    /// use winproof_oracle::exact::{Partial, dag::ExactDag};
    /// assert_eq!(ExactDag::new(Partial::new()).graph(), &Partial::new());
    /// ```
    #[must_use]
    pub fn graph(&self) -> &Partial {
        &self.graph
    }

    /// The true numbers of a node.
    ///
    /// ```
    /// use winproof_oracle::exact::{LeafState, Partial, dag::ExactDag};
    /// let mut exact = ExactDag::new(Partial::new());
    /// let leaf = exact.add(LeafState::Open);
    /// assert_eq!(exact.numbers(leaf).proof, 1);
    /// ```
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn numbers(&self, id: usize) -> ProofNumbers {
        ProofNumbers { proof: self.number(Side::Proof, id), disproof: self.number(Side::Disproof, id) }
    }

    /// The form of a node on one side.
    ///
    /// ```
    /// use winproof_oracle::exact::{LeafState, Partial, Side, dag::{ExactDag, Form}};
    /// let mut exact = ExactDag::new(Partial::new());
    /// let leaf = exact.add(LeafState::Open);
    /// assert_eq!(exact.form(Side::Proof, leaf), Form::of_number(1));
    /// ```
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn form(&self, side: Side, id: usize) -> Form {
        self.settle(side, id, true).form
    }

    /// Whether several nodes that are not solved lead to a node, so that it is called by its name.
    ///
    /// ```
    /// use winproof_oracle::exact::{LeafState, Partial, dag::ExactDag};
    /// let mut exact = ExactDag::new(Partial::new());
    /// let leaf = exact.add(LeafState::Open);
    /// assert!(!exact.is_transposition(leaf));
    /// ```
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn is_transposition(&self, id: usize) -> bool {
        self.records[id].open_parents >= 2
    }

    /// The dependency number of a node: greater than that of any transposition below it, if it is one itself.
    ///
    /// ```
    /// use winproof_oracle::exact::{LeafState, Partial, dag::ExactDag};
    /// let mut exact = ExactDag::new(Partial::new());
    /// let leaf = exact.add(LeafState::Open);
    /// assert_eq!(exact.dependency(leaf), 0);
    /// ```
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn dependency(&self, id: usize) -> u32 {
        self.records[id].dependency
    }

    fn settling(&self, side: Side, id: usize) -> &Settling {
        match side {
            Side::Proof => &self.records[id].proof,
            Side::Disproof => &self.records[id].disproof,
        }
    }

    fn number(&self, side: Side, id: usize) -> u32 {
        self.settling(side, id).form.number()
    }

    /// What a child stands for in the form of its parent.
    fn part(&self, side: Side, child: usize) -> Form {
        let form = &self.settling(side, child).form;
        let is_settled = form.number() == 0 || form.clauses().is_empty();
        if self.is_transposition(child) && !is_settled { Form::new([Clause::new([child], 0)]) } else { form.clone() }
    }

    /// Makes forms and dependency of a node anew; true if there is a change.
    fn compute(&mut self, id: usize) -> bool {
        let has_parent = self.records[id].open_parents > 0;
        let proof = self.settle(Side::Proof, id, has_parent);
        let disproof = self.settle(Side::Disproof, id, has_parent);
        let children = self.graph.children(id);
        let below = children.iter().map(|&child| self.records[child].dependency).max();
        let dependency = below.map_or(0, |below| below + u32::from(self.is_transposition(id)));
        let record = &mut self.records[id];
        let changed =
            record.proof.form != proof.form || record.disproof.form != disproof.form || record.dependency != dependency;
        (record.proof, record.disproof, record.dependency) = (proof, disproof, dependency);
        changed
    }

    /// Makes the form of a node from those of its children, or no more of it than the number.
    fn settle(&self, side: Side, id: usize, whole: bool) -> Settling {
        let (prover_moves, children) = match self.graph.node(id) {
            Node::Leaf(state) => return Settling { form: Form::of_number(side.of(state.numbers())), used: None },
            Node::Inner { prover_moves, children } => (*prover_moves, children),
        };
        let parts = children.iter().map(|&child| self.part(side, child));
        if side.needs_one(prover_moves) {
            let least = children.iter().map(|&child| self.number(side, child)).min();
            let number = Form::of_number(least.expect("an inner node has a child"));
            let form = if whole { Form::any(parts.chain([number])) } else { number };
            return Settling { form, used: None };
        }
        let form = parts.fold(Form::of_number(0), |form, part| form.and(&part));
        let lookup = |name: usize| (&self.settling(side, name).form, self.records[name].dependency);
        let Some((number, used)) = minimum(&form, lookup) else { return Settling::default() };
        Settling { form: if whole { form.with_number(number) } else { Form::of_number(number) }, used }
    }

    /// Computes everything anew that the news of these nodes may change.
    fn update(&mut self, mut news: Vec<usize>) {
        while !news.is_empty() {
            let solved = self.update_above(&news);
            news.clear();
            for id in solved {
                for &child in self.graph.children(id) {
                    let record = &mut self.records[child];
                    record.open_parents -= 1;
                    // It has lost its name, or needs no form any more.
                    if record.open_parents <= 1 {
                        news.push(child);
                    }
                }
            }
        }
    }

    /// Computes nodes anew, children before parents, and gives those that got solved.
    fn update_above(&mut self, news: &[usize]) -> Vec<usize> {
        let mut affected = vec![false; self.graph.len()];
        let mut pending = news.to_vec();
        while let Some(id) = pending.pop() {
            if !std::mem::replace(&mut affected[id], true) {
                pending.extend_from_slice(&self.records[id].parents);
            }
        }
        let mut waiting: Vec<usize> = (0..self.graph.len())
            .map(|id| self.graph.children(id).iter().filter(|&&child| affected[child]).count())
            .collect();
        let mut has_news = vec![false; self.graph.len()];
        let mut ready: Vec<usize> = (0..self.graph.len()).filter(|&id| affected[id] && waiting[id] == 0).collect();
        let mut solved = Vec::new();
        let mut count = 0;
        while let Some(id) = ready.pop() {
            count += 1;
            let is_source = news.contains(&id);
            if is_source || self.graph.children(id).iter().any(|&child| has_news[child]) {
                let was_solved = self.numbers(id).solved().is_some();
                has_news[id] = self.compute(id) || is_source || self.names_any(id, &has_news);
                if !was_solved && self.numbers(id).solved().is_some() {
                    solved.push(id);
                }
            }
            for &parent in &self.records[id].parents {
                waiting[parent] -= 1;
                if waiting[parent] == 0 {
                    ready.push(parent);
                }
            }
        }
        let all = affected.iter().filter(|&&is_affected| is_affected).count();
        assert_eq!(count, all, "the graph must have no cycle");
        solved
    }

    /// Whether the forms of a node name one of these.
    fn names_any(&self, id: usize, nodes: &[bool]) -> bool {
        let clauses = Side::BOTH.into_iter().flat_map(|side| self.settling(side, id).form.clauses());
        clauses.flat_map(Clause::transpositions).any(|&name| nodes[name])
    }
}
