//! Measures the time that the present thread spends on a processor, where the system tells: what else runs on the
//! machine then counts less. Elsewhere, the time that passes.

use std::time::{Duration, Instant};

/// A stopwatch for work that one thread does.
pub struct Stopwatch {
    started: Instant,
    on_processor: Option<Duration>,
}

impl Stopwatch {
    /// Starts now.
    pub fn start() -> Stopwatch {
        Stopwatch { started: Instant::now(), on_processor: on_processor() }
    }

    /// Seconds since the start.
    pub fn seconds(&self) -> f64 {
        let passed = self.started.elapsed();
        let worked = self.on_processor.zip(on_processor()).map(|(before, now)| now.saturating_sub(before));
        // Elsewhere than on Linux, and for work that is over at once, the clock is good enough.
        worked.filter(|worked| *worked > Duration::from_millis(50)).unwrap_or(passed).as_secs_f64()
    }
}

/// How much of what it counts a piece of work does in a second, in the fastest of a few runs.
pub fn fastest(rounds: usize, work: impl Fn() -> u64) -> f64 {
    let speeds = (0..rounds).map(|_| {
        let watch = Stopwatch::start();
        work() as f64 / watch.seconds()
    });
    speeds.fold(0.0, f64::max)
}

/// How long this thread has run so far, by the books of Linux.
fn on_processor() -> Option<Duration> {
    // The books are kept a few hundred times a second, and whenever a thread gives way.
    std::thread::yield_now();
    let books = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    books.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_never_more_than_passed() {
        let (watch, started) = (Stopwatch::start(), Instant::now());
        let mut number = 1_u64;
        while started.elapsed() < Duration::from_millis(80) {
            number = std::hint::black_box(number.wrapping_mul(3));
        }
        let seconds = watch.seconds();
        assert!(seconds > 0.0 && seconds <= started.elapsed().as_secs_f64() + 0.02, "{seconds}");
    }
}
