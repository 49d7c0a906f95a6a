//! Small games, certificates put together byte by byte, and how much memory a check takes at most.

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::io::{Cursor, Write};
use winproof_check::check::{Accepted, Reader, Refusal};
use winproof_check::{Player, Rules, Status, TextError, TextRules, Value};

/// Players take one or two stones from a heap; whoever takes the last one wins. `04 max` is read as `4 max`.
pub struct Heap;

impl Rules for Heap {
    type Position = (u32, Player);
    type Move = u32;

    fn status(&self, &(stones, player): &(u32, Player)) -> Status {
        match (stones, player) {
            (0, Player::Max) => Status::Ended(-1),
            (0, Player::Min) => Status::Ended(1),
            _ => Status::Turn(player),
        }
    }
    fn moves(&self, &(stones, _): &(u32, Player), moves: &mut Vec<u32>) {
        moves.extend(1..=stones.min(2));
    }
    fn play(&self, &(stones, player): &(u32, Player), take: u32) -> (u32, Player) {
        (stones - take, player.opponent())
    }
    fn values(&self) -> Vec<Value> {
        vec![-1, 1]
    }
}

impl TextRules for Heap {
    fn name(&self) -> String {
        "heap".to_string()
    }
    fn start(&self) -> (u32, Player) {
        (4, Player::Max)
    }
    fn position_text(&self, &(stones, player): &(u32, Player)) -> String {
        format!("{stones} {}", if player == Player::Max { "max" } else { "min" })
    }
    fn parse_position(&self, text: &str) -> Result<(u32, Player), TextError> {
        let wrong = || TextError::new(format!("'{text}' is not a heap"));
        let (stones, player) = text.split_once(' ').ok_or_else(wrong)?;
        let player = match player {
            "max" => Player::Max,
            "min" => Player::Min,
            _ => return Err(wrong()),
        };
        Ok((stones.parse().map_err(|_| wrong())?, player))
    }
    fn move_text(&self, _: &(u32, Player), take: u32) -> String {
        take.to_string()
    }
}

/// A game in which Max alone moves, and where a position has a long text.
pub struct Walk {
    /// What stands before the number of a position.
    pub before: String,
    /// Where moves lead to from a position.
    pub next: fn(u64) -> Vec<u64>,
    /// How often the rules were asked for the status of a position.
    pub looks: Cell<u64>,
}

impl Walk {
    /// From each number to the one before it, down to 0, where Max wins.
    pub fn down() -> Walk {
        Walk::new(|number| vec![number - 1])
    }

    /// A game with these moves.
    pub fn new(next: fn(u64) -> Vec<u64>) -> Walk {
        Walk { before: String::new(), next, looks: Cell::new(0) }
    }
}

impl Rules for Walk {
    type Position = u64;
    type Move = u64;

    fn status(&self, &number: &u64) -> Status {
        self.looks.set(self.looks.get() + 1);
        if number == 0 { Status::Ended(1) } else { Status::Turn(Player::Max) }
    }
    fn moves(&self, &number: &u64, moves: &mut Vec<u64>) {
        moves.extend((self.next)(number));
    }
    fn play(&self, _: &u64, next: u64) -> u64 {
        next
    }
    fn repetition(&self) -> Option<Value> {
        Some(0)
    }
}

impl TextRules for Walk {
    fn name(&self) -> String {
        "walk".to_string()
    }
    fn start(&self) -> u64 {
        1
    }
    fn position_text(&self, number: &u64) -> String {
        format!("{}{number:08}", self.before)
    }
    fn parse_position(&self, text: &str) -> Result<u64, TextError> {
        let number = text.strip_prefix(&self.before).and_then(|number| number.parse().ok());
        number.ok_or_else(|| TextError::new("not a place of the walk"))
    }
    fn move_text(&self, _: &u64, next: u64) -> String {
        next.to_string()
    }
}

/// A block around bytes that are packed already.
pub fn framed(packed: &[u8]) -> Vec<u8> {
    let mut sum = Crc::new();
    sum.update(packed);
    [&(packed.len() as u32).to_le_bytes()[..], &sum.sum().to_le_bytes(), packed].concat()
}

pub fn zlib(text: &[u8]) -> Vec<u8> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
    packer.write_all(text).unwrap();
    packer.finish().unwrap()
}

/// A block of a text.
pub fn block(text: impl AsRef<[u8]>) -> Vec<u8> {
    framed(&zlib(text.as_ref()))
}

/// The block that ends a file.
pub const END: [u8; 8] = [0; 8];

/// A whole file.
pub fn file(header: impl AsRef<[u8]>, blocks: &[Vec<u8>]) -> Vec<u8> {
    [b"winproof certificate 2\n", header.as_ref(), b"\n", &blocks.concat()[..], &END].concat()
}

/// What the checker may use in these tests.
pub const MOST_BYTES: usize = 24 << 20;

/// Checks a file, which must not take more than `MOST_BYTES` and half as much again.
pub fn check<R: TextRules>(rules: &R, bytes: Vec<u8>) -> Result<Accepted, Refusal> {
    // Printing the file has to get by with as little, whatever comes of it.
    let input = Cursor::new(bytes);
    let checked = bounded(|| Reader::open(input.clone(), MOST_BYTES).and_then(|reader| reader.check(rules)));
    let printed =
        bounded(|| Reader::open(input.clone(), MOST_BYTES).and_then(|reader| reader.write_text(&mut std::io::sink())));
    assert!(checked.is_err() || printed.is_ok(), "{printed:?}");
    checked
}

/// Runs something that must not hold much memory.
pub fn bounded<T>(run: impl FnOnce() -> T) -> T {
    let before = HELD.get();
    MOST_HELD.set(before);
    let result = run();
    let held = MOST_HELD.get() - before;
    assert!(held < MOST_BYTES as isize * 3 / 2, "{held} bytes were held");
    result
}

thread_local! {
    /// What this thread has taken and not given back, and the most that it was. A check runs on one thread.
    static HELD: Cell<isize> = const { Cell::new(0) };
    static MOST_HELD: Cell<isize> = const { Cell::new(0) };
}

/// The system's allocator, with a count.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: everything is passed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let held = HELD.get() + layout.size() as isize;
        HELD.set(held);
        MOST_HELD.set(MOST_HELD.get().max(held));
        // SAFETY: as above.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.set(HELD.get() - layout.size() as isize);
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}
