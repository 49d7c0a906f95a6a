//! `winproof explore`: a game, its values and its proof in a browser, or in one file.

use super::destination::{Destination, quoted};
use crate::args::{ExploreArguments, Place, Rules, game_named};
use crate::failure::{Exit, Failure, reason};
use crate::{catalog, interrupt, memory, output, phrases, request};
use std::fs::File;
use std::io::BufWriter;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, UdpSocket};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use winproof::open::OpenGame;
use winproof::proof::check::{Reader, Refusal};
use winproof::{Limits, Stopped, TextError, TextRules};
use winproof_explore::{Budget, Command, Guard, Proof, Session, SolveRequest};
use winproof_games::Chess;
use winproof_games::chess::mate::question::Question;
use winproof_games::chess::mate::{Answer, MateSearch};
use winproof_games::chess::{MOST_MOVES, already_over};
use winproof_games::registry::Request;

/// Explores a game.
pub fn run(arguments: &ExploreArguments) -> Result<Exit, Failure> {
    if arguments.rules.rules.is_some() {
        return Err(Failure::wrong("the explorer does not start programs that have rules: leave --rules out"));
    }
    let html = arguments.html.as_deref().map(|path| Destination::new(path, "the page")).transpose()?;
    let cancel = interrupt::flag();
    let threads = arguments.threads.map_or_else(memory::cores, usize::from);
    let session = match (&arguments.mate, &arguments.subject) {
        (Some(fen), _) => {
            let found = find_mate(arguments, &fen.join(" "), threads, &cancel)?;
            of_certificate(arguments, found.path(), threads)?
        }
        (None, Some(subject)) if is_game(subject) => of_game(arguments, subject, threads)?,
        (None, Some(file)) => of_certificate(arguments, Path::new(file), threads)?,
        (None, None) => return Err(Failure::wrong("name a certificate or a game to explore")),
    };
    match html {
        Some(destination) => write_page(&session, &destination, arguments, &cancel),
        None => serve(session, arguments, &cancel),
    }
}

/// Whether a word names a game rather than a file; what is neither is most likely a game's name with a typing error.
fn is_game(subject: &str) -> bool {
    catalog::games().iter().any(|game| game.name == subject)
        || !subject.ends_with(".wpf") && !Path::new(subject).exists()
}

fn budget(arguments: &ExploreArguments, threads: usize) -> Budget {
    let seconds = arguments.time.as_secs_f64();
    let available = memory::default_limit().unwrap_or(usize::MAX);
    let most_memory = arguments.memory.saturating_mul(4).min(available).max(arguments.memory);
    Budget { seconds, most_seconds: seconds * 10.0, memory: arguments.memory, most_memory, threads }
}

/// A session that starts where a request says.
fn session(request: Request, file: Option<&str>, budget: Budget) -> Result<Session, TextError> {
    let root = catalog::open(&request)?;
    let is_graph = request.game == request::GRAPH;
    let mut game = request.game.clone();
    if let Some(file) = file.filter(|_| is_graph) {
        game.push_str(&format!(" {}", quoted(file)));
    }
    let parameters = root.parameters();
    let options =
        parameters.iter().filter(|(_, value)| !value.contains('\n')).map(|(name, value)| match name.as_str() {
            "size" | "line" => format!(" --{name} {}", quoted(value)),
            _ => format!(" --set {}", quoted(&format!("{name}={value}"))),
        });
    let command = Command { game, options: options.collect(), takes_position: !is_graph };
    let open = move |position: Option<&str>| -> Result<Box<dyn OpenGame>, TextError> {
        let Some(position) = position else { return catalog::open(&request) };
        let moved = |parameters: &[(String, String)]| Request {
            game: request.game.clone(),
            parameters: parameters.to_vec(),
            position: Some(position.to_string()),
            moves: Vec::new(),
        };
        // What the rules are must not depend on the position, such as who attacks in chess.
        catalog::open(&moved(&parameters)).or_else(|_| catalog::open(&moved(&request.parameters)))
    };
    Ok(Session::new(Box::new(open), command, budget))
}

