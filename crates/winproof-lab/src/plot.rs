//! A report as a picture: one curve a column, the paper's dashed and ours drawn through, in SVG.
//!
//! Only reports whose rows are numbers, such as the sizes of a table, have one. Where the figures themselves are not to be compared, as
//! where a quick run has smaller trees than the paper, each source is drawn in hundredths of its own greatest figure: that shows the shape.

use crate::html::escaped;
use crate::markdown::grouped;
use crate::report::{Agreement, Cell, Figure, Report};

/// The picture in pixels.
const WIDE: f64 = 780.0;
const HIGH: f64 = 380.0;
/// The frame of the curves in it.
const LEFT: f64 = 90.0;
const RIGHT: f64 = 560.0;
const TOP: f64 = 15.0;
const BOTTOM: f64 = 335.0;
/// Curves need this many points to tell anything.
const FEWEST_POINTS: usize = 3;
/// An axis whose greatest number is this many times its least is logarithmic.
const LOGARITHMIC_FROM: f64 = 8.0;
const COLOURS: [&str; 8] = ["#1b6ca8", "#c8553d", "#3a7d44", "#8e5ea2", "#b8860b", "#008b8b", "#a0522d", "#555555"];

/// The picture of a report, if its rows are numbers.
pub(crate) fn render(report: &Report) -> Option<String> {
    let places: Vec<f64> = report.rows.iter().map(|row| place(&row.label)).collect::<Option<_>>()?;
    let is_relative = is_relative(report);
    let sources = [paper_figure as fn(&Cell) -> Option<f64>, our_figure];
    let scales = sources.map(|figure| match is_relative {
        true => {
            report.cells().filter_map(|(_, _, cell)| figure(cell)).reduce(f64::max).map_or(1.0, |most| 100.0 / most)
        }
        false => 1.0,
    });
    let curve = |column: usize, source: usize| -> Vec<(f64, f64)> {
        let figures = report.rows.iter().map(|row| sources[source](&row.cells[column]));
        places.iter().zip(figures).filter_map(|(&place, figure)| Some((place, figure? * scales[source]))).collect()
    };
    let columns = 0..report.columns.len();
    let curves: Vec<[Vec<(f64, f64)>; 2]> = columns.map(|column| [curve(column, 0), curve(column, 1)]).collect();
    let points = || curves.iter().flatten().flatten().copied();
    if !curves.iter().flatten().any(|curve| curve.len() >= FEWEST_POINTS) {
        return None;
    }
    let across = Axis::new(points().map(|(place, _)| place), LEFT, RIGHT)?;
    let up = Axis::new(points().map(|(_, figure)| figure), BOTTOM, TOP)?;
    let mut svg =
        format!("<svg viewBox=\"0 0 {WIDE} {HIGH}\" role=\"img\" aria-label=\"{}\">\n", escaped(report.title));
    svg.push_str(&frame(report, &places, &across, &up));
    if is_relative {
        svg.push_str(&label(RIGHT + 15.0, BOTTOM - 38.0, "start", "each in % of its greatest"));
    }
    for (column, ([paper, ours], name)) in curves.iter().zip(&report.columns).enumerate() {
        let colour = COLOURS[column % COLOURS.len()];
        svg.push_str(&line(paper, &across, &up, colour, true));
        svg.push_str(&line(ours, &across, &up, colour, false));
        let y = TOP + 12.0 + 18.0 * column as f64;
        svg.push_str(&format!(
            "<rect x=\"{}\" y=\"{:.0}\" width=\"18\" height=\"3\" fill=\"{colour}\"/>{}\n",
            RIGHT + 15.0,
            y - 5.0,
            label(RIGHT + 39.0, y, "start", name)
        ));
    }
    svg.push_str("</svg>\n");
    Some(svg)
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

fn paper_figure(cell: &Cell) -> Option<f64> {
    cell.paper.map(|figure| figure as f64)
}

fn our_figure(cell: &Cell) -> Option<f64> {
    cell.ours.map(|figure| match figure {
        Figure::Count(count) => count as f64,
        Figure::Average { mean, .. } => mean,
        Figure::Seconds(seconds) => seconds,
    })
}

/// Numbers along one side of the picture.
struct Axis {
    least: f64,
    greatest: f64,
    is_logarithmic: bool,
    from: f64,
    to: f64,
}

impl Axis {
    /// The axis for these numbers, from one pixel to another.
    fn new(numbers: impl Iterator<Item = f64> + Clone, from: f64, to: f64) -> Option<Axis> {
        let least = numbers.clone().reduce(f64::min)?;
        let greatest = numbers.reduce(f64::max)?;
        let is_logarithmic = least > 0.0 && greatest >= LOGARITHMIC_FROM * least;
        let least = if is_logarithmic { least } else { least.min(0.0) };
        Some(Axis { least, greatest: if greatest > least { greatest } else { least + 1.0 }, is_logarithmic, from, to })
    }

    fn pixel(&self, number: f64) -> f64 {
        let share = if self.is_logarithmic {
            (number / self.least).ln() / (self.greatest / self.least).ln()
        } else {
            (number - self.least) / (self.greatest - self.least)
        };
        self.from + share * (self.to - self.from)
    }

    /// Round numbers to write beside it.
    fn marks(&self) -> Vec<f64> {
        if self.is_logarithmic {
            let powers = (self.least.log10().floor() as i32)..=(self.greatest.log10().ceil() as i32);
            let marks = powers.flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(power)));
            return marks.filter(|mark| (self.least..=self.greatest).contains(mark)).collect();
        }
        let rough = (self.greatest - self.least) / 5.0;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power).into_iter().find(|step| *step >= rough);
        let step = step.unwrap_or(rough);
        let first = (self.least / step).ceil() as i64;
        (first..).map(|count| count as f64 * step).take_while(|mark| *mark <= self.greatest).collect()
    }
}

