//! The server of the page: a thread for each connection, a few of them at a time, and fewer searches.

use crate::guard::Guard;
use crate::http::{self, BadRequest, HttpRequest};
use crate::live::SolveRequest;
use crate::page;
use crate::session::Session;
use serde::Serialize;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// The most connections at a time.
const MOST_CONNECTIONS: usize = 64;
/// The most searches at a time, unless told otherwise.
pub const MOST_SEARCHES: usize = 2;
/// How long a search waits for another one to end.
const WAIT_FOR_SEARCH: Duration = Duration::from_secs(3);
/// How often the server looks whether somebody still listens to a search.
const LOOK: Duration = Duration::from_millis(150);

const JSON: &str = "application/json";

/// What all connections share.
struct Shared {
    session: Session,
    guard: Guard,
    connections: AtomicUsize,
    searches: Mutex<usize>,
    search_ended: Condvar,
    most_searches: usize,
}

/// Answers requests until the flag is set.
pub fn serve(listener: TcpListener, session: Session, guard: Guard, stop: &AtomicBool) -> io::Result<()> {
    let shared = Arc::new(Shared {
        session,
        guard,
        connections: AtomicUsize::new(0),
        searches: Mutex::new(0),
        search_ended: Condvar::new(),
        most_searches: MOST_SEARCHES,
    });
    let accepting = Arc::clone(&shared);
    // It ends with the program: nobody can wake it.
    std::thread::Builder::new().name("accept".to_string()).spawn(move || accept(&listener, &accepting))?;
    while !stop.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    for stream in listener.incoming() {
        let Ok(mut stream) = stream else {
            // Out of files, most likely: wait for connections to end.
            std::thread::sleep(Duration::from_millis(50));
            continue;
        };
        if http::set_patience(&stream).is_err() {
            continue;
        }
        if shared.connections.fetch_add(1, Ordering::Relaxed) >= MOST_CONNECTIONS {
            shared.connections.fetch_sub(1, Ordering::Relaxed);
            let _ = error(&mut stream, 503, "too many connections; try again", None);
            continue;
        }
        let shared = Arc::clone(shared);
        let thread = std::thread::Builder::new().name("connection".to_string());
        let counted = Arc::clone(&shared);
        let spawned = thread.spawn(move || {
            // A connection that has gone is no error of the server's.
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| answer(&mut stream, &shared)));
            let _ = stream.shutdown(Shutdown::Write);
            shared.connections.fetch_sub(1, Ordering::Relaxed);
        });
        if spawned.is_err() {
            counted.connections.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

fn error(stream: &mut TcpStream, status: u16, sentence: &str, origin: Option<&str>) -> io::Result<()> {
    let body = json!({"error": sentence}).to_string();
    http::write(stream, status, JSON, body.as_bytes(), origin)
}

fn object(stream: &mut TcpStream, value: &impl Serialize, origin: Option<&str>) -> io::Result<()> {
    http::write(stream, 200, JSON, &serde_json::to_vec(value)?, origin)
}

fn answer(stream: &mut TcpStream, shared: &Shared) -> io::Result<()> {
    let request = match HttpRequest::read(&mut *stream) {
        Ok(request) => request,
        Err(BadRequest(status, sentence)) => return error(stream, status, sentence, None),
    };
    let origin = match shared.guard.admit(&request) {
        Ok(origin) => origin,
        Err(sentence) => return error(stream, 403, sentence, None),
    };
    let session = &shared.session;
    let position = request.values("p").next();
    let moves: Vec<String> = request.values("m").map(str::to_string).collect();
    match (request.method.as_str(), request.path.as_str()) {
        ("OPTIONS", _) if origin.is_some() => http::write(stream, 204, JSON, b"", origin),
        ("GET", "/api/position") => match session.view(position, &moves) {
            Ok(view) => object(stream, &view, origin),
            Err(sentence) => error(stream, 422, &sentence.to_string(), origin),
        },
        ("GET", "/api/outline" | "/api/map") => {
            let number = request.values("strategy").next().and_then(|text| text.parse().ok()).unwrap_or(0);
            let line = match session.line(position, &moves) {
                Ok(line) => line,
                Err(sentence) => return error(stream, 422, &sentence.to_string(), origin),
            };
            let game = &*line[line.len() - 1];
            let found = match request.path.as_str() {
                "/api/map" => session.map(number, game).map(|layers| json!(layers)),
                _ => session.outline(number, game).map(|level| json!(level)),
            };
            match found {
                Some(found) => object(stream, &found, origin),
                None => error(stream, 404, "no strategy of this number has an answer here", origin),
            }
        }
        ("GET", "/api/budget") => {
            let budget = session.budget;
            let budget = json!({
                "seconds": budget.seconds, "most_seconds": budget.most_seconds, "threads": budget.threads,
                "memory_mib": budget.memory >> 20, "most_memory_mib": budget.most_memory >> 20,
            });
            object(stream, &budget, origin)
        }
        ("POST", "/api/solve") => match serde_json::from_slice::<SolveRequest>(&request.body) {
            Ok(wanted) => solve(stream, shared, &wanted, origin),
            Err(why) => error(stream, 400, &format!("the request is not understood: {why}"), origin),
        },
        ("GET", path) if !path.starts_with("/api/") => match page::file(path) {
            Some((kind, text)) => http::write(stream, 200, kind, text.as_bytes(), None),
            None => error(stream, 404, "there is no such page", None),
        },
        ("GET" | "POST" | "OPTIONS", _) => error(stream, 404, "there is nothing at this address", origin),
        _ => error(stream, 405, "only GET and POST are understood here", origin),
    }
}

/// A place among the searches that run, given back at the end.
struct SearchPlace<'a>(&'a Shared);

