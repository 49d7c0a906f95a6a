//! The page: its files, compiled into the program, and the same as one file that needs no server.

use crate::session::{Command, Session};
use crate::view::{BoardView, MoveView, StrategyView};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde_json::{Value, json};
use std::collections::{HashMap, VecDeque};
use winproof::open::OpenGame;
use winproof::{Player, Status};

/// The most positions that a page without a server holds: those nearest to the root.
pub const MOST_IN_FILE: usize = 20_000;

const INDEX: &str = include_str!("../page/index.html");
const STYLE: &str = include_str!("../page/style.css");
const ICON: &str = include_str!("../page/icon.svg");

/// The modules, each after those that it imports.
const MODULES: [(&str, &str); 9] = [
    ("words.js", include_str!("../page/words.js")),
    ("board.js", include_str!("../page/board.js")),
    ("moves.js", include_str!("../page/moves.js")),
    ("live.js", include_str!("../page/live.js")),
    ("outline.js", include_str!("../page/outline.js")),
    ("map.js", include_str!("../page/map.js")),
    ("server.js", include_str!("../page/server.js")),
    ("file.js", include_str!("../page/file.js")),
    ("main.js", include_str!("../page/main.js")),
];

/// What stands in the page where the shapes of men come.
const SYMBOLS: &str = "<!-- symbols -->";

/// A file of the page: its kind and its content.
pub fn file(path: &str) -> Option<(&'static str, String)> {
    let name = path.strip_prefix('/')?;
    match name {
        "" | "index.html" => Some(("text/html; charset=utf-8", INDEX.replace(SYMBOLS, &winproof_draw::all_symbols()))),
        "style.css" => Some(("text/css; charset=utf-8", STYLE.to_string())),
        "icon.svg" => Some(("image/svg+xml", ICON.to_string())),
        _ => {
            let module = MODULES.iter().find(|(module, _)| *module == name)?;
            Some(("text/javascript; charset=utf-8", module.1.to_string()))
        }
    }
}

/// All modules as one: what they import is above, so that the words `import` and `export` are left out.
fn one_module() -> String {
    let mut text = String::new();
    for (_, module) in MODULES {
        for line in module.lines().filter(|line| !line.starts_with("import ")) {
            text.push_str(line.strip_prefix("export ").unwrap_or(line));
            text.push('\n');
        }
    }
    text
}

/// What a page in a file holds.
pub struct Exported {
    /// The page.
    pub html: String,
    /// How many positions it holds.
    pub positions: usize,
    /// Whether it holds all that the strategies lead to.
    pub is_whole: bool,
}

/// The page with the session's strategies inside.
pub fn export(session: &Session) -> Result<Exported, String> {
    let (data, positions, is_whole) = collect(session)?;
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
    let packed = serde_json::to_writer(&mut packer, &data).map_err(|error| error.to_string());
    packed?;
    let packed = packer.finish().map_err(|error| error.to_string())?;
    let policy = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src \
                  'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">";
    let mut html = INDEX.replace(SYMBOLS, &winproof_draw::all_symbols());
    for (place, text) in [
        ("<link rel=\"stylesheet\" href=\"style.css\">", format!("{policy}\n<style>\n{STYLE}</style>")),
        (
            "<link rel=\"icon\" href=\"icon.svg\">",
            format!("<link rel=\"icon\" href=\"data:image/svg+xml;base64,{}\">", base64(ICON.as_bytes())),
        ),
        (
            "<script type=\"module\" src=\"main.js\"></script>",
            format!(
                "<script type=\"application/octet-stream\" id=\"data\">{}</script>\n\
                 <script type=\"module\">\n{}</script>",
                base64(&packed),
                one_module()
            ),
        ),
    ] {
        if !html.contains(place) {
            return Err(format!("the page has no '{place}'"));
        }
        html = html.replacen(place, &text, 1);
    }
    Ok(Exported { html, positions, is_whole })
}

