//! Boards as SVG: the one place where it is decided how squares, men and marks look.
//!
//! A game describes a position as a [`Drawing`]; [`svg`] makes a file of it, and [`Picture`] the parts that a page puts
//! together itself. All men are drawn here (`men.rs`), chess pieces too.
//!
//! ```
//! use winproof_check::drawing::Drawing;
//! let picture = winproof_draw::svg(&Drawing::of_text("x .\n. o"), "a small board");
//! assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
//! ```
#![forbid(unsafe_code)]

mod men;

pub use men::all_symbols;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use winproof_check::drawing::{Arrow, Drawing, Ground, Label, Mark, MarkKind, Place, Square};

/// The side of a square in the units of the picture.
pub const UNIT: f32 = 60.0;

/// What is around the board.
const MARGIN: f32 = 0.12;

/// A drawing in parts, as elements of SVG.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The part of the plane that is shown: left, top, width and height.
    pub view_box: String,
    /// What is below the men: squares and marks.
    pub ground: String,
    /// The men. They use the symbols of [`all_symbols`].
    pub men: String,
    /// What is above the men: arrows and words.
    pub above: String,
}

impl Picture {
    /// The parts of a drawing.
    pub fn new(drawing: &Drawing) -> Picture {
        let mut ground = String::new();
        panel(drawing, &mut ground);
        for square in &drawing.squares {
            self::square(square, &mut ground);
        }
        let last_under = |mark: &&Mark| mark.kind == MarkKind::Rule;
        let (rules, marks): (Vec<_>, Vec<_>) = drawing.marks.iter().partition(last_under);
        let is_round = drawing.squares.first().is_some_and(|square| square.ground == Ground::Hole);
        marks.into_iter().chain(rules).for_each(|kind| mark(kind, is_round, &mut ground));
        let mut men = String::new();
        drawing.men.iter().for_each(|man| men::write(man, &mut men));
        let mut above = String::new();
        drawing.arrows.iter().for_each(|line| arrow(line, &mut above));
        drawing.labels.iter().for_each(|words| label(words, &mut above));
        let (left, top, right, low) = bounds(drawing);
        let view_box = format!("{} {} {} {}", number(left), number(top), number(right - left), number(low - top));
        Picture { view_box, ground, men, above }
    }
}

/// Colours that depend on whether the reader's screen is light or dark.
const STYLE: &str = "<style>svg{color:#4a5160}@media(prefers-color-scheme:dark){svg{color:#b6bdc9}}</style>";

/// A drawing as a whole file, with a title that says what it shows.
pub fn svg(drawing: &Drawing, title: &str) -> String {
    let Picture { view_box, ground, men, above } = Picture::new(drawing);
    let (left, top, right, low) = bounds(drawing);
    let (width, height) = (number(right - left), number(low - top));
    let title = escaped(title);
    let used: BTreeSet<String> = drawing.men.iter().filter_map(men::symbol).collect();
    let defs: String = used.into_iter().collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"{view_box}\" \
         role=\"img\" aria-label=\"{title}\" color=\"#4a5160\">\n<title>{title}</title>\n{STYLE}\n\
         <defs>{defs}</defs>\n{ground}\n{men}\n{above}\n</svg>\n"
    )
}

/// Text as it stands in SVG.
pub fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => result.push_str("&amp;"),
            '<' => result.push_str("&lt;"),
            '>' => result.push_str("&gt;"),
            '"' => result.push_str("&quot;"),
            '\'' => result.push_str("&#39;"),
            // What XML does not allow, not even spelled out.
            control if control.is_control() => result.push('\u{fffd}'),
            other => result.push(other),
        }
    }
    result
}

/// A length in the units of the picture, written short.
pub(crate) fn number(length: f32) -> String {
    let rounded = (f64::from(length) * 100.0).round() / 100.0;
    // Minus zero is zero.
    format!("{}", rounded + 0.0)
}

fn scaled((x, y): Place) -> (String, String) {
    (number(x * UNIT), number(y * UNIT))
}

/// What is shown, in the units of the picture: left, top, right and low.
fn bounds(drawing: &Drawing) -> (f32, f32, f32, f32) {
    let mut bounds = (0.0f32, 0.0f32, 0.0f32, 0.0f32);
    let mut add = |(left, top): Place, (right, low): Place| {
        bounds = (bounds.0.min(left), bounds.1.min(top), bounds.2.max(right), bounds.3.max(low));
    };
    for &Square { at, size, .. } in &drawing.squares {
        add(at, (at.0 + size.0, at.1 + size.1));
    }
    for &Label { ref text, at: (x, y), size, from_left } in &drawing.labels {
        let width = text.chars().count() as f32 * size * 0.62;
        let left = if from_left { x } else { x - width.max(size) / 2.0 };
        add((left, y - size * 0.6), (left + width.max(size), y + size * 0.7));
    }
    let (left, top, right, low) = bounds;
    ((left - MARGIN) * UNIT, (top - MARGIN) * UNIT, (right + MARGIN) * UNIT, (low + MARGIN) * UNIT)
}

