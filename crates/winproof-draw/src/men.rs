//! How men look: each is drawn once, as a symbol in a square of 100 by 100. All shapes are our own.

use crate::{UNIT, escaped, number};
use std::fmt::Write as _;
use winproof_check::drawing::{Colour, Man, Shape};

const SHAPES: [Shape; 12] = [
    Shape::Disc,
    Shape::Cross,
    Shape::Ring,
    Shape::Block,
    Shape::King,
    Shape::Queen,
    Shape::Rook,
    Shape::Bishop,
    Shape::Knight,
    Shape::Pawn,
    Shape::RightTriangle,
    Shape::LeftTriangle,
];
const COLOURS: [Colour; 6] = [Colour::White, Colour::Black, Colour::Red, Colour::Yellow, Colour::Blue, Colour::Grey];

/// The symbols of all men but letters, for a page that shows one board after another.
pub fn all_symbols() -> String {
    let pairs = SHAPES.iter().flat_map(|&shape| COLOURS.map(|colour| (shape, colour)));
    let men = pairs.map(|(shape, colour)| Man { shape, colour, at: (0.0, 0.0), size: 1.0 });
    men.filter_map(|man| symbol(&man)).collect()
}

/// The name of a man's symbol.
fn name(man: &Man) -> Option<String> {
    let shape = match man.shape {
        Shape::Disc => "disc",
        Shape::Cross => "cross",
        Shape::Ring => "ring",
        Shape::Block => "block",
        Shape::King => "king",
        Shape::Queen => "queen",
        Shape::Rook => "rook",
        Shape::Bishop => "bishop",
        Shape::Knight => "knight",
        Shape::Pawn => "pawn",
        Shape::RightTriangle => "right",
        Shape::LeftTriangle => "left",
        Shape::Letter(_) => return None,
    };
    Some(format!("{shape}-{}", look(man.colour).name))
}

/// How a colour looks.
struct Look {
    name: &'static str,
    fill: &'static str,
    /// The outline.
    line: &'static str,
    /// Lines on the fill.
    detail: &'static str,
}

fn look(colour: Colour) -> Look {
    let (name, fill, line, detail) = match colour {
        Colour::White => ("white", "#ffffff", "#2a303c", "#2a303c"),
        Colour::Black => ("black", "#30363f", "#12151a", "#f1f3f6"),
        Colour::Red => ("red", "#e5484d", "#ad2a30", "#f28e91"),
        Colour::Yellow => ("yellow", "#f6c927", "#b98f06", "#fbe48d"),
        Colour::Blue => ("blue", "#3474d9", "#1f4f9e", "#86aeea"),
        Colour::Grey => ("grey", "#7d8898", "#59626f", "#a8b1be"),
    };
    Look { name, fill, line, detail }
}

/// The foot that chess pieces stand on.
const FOOT: &str = "M30 79h40q5 0 5 5v6H25v-6q0-5 5-5z";