/// The positions that the strategies lead to, breadth first, until there are enough.
fn collect(session: &Session) -> Result<(Value, usize, bool), String> {
    let root = session.root().map_err(|error| error.to_string())?;
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut nodes: Vec<Value> = Vec::new();
    let (mut frames, mut saids, mut men) = (Table::default(), Table::default(), Table::default());
    let mut outlines = serde_json::Map::new();
    // Positions with whoever moved last.
    let mut left: VecDeque<(Box<dyn OpenGame>, Player)> = VecDeque::new();
    numbers.insert(root.position_text(), 0);
    left.push_back((session.root().map_err(|error| error.to_string())?, Player::Max));
    let mut is_whole = true;
    while let Some((game, mover_before)) = left.pop_front() {
        let strategies = session.strategy_views(&*game);
        let moves = session.move_views(&*game, &strategies);
        let (mover, end, viewer) = match game.status() {
            Status::Turn(player) => (Some(game.player_name(player)), None, player),
            Status::Ended(_) => (None, Some(game.end_text()), mover_before),
        };
        let mut lead = Vec::new();
        for view in &moves {
            let is_followed = follows(&*game, &strategies, view);
            let known = numbers.get(&view.position).copied();
            let number = match known {
                None if is_followed && numbers.len() < MOST_IN_FILE => {
                    let number = numbers.len();
                    numbers.insert(view.position.clone(), number);
                    left.push_back((game.after(&view.r#move).map_err(|error| error.to_string())?, viewer));
                    Some(number)
                }
                None => {
                    is_whole &= !is_followed;
                    None
                }
                known => known,
            };
            if let Some(number) = number {
                let said = saids.number(json!(view.said));
                lead.push(json!([view.r#move, number, view.place, said, view.best, view.proof, view.within]));
            }
        }
        for strategy in strategies.iter().filter(|strategy| strategy.holds) {
            let is_start = strategy.root == game.position_text();
            let level =
                if is_start || strategy.reply.is_none() { session.outline(strategy.number, &*game) } else { None };
            if let Some(level) = level {
                outlines.insert(format!("{}\t{}", strategy.number, game.position_text()), json!(level));
            }
        }
        let board = BoardView::new(&*game);
        let frame = json!([board.view_box, board.ground, board.above, board.squares, board.names]);
        let frame = frames.number(frame);
        // Most men stand on the same squares in many positions.
        let elements = board.men.split_inclusive("/>").map(|element| men.number(json!(element)));
        let elements: Vec<usize> = elements.collect();
        let said = saids.number(json!(session.known(&*game).said(&*game, viewer)));
        let here = strategies.iter().map(|one| json!([one.holds, one.reply, one.rank]));
        nodes.push(json!({
            "position": game.position_text(), "mover": mover, "end": end, "frame": frame, "men": elements,
            "said": said, "within": session.within(&*game), "moves": lead, "strategies": here.collect::<Vec<_>>(),
        }));
    }
    let strategies = session.strategy_views(&*root);
    let maps: Vec<Value> = strategies.iter().map(|one| json!(session.map(one.number, &*root).flatten())).collect();
    let view = session.view(None, &[]).map_err(|error| error.to_string())?;
    // What the command is depends on the position, so the page puts it together.
    let Command { game, options, takes_position } = &session.command;
    let data = json!({
        "title": view.title, "pairs": view.pairs, "whole": is_whole,
        "command": {"game": game, "options": options, "takes_position": takes_position},
        "nodes": nodes, "frames": frames.items, "saids": saids.items, "men": men.items,
        "outlines": outlines, "maps": maps, "strategies": strategies,
    });
    Ok((data, numbers.len(), is_whole))
}

/// Things that are said often, each written once.
#[derive(Default)]
struct Table {
    numbers: HashMap<String, usize>,
    items: Vec<Value>,
}

impl Table {
    fn number(&mut self, item: Value) -> usize {
        *self.numbers.entry(item.to_string()).or_insert_with(|| {
            self.items.push(item);
            self.items.len() - 1
        })
    }
}

/// Whether a move belongs to a strategy: it is what the strategy plays, or a defence against it.
fn follows(game: &dyn OpenGame, strategies: &[StrategyView], view: &MoveView) -> bool {
    let Status::Turn(player) = game.status() else { return false };
    let mover = game.player_name(player);
    strategies.iter().any(|strategy| match strategy.player == mover {
        true => view.proof.contains(&strategy.number),
        false => strategy.holds,
    })
}

/// Bytes as text.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let number = (0..3).fold(0u32, |number, place| number << 8 | u32::from(*group.get(place).unwrap_or(&0)));
        for place in 0..4 {
            let letter = LETTERS[(number >> (18 - 6 * place) & 63) as usize];
            text.push(if place <= group.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_text() {
        for (bytes, text) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn modules_come_after_what_they_import() {
        for (place, (name, module)) in MODULES.iter().enumerate() {
            for line in module.lines().filter(|line| line.starts_with("import ")) {
                let imported = line.split('"').nth(1).and_then(|path| path.strip_prefix("./"));
                assert!(line.ends_with(';'), "{name}: an import takes one line: {line}");
                let is_above = MODULES[..place].iter().any(|(other, _)| Some(*other) == imported);
                assert!(is_above, "{name} imports {imported:?}");
            }
        }
        let text = one_module();
        assert!(!text.contains("\nimport ") && !text.contains("\nexport "));
    }
}
