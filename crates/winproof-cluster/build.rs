//! The build's id: a digest of all sources, the same on every machine. Master and workers must agree on it, since what
//! they tell each other (hashes, settings, the format of messages) need not mean the same in another build.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

fn main() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = BTreeMap::new();
    collect(&crates, &crates, &mut files);
    let mut hasher = DefaultHasher::new();
    files.hash(&mut hasher);
    println!("cargo::rustc-env=WINPROOF_BUILD={}+{:016x}", env!("CARGO_PKG_VERSION"), hasher.finish());
    println!("cargo::rerun-if-changed=..");
}

/// The sources that decide what a search does, by path.
fn collect(base: &Path, folder: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if path.is_dir() {
            if !matches!(name.as_str(), "target" | "tests" | "examples") && !name.starts_with('.') {
                collect(base, &path, files);
            }
        } else if name.ends_with(".rs") || name == "Cargo.toml" {
            let key = path.strip_prefix(base).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            files.insert(key, std::fs::read(&path).unwrap_or_default());
        }
    }
}
