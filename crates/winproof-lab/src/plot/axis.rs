//! Numbers along one side of a plot.

use crate::markdown::grouped;

/// An axis whose greatest number is this many times its least is logarithmic.
const LOGARITHMIC_FROM: f64 = 8.0;
/// Numbers of which the least is at least this part of the greatest would be one line on an axis from zero on.
const NARROW_FROM: f64 = 0.9;
/// The room beyond the least and the greatest number, as a part of what lies between them.
const MARGIN: f64 = 0.05;

/// Numbers along one side of a plot, each with its pixel.
pub(super) struct Axis {
    least: f64,
    greatest: f64,
    is_logarithmic: bool,
    from: f64,
    to: f64,
}

impl Axis {
    /// The axis for these numbers, from one pixel to another: the least at one end, the greatest at the other.
    pub(super) fn across(numbers: impl Iterator<Item = f64> + Clone, from: f64, to: f64) -> Option<Axis> {
        let least = numbers.clone().reduce(f64::min)?;
        let greatest = numbers.reduce(f64::max)?;
        let is_logarithmic = least > 0.0 && greatest >= LOGARITHMIC_FROM * least;
        Some(Axis { least, greatest: if greatest > least { greatest } else { least + 1.0 }, is_logarithmic, from, to })
    }

    /// The axis for heights: from zero on, so that they compare, unless that would show nothing of what they differ in.
    pub(super) fn up(numbers: impl Iterator<Item = f64> + Clone, from: f64, to: f64) -> Option<Axis> {
        let axis = Axis::across(numbers, from, to)?;
        if axis.is_logarithmic {
            return Some(axis);
        }
        let is_narrow = axis.least > 0.0 && axis.least < axis.greatest && axis.least >= NARROW_FROM * axis.greatest;
        let least = if is_narrow { axis.least } else { axis.least.min(0.0) };
        let room = MARGIN * (axis.greatest - least);
        let least = if is_narrow { least - room } else { least };
        Some(Axis { least, greatest: axis.greatest + room, ..axis })
    }

    /// Whether heights cannot be compared by eye, because the axis starts above zero.
    pub(super) fn is_cut(&self) -> bool {
        !self.is_logarithmic && self.least > 0.0
    }

    /// Where a number stands.
    pub(super) fn pixel(&self, number: f64) -> f64 {
        let share = if self.is_logarithmic {
            (number / self.least).ln() / (self.greatest / self.least).ln()
        } else {
            (number - self.least) / (self.greatest - self.least)
        };
        self.from + share * (self.to - self.from)
    }

    /// Round numbers to write beside it, all within it.
    pub(super) fn marks(&self) -> Vec<f64> {
        if self.is_logarithmic {
            let powers = (self.least.log10().floor() as i32)..=(self.greatest.log10().ceil() as i32);
            // Over many powers of ten, numbers in between would stand on top of each other.
            let digits: &[f64] = if powers.clone().count() > 5 { &[1.0] } else { &[1.0, 2.0, 5.0] };
            let marks = powers.flat_map(|power| digits.iter().map(move |digit| digit * 10f64.powi(power)));
            return marks.filter(|mark| (self.least..=self.greatest).contains(mark)).collect();
        }
        let rough = (self.greatest - self.least) / 6.0;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power).into_iter().find(|step| *step >= rough);
        let step = step.unwrap_or(rough);
        let first = (self.least / step).ceil() as i64;
        (first..).map(|count| count as f64 * step).take_while(|mark| *mark <= self.greatest).collect()
    }
}

/// A mark as text.
pub(super) fn mark_text(mark: f64) -> String {
    if mark.fract() == 0.0 { grouped(mark as i64) } else { format!("{mark:.2}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(numbers: &[f64]) -> Vec<f64> {
        Axis::up(numbers.iter().copied(), 0.0, 1.0).unwrap().marks()
    }

    #[test]
    fn marks_are_round() {
        assert_eq!(marks(&[3.0, 9.7]), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(marks(&[8.0, 1024.0]), [10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0]);
        assert_eq!(marks(&[3.0, 5e6]), [10.0, 100.0, 1000.0, 1e4, 1e5, 1e6]);
    }

    #[test]
    fn figures_that_differ_little_get_an_axis_of_their_own() {
        let axis = |numbers: &[f64]| Axis::up(numbers.iter().copied(), 0.0, 1.0).unwrap();
        assert!(axis(&[99.5, 100.0]).is_cut() && !axis(&[50.0, 100.0]).is_cut() && !axis(&[7.0, 7.0]).is_cut());
        let near: Vec<String> = marks(&[99.5, 100.0]).into_iter().map(mark_text).collect();
        assert_eq!(near, ["99.50", "99.60", "99.70", "99.80", "99.90", "100"]);
        assert!(!axis(&[1.0, 1000.0]).is_cut(), "a logarithmic axis never starts at zero");
    }

    #[test]
    fn numbers_stand_between_the_ends() {
        let axis = Axis::across([3.0, 6.0].into_iter(), 10.0, 70.0).unwrap();
        assert_eq!([3.0, 4.0, 6.0].map(|number| axis.pixel(number)), [10.0, 30.0, 70.0]);
        let logarithmic = Axis::across([8.0, 1024.0].into_iter(), 0.0, 7.0).unwrap();
        assert!((logarithmic.pixel(64.0) - 3.0).abs() < 1e-9);
        assert!(Axis::across(std::iter::empty(), 0.0, 1.0).is_none());
    }
}
