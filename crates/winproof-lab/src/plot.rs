//! A report as a plot in SVG: one curve a column, the paper's dashed with rings and ours solid with dots.
//!
//! Only reports whose rows are numbers, such as the sizes of a table, have one. Where the figures themselves are not to
//! be compared, as where a quick run has smaller trees than the paper, each source is drawn in percent of its own
//! maximum: that shows the shape.
//!
//! `axis.rs` places numbers on the axes, `curves.rs` draws the curves so that those which coincide can be told.

mod axis;
mod curves;

use crate::html::escaped;
use crate::report::{Agreement, Cell, Figure, Report};
use axis::Axis;
use curves::Curve;

/// The picture in pixels; a long legend makes it higher.
const WIDE: f64 = 780.0;
const HIGH: f64 = 380.0;
/// The frame of the curves in it.
const LEFT: f64 = 90.0;
const RIGHT: f64 = 560.0;
const TOP: f64 = 15.0;
const BOTTOM: f64 = 335.0;
/// The legend: where its signs and its texts begin, the height of a line, and how many letters fit beside the frame
/// (12 pixels high, and at most 7 wide on average).
const LEGEND: f64 = RIGHT + 15.0;
const LEGEND_TEXT: f64 = LEGEND + 24.0;
const LEGEND_LINE: f64 = 16.0;
const LEGEND_LETTERS: usize = ((WIDE - LEGEND_TEXT) / 7.0) as usize;
/// Curves need this many points to tell anything.
const FEWEST_POINTS: usize = 3;
const COLOURS: [&str; 8] = ["#1b6ca8", "#c8553d", "#3a7d44", "#8e5ea2", "#b8860b", "#008b8b", "#a0522d", "#555555"];

/// Where a curve is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Paper,
    Ours,
}

impl Source {
    const BOTH: [Source; 2] = [Source::Paper, Source::Ours];

    fn figure(self, cell: &Cell) -> Option<f64> {
        match self {
            Source::Paper => cell.paper.map(|figure| figure as f64),
            Source::Ours => cell.ours.map(|figure| match figure {
                Figure::Count(count) => count as f64,
                Figure::Average { mean, .. } => mean,
                Figure::Seconds(seconds) => seconds,
            }),
        }
    }
}

/// The plot of a report, if its rows are numbers.
pub(crate) fn render(report: &Report) -> Option<String> {
    let places: Vec<f64> = report.rows.iter().map(|row| place(&row.label)).collect::<Option<_>>()?;
    // A figure below zero is no count, and would leave the counts no room.
    let is_count = |column: &usize| {
        let figures = |row: &crate::report::Row| Source::BOTH.map(|source| source.figure(&row.cells[*column]));
        report.rows.iter().flat_map(figures).flatten().all(|figure| figure >= 0.0)
    };
    let columns: Vec<usize> = (0..report.columns.len()).filter(is_count).collect();
    let is_relative = is_relative(report);
    let mut figures: Vec<(usize, Source, Vec<Option<f64>>)> = Vec::new();
    for source in Source::BOTH {
        let scale = if is_relative { scale(report, source) } else { 1.0 };
        for &column in &columns {
            let scaled = |row: &crate::report::Row| source.figure(&row.cells[column]).map(|figure| figure * scale);
            figures.push((column, source, report.rows.iter().map(scaled).collect()));
        }
    }
    figures.retain(|(_, _, figures)| figures.iter().any(Option::is_some));
    if !figures.iter().any(|(_, _, figures)| figures.iter().flatten().count() >= FEWEST_POINTS) {
        return None;
    }
    let has_figure = |row: usize| figures.iter().any(|(_, _, figures)| figures[row].is_some());
    let rows: Vec<usize> = (0..places.len()).filter(|row| has_figure(*row)).collect();
    let across = Axis::across(rows.iter().map(|&row| places[row]), LEFT, RIGHT)?;
    let heights = figures.iter().flat_map(|(_, _, figures)| figures.iter().flatten().copied());
    let up = Axis::up(heights, BOTTOM, TOP)?;
    let pixels = |row: usize, figure: f64| (across.pixel(places[row]), up.pixel(figure));
    let curve = |(column, source, figures): &(usize, Source, Vec<Option<f64>>)| Curve {
        column: *column,
        source: *source,
        points: figures.iter().enumerate().map(|(row, figure)| Some(pixels(row, (*figure)?))).collect(),
    };
    let curves: Vec<Curve> = figures.iter().map(curve).collect();
    let drawn = curves::draw(&curves);
    let notes = [
        (is_relative, "in % of each one's maximum"),
        (drawn.has_shared, "mixed colours: equal values"),
        (up.is_cut(), "the axis does not start at 0"),
    ];
    let (legend, legend_end) = legend(report, &columns, &curves, &notes);
    let high = HIGH.max(legend_end + 10.0);
    let title = escaped(&format!("{}: {}", report.name, report.title));
    let mut text = format!("<figure>\n<svg viewBox=\"0 0 {WIDE} {high:.0}\" role=\"img\" aria-label=\"{title}\">\n");
    text.push_str(&frame(report, &rows, &places, &across, &up));
    text.push_str(&drawn.svg);
    text.push_str(&legend);
    text.push_str("</svg>\n");
    let caption = caption(report, &curves);
    if !caption.is_empty() {
        text.push_str(&format!("<figcaption class=\"small\">{}</figcaption>\n", escaped(&caption)));
    }
    text.push_str("</figure>\n");
    Some(text)
}