/// The symbol that a man uses, unless it is a letter.
pub(crate) fn symbol(man: &Man) -> Option<String> {
    let name = name(man)?;
    let Look { fill, line, detail, .. } = look(man.colour);
    let body = |paths: &[&str], details: &str| {
        let paths: String = paths.iter().map(|path| format!("<path d=\"{path}\"/>")).collect();
        let details = match details {
            "" => String::new(),
            details => format!("<path d=\"{details}\" fill=\"none\" stroke=\"{detail}\" stroke-width=\"3.5\"/>"),
        };
        format!(
            "<g fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"4\" stroke-linejoin=\"round\" \
             stroke-linecap=\"round\">{paths}{details}</g>"
        )
    };
    let drawn = match man.shape {
        Shape::Disc => format!(
            "<circle cx=\"50\" cy=\"50\" r=\"39\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"3\"/>\
             <circle cx=\"50\" cy=\"50\" r=\"28\" fill=\"none\" stroke=\"{detail}\" stroke-width=\"2.5\" \
             stroke-opacity=\"0.45\"/>"
        ),
        Shape::Cross => format!(
            "<path d=\"M24 24L76 76M76 24L24 76\" stroke=\"{fill}\" stroke-width=\"13\" stroke-linecap=\"round\"/>"
        ),
        Shape::Ring => {
            format!("<circle cx=\"50\" cy=\"50\" r=\"28\" fill=\"none\" stroke=\"{fill}\" stroke-width=\"12\"/>")
        }
        Shape::Block => format!(
            "<rect x=\"5\" y=\"5\" width=\"90\" height=\"90\" rx=\"9\" fill=\"{fill}\" stroke=\"{line}\" \
             stroke-width=\"3\"/>"
        ),
        Shape::RightTriangle => body(&["M24 18L82 50L24 82L36 50z"], ""),
        Shape::LeftTriangle => body(&["M76 18L18 50L76 82L64 50z"], ""),
        Shape::Pawn => body(
            &[
                "M50 16a13 13 0 0 1 8.5 22.8c3 1.4 5 3.2 6.5 6.2H56c1 13 5 21 11 31H33c6-10 10-18 11-31h-9c1.5-3 \
                 3.5-4.8 6.5-6.2A13 13 0 0 1 50 16z",
                FOOT,
            ],
            "",
        ),
        Shape::Rook => body(&["M29 18h9v8h8v-8h8v8h8v-8h9v17l-7 7 3 31H33l3-31-7-7z", FOOT], "M37 42h26M35 67h30"),
        Shape::Bishop => body(
            &[
                "M50 11a5.5 5.5 0 0 1 4 9.2C64 27 71 37 71 48c0 8-5 13-10 16l3 11H36l3-11c-5-3-10-8-10-16 0-11 \
                 7-21 17-27.8A5.5 5.5 0 0 1 50 11z",
                FOOT,
            ],
            "M50 33v18M41.5 42h17M40 64h20",
        ),
        Shape::Queen => body(
            &["M34 75L20 35l16 16 3-27 11 24 11-24 3 27 16-16-14 40z", FOOT],
            "M33 66h34M20 33v.1M39 22v.1M61 22v.1M80 33v.1",
        ),
        Shape::King => body(
            &[
                "M46.5 9h7v6.5H60v7h-6.5V31h-7v-8.5H40v-7h6.5z",
                "M50 31c5 0 7 4 8 8 10-6 23-2 23 10 0 10-9 15-13 26H32c-4-11-13-16-13-26 0-12 13-16 23-10 1-4 3-8 8-8z",
                FOOT,
            ],
            "M34 66h32M50 40v18",
        ),
        Shape::Knight => body(
            &[
                "M35 76c-1-14 12-19 13-31-5 6-10 6-14 10-3 4-4 8-9 8-4 0-7-4-6-9 1-6 8-12 10-20 2-7 5-11 9-13l-1-10 10 \
                 8c18 0 30 17 30 37 0 8-1 14-3 20z",
                FOOT,
            ],
            "M38 33.5v.1M57 29c8 6 12 16 12 30",
        ),
        Shape::Letter(_) => return None,
    };
    // Chess pieces have less around them than the others: they stand on chequered squares.
    let is_flat = matches!(man.shape, Shape::Disc | Shape::Cross | Shape::Ring | Shape::Block);
    let view = if is_flat { "0 0 100 100" } else { "6 7 88 88" };
    Some(format!("<symbol id=\"{name}\" viewBox=\"{view}\">{drawn}</symbol>"))
}

/// Writes a man where it stands.
pub(crate) fn write(man: &Man, output: &mut String) {
    let (x, y, side) = (man.at.0 * UNIT, man.at.1 * UNIT, man.size * UNIT);
    let _ = match (man.shape, name(man)) {
        (Shape::Letter(letter), _) => write!(
            output,
            "<text class=\"man\" x=\"{}\" y=\"{}\" font-size=\"{}\" font-family=\"system-ui,sans-serif\" \
             font-weight=\"600\" text-anchor=\"middle\" dominant-baseline=\"central\" fill=\"{}\">{}</text>",
            number(x + side / 2.0),
            number(y + side / 2.0),
            number(side * 0.6),
            look(man.colour).fill,
            escaped(&letter.to_string())
        ),
        (_, Some(name)) => write!(
            output,
            "<use href=\"#{name}\" x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\"/>",
            number(x),
            number(y),
            side = number(side)
        ),
        (_, None) => Ok(()),
    };
}
