//! A position as a page shows it: the board, the legal moves with what is known of each, and what the proof plays.

use crate::known::{Known, Said};
use crate::session::{Session, quoted};
use serde::Serialize;
use winproof::open::OpenGame;
use winproof::{Player, Status, TextError};
use winproof_draw::{Picture, UNIT};

/// The board: elements of SVG and the places of its squares.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoardView {
    /// The part of the plane that is shown.
    pub view_box: String,
    /// What is below the men.
    pub ground: String,
    /// The men.
    pub men: String,
    /// What is above them.
    pub above: String,
    /// Left, top, width and height of each square.
    pub squares: Vec<[f32; 4]>,
    /// The name of each square.
    pub names: Vec<String>,
}

impl BoardView {
    /// The board of a position.
    pub fn new(game: &dyn OpenGame) -> BoardView {
        let drawing = game.drawing();
        let Picture { view_box, ground, men, above } = Picture::new(&drawing);
        let squares = drawing.squares.iter();
        let squares = squares.map(|square| [square.at.0, square.at.1, square.size.0, square.size.1].map(|x| x * UNIT));
        let (squares, names) = (squares.collect(), drawing.squares.iter().map(|square| square.name.clone()).collect());
        BoardView { view_box, ground, men, above, squares, names }
    }
}

/// Where a move is made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PlaceView {
    /// The square that a man leaves.
    pub from: Option<usize>,
    /// Where it comes to, the most telling first.
    pub to: Vec<usize>,
    /// Where else people point to mean this move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub near: Vec<usize>,
}

impl PlaceView {
    /// Where a legal move is made.
    pub fn new(game: &dyn OpenGame, mv: &str) -> PlaceView {
        let winproof::drawing::MovePlace { from, to, near } = game.move_place(mv);
        PlaceView { from, to, near }
    }
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveView {
    /// The move as text.
    pub r#move: String,
    /// Where it leads.
    pub position: String,
    /// Where it is made.
    pub place: PlaceView,
    /// What is known of it, as its player sees it.
    pub said: Said,
    /// In how many plies after it, at most, a certificate's strategy wins.
    pub within: Option<u32>,
    /// Whether it is among the best of those that are known.
    pub best: bool,
    /// Which strategies play it.
    pub proof: Vec<usize>,
}

/// What a strategy of a certificate is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StrategyView {
    /// Its number in the session.
    pub number: usize,
    /// Whose it is, in the game's words.
    pub player: String,
    /// What it makes sure of.
    pub words: String,
    /// Where it starts.
    pub root: String,
    /// How many positions the certificate lists for it.
    pub entries: usize,
    /// How many plies are left to the checker.
    pub horizon: u8,
    /// Whether ranks fall along it, so that play ends.
    pub ranked: bool,
    /// Whether it has an answer in the position, or every answer to it.
    pub holds: bool,
    /// What it plays in the position, if its player is to move.
    pub reply: Option<String>,
    /// The position's rank, if the certificate lists it.
    pub rank: Option<u32>,
}

/// A move of the line that led to the position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayedView {
    /// The move.
    pub r#move: String,
    /// Who made it.
    pub player: String,
    /// Where it led.
    pub position: String,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PositionView {
    /// The game and its rules, in words.
    pub title: String,
    /// The position as text.
    pub position: String,
    /// Where the session starts.
    pub root: String,
    /// The position from which the line starts.
    pub start: String,
    /// The line that led here.
    pub line: Vec<PlayedView>,
    /// Whether moves are numbered in pairs.
    pub pairs: bool,
    /// Who is to move, in the game's words; none if play has ended.
    pub mover: Option<String>,
    /// Why play has ended.
    pub end: Option<String>,
    /// What is known, as the player to move sees it.
    pub said: Said,
    /// In how many plies, at most, a certificate's strategy wins.
    pub within: Option<u32>,
    /// The board.
    pub board: BoardView,
    /// Where the last move was made.
    pub last: PlaceView,
    /// The legal moves.
    pub moves: Vec<MoveView>,
    /// The strategies of certificates.
    pub strategies: Vec<StrategyView>,
    /// The command that gives this answer.
    pub command: String,
}

/// The game and its parameters in words.
pub fn title(game: &dyn OpenGame) -> String {
    let mut text = game.name();
    for (name, value) in game.parameters().iter().filter(|(_, value)| !value.contains('\n')) {
        text.push_str(&format!(", {name} {value}"));
    }
    text
}

/// Who looks at a position: whoever is to move, and Max where play has ended.
fn viewer(game: &dyn OpenGame) -> Player {
    match game.status() {
        Status::Turn(player) => player,
        Status::Ended(_) => Player::Max,
    }
}

