//! The explorer: a game in a browser, move by move, with what is proved of each.
//!
//! [`serve`] answers the requests of a page that is compiled into the program; [`export`] writes the page and the
//! strategies of certificates into one file that needs no server. `API.md`, beside this crate's manifest, describes the
//! JSON, so that other pages can use it.
//!
//! | file | part |
//! | --- | --- |
//! | `session.rs` | one game being explored: certificates, values found so far |
//! | `proof.rs`, `graph.rs` | a certificate in memory, and all positions that it leads to |
//! | `known.rs` | what is known of a position, in words |
//! | `view.rs`, `outline.rs` | what a page shows: the position, and the proof level by level |
//! | `live.rs` | searches while somebody looks on |
//! | `server.rs`, `http.rs`, `guard.rs` | the server, and who may ask it |
//! | `page.rs`, `../page` | the page, in files and in one file |
#![forbid(unsafe_code)]

mod graph;
mod guard;
mod http;
mod known;
mod live;
mod outline;
mod page;
mod proof;
mod server;
mod session;
mod view;

pub use guard::Guard;
pub use live::SolveRequest;
pub use page::{Exported, MOST_IN_FILE, export};
pub use proof::Proof;
pub use server::serve;
pub use session::{Budget, Command, Opener, Session, quoted};
