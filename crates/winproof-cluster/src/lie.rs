//! What a lying worker says; for tests, which must see it caught.

use crate::fault;
use crate::message::{Done, Fragment, Job};

/// Turns what a job found out into its opposite, with or without a proof that is none.
pub fn about(done: &mut Done, job: &Job) {
    for answer in &mut done.answers {
        // Everything is won by Max, says the liar.
        (answer.lower, answer.upper) = (job.goal, answer.upper.max(job.goal));
        answer.numbers = (0, u32::MAX);
        answer.children.clear();
        answer.fragment = (fault::value("lie") == Some("proof")).then(|| Fragment {
            digest: crate::message::digest(answer.position.as_bytes()),
            bytes: 0,
            is_lower: true,
            bound: job.goal,
        });
    }
    done.error = None;
}
