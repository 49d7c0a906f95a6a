//! What a search that Ctrl-C ended leaves behind.
//!
//! A search by Python's rules may hold millions of Python's objects, and to let go of each takes Python longer than a
//! person at the keyboard should wait. So they are let go of piece by piece, by a thread of Python's, after the answer.

use crate::rules::PythonRules;
use pyo3::prelude::*;
use std::sync::Arc;

/// So many objects at a time: a moment for everybody else.
const AT_A_TIME: usize = 1000;

/// The rules of a search that is over, with all positions that it knew.
#[pyclass(frozen)]
pub struct Leavings {
    rules: Arc<PythonRules>,
}

impl Leavings {
    /// What is left of a search by these rules.
    pub fn of(rules: Arc<PythonRules>) -> Leavings {
        Leavings { rules }
    }
}

#[pymethods]
impl Leavings {
    /// Lets go of some of it; False if there is nothing more.
    fn let_go(&self) -> bool {
        self.rules.let_go(AT_A_TIME)
    }
}