impl Session {
    /// The position after some moves.
    pub fn view(&self, position: Option<&str>, moves: &[String]) -> Result<PositionView, TextError> {
        let line = self.line(position, moves)?;
        let game = &*line[line.len() - 1];
        let root = self.root()?.position_text();
        let played = line.windows(2).zip(moves).map(|(pair, mv)| PlayedView {
            r#move: self.own_text(&*pair[0], &*pair[1], mv),
            player: game.player_name(viewer(&*pair[0])),
            position: pair[1].position_text(),
        });
        let last = match (line.len().checked_sub(2).map(|place| &line[place]), moves.last()) {
            (Some(before), Some(mv)) => PlaceView { near: Vec::new(), ..PlaceView::new(&**before, mv) },
            _ => PlaceView::default(),
        };
        // Where play has ended, whoever moved last sees what was said of that move.
        let looker = match (game.status(), line.len().checked_sub(2)) {
            (Status::Ended(_), Some(before)) => viewer(&*line[before]),
            _ => viewer(game),
        };
        let strategies = self.strategy_views(game);
        let (mover, end) = match game.status() {
            Status::Turn(player) => (Some(game.player_name(player)), None),
            Status::Ended(_) => (None, Some(game.end_text())),
        };
        Ok(PositionView {
            title: title(game),
            position: game.position_text(),
            root,
            start: line[0].position_text(),
            line: played.collect(),
            pairs: game.moves_in_pairs(),
            mover,
            end,
            said: self.known(game).said(game, looker),
            within: self.within(game),
            board: BoardView::new(game),
            last,
            moves: self.move_views(game, &strategies),
            strategies,
            command: self.command_for(game, moves),
        })
    }

    /// The game's own text of a move that may have been written otherwise.
    fn own_text(&self, before: &dyn OpenGame, after: &dyn OpenGame, mv: &str) -> String {
        let moves = before.moves();
        if moves.iter().any(|own| own == mv) {
            return mv.to_string();
        }
        let text = after.position_text();
        let own = moves.into_iter().find(|own| before.after(own).is_ok_and(|next| next.position_text() == text));
        own.unwrap_or_else(|| mv.to_string())
    }

    /// The legal moves of a position.
    pub fn move_views(&self, game: &dyn OpenGame, strategies: &[StrategyView]) -> Vec<MoveView> {
        let viewer = viewer(game);
        let sign = if viewer == Player::Max { 1 } else { -1 };
        let mut least = Vec::new();
        let mut views: Vec<MoveView> = Vec::new();
        for mv in game.moves() {
            let Ok(next) = game.after(&mv) else { continue };
            let known: Known = self.known(&*next);
            let own = if viewer == Player::Max { known.lower } else { known.upper };
            least.push(own.map(|bound| bound.value * sign));
            let plays = |strategy: &&StrategyView| strategy.reply.as_deref() == Some(mv.as_str());
            views.push(MoveView {
                position: next.position_text(),
                place: PlaceView::new(game, &mv),
                said: known.said_of_move(game, &*next, viewer),
                within: self.within(&*next),
                best: false,
                proof: strategies.iter().filter(plays).map(|strategy| strategy.number).collect(),
                r#move: mv,
            });
        }
        // A move is best if it is sure of what the position is worth, or of the most that any move is sure of.
        let most = least.iter().copied().max().flatten();
        let lowest = if viewer == Player::Max { game.values().first().copied() } else { game.values().last().copied() };
        let nothing = lowest.map(|value| value * sign);
        let all_known = views.iter().all(|view| view.said.value.is_some());
        let worth = self.known(game).value().map(|value| value * sign);
        for (view, least) in views.iter_mut().zip(least) {
            let is_worth = worth.is_some() && least >= worth;
            view.best =
                is_worth || (most > nothing || all_known) && least == most && least.is_some() && worth.is_none();
        }
        views
    }

    /// The strategies of all certificates, as they look from a position.
    pub fn strategy_views(&self, game: &dyn OpenGame) -> Vec<StrategyView> {
        let mut views = Vec::new();
        for proof in self.proofs() {
            for strategy in &proof.strategies {
                let horizon = proof.header.horizon;
                let reply = strategy.reply(game, horizon);
                let half = strategy.half;
                let player = game.player_name(half.player);
                // Words about the root are those of the root.
                let root = game.at(&strategy.root);
                let bound = |game: &dyn OpenGame| game.value_text(half.bound);
                let words = root.as_ref().map_or_else(|_| bound(game), |root| bound(&**root));
                let values = game.values();
                let best = if half.player == Player::Max { values.last() } else { values.first() };
                let words = if best == Some(&half.bound) { words } else { format!("{words} or better for {player}") };
                views.push(StrategyView {
                    number: views.len(),
                    words,
                    root: strategy.root.clone(),
                    entries: strategy.entries.len(),
                    horizon,
                    ranked: strategy.ranked,
                    holds: reply.is_some() || strategy.shows(game, horizon),
                    rank: reply.as_ref().and_then(|reply| reply.rank),
                    reply: reply.map(|reply| reply.mv),
                    player,
                });
            }
        }
        views
    }

    /// The command that solves a position.
    fn command_for(&self, game: &dyn OpenGame, moves: &[String]) -> String {
        let crate::session::Command { game: name, options, takes_position } = &self.command;
        match takes_position {
            true => format!("winproof solve {name} {}{options} --move-values", quoted(&game.position_text())),
            false if moves.is_empty() => format!("winproof solve {name}{options} --move-values"),
            false => format!("winproof solve {name}{options} --moves {} --move-values", quoted(&moves.join(" "))),
        }
    }
}
