//! Games by name, and what the searches make of them.
//!
//! One program: it is linked once, and its tests keep every core busy.

mod drawings;
mod packed;
mod registry;
mod solved;
mod values;
