//! Who may ask: pages of this server, and nobody through a browser that shows another page.

use crate::http::HttpRequest;
use std::net::SocketAddr;

/// What the server accepts.
#[derive(Clone, Debug)]
pub struct Guard {
    /// The values of `Host` that are this server, where it listens on the loopback address; any, elsewhere.
    hosts: Option<Vec<String>>,
    /// Other origins that may use the JSON.
    origins: Vec<String>,
    /// What every request for something other than the page's own files must carry.
    token: Option<String>,
}

impl Guard {
    /// For a server at an address. Away from the loopback address, it wants a token.
    pub fn new(address: SocketAddr, origins: Vec<String>) -> Result<Guard, String> {
        if address.ip().is_loopback() {
            let port = address.port();
            let hosts = ["127.0.0.1", "localhost", "[::1]"].map(|host| format!("{host}:{port}"));
            return Ok(Guard { hosts: Some(hosts.to_vec()), origins, token: None });
        }
        let mut bytes = [0u8; 16];
        getrandom::fill(&mut bytes).map_err(|error| format!("the system gives no random numbers: {error}"))?;
        let token: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Guard { hosts: None, origins, token: Some(token) })
    }

    /// The token, if one is wanted.
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// Whether a request may be answered, and the other origin that may read the answer if it comes from one.
    pub fn admit<'a>(&'a self, request: &'a HttpRequest) -> Result<Option<&'a str>, &'static str> {
        let host = request.header("host").ok_or("the request does not say to which host it goes")?;
        if self.hosts.as_ref().is_some_and(|hosts| !hosts.iter().any(|own| own.eq_ignore_ascii_case(host))) {
            return Err("this is not the host that the request is for");
        }
        let mut other = None;
        if let Some(origin) = request.header("origin") {
            match self.origins.iter().find(|allowed| allowed.as_str() == origin) {
                Some(allowed) => other = Some(allowed.as_str()),
                None if origin == format!("http://{host}") => {}
                None => return Err("the request comes from another page"),
            }
        }
        // Browsers say of what they fetch without an origin whether another page asked for it.
        let site = request.header("sec-fetch-site").unwrap_or("none");
        let is_followed = request.header("sec-fetch-mode") == Some("navigate") && request.path == "/";
        if other.is_none() && !matches!(site, "same-origin" | "none") && !is_followed {
            return Err("the request comes from another page");
        }
        if let Some(token) = &self.token {
            let is_open = request.method == "GET" && !request.path.starts_with("/api/") && request.path != "/";
            let given = request.header("x-winproof-token").or_else(|| request.values("token").next());
            let is_preflight = request.method == "OPTIONS";
            if !is_open && !is_preflight && !given.is_some_and(|given| same(given, token)) {
                return Err("the link's token is missing or wrong; use the link that winproof printed");
            }
        }
        Ok(other)
    }
}

/// Whether two texts are the same, in a time that does not tell where they differ.
fn same(first: &str, second: &str) -> bool {
    let pairs = first.bytes().zip(second.bytes());
    first.len() == second.len() && pairs.fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(path: &str, headers: &[(&str, &str)]) -> HttpRequest {
        let headers = headers.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        let (path, query) = path.split_once("?token=").unwrap_or((path, ""));
        let query = if query.is_empty() { Vec::new() } else { vec![("token".to_string(), query.to_string())] };
        HttpRequest { method: "GET".to_string(), path: path.to_string(), query, headers, body: Vec::new() }
    }

    #[test]
    fn other_pages_are_refused() {
        let guard = Guard::new("127.0.0.1:80".parse().unwrap(), vec!["https://mine.example".to_string()]).unwrap();
        let admits = |headers: &[(&str, &str)]| guard.admit(&request("/api/position", headers)).is_ok();
        let own = ("host", "localhost:80");
        assert!(admits(&[own]));
        assert!(admits(&[own, ("origin", "http://localhost:80"), ("sec-fetch-site", "same-origin")]));
        assert!(admits(&[own, ("origin", "https://mine.example"), ("sec-fetch-site", "cross-site")]));
        assert!(!admits(&[]));
        assert!(!admits(&[("host", "elsewhere.example:80")]));
        assert!(!admits(&[("host", "127.0.0.1:81")]));
        assert!(!admits(&[own, ("origin", "http://127.0.0.1:80")]));
        assert!(!admits(&[own, ("origin", "null")]));
        assert!(!admits(&[own, ("sec-fetch-site", "cross-site")]));
        assert!(!admits(&[own, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")]));
        // A link from another page to the explorer may be followed.
        let followed = [own, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")];
        assert!(guard.admit(&request("/", &followed)).is_ok());
    }

    #[test]
    fn away_from_the_loopback_address_a_token_is_wanted() {
        let guard = Guard::new("10.0.0.1:80".parse().unwrap(), Vec::new()).unwrap();
        let token = guard.token().unwrap().to_string();
        assert_eq!(token.len(), 32);
        let admits = |path: &str, headers: &[(&str, &str)]| {
            let headers: Vec<_> = headers.iter().copied().chain([("host", "10.0.0.1:80")]).collect();
            guard.admit(&request(path, &headers)).is_ok()
        };
        assert!(!admits("/", &[]) && !admits("/api/position", &[]) && !admits("/?token=0", &[]));
        assert!(admits(&format!("/?token={token}"), &[]) && admits("/style.css", &[]));
        assert!(admits("/api/position", &[("x-winproof-token", &token)]));
        let other = Guard::new("10.0.0.1:80".parse().unwrap(), Vec::new()).unwrap();
        assert_ne!(other.token(), guard.token());
    }
}
