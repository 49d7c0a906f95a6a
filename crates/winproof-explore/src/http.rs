//! As much of HTTP/1.1 as a page on the same machine needs: one request a connection, bounded in every length, and
//! answers that say how a browser has to treat them.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// The longest request line and headers together.
const LONGEST_HEAD: u64 = 32 << 10;
/// The longest body.
const LONGEST_BODY: usize = 256 << 10;
/// How long a browser may take to send a request, or to read a piece of an answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// What a browser may load: only what this server sends, and nothing that stands in the page itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HttpRequest {
    /// The method, such as `GET`.
    pub method: String,
    /// The path, decoded.
    pub path: String,
    /// The query, decoded.
    pub query: Vec<(String, String)>,
    /// The headers, their names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

/// Why a request cannot be answered: the status and a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadRequest(pub u16, pub &'static str);

impl HttpRequest {
    /// A header by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.as_str())
    }

    /// The values of a part of the query.
    pub fn values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.query.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Reads a request.
    pub fn read(input: impl Read) -> Result<HttpRequest, BadRequest> {
        let mut input = BufReader::new(input);
        let mut head = (&mut input).take(LONGEST_HEAD);
        let request_line = line(&mut head)?;
        let mut words = request_line.split(' ');
        let (Some(method), Some(target), Some(version), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Err(BadRequest(400, "the request line is not of three words"));
        };
        if !matches!(version, "HTTP/1.1" | "HTTP/1.0") {
            return Err(BadRequest(505, "only HTTP/1.1 is spoken here"));
        }
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        if !path.starts_with('/') {
            return Err(BadRequest(400, "the path does not start with a slash"));
        }
        let mut request = HttpRequest { method: method.to_string(), path: decoded(path, false)?, ..Default::default() };
        for part in query.split('&').filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            request.query.push((decoded(name, true)?, decoded(value, true)?));
        }
        loop {
            let header = line(&mut head)?;
            if header.is_empty() {
                break;
            }
            let (name, value) = header.split_once(':').ok_or(BadRequest(400, "a header has no colon"))?;
            if name.is_empty() || name.contains(|letter: char| letter.is_whitespace() || letter.is_control()) {
                return Err(BadRequest(400, "a header has no proper name"));
            }
            request.headers.push((name.to_ascii_lowercase(), value.trim().to_string()));
        }
        if request.header("transfer-encoding").is_some() {
            return Err(BadRequest(501, "bodies are sent with their length here"));
        }
        if let Some(length) = request.header("content-length") {
            let length: usize = length.parse().map_err(|_| BadRequest(400, "the length is not a number"))?;
            if length > LONGEST_BODY {
                return Err(BadRequest(413, "the body is too long"));
            }
            request.body = vec![0; length];
            input.read_exact(&mut request.body).map_err(|_| BadRequest(400, "the body breaks off"))?;
        }
        Ok(request)
    }
}

/// A line of the head without its end.
fn line(input: &mut impl BufRead) -> Result<String, BadRequest> {
    let mut bytes = Vec::new();
    input.read_until(b'\n', &mut bytes).map_err(|_| BadRequest(408, "the request took too long"))?;
    if bytes.pop() != Some(b'\n') {
        return Err(BadRequest(431, "the request breaks off, or its head is too long"));
    }
    if bytes.last() == Some(&b'\r') {
        bytes.pop();
    }
    String::from_utf8(bytes).map_err(|_| BadRequest(400, "the head is not text"))
}

/// What a percent-encoded text stands for.
fn decoded(text: &str, plus_is_space: bool) -> Result<String, BadRequest> {
    let bad = BadRequest(400, "the address is not encoded properly");
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'%' => {
                let digits = [rest.next().ok_or(bad.clone())?, rest.next().ok_or(bad.clone())?];
                let digit = |digit: u8| char::from(digit).to_digit(16).ok_or(bad.clone());
                bytes.push((digit(digits[0])? * 16 + digit(digits[1])?) as u8);
            }
            b'+' if plus_is_space => bytes.push(b' '),
            other => bytes.push(other),
        }
    }
    String::from_utf8(bytes).map_err(|_| bad)
}

/// Gives both directions of a connection a limit on time.
pub fn set_patience(stream: &TcpStream) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))
}

/// Writes the head of an answer. Without a length, the answer goes on until the connection is closed.
pub fn write_head(
    output: &mut impl Write,
    status: u16,
    kind: &str,
    length: Option<usize>,
    origin: Option<&str>,
) -> io::Result<()> {
    let reason = match status {
        200 => "OK",
        204 => "No Content",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        413 => "Content Too Large",
        422 => "Unprocessable Content",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        _ => "Error",
    };
    write!(
        output,
        "HTTP/1.1 {status} {reason}\r\nContent-Type: {kind}\r\nConnection: close\r\nCache-Control: no-store\r\n\
         Content-Security-Policy: {POLICY}\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
    )?;
    match origin {
        Some(origin) => write!(
            output,
            "Access-Control-Allow-Origin: {origin}\r\nAccess-Control-Allow-Headers: content-type, x-winproof-token\r\n\
             Vary: Origin\r\n"
        )?,
        None => write!(output, "Cross-Origin-Resource-Policy: same-origin\r\n")?,
    }
    if let Some(length) = length {
        write!(output, "Content-Length: {length}\r\n")?;
    }
    write!(output, "\r\n")
}

/// Writes a whole answer.
pub fn write(output: &mut impl Write, status: u16, kind: &str, body: &[u8], origin: Option<&str>) -> io::Result<()> {
    write_head(output, status, kind, Some(body.len()), origin)?;
    output.write_all(body)?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(request: &[u8]) -> u16 {
        HttpRequest::read(request).map_or_else(|BadRequest(status, _)| status, |_| 200)
    }

    #[test]
    fn requests_are_read() {
        let text = b"POST /api/solve?p=a%2Fb+c&m=%E2%82%AC&m=2 HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabcdef";
        let request = HttpRequest::read(&text[..]).unwrap();
        assert_eq!((request.method.as_str(), request.path.as_str()), ("POST", "/api/solve"));
        assert_eq!(request.values("p").collect::<Vec<_>>(), ["a/b c"]);
        assert_eq!(request.values("m").collect::<Vec<_>>(), ["€", "2"]);
        assert_eq!((request.header("host"), request.body.as_slice()), (Some("x"), &b"abc"[..]));
    }

    #[test]
    fn broken_requests_are_refused() {
        for (text, expected) in [
            (&b""[..], 431),
            (b"GET / HTTP/1.1", 431),
            (b"GET /\r\n\r\n", 400),
            (b"GET / HTTP/2\r\n\r\n", 505),
            (b"GET http://elsewhere/ HTTP/1.1\r\n\r\n", 400),
            (b"GET /%zz HTTP/1.1\r\n\r\n", 400),
            (b"GET /%ff HTTP/1.1\r\n\r\n", 400),
            (b"GET /%4 HTTP/1.1\r\n\r\n", 400),
            (b"GET / HTTP/1.1\r\nno colon\r\n\r\n", 400),
            (b"GET / HTTP/1.1\r\nbad name: x\r\n\r\n", 400),
            (b"GET / HTTP/1.1\r\nHost: \xff\r\n\r\n", 400),
            (b"POST / HTTP/1.1\r\nContent-Length: 10\r\n\r\nabc", 400),
            (b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
            (b"POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n", 413),
            (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 501),
        ] {
            assert_eq!(status(text), expected, "{}", String::from_utf8_lossy(text));
        }
        let long = format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(100_000));
        assert_eq!(status(long.as_bytes()), 431);
    }
}
