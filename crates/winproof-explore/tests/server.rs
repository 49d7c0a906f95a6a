//! The server as a program on the other side of a connection sees it: what it answers, whom it refuses, what it
//! survives.

use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use winproof_explore::{Budget, Command, Guard, Session, SolveRequest};
use winproof_games::registry::{Request, open};

fn session(game: &str, parameters: &[(&str, &str)], position: Option<&str>) -> Session {
    let parameters = parameters.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let request =
        Request { game: game.to_string(), parameters, position: position.map(str::to_string), moves: Vec::new() };
    let opener = move |position: Option<&str>| match position {
        None => open(&request),
        Some(text) => open(&Request { position: Some(text.to_string()), ..request.clone() }),
    };
    let command = Command { game: game.to_string(), options: String::new(), takes_position: true };
    let budget = Budget { seconds: 20.0, most_seconds: 60.0, memory: 64 << 20, most_memory: 128 << 20, threads: 2 };
    Session::new(Box::new(opener), command, budget)
}

/// Starts a server that lasts as long as the test.
fn start(session: Session) -> SocketAddr {
    static NEVER: AtomicBool = AtomicBool::new(false);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let guard = Guard::new(address, Vec::new()).unwrap();
    std::thread::spawn(move || winproof_explore::serve(listener, session, guard, &NEVER));
    address
}

