//! Games by name, with parameters that are known only when the program runs.
//!
//! [`open`] gives an [`OpenGame`]: all searches of the game are compiled here, once, and whoever asks for a game by its
//! name needs to know nothing of its type.
//!
//! # Adding a game
//! 1. A file of its own with the rules ([`Rules`](winproof::Rules)), the words ([`TextRules`](winproof::TextRules)),
//!    what else it knows ([`Game`](winproof::Game)) and an `Entry`.
//! 2. One line in the list `games!` below.

mod opening;
mod suggest;

use crate::{
    breakthrough, chess, connect4, connect4_score, domineering, giveaway, graph, othello, pawn_ending, tic_tac_toe,
    ultimate_tic_tac_toe, woodpush,
};
pub(crate) use opening::Opening;
use suggest::closest;
use winproof::TextError;
use winproof::open::OpenGame;

/// Which game, which rules and which position are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The name of the game, such as `connect4`.
    pub game: String,
    /// What else makes the rules, such as `("size", "5x4")`; what is left out has the game's default.
    pub parameters: Vec<(String, String)>,
    /// The position in the game's notation; the start of a game if none.
    pub position: Option<String>,
    /// Moves that are played from there. One item may hold several with white space between them or, where a move is
    /// always one digit, without.
    pub moves: Vec<String>,
}

/// What people need to know of a game to ask for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// The name, as [`Request::game`] wants it.
    pub name: &'static str,
    /// The game in one line.
    pub summary: &'static str,
    /// The parameters that it takes.
    pub parameters: &'static [&'static str],
    /// Which sizes of board it takes, in words; none if there is nothing to choose.
    pub sizes: Option<&'static str>,
    /// The size if none is given.
    pub default_size: Option<&'static str>,
    /// How a position is written.
    pub position_notation: &'static str,
    /// How a move is written.
    pub move_notation: &'static str,
    /// What an end can be worth.
    pub values: &'static str,
    /// Whether positions can repeat.
    pub repeats: bool,
    /// A call of the command that shows it.
    pub example: &'static str,
}

/// A game as the registry lists it: what each game's file defines under the name `Entry`.
pub(crate) trait Entry {
    /// The game in words.
    const INFO: GameInfo;
    /// Reads the parameters (those of `INFO` and no others have been given) and makes the rules.
    fn open(opening: Opening<'_>) -> Result<Box<dyn OpenGame>, TextError>;
}

/// Makes the list of games, and the choice of one by its name, from the modules that the games are in.
macro_rules! games {
    [$($game:ident),* $(,)?] => {
        static GAMES: &[GameInfo] = &[$(<$game::Entry as Entry>::INFO),*];

        fn choose(opening: Opening<'_>) -> Result<Box<dyn OpenGame>, TextError> {
            let name = opening.game();
            $(if name == <$game::Entry as Entry>::INFO.name {
                return <$game::Entry as Entry>::open(opening);
            })*
            Err(unknown_game(name))
        }
    };
}
games![
    breakthrough,
    chess,
    connect4,
    connect4_score,
    domineering,
    giveaway,
    graph,
    othello,
    pawn_ending,
    tic_tac_toe,
    ultimate_tic_tac_toe,
    woodpush
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
