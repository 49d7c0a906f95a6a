//! What can be asked of a cluster: a search on many machines, a worker, and how things stand.

use clap::{Args, Subcommand, ValueHint};
use std::path::PathBuf;
use std::time::Duration;
use winproof::quantity;

pub const WORK_EXAMPLES: &str = "\
Examples:
  nats-server -js                                  a server, on one of the machines
  winproof work --server nats://host:4222          on each machine: all cores, until Ctrl-C
  winproof solve connect4 --size 6x5 --cluster nats://host:4222 --store run.redb --proof p.wpf

docs/cluster.md in the repository has more.";

/// Where the server is, and how to log in there.
#[derive(Clone, Debug, Args)]
pub struct ServerArguments {
    /// The user at the server; the password is read from the environment variable WINPROOF_NATS_PASSWORD
    #[arg(long, value_name = "NAME", help_heading = "Cluster")]
    pub nats_user: Option<String>,

    /// A NATS credentials file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Cluster")]
    pub nats_credentials: Option<PathBuf>,

    /// The certificate authority of the server, for TLS (a server URL that starts with tls:// asks for TLS too)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Cluster")]
    pub nats_ca: Option<PathBuf>,

    /// What all subjects and streams at the server start with
    #[arg(long, value_name = "WORD", default_value = "winproof", help_heading = "Cluster", hide_short_help = true)]
    pub nats_prefix: String,

    /// How often workers give signs of life; three that are missed mean that a worker is lost
    #[arg(long, value_name = "TIME", value_parser = quantity::time, default_value = "10s", help_heading = "Cluster",
        hide_short_help = true)]
    pub beat: Duration,
}

/// How `solve` uses a cluster.
#[derive(Clone, Debug, Args)]
pub struct ClusterArguments {
    /// Search on the workers of a cluster: the URL of its NATS server, or local:N for a server and N workers here
    #[arg(long, value_name = "URL|local:N", help_heading = "Cluster")]
    #[arg(conflicts_with_all = ["checkpoint", "move_values"])]
    pub cluster: Option<String>,

    /// The file that keeps the search: started again with the same file, it goes on
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "cluster", help_heading = "Cluster")]
    pub store: Option<PathBuf>,

    /// How many of the settled answers of workers are checked as they come, in percent; those that the certificate
    /// needs all are
    #[arg(long, value_name = "PERCENT", default_value_t = 1.0, value_parser = percent, help_heading = "Cluster")]
    pub audit: f64,

    /// Answer without a certificate
    #[arg(long, requires = "cluster", conflicts_with = "proof", help_heading = "Cluster")]
    pub no_proof: bool,

    /// Nodes of the smallest job; jobs grow with the search
    #[arg(long, value_name = "N", value_parser = quantity::number, default_value = "200k", help_heading = "Cluster",
        hide_short_help = true)]
    pub job_nodes: u64,

    /// How to log in.
    #[command(flatten)]
    pub server: ServerArguments,

    /// The program that has the rules, and how long its answers may take: workers that are started here get it.
    #[arg(skip)]
    pub program: Option<(String, Duration)>,
}

fn percent(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "give a number from 0 to 100".to_string())?;
    if (0.0..=100.0).contains(&number) { Ok(number) } else { Err("give a number from 0 to 100".to_string()) }
}

/// The arguments of `work`.
#[derive(Clone, Debug, Args)]
pub struct WorkArguments {
    /// The URL of the NATS server, such as nats://host:4222
    #[arg(long, value_name = "URL")]
    pub server: String,

    /// How to log in.
    #[command(flatten)]
    pub login: ServerArguments,

    /// The memory of the table, which stays from job to job [default: half of what is available]
    #[arg(long, value_name = "BYTES", value_parser = quantity::memory)]
    pub memory: Option<usize>,

    /// Threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,

    /// For games whose rules are a program (`solve --rules`): the program here that has the same rules. Commands never
    /// come from elsewhere
    #[arg(long, value_name = "COMMAND")]
    pub rules: Option<String>,

