"""OpenSpiel games and states as rules.

The question is what a position is. OpenSpiel's own answer is the history of moves, which is always right and never
joins two ways to the same board; `str(state)` joins boards that differ in who moves, in ownership or in counters. So
there is a list of games whose text and player to move are the whole position, with the reason; a list of games whose
rules look at more than the board, which are searched by their histories; and any other game is tested before it is
searched.
"""

from __future__ import annotations

import random
import time
from typing import Any

from ._errors import InputError

#: Games in which the text and the player to move say all that the rules look at, and why no position comes again.
BY_TEXT = {
    "amazons": "every turn burns a square",
    "breakthrough": "pieces only advance",
    "clobber": "every move takes a piece",
    "connect_four": "every move adds a disc",
    "dots_and_boxes": "every move adds an edge; the text shows whose the boxes are",
    "gomoku": "every move adds a stone",
    "havannah": "every move adds a stone",
    "hex": "every move adds a stone",
    "mnk": "every move adds a mark",
    "nim": "every move takes objects",
    "othello": "every move adds a disc, and two passes end the game",
    "pentago": "every move adds a stone",
    "tic_tac_toe": "every move adds a mark",
    "twixt": "every move adds a peg",
    "ultimate_tic_tac_toe": "every move adds a mark or chooses the board for it",
    "y": "every move adds a stone",
}

#: Why the board is not all that the rules look at.
_COME_BACK = "pieces come back to where they were, and what then ends the game is not in the text"

#: Games whose rules look at more than the board: a position is the whole history.
BY_HISTORY = {
    "antichess": _COME_BACK,
    "checkers": _COME_BACK,
    "chess": _COME_BACK,
    "chinese_checkers": _COME_BACK,
    "crazyhouse": _COME_BACK,
    "cursor_go": "positions must not repeat (superko)",
    "go": "positions must not repeat (superko)",
    "hive": _COME_BACK,
    "lines_of_action": _COME_BACK,
    "nine_mens_morris": _COME_BACK,
    "oware": _COME_BACK,
    "quoridor": "the text does not show how many walls are left",
    "shogi": _COME_BACK,
    "xiangqi": _COME_BACK,
}

#: Seconds for the test of a key.
TEST_SECONDS = 0.3


#: Who moves, by OpenSpiel's numbers.
_PLAYERS = ("max", "min")


class _Position(str):
    """A state, known by its key: a text, so that Python hashes it once and compares it without calls.

    Most positions of a search are looked at once and never played on, and OpenSpiel's states are large and slow to let
    go of. So a position has the state of the one before it, which its siblings share, until it is played on itself.
    """

    __slots__ = ("says", "origin", "made")

    #: Who moves, or what the end is worth.
    says: str | float
    #: The state before, and the move that leads from there; None if the state itself is there.
    origin: tuple[Any, int] | None
    made: Any

    def state(self) -> Any:
        if self.origin is None:
            return self.made
        before, move = self.origin
        self.made, self.origin = before.child(move), None
        return self.made

    def __repr__(self) -> str:
        history = " ".join(map(str, self.state().history()))
        return f"the position after [{history}]"