fn of_game(arguments: &ExploreArguments, game: &str, threads: usize) -> Result<Session, Failure> {
    let place = Place { game: Some(game.to_string()), position: arguments.position.clone() };
    let game = game_named(game).map_err(Failure::wrong)?;
    let request = request::request(&game, &place, &arguments.rules)?;
    session(request, place.position.as_deref(), budget(arguments, threads))
        .map_err(|error| request::failure(&game, &place, &error))
}

/// A session about a certificate, which is checked first.
fn of_certificate(arguments: &ExploreArguments, path: &Path, threads: usize) -> Result<Session, Failure> {
    let Rules { size, line, set, moves, .. } = &arguments.rules;
    if arguments.position.is_some() || size.is_some() || line.is_some() || !set.is_empty() || moves.is_some() {
        return Err(Failure::wrong("a certificate says which game and position it is about: leave those out"));
    }
    let shown = path.display();
    let wrong = |why: String| Failure::wrong(format!("'{shown}' cannot be explored: {why}"));
    let file = File::open(path).map_err(|error| wrong(reason(&error)))?;
    let reader = Reader::open(file, memory::CHECK).map_err(|refusal| wrong(refusal.to_string()))?;
    let header = reader.header().clone();
    let position = header.claims.first().map(|claim| claim.root.clone());
    // The root of a graph is in its file.
    let position = position.filter(|_| header.game != request::GRAPH);
    let request = Request { game: header.game, parameters: header.parameters, position, moves: Vec::new() };
    let session = session(request, None, budget(arguments, threads)).map_err(|error| wrong(error.to_string()))?;
    let root = session.root().map_err(|error| wrong(error.to_string()))?;
    if !arguments.quiet {
        output::remark("checking the certificate");
    }
    let proof = Proof::load(path, &*root, false, threads).map_err(|refusal| match refusal {
        Ok(Refusal::Unproved(why)) => Failure::failed(format!("certificate refused: {why}")),
        Ok(refusal) => wrong(refusal.to_string()),
        Err(why) => wrong(why),
    })?;
    session.add_proof(proof);
    Ok(session)
}

/// A shorter mate is looked for so long after the first.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(5);

/// Finds a mate and writes its certificate to a temporary file.
fn find_mate(
    arguments: &ExploreArguments,
    fen: &str,
    threads: usize,
    cancel: &Arc<AtomicBool>,
) -> Result<Temporary, Failure> {
    let rules = Chess::for_fen(fen).map_err(Failure::wrong)?;
    let root = rules.parse_position(fen).map_err(Failure::wrong)?;
    if !root.can_move() {
        return Err(Failure::wrong(already_over(&root)));
    }
    let limits = Limits {
        nodes: None,
        time: Some(arguments.time),
        memory: Some(arguments.memory),
        cancel: Some(Arc::clone(cancel)),
    };
    if !arguments.quiet {
        output::remark("looking for a mate");
    }
    let mut search = MateSearch::new(&root, limits).threads(threads);
    let question = Question { patience: Some(PATIENCE), ..Question::default() };
    let findings = search.answer(&question, |_, _| {});
    let Some(found) = findings.mate else {
        let (exit, why) = match findings.stopped {
            Stopped::Interrupted => (Exit::Interrupted, "the search was interrupted".to_string()),
            _ if findings.refutation.is_some() => (Exit::Failed, "there is no mate in this position".to_string()),
            _ => (Exit::Unsolved, "no mate was found within the limits: retry with more --time".to_string()),
        };
        return Err(Failure { exit, sentence: why });
    };
    // Under rules that count moves, the other moves have values that can be found: no mate in so many.
    let counted = u8::try_from(found.moves).ok().filter(|&moves| moves <= MOST_MOVES).map(|moves| search.within(moves));
    let mate = match counted {
        Some(Answer::Mate(counted)) => *counted,
        _ => found,
    };
    let failed = |error: std::io::Error| Failure::failed(format!("cannot make a temporary file: {}", reason(&error)));
    let folder = tempfile::tempdir().map_err(failed)?;
    let path = folder.path().join("mate.wpf");
    let file = BufWriter::new(File::create(&path).map_err(failed)?);
    mate.solution.write_certificate(&mate.game, file).map_err(failed)?;
    Ok(Temporary { _folder: folder, path })
}

