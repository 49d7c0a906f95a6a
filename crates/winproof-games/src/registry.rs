//! Games by name, with parameters that are known only when the program runs.
//!
//! [`open`] gives an [`OpenGame`]: all searches of the game are compiled in its own crate, once, and whoever asks for a
//! game by its name needs to know nothing of its type.
//!
//! # Adding a game
//! 1. A file of its own, in the crate of its family, with the rules ([`Rules`](winproof::Rules)), the words
//!    ([`TextRules`](winproof::TextRules))
//!    and what else it knows ([`Game`](winproof::Game)).
//! 2. An [`Entry`] for it in `entries.rs` of that crate.
//! 3. One line in the list `games!` below.

mod suggest;

use suggest::closest;
use winproof::TextError;
use winproof::open::OpenGame;
use winproof_kit::{Entry, Opening};
pub use winproof_kit::{GameInfo, Request};

/// Makes the list of games, and the choice of one by its name, from their entries.
macro_rules! games {
    [$($entry:path),* $(,)?] => {
        static GAMES: &[GameInfo] = &[$(<$entry as Entry>::INFO),*];

        fn choose(opening: Opening<'_>) -> Result<Box<dyn OpenGame>, TextError> {
            let name = opening.game();
            $(if name == <$entry as Entry>::INFO.name {
                return <$entry as Entry>::open(opening);
            })*
            Err(unknown_game(name))
        }
    };
}
games![
    winproof_boards::entries::BreakthroughEntry,
    winproof_chess::entries::ChessEntry,
    winproof_connect4::entries::ConnectFourEntry,
    winproof_connect4::entries::ConnectFourScoreEntry,
    winproof_boards::entries::DomineeringEntry,
    winproof_chess::entries::GiveawayEntry,
    winproof_small::entries::ExplicitGameEntry,
    winproof_boards::entries::OthelloEntry,
    winproof_chess::entries::PawnEndingEntry,
    winproof_small::entries::TicTacToeEntry,
    winproof_small::entries::UltimateTicTacToeEntry,
    winproof_small::entries::WoodpushEntry,
];

/// All games, in the order of their names.
///
/// ```
/// assert!(winproof_games::registry::games().iter().any(|game| game.name == "connect4"));
/// ```
#[must_use]
pub fn games() -> &'static [GameInfo] {
    GAMES
}

/// Builds the game that is asked for, sets up the position and plays the moves.
///
/// In the game that comes back the player to move is Max ([`Viewpoint::of_mover`](winproof::Viewpoint)), except
/// in the game `graph`, whose file says who Max is.
///
/// ```
/// use winproof::{Player, Status};
/// use winproof_games::registry::{Request, open};
///
/// let request = Request {
///     game: "connect4".to_string(),
///     parameters: vec![("size".to_string(), "3x4".to_string())],
///     moves: vec!["122".to_string()],
///     ..Request::default()
/// };
/// let game = open(&request).unwrap();
/// assert_eq!(game.status(), Status::Turn(Player::Max));
/// assert_eq!(game.player_name(Player::Max), "O");
/// assert_eq!(game.position_text(), ".../.../.x./xo.");
///
/// let error = open(&Request { game: "conect4".to_string(), ..Request::default() }).err().unwrap();
/// assert!(error.to_string().contains("did you mean 'connect4'?"));
/// ```
pub fn open(request: &Request) -> Result<Box<dyn OpenGame>, TextError> {
    let Some(info) = games().iter().find(|game| game.name == request.game) else {
        return Err(unknown_game(&request.game));
    };
    for (place, (name, _)) in request.parameters.iter().enumerate() {
        if !info.parameters.contains(&name.as_str()) {
            let known = match info.parameters {
                [] => "it has none".to_string(),
                known => format!("it has: {}", known.join(", ")),
            };
            return Err(TextError::new(format!("{} has no parameter '{name}'; {known}", info.name)));
        }
        if request.parameters[..place].iter().any(|(earlier, _)| earlier == name) {
            return Err(TextError::new(format!("the parameter '{name}' is given twice; give it once")));
        }
    }
    choose(Opening::new(request))
}

fn unknown_game(name: &str) -> TextError {
    let names: Vec<&str> = games().iter().map(|game| game.name).collect();
    let list = names.join(", ");
    TextError::new(match closest(name, &names) {
        Some(near) => format!("there is no game '{name}'; did you mean '{near}'? The games are: {list}"),
        None => format!("there is no game '{name}'; the games are: {list}"),
    })
}
