//! Everything that is built into the command may be used and passed on as freely as the command itself.

use std::process::Command;

/// Licences that ask for no more than naming the authors.
const FREE: [&str; 11] = [
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "0BSD",
    "Unicode-3.0",
    "Unlicense",
    // A list of certificate authorities: data, just as free. It is an option of a dependency that is not built.
    "CDLA-Permissive-2.0",
];

/// Whether an expression such as `(MIT OR GPL-3.0) AND Zlib` can be met with free licences alone.
fn is_free(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ");
    let bare = |part: &str| part.trim_matches(|letter| "() ".contains(letter)).to_string();
    expression.split(" AND ").all(|part| part.split(" OR ").any(|licence| FREE.contains(&bare(licence).as_str())))
}

#[test]
fn expressions_are_read_rightly() {
    assert!(is_free("MIT OR Apache-2.0") && is_free("MIT/Apache-2.0") && is_free("(MIT OR GPL-3.0) AND Zlib"));
    assert!(!is_free("GPL-3.0-only") && !is_free("MIT AND GPL-3.0-only") && !is_free(""));
}

#[test]
fn all_dependencies_are_free() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let packages = metadata["packages"].as_array().expect("a list of packages");
    assert!(packages.len() > 20, "only {} packages", packages.len());
    for package in packages {
        let licence = package["license"].as_str().unwrap_or("");
        assert!(is_free(licence), "{} {} has the licence '{licence}'", package["name"], package["version"]);
    }
}
