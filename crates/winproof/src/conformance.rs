//! A suite that every game must pass.
