//! Nim as a rules program for Winproof, with the standard library alone: the same rules, name and hash as `nim.py`, so
//! that what is found by one can be checked by the other.
//!
//! ```console
//! $ rustc -O nim.rs
//! $ winproof check nim.wpf --rules ./nim
//! ```

use std::io::{BufRead, Write};

const RULES: &str = r#"{"name": "nim", "hash": "last-stone-wins-1", "values": [-1, 1], "start": "1 2 3 max"}"#;

fn main() -> std::io::Result<()> {
    let mut output = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        if line.contains(r#""ask":"rules""#) {
            writeln!(output, "{RULES}")?;
        } else {
            let answers: Vec<String> = positions(&line).iter().map(|text| look(text)).collect();
            writeln!(output, r#"{{"answers": [{}]}}"#, answers.join(", "))?;
        }
        output.flush()?;
    }
    Ok(())
}

/// The texts of a question `{"ask":"positions","positions":["…","…"]}`. No position of this game has a quote in it, and
/// a text that has one is cut to pieces that are no positions either.
fn positions(question: &str) -> Vec<&str> {
    let list = question.split_once("[\"").map_or("", |(_, list)| list);
    list.trim_end_matches(']').trim_end_matches("\"]}").split("\",\"").collect()
}

fn parse(text: &str) -> Option<(Vec<u32>, bool)> {
    let mut words: Vec<&str> = text.split(' ').collect();
    let is_max = match words.pop()? {
        "max" => true,
        "min" => false,
        _ => return None,
    };
    let number =
        |word: &&str| word.parse().ok().filter(|heap: &u32| (1..=99).contains(heap) && heap.to_string() == *word);
    let heaps: Vec<u32> = words.iter().map(number).collect::<Option<_>>()?;
    heaps.is_sorted().then_some((heaps, is_max))
}

fn text(heaps: &[u32], is_max: bool) -> String {
    let mut text: String = heaps.iter().map(|heap| format!("{heap} ")).collect();
    text.push_str(if is_max { "max" } else { "min" });
    text
}

fn look(asked: &str) -> String {
    let Some((heaps, is_max)) = parse(asked) else {
        return r#"{"error": "not a position; write the heaps in ascending order and who moves, as 1 2 3 max"}"#.into();
    };
    if heaps.is_empty() {
        return format!(r#"{{"end": {}}}"#, if is_max { -1 } else { 1 });
    }
    let (mut moves, mut children) = (Vec::new(), Vec::new());
    for place in (0..heaps.len()).filter(|&place| place == 0 || heaps[place] != heaps[place - 1]) {
        for taken in 1..=heaps[place] {
            let mut left = heaps.clone();
            left[place] -= taken;
            left.retain(|&heap| heap > 0);
            left.sort_unstable();
            moves.push(format!("\"{}-{taken}\"", heaps[place]));
            children.push(format!("\"{}\"", text(&left, !is_max)));
        }
    }
    let turn = if is_max { "max" } else { "min" };
    format!(r#"{{"turn": "{turn}", "moves": [{}], "children": [{}]}}"#, moves.join(", "), children.join(", "))
}
