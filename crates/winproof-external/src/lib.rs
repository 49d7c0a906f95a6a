//! Rules that are known only when the program runs: a program in any language, or objects of another language.
//!
//! [`External`] is one game for all of them, so that every search is compiled for it once. Whoever has rules implements
//! [`Provider`]: who moves, which moves there are, where one leads. [`Program`] is the provider that asks another
//! program over its standard input and output; `PROTOCOL.md`, beside this crate's manifest, describes the questions.
//!
//! The rules of a game cannot fail, and these can: a program dies, a method raises. The first [`Problem`] ends the
//! search, and whoever asked for it must look at [`External::problem`] before believing anything: what was answered
//! after the problem is made up.
//!
//! | file | part |
//! | --- | --- |
//! | `provider.rs` | what rules from outside have to tell, and what can go wrong |
//! | `position.rs` | positions as handles, with what is known of them |
//! | `game.rs` | the one game |
//! | `conform.rs` | whether rules keep their promises, on a sample |
//! | `program.rs` | rules that are a program |
//!
//! ```no_run
//! use std::sync::Arc;
//! use winproof::open::Task;
//! use winproof::{Limits, Report};
//! use winproof_external::{External, Program, Settings};
//!
//! let program = Program::start("python3 nim.py", Settings::default())?;
//! let limits = Limits { cancel: Some(Arc::default()), ..Limits::default() };
//! let game = External::new(Arc::new(program), limits.cancel.clone().unwrap());
//! let root = game.start()?;
//! game.conform(&root)?;
//! let (opened, task) = (game.open(root), Task { limits, ..Task::default() });
//! let answer = opened.solve(&task, None, &mut |_: &Report<'_, String>| {});
//! match game.problem() {
//!     Some(problem) => println!("no answer: {problem}"),
//!     None => println!("{:?}", answer.unwrap().verdict.value()),
//! }
//! # Ok::<(), winproof_external::Problem>(())
//! ```
#![forbid(unsafe_code)]

mod conform;
mod game;
mod position;
mod program;
mod provider;

pub use game::External;
pub use position::{Expansion, Key, Position, Shelf, WeakPosition};
pub use program::{HASH_PARAMETER, Interruption, Program, Settings};
pub use provider::{Problem, Provider};
