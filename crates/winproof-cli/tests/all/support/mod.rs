//! What the tests of the command share: running it, and taking certificates apart.

use assert_cmd::Command;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// What a run of the command came to.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    /// The verdict.
    pub fn last_line(&self) -> &str {
        self.stdout.lines().last().unwrap_or("")
    }

    /// The value of a line of the answer, such as `nodes`, unwrapped.
    pub fn field(&self, name: &str) -> String {
        let mut lines = self.stdout.lines().skip_while(|line| line.split_whitespace().next() != Some(name));
        let first = lines.next().unwrap_or_else(|| panic!("no field '{name}' in:\n{}", self.stdout));
        let rest = lines.take_while(|line| line.starts_with("            "));
        let parts: Vec<&str> = std::iter::once(&first[name.len()..]).chain(rest).map(str::trim).collect();
        parts.join(" ")
    }

    /// The one object that was printed.
    pub fn json(&self) -> serde_json::Value {
        assert_eq!(self.stdout.lines().count(), 1, "{self:?}");
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The keys of the object that was printed, in their order.
    pub fn keys(&self) -> Vec<String> {
        let object = self.json();
        let mut keys: Vec<String> = object.as_object().unwrap().keys().cloned().collect();
        keys.sort_by_key(|key| self.stdout.find(&format!("\"{key}\":")));
        keys
    }

    #[track_caller]
    pub fn expect(self, code: i32) -> Run {
        assert_eq!(self.code, code, "{self:#?}");
        self
    }
}

/// Runs the command.
pub fn run(arguments: &[&str]) -> Run {
    run_with(arguments, "")
}

/// Runs the command with a text on standard input.
pub fn run_with(arguments: &[&str], input: &str) -> Run {
    let mut command = Command::cargo_bin("winproof").unwrap();
    let output = command.args(arguments).write_stdin(input).output().unwrap();
    Run {
        code: output.status.code().expect("the command was killed"),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The path as an argument.
pub fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The lines of a certificate.
pub fn unpack(file: &Path) -> Vec<String> {
    let mut content = String::new();
    GzDecoder::new(std::fs::File::open(file).unwrap()).read_to_string(&mut content).unwrap();
    content.lines().map(str::to_string).collect()
}

/// Makes a certificate of lines.
pub fn pack(file: &Path, lines: &[String]) {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    for line in lines {
        writeln!(packed, "{line}").unwrap();
    }
    std::fs::write(file, packed.finish().unwrap()).unwrap();
}

/// The names of the files in a folder.
pub fn files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The Python of this machine.
pub const PYTHON: &str = if cfg!(windows) { "python" } else { "python3" };

/// A Python that has python-chess: the one that WINPROOF_PYTHON names, or one in an environment that is made for the
/// tests with `python3 -m venv` and pip, once for a target folder. Without a network, the reason why there is none.
pub fn python_with_chess() -> Result<PathBuf, String> {
    if let Some(python) = std::env::var_os("WINPROOF_PYTHON") {
        return Ok(PathBuf::from(python));
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python-chess-1.11.2");
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let succeeds = |program: &Path, arguments: &[&str]| {
        let status = std::process::Command::new(program).args(arguments).status();
        status.is_ok_and(|status| status.success())
    };
    let has_chess = || succeeds(&python, &["-c", "import chess.engine"]);
    if python.exists() && has_chess() {
        return Ok(python);
    }
    if !succeeds(Path::new(PYTHON), &["-m", "venv", text(&folder)]) {
        return Err("there is no python3 with venv; set WINPROOF_PYTHON to a Python with python-chess".to_string());
    }
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "chess==1.11.2"];
    match succeeds(&python, &install) && has_chess() {
        true => Ok(python),
        false => Err("pip could not install python-chess".to_string()),
    }
}
