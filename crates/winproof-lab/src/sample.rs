//! Averages with their standard errors: what random orders of moves come to.

/// Figures of one experiment under several random orders.
///
/// ```
/// let sample = winproof_lab::Sample::new(vec![2, 4, 4, 6]);
/// assert_eq!(sample.mean(), 4.0);
/// assert!((sample.standard_error() - (8.0f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    figures: Vec<u64>,
}

impl Sample {
    /// A sample of these figures.
    ///
    /// # Panics
    /// With fewer than two: one figure does not say how far figures scatter.
    #[must_use]
    pub fn new(figures: Vec<u64>) -> Sample {
        assert!(figures.len() >= 2, "a sample needs at least two figures");
        Sample { figures }
    }

    /// The figures, in the order of their seeds.
    #[must_use]
    pub fn figures(&self) -> &[u64] {
        &self.figures
    }

    /// The average.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.figures.iter().map(|&figure| figure as f64).sum::<f64>() / self.count()
    }

    /// How far single figures scatter: the standard deviation, estimated from this sample.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        let mean = self.mean();
        let squares: f64 = self.figures.iter().map(|&figure| (figure as f64 - mean).powi(2)).sum();
        (squares / (self.count() - 1.0)).sqrt()
    }

    /// How far the average of a sample of this size scatters.
    #[must_use]
    pub fn standard_error(&self) -> f64 {
        self.deviation() / self.count().sqrt()
    }

    /// How far another average, of `runs` runs of the same experiment, is from this one: in standard errors of the
    /// difference, since both averages scatter.
    ///
    /// ```
    /// let sample = winproof_lab::Sample::new(vec![9, 11, 9, 11]);
    /// assert!(sample.distance(10.0, 4) < 1e-12);
    /// assert!(sample.distance(20.0, 4) > 3.0);
    /// ```
    #[must_use]
    pub fn distance(&self, other_mean: f64, runs: u32) -> f64 {
        let difference = (self.mean() - other_mean).abs();
        let error = self.deviation() * (1.0 / self.count() + 1.0 / f64::from(runs)).sqrt();
        if difference == 0.0 { 0.0 } else { difference / error }
    }

    fn count(&self) -> f64 {
        self.figures.len() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deviation_divides_by_one_less() {
        let sample = Sample::new(vec![1, 2, 3, 4, 5]);
        assert!((sample.mean() - 3.0).abs() < 1e-12);
        assert!((sample.deviation() - 2.5f64.sqrt()).abs() < 1e-12);
        assert!((sample.standard_error() - 0.5f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn distance_counts_the_scatter_of_both_averages() {
        let sample = Sample::new(vec![1, 2, 3, 4, 5]);
        // sqrt(2.5) · sqrt(1/5 + 1/5) = 1.
        assert!((sample.distance(5.0, 5) - 2.0).abs() < 1e-12);
        assert!(sample.distance(5.0, 1000) > 2.0);
        assert_eq!(Sample::new(vec![7, 7]).distance(7.0, 100), 0.0);
        assert_eq!(Sample::new(vec![7, 7]).distance(8.0, 100), f64::INFINITY);
    }
}
