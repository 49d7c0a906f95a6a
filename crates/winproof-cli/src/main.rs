//! The command `winproof`, with all games of the registry.

fn main() -> std::process::ExitCode {
    winproof_cli::main()
}
