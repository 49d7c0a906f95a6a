//! `winproof check`: reads a certificate and says whether it proves its claim, with the rules of the game and nothing
//! else.

use crate::args::CheckArguments;
use crate::failure::{Exit, Failure, reason};
use crate::{output, phrases};
use owo_colors::OwoColorize;
use serde::Serialize;
use std::fs::File;
use std::path::Path;
use winproof::proof::certificate::Header;
use winproof::proof::check::{Reader, Refusal};
use winproof::{Rules, TextRules};
use winproof_games::registry::{self, Request, Visitor};

/// The one object that `check --json` prints.
#[derive(Serialize)]
struct CheckObject<'a> {
    valid: bool,
    reason: Option<&'a str>,
    claim: Option<String>,
    positions: Option<u64>,
}

/// What came of reading a certificate.
enum Outcome {
    Valid {
        header: Header,
        words: Words,
        positions: u64,
    },
    /// It can be read and does not prove its claim.
    Refused {
        header: Header,
        reason: String,
    },
    /// It cannot be judged.
    Unreadable {
        header: Option<Header>,
        reason: String,
    },
}

/// What a certificate is about, in the words of its game.
struct Words {
    rules: String,
    max: String,
    repetition: String,
    claim: String,
}

/// Checks a certificate.
pub fn run(arguments: &CheckArguments) -> Result<Exit, Failure> {
    let outcome = check(&arguments.file);
    if arguments.json {
        output::print_json(&object(&outcome))?;
    }
    match outcome {
        Outcome::Valid { header, words, positions } => {
            if !arguments.json {
                output::print(&text(&header, &words, positions))?;
            }
            Ok(Exit::Done)
        }
        Outcome::Refused { reason, .. } => {
            if !arguments.json {
                output::print(&format!("{}\n", "refused".red().bold()))?;
            }
            Err(Failure::failed(format!("certificate refused: {reason}")))
        }
        Outcome::Unreadable { reason, .. } => {
            Err(Failure::wrong(format!("'{}' cannot be checked: {reason}", arguments.file.display())))
        }
    }
}

fn check(file: &Path) -> Outcome {
    let input = match File::open(file) {
        Ok(input) => input,
        Err(error) => return Outcome::Unreadable { header: None, reason: reason(&error) },
    };
    let reader = match Reader::open(input) {
        Ok(reader) => reader,
        Err(refusal) => return Outcome::Unreadable { header: None, reason: refusal.to_string() },
    };
    let header = reader.header().clone();
    let mut request =
        Request { game: header.game.clone(), parameters: header.parameters.clone(), ..Request::default() };
    // Rules that cannot be built leave nothing to judge by.
    if let Err(error) = registry::open(&request, Nothing) {
        return Outcome::Unreadable { header: Some(header), reason: error.to_string() };
    }
    request.position = Some(header.root.clone());
    match registry::open(&request, Check { reader }) {
        Err(error) => Outcome::Refused { header, reason: format!("its root is no position: {error}") },
        Ok(Ok((words, positions))) => Outcome::Valid { header, words, positions },
        Ok(Err(Refusal::Unproved(reason))) => Outcome::Refused { header, reason },
        Ok(Err(Refusal::Unreadable(reason))) => Outcome::Unreadable { header: Some(header), reason },
    }
}

/// Only wants to know whether the rules can be built.
struct Nothing;

impl Visitor for Nothing {
    type Output = ();
    fn visit<G: TextGame>(self, _: G, _: G::Position) {}
}

struct Check {
    reader: Reader<File>,
}

impl Visitor for Check {
    type Output = Result<(Words, u64), Refusal>;

    fn visit<G: TextGame>(self, game: G, root: G::Position) -> Self::Output {
        let accepted = self.reader.check(&game)?;
        let words = Words {
            rules: phrases::rules_name(&game),
            max: phrases::who_is_max(&game, &root),
            repetition: phrases::repetition(&game),
            claim: phrases::claim(&game, &root, accepted.header.at_least, accepted.header.at_most),
        };
        Ok((words, accepted.positions))
    }
}

fn object(outcome: &Outcome) -> CheckObject<'_> {
    let (valid, header, reason, positions) = match outcome {
        Outcome::Valid { header, positions, .. } => (true, Some(header), None, Some(*positions)),
        Outcome::Refused { header, reason } => (false, Some(header), Some(reason), None),
        Outcome::Unreadable { header, reason } => (false, header.as_ref(), Some(reason), None),
    };
    CheckObject { valid, reason: reason.map(String::as_str), claim: header.map(Header::claim), positions }
}

fn text(header: &Header, words: &Words, positions: u64) -> String {
    let positions = output::count(positions);
    let rows = [
        ("game", &words.rules),
        ("position", &header.root),
        ("max", &words.max),
        ("rules", &words.repetition),
        ("claim", &words.claim),
        ("positions", &positions),
    ];
    let mut text: String = rows.iter().map(|(name, value)| output::field(name, value)).collect();
    text.push_str(&format!("{}\n", "valid".green().bold()));
    text
}
