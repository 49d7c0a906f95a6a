//! The lines of a certificate, none of them longer than there is room for.

use crate::check::{Refusal, Source};
use flate2::read::MultiGzDecoder;
use std::io::{self, BufRead, BufReader, Read};

/// The longest line that a position of a strategy may take.
pub(crate) const LONGEST_ENTRY: usize = 1 << 20;

pub(crate) struct Lines<'w> {
    input: BufReader<MultiGzDecoder<Source<'w>>>,
    /// The number of the line read last, from 1.
    pub(crate) number: u64,
    text: String,
}

impl<'w> Lines<'w> {
    pub(crate) fn new(input: Source<'w>) -> Lines<'w> {
        let input = BufReader::with_capacity(1 << 16, MultiGzDecoder::new(input));
        Lines { input, number: 0, text: String::new() }
    }

    /// The next line, without its end, of at most so many bytes. The end of the text is an error, since every
    /// certificate closes with `end`.
    pub(crate) fn next(&mut self, longest: usize) -> Result<&str, Refusal> {
        self.number = self.number.saturating_add(1);
        self.text.clear();
        let mut limited = (&mut self.input).take(longest as u64 + 1);
        match limited.read_line(&mut self.text) {
            Ok(_) if self.text.ends_with('\n') => Ok(&self.text[..self.text.len() - 1]),
            Ok(read) if read > longest => Err(Refusal::Limit(format!(
                "line {} has more than {longest} bytes, the most that there is room for",
                self.number
            ))),
            Ok(_) => Err(self.cut_off()),
            Err(error) => Err(self.damaged(&error)),
        }
    }

    /// Makes sure that nothing follows. Reading to the very end makes the decoder compare its checksum.
    pub(crate) fn end(mut self) -> Result<(), Refusal> {
        match self.input.fill_buf() {
            Ok([]) => Ok(()),
            Ok(_) => Err(Refusal::unreadable("the certificate goes on after its end; copy it or create it again")),
            Err(error) => Err(self.damaged(&error)),
        }
    }

    fn cut_off(&self) -> Refusal {
        Refusal::unreadable(format!("the certificate breaks off at line {}; copy it or create it again", self.number))
    }

    fn damaged(&self, error: &io::Error) -> Refusal {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => self.cut_off(),
            io::ErrorKind::InvalidData if self.number > 1 && error.to_string().contains("UTF-8") => {
                Refusal::unreadable(format!("line {} is not text (UTF-8)", self.number))
            }
            _ if self.number == 1 => {
                Refusal::unreadable(format!("this is not a certificate: it is not a gzip stream ({error})"))
            }
            _ => Refusal::unreadable(format!(
                "the certificate is damaged near line {} ({error}); copy it or create it again",
                self.number
            )),
        }
    }
}