/// A file that is gone when nobody needs it.
struct Temporary {
    _folder: tempfile::TempDir,
    path: PathBuf,
}

impl Temporary {
    fn path(&self) -> &Path {
        &self.path
    }
}

/// Writes the page into one file; makes the proof first where there is none.
fn write_page(
    session: &Session,
    destination: &Destination,
    arguments: &ExploreArguments,
    cancel: &Arc<AtomicBool>,
) -> Result<Exit, Failure> {
    if !session.has_proof() {
        if !arguments.quiet {
            output::remark("solving, and finding the strategy");
        }
        let (sender, events) = std::sync::mpsc::channel();
        let wanted = SolveRequest { prove: true, ..SolveRequest::default() };
        session.solve(&wanted, Arc::clone(cancel), sender).map_err(Failure::wrong)?;
        let last = events.into_iter().last().unwrap_or_default();
        if !session.has_proof() && last["stopped"] == Stopped::Interrupted.word() {
            return Err(Failure { exit: Exit::Interrupted, sentence: "the search was interrupted".to_string() });
        }
        if !session.has_proof() {
            let why = last["error"].as_str().map_or_else(
                || "the position was not solved within the limits: retry with more --time or --memory".to_string(),
                str::to_string,
            );
            return Err(Failure { exit: Exit::Unsolved, sentence: format!("there is no proof to show: {why}") });
        }
    }
    let page = winproof_explore::export(session).map_err(Failure::failed)?;
    destination.write(|file| file.write_all(page.html.as_bytes()))?;
    if !arguments.quiet {
        let positions = output::counted(page.positions as u64, "position");
        let part = match page.is_whole {
            true => "the whole proof",
            false => "the part of the proof nearest to the start, as a page holds no more",
        };
        output::remark(&format!("wrote {part}: {positions}, {}", output::bytes(page.html.len())));
    }
    Ok(Exit::Done)
}

fn serve(session: Session, arguments: &ExploreArguments, stop: &AtomicBool) -> Result<Exit, Failure> {
    let wanted = arguments.listen;
    let cannot = |error: std::io::Error| Failure::failed(format!("cannot listen on {wanted}: {}", reason(&error)));
    let listener = TcpListener::bind(wanted).map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
    let guard = Guard::new(address, arguments.allow_origin.clone()).map_err(Failure::failed)?;
    let token = guard.token().map_or(String::new(), |token| format!("?token={token}"));
    let link = format!("http://{}/{token}", reachable(address));
    if !arguments.quiet {
        let root = session.root().map_err(Failure::wrong)?;
        output::remark(&format!("exploring {}; Ctrl-C ends it", phrases::rules_name(&*root)));
    }
    output::print(&format!("{link}\n"))?;
    if arguments.open {
        open_browser(&link);
    }
    winproof_explore::serve(listener, session, guard, stop).map_err(cannot)?;
    Ok(Exit::Done)
}

/// The address that others reach the server by. One that listens on all of them is reached by the one that leads out.
fn reachable(address: SocketAddr) -> SocketAddr {
    if !address.ip().is_unspecified() {
        return address;
    }
    // Addresses of documents: connecting sends nothing, but chooses the way.
    let (any, far) = match address.is_ipv4() {
        true => ("0.0.0.0:0", "192.0.2.1:9"),
        false => ("[::]:0", "[2001:db8::1]:9"),
    };
    let own = UdpSocket::bind(any).and_then(|socket| socket.connect(far).and_then(|()| socket.local_addr()));
    let local: IpAddr = if address.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() };
    SocketAddr::new(own.map_or(local, |own| own.ip()), address.port())
}

/// Opens a link in the system's browser. Where that does not work, the link is printed anyway.
fn open_browser(link: &str) {
    let (program, first): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let silent = std::process::Stdio::null;
    let started = std::process::Command::new(program).args(first).arg(link).stdout(silent()).stderr(silent()).spawn();
    if started.is_err() {
        output::remark("no browser could be opened; follow the link");
    }
}
