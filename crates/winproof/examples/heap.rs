//! A whole run with a game of one's own: limits, progress, the strategy behind the answer, and its certificate.
//!
//! `cargo run --release -p winproof --example heap`

use std::time::Duration;
use winproof::proof::check::Reader;
use winproof::{Evidence, Game, Limits, Player, Report, Rules, Solver, Status, TextError, TextRules};

/// Players take one, two or three stones from a heap; whoever takes the last one wins.
struct Heap;

/// The stones, and who moves.
type Position = (u32, Player);

impl Rules for Heap {
    type Position = Position;
    type Move = u8;

    fn status(&self, &(stones, player): &Position) -> Status {
        match (stones, player) {
            (0, Player::Max) => Status::Ended(-1),
            (0, Player::Min) => Status::Ended(1),
            _ => Status::Turn(player),
        }
    }
    fn moves(&self, &(stones, _): &Position, moves: &mut Vec<u8>) {
        moves.extend(1..=stones.min(3) as u8);
    }
    fn play(&self, &(stones, player): &Position, take: u8) -> Position {
        (stones - u32::from(take), player.opponent())
    }
    fn values(&self) -> Vec<i32> {
        vec![-1, 1]
    }
}

impl Game for Heap {}

impl TextRules for Heap {
    fn name(&self) -> String {
        "heap".to_string()
    }
    fn start(&self) -> Position {
        (21, Player::Max)
    }
    fn position_text(&self, (stones, player): &Position) -> String {
        format!("{stones} {}", if *player == Player::Max { "first" } else { "second" })
    }
    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        let wrong = || TextError::new(format!("'{text}' is not a heap: write 7 first or 7 second"));
        let (stones, player) = text.split_once(' ').ok_or_else(wrong)?;
        let player = match player {
            "first" => Player::Max,
            "second" => Player::Min,
            _ => return Err(wrong()),
        };
        Ok((stones.parse().map_err(|_| wrong())?, player))
    }
    fn move_text(&self, _: &Position, take: u8) -> String {
        take.to_string()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = Heap.start();
    let limits = Limits { time: Some(Duration::from_secs(10)), memory: Some(64 << 20), ..Limits::default() };
    let mut progress = |report: &Report<'_, u8>| eprintln!("{} nodes", report.nodes);
    let solution = Solver::new(&Heap).limits(limits).run(&root).progress(&mut progress).solve()?;
    println!("value of {}: {:?}", Heap.position_text(&root), solution.value());
    println!("rests on: {:?}", solution.verdict.evidence(None).map(Evidence::word));

    // The strategy knows a reply to whatever the opponent does.
    if let Some(strategy) = solution.strategy_of(Player::Max) {
        println!("first move: take {:?}", strategy.reply(&root));
        println!("with 18 stones: take {:?}", strategy.reply(&(18, Player::Max)));
    }

    // Anybody can check the certificate, with the rules and the checker alone.
    let mut certificate = Vec::new();
    solution.write_certificate(&Heap, &mut certificate)?;
    let accepted = Reader::open(certificate.as_slice(), usize::MAX)?.check(&Heap)?;
    println!("certificate: {} positions, {}", accepted.positions, accepted.header.claim_text());
    Ok(())
}
