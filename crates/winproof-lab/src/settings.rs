//! How thoroughly a table is measured, and what a measurement has at hand.

use winproof::Limits;

/// How thoroughly tables are measured.
///
/// ```
/// use winproof_lab::Settings;
/// assert!(Settings::full().seeds >= Settings::quick().seeds);
/// ```
#[derive(Clone, Debug)]
pub struct Settings {
    /// Whether everything that the paper has is measured, however long it takes. Otherwise large boards are left out.
    pub full: bool,
    /// How many random orders an average is taken over.
    pub seeds: u32,
    /// What each single search may use. A search that runs out gives no figure; its cell says why.
    pub limits: Limits,
}

impl Settings {
    /// What takes seconds: smaller boards, and averages over as many orders as the papers took.
    #[must_use]
    pub fn quick() -> Settings {
        Settings { full: false, seeds: 100, limits: Limits::default() }
    }

    /// Everything that the papers have, and averages over ten times as many orders as theirs.
    #[must_use]
    pub fn full() -> Settings {
        Settings { full: true, seeds: 1000, limits: Limits::default() }
    }
}

/// What the measurement of a table has at hand: the settings, and someone to tell how far it is.
pub(crate) struct Session<'a> {
    /// The settings.
    pub(crate) settings: &'a Settings,
    table: &'a str,
    progress: &'a mut dyn FnMut(&str),
}

impl<'a> Session<'a> {
    pub(crate) fn new(settings: &'a Settings, table: &'a str, progress: &'a mut dyn FnMut(&str)) -> Session<'a> {
        Session { settings, table, progress }
    }

    /// Says what is measured now.
    pub(crate) fn say(&mut self, what: &str) {
        (self.progress)(&format!("{}: {what}", self.table));
    }
}
