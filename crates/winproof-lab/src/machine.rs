//! The machine that a report was measured on: counts repeat anywhere, seconds do not.

use std::fmt;

/// Cores, memory and kind of a machine, read when it is asked for; nothing that names it.
///
/// ```
/// println!("{}", winproof_lab::Machine::here());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// How many threads can run at once.
    pub cores: usize,
    /// How many bytes of memory there are, if the system tells.
    pub memory: Option<u64>,
    /// Operating system and kind of processor, such as `linux x86_64`.
    pub kind: String,
}

impl Machine {
    /// This machine.
    #[must_use]
    pub fn here() -> Machine {
        let meminfo = std::fs::read_to_string("/proc/meminfo").ok();
        let machine = meminfo.as_deref().and_then(total_memory);
        // A container may have less than its machine. Without a limit the file says "max".
        let container =
            std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok().and_then(|text| text.trim().parse().ok());
        Machine {
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            memory: [machine, container].into_iter().flatten().min(),
            kind: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        }
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cores = if self.cores == 1 { "core" } else { "cores" };
        write!(formatter, "{} {cores}, ", self.cores)?;
        match self.memory {
            Some(bytes) => write!(formatter, "{:.1} GiB of memory", bytes as f64 / f64::from(1 << 30))?,
            None => write!(formatter, "memory unknown")?,
        }
        write!(formatter, ", {}", self.kind)
    }
}

/// The bytes that `/proc/meminfo` gives as the total.
fn total_memory(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_total() {
        assert_eq!(total_memory("MemTotal:       2048 kB\nMemFree:        1 kB\n"), Some(2 << 20));
        assert_eq!(total_memory("MemFree: 1 kB\n"), None);
        assert_eq!(total_memory("MemTotal: much\n"), None);
    }

    #[test]
    fn says_what_it_is() {
        let machine = Machine { cores: 2, memory: Some(3 << 29), kind: "linux x86_64".to_string() };
        assert_eq!(machine.to_string(), "2 cores, 1.5 GiB of memory, linux x86_64");
        let unknown = Machine { cores: 1, memory: None, ..machine };
        assert_eq!(unknown.to_string(), "1 core, memory unknown, linux x86_64");
        assert!(Machine::here().cores >= 1);
    }
}
