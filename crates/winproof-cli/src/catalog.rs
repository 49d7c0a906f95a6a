//! The games that the command knows: those of the registry, and one of the caller's own.

use std::sync::OnceLock;
use winproof::open::{OpenGame, Opened};
use winproof::{TextError, TextGame, Viewpoint};
use winproof_games::registry::{self, GameInfo, Request};

/// Builds a game at a position.
type Open = dyn Fn(&Request) -> Result<Box<dyn OpenGame>, TextError> + Send + Sync;

/// The caller's own game.
struct Own {
    info: GameInfo,
    open: Box<Open>,
}

static OWN: OnceLock<Own> = OnceLock::new();

/// Adds the caller's own game.
pub fn add<G: TextGame + Clone + Send + Sync + 'static>(game: G) {
    // There is one, for as long as the program runs.
    let name: &'static str = Box::leak(game.name().into_boxed_str());
    let info = GameInfo {
        name,
        summary: "a game of its own",
        parameters: &[],
        sizes: None,
        default_size: None,
        position_notation: "as the game reads it",
        move_notation: "as the game writes it",
        values: "as the game gives them",
        repeats: game.repetition().is_some(),
        example: "",
    };
    let open = move |request: &Request| -> Result<Box<dyn OpenGame>, TextError> {
        if let Some((name, _)) = request.parameters.first() {
            return Err(TextError::new(format!("{} has no parameter '{name}'", request.game)));
        }
        let mut root = match &request.position {
            Some(text) => game.parse_position(text)?,
            None => game.start(),
        };
        for text in request.moves.iter().flat_map(|moves| moves.split_whitespace()) {
            let mv = game.parse_move(&root, text)?;
            root = game.play(&root, mv);
        }
        let game = Viewpoint::of_mover(game.clone(), &root);
        let is_exchanged = game.is_exchanged();
        Ok(Box::new(Opened::new(game, root).exchanged(is_exchanged)))
    };
    // A second one would be a mistake of the caller's, and is left out.
    let _ = OWN.set(Own { info, open: Box::new(open) });
}

/// All games, the caller's own first.
pub fn games() -> Vec<GameInfo> {
    OWN.get().map(|own| own.info).into_iter().chain(registry::games().iter().copied()).collect()
}

/// The game that is asked for.
pub fn open(request: &Request) -> Result<Box<dyn OpenGame>, TextError> {
    match OWN.get().filter(|own| own.info.name == request.game) {
        Some(own) => (own.open)(request),
        None => registry::open(request),
    }
}
