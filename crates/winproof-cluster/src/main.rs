//! The command `winproof` with searches on many machines.

fn main() -> std::process::ExitCode {
    winproof_cli::main_with_cluster(winproof_cluster::extension())
}
