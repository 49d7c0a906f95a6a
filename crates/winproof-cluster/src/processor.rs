//! The time that a thread has had of the processor: what it took, whoever else was at work on the machine.

use rustix::time::{ClockId, clock_gettime};

/// Seconds of this thread so far.
pub fn seconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
