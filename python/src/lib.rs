//! The extension module behind the Python package `winproof`.
//!
//! It solves, checks and lists; answers go to Python as JSON, with the names of the command's `--json`. Everything that
//! makes them pleasant (classes, keywords, notebooks) is Python, in the folder `winproof`.
//!
//! | file | part |
//! | --- | --- |
//! | `options.rs` | the keywords of a call, from the library's one description of options |
//! | `background.rs` | searches without the interpreter, which listens to Ctrl-C meanwhile |
//! | `rules.rs` `rules/` | rules that are a Python object |
//! | `leavings.rs` | what a search by such rules leaves behind when Ctrl-C ends it |
//! | `solve.rs` `mate.rs` `check.rs` | the functions |
#![forbid(unsafe_code)]

mod background;
mod check;
mod leavings;
mod mate;
mod options;
mod rules;
mod solve;

use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use serde_json::json;
use winproof::ALGORITHMS;
use winproof::options::{OPTIONS, Takes};
use winproof_games::registry;

create_exception!(
    winproof,
    Error,
    PyException,
    "Something went wrong; all exceptions of this package are of this kind."
);
create_exception!(
    winproof,
    InputError,
    Error,
    "The call or an input was wrong: the sentence names the place and the fix."
);
create_exception!(winproof, RulesError, Error, "Rules break a promise: the sentence names it and the position.");
create_exception!(winproof, CertificateRefused, Error, "A certificate can be read and does not prove its claim.");
create_exception!(
    winproof,
    Contradiction,
    Error,
    "An answer was withdrawn: the search for its strategy contradicted it."
);

/// All games, as a JSON list.
#[pyfunction]
fn games() -> String {
    let games = registry::games().iter().map(|game| {
        json!({
            "name": game.name,
            "summary": game.summary,
            "parameters": game.parameters,
            "sizes": game.sizes,
            "default_size": game.default_size,
            "position_notation": game.position_notation,
            "move_notation": game.move_notation,
            "values": game.values,
            "repeats": game.repeats,
            "example": game.example,
        })
    });
    json!(games.collect::<Vec<_>>()).to_string()
}

/// All algorithms that have names, as a JSON list.
#[pyfunction]
fn algorithms() -> String {
    let algorithms = ALGORITHMS.iter().map(|named| {
        json!({
            "name": named.name,
            "effort": named.algorithm.effort.word(),
            "graph": named.algorithm.graph.word(),
            "leaf": named.algorithm.leaf.word(),
            "yes_is_proof": named.yes_is_proof,
            "no_is_proof": named.no_is_proof,
            "hash_based": named.is_hashed(),
            "summary": named.summary,
        })
    });
    json!(algorithms.collect::<Vec<_>>()).to_string()
}

/// The options of searches, as a JSON list.
#[pyfunction]
fn search_options() -> String {
    let options = OPTIONS.iter().map(|option| {
        let takes = match option.takes {
            Takes::Nothing => json!({"kind": "nothing"}),
            Takes::Value(name) => json!({"kind": "value", "name": name}),
            Takes::Maybe(name, usual) => json!({"kind": "maybe", "name": name, "usual": usual}),
        };
        json!({"name": option.name, "takes": takes, "words": option.words, "help": option.help})
    });
    json!(options.collect::<Vec<_>>()).to_string()
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
    module.add("Error", py.get_type::<Error>())?;
    module.add("InputError", py.get_type::<InputError>())?;
    module.add("RulesError", py.get_type::<RulesError>())?;
    module.add("CertificateRefused", py.get_type::<CertificateRefused>())?;
    module.add("Contradiction", py.get_type::<Contradiction>())?;
    module.add_class::<leavings::Leavings>()?;
    module.add_function(wrap_pyfunction!(games, module)?)?;
    module.add_function(wrap_pyfunction!(algorithms, module)?)?;
    module.add_function(wrap_pyfunction!(search_options, module)?)?;
    module.add_function(wrap_pyfunction!(solve::solve_game, module)?)?;
    module.add_function(wrap_pyfunction!(solve::solve_rules, module)?)?;
    module.add_function(wrap_pyfunction!(solve::check_rules, module)?)?;
    module.add_function(wrap_pyfunction!(mate::mate, module)?)?;
    module.add_function(wrap_pyfunction!(check::check_game, module)?)?;
    module.add_function(wrap_pyfunction!(check::check_by_rules, module)?)?;
    module.add_function(wrap_pyfunction!(check::certificate_text, module)?)?;
    Ok(())
}