    /// How long an answer of the rules program may take
    #[arg(long, value_name = "TIME", value_parser = quantity::time, default_value = "10s", requires = "rules",
        hide_short_help = true)]
    pub rules_time: Duration,

    /// The worker's name, as `cluster status` shows it [default: the name of the machine]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,

    /// End when a run is over and no other has given work for so long
    #[arg(long, value_name = "TIME", value_parser = quantity::time, hide_short_help = true)]
    pub idle: Option<Duration>,

    /// End when standard input does: with the program that started the worker
    #[arg(long, hide = true)]
    pub tied: bool,

    /// No remarks on standard error
    #[arg(long, short)]
    pub quiet: bool,
}

/// The arguments of `cluster`.
#[derive(Clone, Debug, Args)]
pub struct ClusterCommand {
    /// What to do.
    #[command(subcommand)]
    pub what: ClusterQuestion,
}

/// The subcommands of `cluster`.
#[derive(Clone, Debug, Subcommand)]
pub enum ClusterQuestion {
    /// Show runs, workers, jobs, rates and the numbers of the root
    Status(StatusArguments),
    /// Simulate many workers on this machine: real searches on a virtual clock
    Bench(ClusterBenchArguments),
}

/// The arguments of `cluster status`.
#[derive(Clone, Debug, Args)]
pub struct StatusArguments {
    /// The URL of the NATS server, such as nats://host:4222
    #[arg(long, value_name = "URL")]
    pub server: String,

    /// How to log in.
    #[command(flatten)]
    pub login: ServerArguments,

    /// Show it again and again, until Ctrl-C
    #[arg(long)]
    pub watch: bool,

    /// Answer with one JSON object
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `cluster bench`.
#[derive(Clone, Debug, Args)]
pub struct ClusterBenchArguments {
    /// The numbers of workers to simulate
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "1,2,16,64")]
    pub workers: Vec<usize>,

    /// The game
    #[arg(long, value_name = "GAME", default_value = "connect4")]
    pub game: String,

    /// The size of its board
    #[arg(long, value_name = "AxB")]
    pub size: Option<String>,

    /// Moves to play first
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,

    /// What to find out: win, draw, >=V or <=V; without it, the exact value
    #[arg(long, value_name = "GOAL", allow_hyphen_values = true)]
    pub goal: Option<String>,

    /// A job gets one part in so many of the nodes so far, for each worker
    #[arg(long, value_name = "N", default_value_t = 24)]
    pub share: u64,

    /// Tenths by which a job below a position makes its numbers look larger
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub virtual_tenths: u32,

    /// Jobs in flight for each worker
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub ahead: usize,

    /// The table of each worker
    #[arg(long, value_name = "BYTES", value_parser = quantity::memory, default_value = "16MiB")]
    pub memory: usize,

    /// Nodes of the smallest job
    #[arg(long, value_name = "N", value_parser = quantity::number, default_value = "50k")]
    pub job_nodes: u64,

    /// A job may bring one fact for so many nodes
    #[arg(long, value_name = "N", value_parser = quantity::number, default_value = "10k")]
    pub nodes_a_fact: u64,

    /// Workers share no facts
    #[arg(long)]
    pub no_facts: bool,

    /// Measure real workers of one thread too, of these numbers (`nats-server` must be on the PATH)
    #[arg(long, value_name = "N,…", value_delimiter = ',', conflicts_with_all = ["share", "virtual_tenths", "no_facts",
        "nodes_a_fact", "ahead"])]
    pub real: Vec<usize>,

    /// Workers search so many times as slowly as they could, real ones and simulated ones: more real ones than there
    /// are cores can be compared then
    #[arg(long, value_name = "TIMES", default_value_t = 1)]
    pub slow: u32,

    /// Answer with one JSON object
    #[arg(long)]
    pub json: bool,
}