/// The frame, the numbers beside it and what they are.
fn frame(report: &Report, places: &[f64], across: &Axis, up: &Axis) -> String {
    let (wide, high) = (RIGHT - LEFT, BOTTOM - TOP);
    let mut svg = format!("<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{wide}\" height=\"{high}\" class=\"frame\"/>\n");
    for (&place, row) in places.iter().zip(&report.rows) {
        svg.push_str(&label(across.pixel(place), BOTTOM + 18.0, "middle", &row.label));
    }
    for mark in up.marks() {
        let y = up.pixel(mark);
        svg.push_str(&format!("<path d=\"M{LEFT} {y:.1}H{RIGHT}\" class=\"mark\"/>"));
        svg.push_str(&label(LEFT - 8.0, y + 4.0, "end", &number(mark)));
    }
    svg.push_str(&label((LEFT + RIGHT) / 2.0, BOTTOM + 38.0, "middle", report.row_heading));
    svg.push_str(&label(RIGHT + 15.0, BOTTOM - 20.0, "start", "dashed: the paper"));
    svg.push_str(&label(RIGHT + 15.0, BOTTOM - 2.0, "start", "drawn through: ours"));
    svg
}

fn number(number: f64) -> String {
    if number.fract() == 0.0 { grouped(number as i64) } else { format!("{number:.2}") }
}

fn label(x: f64, y: f64, anchor: &str, text: &str) -> String {
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>", escaped(text))
}

fn line(points: &[(f64, f64)], across: &Axis, up: &Axis, colour: &str, is_dashed: bool) -> String {
    if points.is_empty() {
        return String::new();
    }
    let dashes = if is_dashed { " stroke-dasharray=\"6 4\"" } else { "" };
    let places: Vec<String> =
        points.iter().map(|&(x, y)| format!("{:.1},{:.1}", across.pixel(x), up.pixel(y))).collect();
    format!("<polyline points=\"{}\" stroke=\"{colour}\"{dashes}/>\n", places.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Row, example};

    fn report(labels: &[&str]) -> Report {
        let cells = |figure: i64| vec![Cell::count(Some(2 * figure), Ok(figure)); 3];
        let rows = labels.iter().zip(1..).map(|(label, figure)| Row { label: label.to_string(), cells: cells(figure) });
        Report { rows: rows.collect(), ..example() }
    }

    #[test]
    fn rows_that_are_numbers_are_drawn() {
        let svg = render(&report(&["8", "16", "1,024"])).unwrap();
        assert_eq!(svg.matches("<polyline").count(), 6, "a curve of the paper and one of ours for each column");
        assert_eq!(svg.matches("stroke-dasharray").count(), 3);
        assert!(svg.contains(">1,024</text>"));
        // The greatest number of the last row stands at the right and at the top.
        assert!(svg.contains(&format!("{RIGHT:.1},{TOP:.1}")), "{svg}");
    }

    #[test]
    fn what_is_not_compared_is_drawn_by_its_shape() {
        let mut report = report(&["8K", "16K", "32K"]);
        for cell in report.rows.iter_mut().flat_map(|row| &mut row.cells) {
            cell.agreement = Agreement::NotCompared("a smaller tree".to_string());
        }
        let svg = render(&report).unwrap();
        assert!(svg.contains(">32K</text>") && svg.contains("each in % of its greatest"), "{svg}");
        // The paper's figures are twice ours in every row, and so both curves are the same line.
        let lines: Vec<&str> = svg.lines().filter_map(|line| line.split("points=\"").nth(1)).collect();
        let points: Vec<&str> = lines.iter().filter_map(|line| line.split('"').next()).collect();
        assert_eq!(points.len(), 6);
        assert!(points.iter().all(|line| *line == points[0]), "{points:?}");
    }

    #[test]
    fn words_and_single_points_are_not() {
        assert_eq!(render(&report(&["8", "16", "average"])), None);
        assert_eq!(render(&report(&["8", "16"])), None);
        assert_eq!(render(&example()), None);
    }

    #[test]
    fn marks_are_round() {
        let marks = |numbers: &[f64]| Axis::new(numbers.iter().copied(), 0.0, 1.0).unwrap().marks();
        assert_eq!(marks(&[3.0, 9.7]), [0.0, 2.0, 4.0, 6.0, 8.0]);
        assert_eq!(marks(&[8.0, 1024.0]), [10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0]);
    }
}
