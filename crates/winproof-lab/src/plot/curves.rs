//! The curves of a plot. Where several run over the same pixels, their colours take turns, so that none hides the
//! others.

use super::{Source, colour};

/// Points that are this near to each other, in pixels, look like one.
const SAME: f64 = 1.0;

/// A curve: its points in pixels, one a row where there is a figure.
pub(super) struct Curve {
    pub(super) column: usize,
    pub(super) source: Source,
    pub(super) points: Vec<Option<(f64, f64)>>,
}

/// What was drawn.
pub(super) struct Drawn {
    pub(super) svg: String,
    /// Whether some lines have colours that take turns.
    pub(super) has_shared: bool,
}

type Point = (f64, f64);
type Segment = (Point, Point);

impl Curve {
    /// The lines between neighbouring points.
    fn segments(&self) -> Vec<Segment> {
        let points: Vec<Point> = self.points.iter().flatten().copied().collect();
        points.windows(2).map(|pair| (pair[0], pair[1])).collect()
    }
}

/// Segments of one source that look the same: the first of them, and whose they are.
struct Shared {
    source: Source,
    first: Segment,
    columns: Vec<usize>,
}

/// All segments, those that look the same together.
fn shared_segments(curves: &[Curve]) -> Vec<Shared> {
    let mut all: Vec<Shared> = Vec::new();
    for curve in curves {
        for segment in curve.segments() {
            match all.iter_mut().find(|shared| shared.holds(curve.source, &segment)) {
                Some(shared) => shared.columns.push(curve.column),
                None => all.push(Shared { source: curve.source, first: segment, columns: vec![curve.column] }),
            }
        }
    }
    all
}

impl Shared {
    fn holds(&self, source: Source, segment: &Segment) -> bool {
        self.source == source && is_near(&self.first.0, &segment.0) && is_near(&self.first.1, &segment.1)
    }
}

/// Draws all curves, and their points on top.
pub(super) fn draw(curves: &[Curve]) -> Drawn {
    let all = shared_segments(curves);
    let mut drawn = Drawn { svg: String::new(), has_shared: false };
    for curve in curves {
        // Segments that this curve has to itself, one after the other, are one line.
        let mut alone: Vec<Point> = Vec::new();
        for segment in curve.segments() {
            match all.iter().find(|shared| shared.holds(curve.source, &segment)) {
                Some(shared) if shared.columns.len() > 1 => {
                    drawn.svg.push_str(&line(curve, &std::mem::take(&mut alone)));
                    drawn.svg.push_str(&part(curve, shared));
                    drawn.has_shared = true;
                }
                _ => {
                    if alone.is_empty() {
                        alone.push(segment.0);
                    }
                    alone.push(segment.1);
                }
            }
        }
        drawn.svg.push_str(&line(curve, &alone));
    }
    for curve in curves {
        drawn.svg.push_str(&signs(curve));
    }
    drawn
}

/// Curves of which every point looks the same, in groups of two or more.
pub(super) fn coinciding<'a>(curves: &[&'a Curve]) -> Vec<Vec<&'a Curve>> {
    let mut groups: Vec<Vec<&Curve>> = Vec::new();
    for &curve in curves {
        let looks_same = |other: &Curve| {
            curve.points.iter().zip(&other.points).all(|(own, other)| match (own, other) {
                (Some(own), Some(other)) => is_near(own, other),
                (own, other) => own.is_none() && other.is_none(),
            })
        };
        match groups.iter_mut().find(|group| looks_same(group[0])) {
            Some(group) => group.push(curve),
            None => groups.push(vec![curve]),
        }
    }
    groups.retain(|group| group.len() > 1);
    groups
}

fn is_near(one: &Point, other: &Point) -> bool {
    (one.0 - other.0).abs() < SAME && (one.1 - other.1).abs() < SAME
}

/// A line of one colour.
fn line(curve: &Curve, points: &[Point]) -> String {
    if points.is_empty() {
        return String::new();
    }
    let dashes = if curve.source == Source::Paper { " stroke-dasharray=\"6 4\"" } else { "" };
    let places: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    format!("<polyline points=\"{}\" stroke=\"{}\"{dashes}/>\n", places.join(" "), colour(curve.column))
}

/// A curve's part of a line that several columns share: each has its dashes in the gaps of the others.
fn part(curve: &Curve, shared: &Shared) -> String {
    let (from, to) = shared.first;
    let count = shared.columns.len() as f64;
    let turn = shared.columns.iter().position(|column| *column == curve.column).unwrap_or(0) as f64;
    let length = (to.0 - from.0).hypot(to.1 - from.1);
    // Every colour comes at least twice, in dashes that can still be seen.
    let step = (length / (2.0 * count)).clamp(2.0, 12.0);
    let dash = if curve.source == Source::Paper { 0.6 * step } else { step };
    format!(
        "<polyline points=\"{:.1},{:.1} {:.1},{:.1}\" stroke=\"{}\" stroke-dasharray=\"{dash:.2} {:.2}\" \
         stroke-dashoffset=\"{:.2}\"/>\n",
        from.0,
        from.1,
        to.0,
        to.1,
        colour(curve.column),
        count * step - dash,
        -turn * step
    )
}

/// The points of a curve.
fn signs(curve: &Curve) -> String {
    let points = curve.points.iter().flatten();
    let signs: String = points.map(|&point| sign(curve.source, point, colour(curve.column))).collect();
    format!("{signs}\n")
}

/// A point: a ring for the paper's, a dot for ours, so that both can be seen where they coincide.
pub(super) fn sign(source: Source, (x, y): Point, colour: &str) -> String {
    match source {
        Source::Paper => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\" class=\"ring\" stroke=\"{colour}\"/>"),
        Source::Ours => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.5\" fill=\"{colour}\"/>"),
    }
}
