//! The blocks of a certificate of version 2: sorted entries, packed, each block with a checksum of its own.

use crate::certificate::{Header, Side};
use crate::check::Refusal;
use crate::rules::Player;
use crate::text::{number, shown};
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Read, Write};

/// The most bytes of text in a block.
const LARGEST_BLOCK: usize = 1 << 20;
/// A block is closed when its text has so many bytes: enough to pack well, few enough to check many at a time.
const FULL_BLOCK: usize = 1 << 18;
/// The most bytes of a packed block: text that cannot be packed grows a little.
const LARGEST_PACKED: usize = LARGEST_BLOCK + (1 << 12);
/// The longest position or move. A block names positions by what they share, so a small file could spell out many
/// long ones.
const LONGEST_TEXT: usize = 1 << 14;

/// The first line of a block: which strategy it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Section {
    pub(crate) claim: u32,
    pub(crate) player: Side,
    pub(crate) ranked: bool,
}

/// Writes a certificate, strategy by strategy.
pub struct BlockWriter<W: Write> {
    output: W,
    open: OpenBlock,
}

impl<W: Write> BlockWriter<W> {
    /// Starts a certificate.
    pub fn new(mut output: W, header: &Header) -> io::Result<Self> {
        header.write(&mut output)?;
        Ok(BlockWriter { output, open: OpenBlock::default() })
    }

    /// Starts the strategy of a player for a claim.
    pub fn section(&mut self, claim: u32, player: Player, ranked: bool) -> io::Result<()> {
        self.open.flush(&mut self.output)?;
        self.open.section = Some(Section { claim, player: player.into(), ranked });
        // A strategy without an entry still has a block: the root may settle by itself.
        self.open.start()
    }

    /// Adds an entry. Positions ascend.
    pub fn entry(&mut self, position: &str, mv: &str, rank: u32) -> io::Result<()> {
        self.open.entry(&mut self.output, position, mv, rank)
    }

    /// Bytes of blocks written so far.
    pub fn written(&self) -> u64 {
        self.open.written
    }

    /// Ends the certificate.
    pub fn finish(mut self) -> io::Result<W> {
        self.open.flush(&mut self.output)?;
        self.open.write(&mut self.output, &[])?;
        Ok(self.output)
    }
}

/// The block that entries are added to; what it writes to is no type of its own, so that it is compiled once.
#[derive(Default)]
struct OpenBlock {
    section: Option<Section>,
    text: Vec<u8>,
    last: Vec<u8>,
    written: u64,
}

impl OpenBlock {
    fn start(&mut self) -> io::Result<()> {
        let Some(section) = &self.section else { return Ok(()) };
        self.text = serde_json::to_vec(section)?;
        self.text.push(b'\n');
        self.last.clear();
        Ok(())
    }

    fn entry(&mut self, output: &mut dyn Write, position: &str, mv: &str, rank: u32) -> io::Result<()> {
        if position.len().max(mv.len()) > LONGEST_TEXT {
            let what = format!("a position or move of more than {LONGEST_TEXT} bytes has no room in a certificate");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
        }
        if self.text.len() + position.len() + mv.len() > FULL_BLOCK {
            self.flush(output)?;
            self.start()?;
        }
        let mut shared = self.last.iter().zip(position.as_bytes()).take_while(|(a, b)| a == b).count();
        while !position.is_char_boundary(shared) {
            shared -= 1;
        }
        writeln!(self.text, "{shared}\t{}\t{mv}\t{rank}", &position[shared..])?;
        self.last.truncate(shared);
        self.last.extend_from_slice(&position.as_bytes()[shared..]);
        Ok(())
    }

    fn flush(&mut self, output: &mut dyn Write) -> io::Result<()> {
        if self.text.is_empty() {
            return Ok(());
        }
        let mut packer = ZlibEncoder::new(Vec::with_capacity(self.text.len() / 4), Compression::default());
        packer.write_all(&self.text)?;
        let packed = packer.finish()?;
        self.text.clear();
        self.write(output, &packed)
    }

    fn write(&mut self, output: &mut dyn Write, packed: &[u8]) -> io::Result<()> {
        let mut sum = Crc::new();
        sum.update(packed);
        output.write_all(&(packed.len() as u32).to_le_bytes())?;
        output.write_all(&sum.sum().to_le_bytes())?;
        output.write_all(packed)?;
        self.written += 8 + packed.len() as u64;
        Ok(())
    }
}