class OpenSpielRules:
    """The rules of an OpenSpiel game."""

    def __init__(self, game: Any, state: Any | None = None, key: str | None = None) -> None:
        import pyspiel  # type: ignore[import-not-found, import-untyped, unused-ignore]

        kind = game.get_type()
        name = str(kind.short_name)
        wanted = {
            "two players": game.num_players() == 2,
            "no chance": kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC,
            "perfect information": kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION,
            "moves one after the other": kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL,
            "a constant sum": kind.utility
            in (pyspiel.GameType.Utility.ZERO_SUM, pyspiel.GameType.Utility.CONSTANT_SUM),
        }
        lacking = [what for what, is_there in wanted.items() if not is_there]
        if lacking:
            raise InputError(f"{name} cannot be solved: it has not {', nor '.join(lacking)}")
        low, high = game.min_utility(), game.max_utility()
        if low != int(low) or high != int(high) or high - low > 10_000:
            raise InputError(f"{name} cannot be solved: its values, from {low} to {high}, are not a few whole numbers")
        if key not in (None, "text", "history"):
            raise InputError(f"key={key!r}: write 'text' or 'history'")
        self.name = f"open_spiel-{name}"
        self.hash = str(game)
        self.values = list(range(int(low), int(high) + 1))
        self.players = ("player 0", "player 1")
        self._by_history = key == "history" or key is None and name in BY_HISTORY
        root = (game.new_initial_state() if state is None else state).clone()
        if not self._by_history:
            why = self._fault(root)
            if why is not None:
                raise InputError(
                    f"{name} cannot be searched by the text of its states: {why}; its histories are always right, but "
                    "join nothing: winproof.solve(winproof.openspiel_rules(game, key='history'))"
                )
        self.start = self._position(root)

    def _key(self, state: Any, player: int) -> str:
        if self._by_history:
            return " ".join(map(str, state.history()))
        return f"{player} {state}"

    def _position(self, state: Any, origin: tuple[Any, int] | None = None) -> _Position:
        player = state.current_player()
        position = _Position(self._key(state, player))
        position.says = _PLAYERS[player] if player >= 0 else state.returns()[0]
        position.origin = origin
        if origin is None:
            position.made = state
        return position

    def status(self, position: _Position) -> str | int:
        says = position.says
        if isinstance(says, str):
            return says
        if says != int(says):
            raise InputError(f"{position!r} is worth {says}, which is not a whole number")
        return int(says)

    def moves(self, position: _Position) -> list[int]:
        actions: list[int] = position.state().legal_actions()
        return actions

    def play(self, position: _Position, move: int) -> _Position:
        state = position.state()
        return self._position(state.child(move), (state, move))

    def move_text(self, position: _Position, move: int) -> str:
        state = position.state()
        return str(state.action_to_string(state.current_player(), move))

    def picture(self, position: _Position) -> str:
        return str(position.state()) or repr(position)

    def _fault(self, root: Any) -> str | None:
        """Looks for two positions with one key and different futures, and for a key that comes again in a line of play.

        Random games seldom come to the same board, so two moves of one player are exchanged as well: that often does.
        """
        lines: dict[Any, list[int]] = {}
        draw = random.Random(1)
        until = time.perf_counter() + TEST_SECONDS
        for _ in range(1000):
            line: list[int] = []
            state, seen = root.clone(), set()
            while True:
                key = self._key(state, state.current_player())
                if key in seen:
                    return f"the same text comes again within a game, after {line}"
                seen.add(key)
                earlier = lines.setdefault(key, line.copy())
                if earlier != line:
                    fault = self._compare(root, earlier, line)
                    if fault is not None:
                        return fault
                if state.is_terminal() or len(line) >= 400:
                    break
                line.append(draw.choice(state.legal_actions()))
                state.apply_action(line[-1])
            for _ in range(20):
                if len(line) < 3 or time.perf_counter() > until:
                    break
                end = draw.randrange(3, len(line) + 1)
                first = draw.randrange(0, end - 2)
                other = line[:end]
                other[first], other[first + 2] = other[first + 2], other[first]
                fault = self._compare(root, line[:end], other)
                if fault is not None:
                    return fault
            if time.perf_counter() > until:
                break
        return None

    def _compare(self, root: Any, one: list[int], other: list[int]) -> str | None:
        states = []
        for line in (one, other):
            state = root.clone()
            for move in line:
                if state.is_terminal() or move not in state.legal_actions():
                    return None
                state.apply_action(move)
            states.append(state)
        first, second = map(self._position, states)
        if first != second:
            return None
        if self._future(first) != self._future(second):
            return f"{first!r} and {second!r} have the same text and different futures"
        return None

    def _future(self, position: _Position) -> Any:
        state = position.state()
        if state.is_terminal():
            return state.returns()
        moves = state.legal_actions()
        return moves, [str(self._position(state.child(move))) for move in moves]


def as_rules(game: Any) -> OpenSpielRules | None:
    """The rules of an OpenSpiel game or state; None if it is something else."""
    kind = type(game)
    modules = {base.__module__ for base in kind.__mro__}
    if not any(module.split(".")[0] in ("pyspiel", "open_spiel") for module in modules):
        return None
    if hasattr(game, "new_initial_state"):
        return OpenSpielRules(game)
    if hasattr(game, "get_game"):
        return OpenSpielRules(game.get_game(), game)
    return None


def openspiel_rules(game: Any, key: str | None = None) -> OpenSpielRules:
    """The rules of an OpenSpiel game or state, by the text of its states or by their histories.

    Without ``key``, what is right for the game. ``winproof.solve(game)`` does this by itself.
    """
    if hasattr(game, "new_initial_state"):
        return OpenSpielRules(game, key=key)
    return OpenSpielRules(game.get_game(), game, key)