/// Sends bytes and reads all of the answer.
fn send(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    // The server may have seen enough before all of it is sent.
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

fn get(address: SocketAddr, path: &str) -> (u16, Value) {
    let answer = send(address, format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n").as_bytes());
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head[9..12].parse().unwrap(), serde_json::from_str(body).unwrap_or(Value::Null))
}

fn post(address: SocketAddr, body: &Value) -> String {
    let body = body.to_string();
    let head = format!("POST /api/solve HTTP/1.1\r\nHost: {address}\r\nContent-Length: {}\r\n\r\n", body.len());
    send(address, format!("{head}{body}").as_bytes())
}

#[test]
fn positions_are_shown_with_what_is_known() {
    let address = start(session("tic-tac-toe", &[], None));
    let (status, view) = get(address, "/api/position?p=xx.%2Foo.%2F...");
    assert_eq!(status, 200);
    assert_eq!((view["mover"].as_str(), view["said"]["class"].as_str()), (Some("X"), Some("open")));
    let moves = view["moves"].as_array().unwrap();
    let of = |name: &str| moves.iter().find(|mv| mv["move"] == name).unwrap();
    // The move that wins at once is known by the rules; what others are worth is open.
    assert_eq!(
        of("c3")["said"],
        json!({"value": 1, "lower": 1, "upper": 1, "score": null, "class": "win", "words": "X wins",
        "evidence": "rules"})
    );
    assert_eq!(of("a1")["said"]["words"], "not solved yet");
    assert_eq!(view["command"], "winproof solve tic-tac-toe xx./oo./... --move-values");
    let (_, ended) = get(address, "/api/position?p=xx.%2Foo.%2F...&m=c3");
    assert_eq!((ended["mover"].clone(), ended["said"]["words"].as_str()), (Value::Null, Some("X wins")));
    assert_eq!(ended["last"]["to"], json!([2]));
    // Errors are the command's sentences.
    let (status, error) = get(address, "/api/position?p=xx");
    assert_eq!(status, 422);
    assert!(error["error"].as_str().unwrap().starts_with("'xx' has 1 row"), "{error}");
    let (status, error) = get(address, "/api/position?m=b2&m=b2");
    assert_eq!(status, 422);
    assert!(error["error"].as_str().unwrap().contains("move 2 of 2: 'b2' is not a legal move"), "{error}");
}

#[test]
fn searches_tell_what_they_find_and_keep_it() {
    let address = start(session("tic-tac-toe", &[], None));
    let answer = post(address, &json!({"position": "xx./oo./...", "seconds": 10}));
    let events: Vec<Value> =
        answer.split_once("\r\n\r\n").unwrap().1.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(events[0]["kind"], "start");
    assert_eq!(events.last().unwrap()["stopped"], "solved");
    // The position and its five moves; O wins after any but c3 and c2.
    let values: Vec<(Value, &str)> = events
        .iter()
        .filter(|event| event["kind"] == "value")
        .map(|event| (event["move"].clone(), event["said"]["class"].as_str().unwrap()))
        .collect();
    assert_eq!(values.len(), 6, "{values:?}");
    assert_eq!(values[0], (Value::Null, "win"));
    assert!(values.contains(&(json!("c3"), "win")) && values.contains(&(json!("a1"), "loss")), "{values:?}");
    let (_, view) = get(address, "/api/position?p=xx.%2Foo.%2F...");
    assert_eq!(view["said"]["words"], "X wins");
    assert!(view["moves"].as_array().unwrap().iter().all(|mv| mv["said"]["value"].is_number()), "{view}");
    let best: Vec<&Value> = view["moves"].as_array().unwrap().iter().filter(|mv| mv["best"] == true).collect();
    assert_eq!(best.len(), 1);
}

#[test]
fn proofs_have_an_outline_and_a_map() {
    let session = session("tic-tac-toe", &[], Some("x../.o./..."));
    let (sender, events) = std::sync::mpsc::channel();
    let wanted = SolveRequest { prove: true, ..SolveRequest::default() };
    session.solve(&wanted, Default::default(), sender).unwrap();
    assert!(events.into_iter().any(|event| event["kind"] == "proof"));
    let address = start(session);
    let (_, view) = get(address, "/api/position");
    assert_eq!(view["said"]["evidence"], "certificate");
    let strategies = view["strategies"].as_array().unwrap();
    assert_eq!(strategies.len(), 2, "{view}");
    for strategy in strategies {
        let number = strategy["number"].as_u64().unwrap();
        let (status, level) = get(address, &format!("/api/outline?strategy={number}"));
        assert_eq!(status, 200, "{level}");
        let defences =
            level["groups"].as_array().unwrap().iter().flat_map(|group| group["defences"].as_array().unwrap());
        // X has seven moves at the root; against X's strategy, O has six.
        let is_mover = strategy["player"] == "X";
        assert_eq!(defences.count(), if is_mover { 6 } else { 7 });
        assert_eq!(level["key"].is_string(), is_mover);
        let (_, map) = get(address, &format!("/api/map?strategy={number}"));
        assert_eq!(map[0]["positions"], 1);
        let below = level["count"].as_u64().unwrap();
        let answered: u64 = map.as_array().unwrap().iter().map(|layer| layer["answered"].as_u64().unwrap()).sum();
        assert_eq!(below, answered);
    }
    assert_eq!(get(address, "/api/outline?strategy=9").0, 404);
}

/// Follows every defence against a strategy to the end: the proof always has an answer, and keeps its word.
#[test]
fn the_proof_answers_until_the_end() {
    let session = session("connect4", &[("size", "4x3")], None);
    let (sender, events) = std::sync::mpsc::channel();
    session.solve(&SolveRequest { prove: true, ..SolveRequest::default() }, Default::default(), sender).unwrap();
    assert!(events.into_iter().any(|event| event["kind"] == "proof"));
    for number in 0..2 {
        let mut left: Vec<Vec<String>> = vec![Vec::new()];
        let (mut ends, mut seen) = (0, std::collections::HashSet::new());
        while let Some(line) = left.pop() {
            let view = serde_json::to_value(session.view(None, &line).unwrap()).unwrap();
            if !seen.insert(view["position"].to_string()) {
                continue;
            }
            if view["mover"].is_null() {
                ends += 1;
                let value = view["said"]["value"].as_i64().unwrap();
                assert!(if number == 0 { value >= 0 } else { value <= 0 }, "{line:?}: {value}");
                continue;
            }
            let strategy = &view["strategies"][number];
            assert_eq!(strategy["holds"], true, "{line:?}");
            let moves: Vec<String> = match strategy["player"] == view["mover"] {
                true => vec![strategy["reply"].as_str().unwrap().to_string()],
                false => {
                    view["moves"].as_array().unwrap().iter().map(|mv| mv["move"].as_str().unwrap().into()).collect()
                }
            };
            left.extend(moves.into_iter().map(|mv| line.iter().cloned().chain([mv]).collect()));
        }
        assert!(ends > 20, "{ends}");
    }
}

#[test]
fn a_search_ends_when_nobody_listens() {
    let address = start(session("connect4", &[], None));
    let body = json!({"seconds": 60}).to_string();
    let head = format!("POST /api/solve HTTP/1.1\r\nHost: {address}\r\nContent-Length: {}\r\n\r\n", body.len());
    let begin = || {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
        let mut start = [0; 400];
        assert!(stream.read(&mut start).unwrap() > 0);
        stream
    };
    // Two run at a time; a third has to wait, and is told so.
    let (first, second) = (begin(), begin());
    let third = post(address, &json!({"seconds": 60}));
    assert!(third.starts_with("HTTP/1.1 503") && third.contains("2 searches are running"), "{third}");
    drop((first, second));
    let started = Instant::now();
    let answer = post(address, &json!({"seconds": 0.2}));
    assert!(answer.contains("\"stopped\":\"time\""), "{answer}");
    assert!(started.elapsed() < Duration::from_secs(20));
}

#[test]
fn others_are_refused() {
    let address = start(session("tic-tac-toe", &[], None));
    let status = |headers: &str| send(address, format!("GET /api/position HTTP/1.1\r\n{headers}\r\n").as_bytes());
    assert!(status(&format!("Host: {address}\r\n")).starts_with("HTTP/1.1 200"));
    for headers in [
        String::new(),
        "Host: rebound.example\r\n".to_string(),
        format!("Host: {address}\r\nOrigin: https://elsewhere.example\r\n"),
        format!("Host: {address}\r\nSec-Fetch-Site: cross-site\r\n"),
    ] {
        assert!(status(&headers).starts_with("HTTP/1.1 403"), "{headers}");
    }
    let page = send(address, format!("GET / HTTP/1.1\r\nHost: {address}\r\n\r\n").as_bytes());
    assert!(page.contains("Content-Security-Policy: default-src 'none'; script-src 'self'"), "{page}");
    assert!(!page.contains("unsafe"), "the policy allows nothing that stands in the page");
}

#[test]
fn malformed_requests_are_survived() {
    let address = start(session("tic-tac-toe", &[], None));
    let long = [b"GET /".as_slice(), &[b'x'; 100_000], b" HTTP/1.1\r\n\r\n"].concat();
    let body = format!("POST /api/solve HTTP/1.1\r\nHost: {address}\r\nContent-Length: 7\r\n\r\n{{\"a\":1}}");
    let nowhere = format!("GET /../../etc/passwd HTTP/1.1\r\nHost: {address}\r\n\r\n");
    let odd = format!("DELETE / HTTP/1.1\r\nHost: {address}\r\n\r\n");
    for (bytes, status) in [
        (&b"\0\xff\xfe\r\n\r\n"[..], "400"),
        (b"\r\n\r\n", "400"),
        (&long, "431"),
        (body.as_bytes(), "400"),
        (nowhere.as_bytes(), "404"),
        (odd.as_bytes(), "405"),
    ] {
        let answer = send(address, bytes);
        assert!(answer.is_empty() || answer[9..].starts_with(status), "{:?}: {answer}", String::from_utf8_lossy(bytes));
    }
    // Connections that say nothing do not keep others out.
    let silent: Vec<TcpStream> = (0..40).map(|_| TcpStream::connect(address).unwrap()).collect();
    assert_eq!(get(address, "/api/position").0, 200);
    drop(silent);
}