/// A block as it was read.
pub(crate) struct Block {
    /// Its number in the file, from 1.
    pub(crate) number: u64,
    pub(crate) section: Section,
    /// Its bytes in the file.
    pub(crate) bytes: u64,
    text: String,
    /// Where the entries start.
    start: usize,
}

/// Reads one block after the other; `None` after the last, which nothing follows.
pub(crate) fn read_block(input: &mut dyn BufRead, number: u64) -> Result<Option<Block>, Refusal> {
    let damaged = |what: &str| {
        Refusal::unreadable(format!("block {number} of the certificate {what}; copy it or create it again"))
    };
    let io_error = |error: io::Error| match error.kind() {
        io::ErrorKind::UnexpectedEof => damaged("breaks off"),
        _ => Refusal::unreadable(format!("block {number} of the certificate cannot be read: {error}")),
    };
    let mut head = [0; 8];
    input.read_exact(&mut head).map_err(io_error)?;
    let word = |place: usize| u32::from_le_bytes([head[place], head[place + 1], head[place + 2], head[place + 3]]);
    let (length, sum) = (word(0) as usize, word(4));
    if length == 0 {
        return match (sum, input.fill_buf().map_err(io_error)?) {
            (0, []) => Ok(None),
            (0, _) => Err(Refusal::unreadable("the certificate goes on after its end; copy it or create it again")),
            _ => Err(damaged("is damaged")),
        };
    }
    if length > LARGEST_PACKED {
        return Err(damaged("is longer than a block may be"));
    }
    let mut packed = vec![0; length];
    input.read_exact(&mut packed).map_err(io_error)?;
    let mut found = Crc::new();
    found.update(&packed);
    if found.sum() != sum {
        return Err(damaged("is damaged: its checksum differs"));
    }
    let mut unpacker = ZlibDecoder::new(packed.as_slice());
    let mut text = String::new();
    match (&mut unpacker).take(LARGEST_BLOCK as u64 + 1).read_to_string(&mut text) {
        Ok(bytes) if bytes > LARGEST_BLOCK => return Err(damaged("unpacks to more than a block may hold")),
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::InvalidData => return Err(damaged("is not text (UTF-8)")),
        Err(error) => return Err(damaged(&format!("cannot be unpacked ({error})"))),
    }
    if unpacker.total_in() != length as u64 {
        return Err(damaged("has bytes after its text"));
    }
    let start = text.find('\n').ok_or_else(|| damaged("has no first line"))? + 1;
    let section = crate::check::object(&text[..start - 1])
        .map_err(|why| damaged(&format!("does not name its strategy: {}", shown(&why))))?;
    if !text.ends_with('\n') {
        return Err(damaged("does not end with a whole line"));
    }
    Ok(Some(Block { number, section, bytes: (head.len() + length) as u64, text, start }))
}

/// An entry, as text.
pub(crate) struct RawEntry<'a> {
    pub(crate) mv: &'a str,
    pub(crate) rank: u32,
}

impl Block {
    /// Goes through the entries: `position` holds the text of each position in turn.
    pub(crate) fn each_entry(
        &self,
        position: &mut String,
        each: &mut dyn FnMut(&str, RawEntry<'_>) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        position.clear();
        for (line, text) in (2..).zip(self.text[self.start..].split_terminator('\n')) {
            let wrong = |what: String| Refusal::unreadable(format!("block {}, line {line}: {what}", self.number));
            let mut fields = text.split('\t');
            let fields = (fields.next(), fields.next(), fields.next(), fields.next(), fields.next());
            let (Some(shared), Some(rest), Some(mv), Some(rank), None) = fields else {
                return Err(wrong("not an entry of four fields".to_string()));
            };
            let shared =
                number(shared).map(|shared| shared as usize).filter(|&shared| position.is_char_boundary(shared));
            let shared = shared.ok_or_else(|| wrong("it shares more than the position before has".to_string()))?;
            let rank =
                number(rank).ok_or_else(|| wrong(format!("'{}' is not a rank, a number from 0 on", shown(rank))))?;
            position.truncate(shared);
            position.push_str(rest);
            if position.len().max(mv.len()) > LONGEST_TEXT {
                return Err(wrong(format!("a position or move has more than {LONGEST_TEXT} bytes")));
            }
            each(position, RawEntry { mv, rank })?;
        }
        Ok(())
    }
}