/// What the squares of some boards lie on.
fn panel(drawing: &Drawing, output: &mut String) {
    let (class, fill) = match drawing.squares.first().map(|square| square.ground) {
        Some(Ground::Hole) => ("hole-panel", "#2f5fc4"),
        Some(Ground::Felt) => ("felt-panel", "#1f5a41"),
        Some(Ground::Light | Ground::Dark) => ("chequered-panel", "#6d7f94"),
        Some(Ground::Plain) => ("plain-panel", "#c6ccd6"),
        Some(Ground::Node) | None => return,
    };
    let edge = 0.06;
    let (width, height) = drawing.extent();
    let (start, side) = (number(-edge * UNIT), |side: f32| number((side + 2.0 * edge) * UNIT));
    let (width, height) = (side(width), side(height));
    let _ = write!(
        output,
        "<rect class=\"{class}\" x=\"{start}\" y=\"{start}\" width=\"{width}\" height=\"{height}\" rx=\"7\" \
         fill=\"{fill}\"/>"
    );
}

fn square(square: &Square, output: &mut String) {
    let ((x, y), (width, height)) = (scaled(square.at), scaled(square.size));
    let rect = |output: &mut String, class: &str, more: &str| {
        let _ = write!(
            output,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" {more}/>"
        );
    };
    match square.ground {
        Ground::Plain => rect(output, "plain", "fill=\"#fdfdfc\" stroke=\"#c6ccd6\" stroke-width=\"2\""),
        Ground::Light => rect(output, "light", "fill=\"#edf0f4\""),
        Ground::Dark => rect(output, "dark", "fill=\"#9fb1c4\""),
        Ground::Felt => rect(output, "felt", "fill=\"#2f8460\" stroke=\"#1f5a41\" stroke-width=\"2\""),
        Ground::Node => rect(output, "node", "rx=\"22\" fill=\"#eef2f9\" stroke=\"#7b8aa3\" stroke-width=\"2\""),
        Ground::Hole => {
            let (x, y) = scaled((square.at.0 + 0.5, square.at.1 + 0.5));
            let radius = number(0.4 * UNIT);
            let _ = write!(output, "<circle class=\"hole\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"#1c3f8c\"/>");
        }
    }
}

fn mark(mark: &Mark, is_round: bool, output: &mut String) {
    // What stands in a hole covers all of it but the edge.
    if is_round && mark.kind == MarkKind::LastMove {
        let (x, y) = scaled((mark.at.0 + mark.size.0 / 2.0, mark.at.1 + mark.size.1 / 2.0));
        let radius = number(0.43 * UNIT);
        let _ = write!(
            output,
            "<circle class=\"last-move\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"#ffe08a\" \
             stroke-width=\"5\"/>"
        );
        return;
    }
    let ((x, y), (width, height)) = (scaled(mark.at), scaled(mark.size));
    let (class, look) = match mark.kind {
        MarkKind::LastMove => {
            ("last-move", "fill=\"#f2c94c\" fill-opacity=\"0.45\" stroke=\"#d9a514\" stroke-width=\"3\"")
        }
        MarkKind::Target => ("target", "fill=\"#3b82f6\" fill-opacity=\"0.14\""),
        MarkKind::Rule => ("rule", "fill=\"none\" stroke=\"#6d7f94\" stroke-width=\"4\""),
    };
    let _ =
        write!(output, "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" {look}/>");
}

fn arrow(arrow: &Arrow, output: &mut String) {
    let ((x1, y1), (x2, y2)) = (arrow.from, arrow.to);
    let (x1, y1, x2, y2) = (x1 * UNIT, y1 * UNIT, x2 * UNIT, y2 * UNIT);
    let length = (x2 - x1).hypot(y2 - y1).max(1.0);
    let (across, down) = ((x2 - x1) / length, (y2 - y1) / length);
    let (head, half) = (12.0, 6.0);
    let (back_x, back_y) = (x2 - across * head, y2 - down * head);
    let corner = |side: f32| format!("{} {}", number(back_x - down * side), number(back_y + across * side));
    let _ = write!(
        output,
        "<path class=\"arrow\" d=\"M{} {}L{} {}\" stroke=\"currentColor\" stroke-width=\"3\" fill=\"none\"/>\
         <path class=\"arrow\" d=\"M{} {}L{}L{}z\" fill=\"currentColor\"/>",
        number(x1),
        number(y1),
        number(back_x),
        number(back_y),
        number(x2),
        number(y2),
        corner(half),
        corner(-half),
    );
}

fn label(label: &Label, output: &mut String) {
    let ((x, y), size) = (scaled(label.at), number(label.size * UNIT));
    let (anchor, family, space) = match label.from_left {
        // Lines of text keep their columns.
        true => ("start", "ui-monospace,monospace", " xml:space=\"preserve\""),
        false => ("middle", "system-ui,sans-serif", ""),
    };
    let _ = write!(
        output,
        "<text class=\"label\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\" font-family=\"{family}\" \
         text-anchor=\"{anchor}\" dominant-baseline=\"central\" fill=\"currentColor\"{space}>{}</text>",
        escaped(&label.text)
    );
}

#[cfg(test)]
mod tests;