/// A row's label as a number, such as 1,024 or 64K.
fn place(label: &str) -> Option<f64> {
    label.strip_suffix('K').unwrap_or(label).replace(',', "").parse().ok()
}

/// Whether no figure of the paper is to be compared with ours.
fn is_relative(report: &Report) -> bool {
    let mut both = report.cells().filter(|(_, _, cell)| cell.paper.is_some() && cell.ours.is_some()).peekable();
    both.peek().is_some() && both.all(|(_, _, cell)| matches!(cell.agreement, Agreement::NotCompared(_)))
}

/// What makes the greatest figure of a source 100.
fn scale(report: &Report, source: Source) -> f64 {
    let greatest = report.cells().filter_map(|(_, _, cell)| source.figure(cell)).reduce(f64::max);
    greatest.map_or(1.0, |greatest| 100.0 / greatest)
}

/// The frame, the numbers beside it and what they are.
fn frame(report: &Report, rows: &[usize], places: &[f64], across: &Axis, up: &Axis) -> String {
    let (wide, high) = (RIGHT - LEFT, BOTTOM - TOP);
    let mut svg = String::new();
    for mark in up.marks() {
        let y = up.pixel(mark);
        svg.push_str(&format!("<path d=\"M{LEFT} {y:.1}H{RIGHT}\" class=\"mark\"/>"));
        svg.push_str(&label(LEFT - 8.0, y + 4.0, "end", &axis::mark_text(mark)));
        svg.push('\n');
    }
    svg.push_str(&format!("<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{wide}\" height=\"{high}\" class=\"frame\"/>\n"));
    for &row in rows {
        svg.push_str(&label(across.pixel(places[row]), BOTTOM + 18.0, "middle", &report.rows[row].label));
    }
    svg.push('\n');
    svg.push_str(&label((LEFT + RIGHT) / 2.0, BOTTOM + 38.0, "middle", report.row_heading));
    svg.push('\n');
    svg
}

/// What the colours and signs mean, and where it ends.
fn legend(report: &Report, columns: &[usize], curves: &[Curve], notes: &[(bool, &str)]) -> (String, f64) {
    let mut svg = String::new();
    let mut y = TOP + 12.0;
    for &column in columns {
        svg.push_str(&format!(
            "<rect x=\"{LEGEND}\" y=\"{:.1}\" width=\"18\" height=\"3\" fill=\"{}\"/>",
            y - 6.0,
            colour(column)
        ));
        for line in wrapped(report.columns[column]) {
            svg.push_str(&label(LEGEND_TEXT, y, "start", &line));
            y += LEGEND_LINE;
        }
        svg.push('\n');
    }
    y += LEGEND_LINE / 2.0;
    let is_there = |source: Source| curves.iter().any(|curve| curve.source == source);
    for (source, text) in [(Source::Paper, "dashed: the paper's"), (Source::Ours, "solid: ours")] {
        if is_there(source) {
            svg.push_str(&curves::sign(source, (LEGEND + 9.0, y - 4.0), "#333"));
            svg.push_str(&label(LEGEND_TEXT, y, "start", text));
            svg.push('\n');
            y += LEGEND_LINE;
        }
    }
    for (_, note) in notes.iter().filter(|(is_true, _)| *is_true) {
        for line in wrapped(note) {
            svg.push_str(&label(LEGEND_TEXT, y, "start", &line));
            y += LEGEND_LINE;
        }
        svg.push('\n');
    }
    (svg, y)
}

/// Which whole curves coincide, in sentences.
fn caption(report: &Report, curves: &[Curve]) -> String {
    let mut sentences = Vec::new();
    for source in Source::BOTH {
        let of_source: Vec<&Curve> = curves.iter().filter(|curve| curve.source == source).collect();
        let whose = if source == Source::Paper { "The paper's" } else { "Our" };
        for group in curves::coinciding(&of_source) {
            let names: Vec<&str> = group.iter().map(|curve| report.columns[curve.column]).collect();
            sentences.push(format!("{whose} curves of these columns coincide: {}.", names.join(", ")));
        }
    }
    sentences.join(" ")
}

fn colour(column: usize) -> &'static str {
    COLOURS[column % COLOURS.len()]
}

/// A text in lines that fit into the legend.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= LEGEND_LETTERS => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

fn label(x: f64, y: f64, anchor: &str, text: &str) -> String {
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>", escaped(text))
}

#[cfg(test)]
mod tests;
