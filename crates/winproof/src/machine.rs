//! What a search may take of the machine if nobody says: every core, and three quarters of the memory that is there.
//!
//! The rest is for the strategies that are taken out of a solved search, and for everybody else on the machine.

/// Three quarters of the memory that can be had without swapping, or none where the system does not tell.
pub fn default_limit() -> Option<usize> {
    let machine = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| available(&text));
    let group = group_limit();
    let bytes = match (machine, group) {
        (Some(machine), Some(group)) => Some(machine.min(group)),
        (one, other) => one.or(other),
    }?;
    usize::try_from(bytes / 4 * 3).ok()
}

/// The most that a table is given unasked. A table takes all of its memory however short the search is, and clearing
/// a gigabyte would take longer than most searches.
const TABLE: usize = 256 << 20;

/// How many threads can run at once.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// What the checker may hold, whatever the size of the certificate.
pub const CHECK: usize = 256 << 20;

/// The memory for a search that keeps to a table of fixed size, out of what is available.
pub fn default_table(available: Option<usize>) -> Option<usize> {
    Some(available.map_or(TABLE, |available| available.min(TABLE)))
}

/// The bytes that `/proc/meminfo` calls available.
fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// What a container leaves: the limit of its control group less what is in use.
fn group_limit() -> Option<u64> {
    let number = |file| std::fs::read_to_string(file).ok()?.trim().parse::<u64>().ok();
    let limit = number("/sys/fs/cgroup/memory.max")?;
    Some(limit.saturating_sub(number("/sys/fs/cgroup/memory.current").unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_is_available() {
        let text = "MemTotal:       24610560 kB\nMemFree:        20000000 kB\nMemAvailable:   1000 kB\n";
        assert_eq!(available(text), Some(1_024_000));
        assert_eq!(available("MemTotal: 5 kB\n"), None);
        assert_eq!(available("MemAvailable: many kB\n"), None);
    }
}
