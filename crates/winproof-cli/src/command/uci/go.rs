//! What `go` asks for.

use std::time::Duration;

/// The part of a clock's time that one move may take.
const PART_OF_CLOCK: u32 = 30;

/// The words that can stand behind `go`.
const WORDS: [&str; 13] = [
    "searchmoves",
    "mate",
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "infinite",
    "ponder",
    "perft",
];

/// A search as it was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// A mate in at most so many moves.
    pub mate: Option<u8>,
    /// At most so many nodes.
    pub nodes: Option<u64>,
    /// At most so long.
    pub time: Option<Duration>,
    /// Whether to wait for `stop` (or `ponderhit`), whatever is found.
    pub waits: bool,
    /// The first moves to search, as they were written; all if there are none.
    pub moves: Vec<String>,
}

impl Go {
    /// Reads the words behind `go`.
    pub fn read(text: &str) -> Result<Go, String> {
        let mut go = Go::default();
        let mut clocks: Vec<Duration> = Vec::new();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            let mut number = || -> Result<u64, String> {
                let value = words.next().ok_or_else(|| format!("a number is missing behind '{word}'"))?;
                // Clocks can be overdrawn.
                let value = value.strip_prefix('-').map_or(value, |_| "0");
                value.parse().map_err(|_| format!("'{value}' behind '{word}' is no number"))
            };
            match word {
                "mate" => go.mate = Some(number()?.clamp(1, 120) as u8),
                // A depth of half-moves: so many of them are the attacker's.
                "depth" => go.mate = Some(number()?.div_ceil(2).clamp(1, 120) as u8),
                "nodes" => go.nodes = Some(number()?),
                "movetime" => go.time = Some(Duration::from_millis(number()?)),
                "wtime" | "btime" => clocks.push(Duration::from_millis(number()?)),
                "winc" | "binc" | "movestogo" => {
                    number()?;
                }
                "infinite" | "ponder" => go.waits = true,
                "searchmoves" => {
                    while let Some(mv) = words.next_if(|word| !WORDS.contains(word)) {
                        go.moves.push(mv.to_string());
                    }
                }
                _ => {}
            }
        }
        if let (None, Some(clock)) = (go.time, clocks.iter().min()) {
            go.time = Some(*clock / PART_OF_CLOCK);
        }
        // Without any limit the search goes on until it is stopped or comes to its end by itself.
        Ok(go)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read() {
        let seconds = Duration::from_secs;
        assert_eq!(Go::read("mate 3"), Ok(Go { mate: Some(3), ..Go::default() }));
        assert_eq!(Go::read("depth 5"), Ok(Go { mate: Some(3), ..Go::default() }));
        assert_eq!(Go::read("infinite"), Ok(Go { waits: true, ..Go::default() }));
        let limited = Go { nodes: Some(1000), time: Some(seconds(2)), ..Go::default() };
        assert_eq!(Go::read("nodes 1000 movetime 2000"), Ok(limited));
        let clocks = Go { time: Some(seconds(2)), ..Go::default() };
        assert_eq!(Go::read("wtime 60000 btime 90000 winc 0 binc 0 movestogo 10"), Ok(clocks));
        let chosen = Go { mate: Some(3), moves: vec!["e2e4".to_string(), "d2d4".to_string()], ..Go::default() };
        assert_eq!(Go::read("searchmoves e2e4 d2d4 mate 3"), Ok(chosen.clone()));
        assert_eq!(Go::read("mate 3 searchmoves e2e4 d2d4"), Ok(chosen));
        assert_eq!(Go::read("movetime"), Err("a number is missing behind 'movetime'".to_string()));
        assert_eq!(Go::read("nodes many"), Err("'many' behind 'nodes' is no number".to_string()));
    }
}