impl<'a> SearchPlace<'a> {
    /// Waits a moment for a place.
    fn new(shared: &'a Shared) -> Option<SearchPlace<'a>> {
        let running = shared.searches.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |running: &mut usize| *running >= shared.most_searches;
        let waited = shared.search_ended.wait_timeout_while(running, WAIT_FOR_SEARCH, is_full);
        let (mut running, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
        if timeout.timed_out() && *running >= shared.most_searches {
            return None;
        }
        *running += 1;
        Some(SearchPlace(shared))
    }
}

impl Drop for SearchPlace<'_> {
    fn drop(&mut self) {
        *self.0.searches.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.0.search_ended.notify_one();
    }
}

/// Searches and sends what is found, a JSON object a line, until the search ends or the page has gone.
fn solve(stream: &mut TcpStream, shared: &Shared, wanted: &SolveRequest, origin: Option<&str>) -> io::Result<()> {
    let session = &shared.session;
    if let Err(sentence) = session.line(wanted.position.as_deref(), &wanted.moves) {
        return error(stream, 422, &sentence.to_string(), origin);
    }
    let Some(_place) = SearchPlace::new(shared) else {
        let sentence = format!("{} searches are running; stop one, or wait for it to end", shared.most_searches);
        return error(stream, 503, &sentence, origin);
    };
    http::write_head(stream, 200, "application/x-ndjson", None, origin)?;
    stream.flush()?;
    let cancel = Arc::new(AtomicBool::new(false));
    let (sender, receiver) = channel::<Value>();
    std::thread::scope(|scope| {
        let flag = Arc::clone(&cancel);
        let search = scope.spawn(move || session.solve(wanted, flag, sender));
        loop {
            let sent = match receiver.recv_timeout(LOOK) {
                Ok(event) => writeln!(stream, "{event}").and_then(|()| stream.flush()),
                Err(RecvTimeoutError::Timeout) if has_gone(stream) => Err(io::ErrorKind::BrokenPipe.into()),
                Err(RecvTimeoutError::Timeout) => Ok(()),
                Err(RecvTimeoutError::Disconnected) => break,
            };
            if sent.is_err() {
                cancel.store(true, Ordering::Relaxed);
                break;
            }
        }
        // What it found before it was stopped is kept.
        let result = search.join();
        match result {
            Ok(Ok(())) => {}
            Ok(Err(sentence)) => {
                let _ = writeln!(stream, "{}", json!({"kind": "error", "error": sentence.to_string()}));
            }
            Err(_) => {
                let sentence = "the search failed; this is a mistake in winproof or in the rules of the game";
                let _ = writeln!(stream, "{}", json!({"kind": "error", "error": sentence}));
            }
        }
    });
    Ok(())
}

/// Whether the other side has closed the connection.
fn has_gone(stream: &TcpStream) -> bool {
    let mut byte = [0];
    if stream.set_nonblocking(true).is_err() {
        return true;
    }
    let gone = match stream.peek(&mut byte) {
        Ok(0) => true,
        Ok(_) => false,
        Err(error) => error.kind() != io::ErrorKind::WouldBlock,
    };
    stream.set_nonblocking(false).is_err() || gone
}
