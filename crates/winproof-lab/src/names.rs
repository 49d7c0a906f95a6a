//! Names that are not there: which one was probably meant, and the sentence that says so.

/// The name that is closest to what was written, if it is close at all: one letter in three may be wrong.
pub(crate) fn closest(written: &str, names: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let written = written.to_lowercase();
    let distance = |name: &str| strsim::damerau_levenshtein(&written, &name.to_lowercase());
    let near = names.min_by_key(|name| distance(name))?;
    (distance(near) * 3 <= near.len()).then_some(near)
}

/// The sentence for a name that is not in a list of tables or benchmarks.
pub(crate) fn unknown(what: &str, name: &str, near: Option<&str>, names: &[&str]) -> String {
    let names = names.join(", ");
    match near {
        Some(near) => format!("there is no {what} '{name}'; did you mean '{near}'? The {what}s are: {names}"),
        None => format!("there is no {what} '{name}'; the {what}s are: {names}"),
    }
}
