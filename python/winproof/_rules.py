"""Rules of your own: what a class may say, and how it is read."""

from __future__ import annotations

import ast
import hashlib
import inspect
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Protocol, runtime_checkable

from . import _native
from ._errors import InputError


@runtime_checkable
class Rules(Protocol):
    """The three methods of a game. Positions are any hashable values, moves any values.

    Besides, a class may have, as attributes or methods: ``start`` (where play starts), ``values`` (everything that play
    can be worth, ascending; ``[-1, 0, 1]`` if left out), ``repetition`` (what endless play is worth; left out where
    positions never repeat), ``canonical(position)`` (one position out of all that are the same by symmetry),
    ``foresight(position)`` (bounds of the value that a look gives, or None), ``position_text(position)`` and
    ``parse_position(text)`` (for certificates), ``move_text(position, move)``, ``picture(position)``, ``name``,
    ``players`` (what Max and Min are called).
    """

    def status(self, position: Any) -> str | int:
        """Who moves, "max" or "min", or what the end is worth for Max.

        Where positions do not say who moves: "turn", or what the end is worth for whoever's turn it would be. Players
        take turns then, whoever moves first is Max, and `foresight` is about whoever moves. What is said of the
        position in which play starts decides which of both it is.
        """

    def moves(self, position: Any) -> Iterable[Any]:
        """The legal moves where play goes on: at least one, in an order that depends on the position alone."""

    def play(self, position: Any, move: Any) -> Any:
        """The position after a move."""


class RulesReport(NamedTuple):
    """What a check of rules looked at."""

    positions: int
    ends: int


class Adapter:
    """Rules as the search reads them. Methods are called directly: nothing stands in between."""

    def __init__(self, rules: Any) -> None:
        missing = [name for name in ("status", "moves", "play") if not callable(getattr(rules, name, None))]
        if missing:
            kind = type(rules).__name__
            names = " and ".join(missing)
            wanted = "status(position), moves(position) and play(position, move)"
            raise InputError(f"{kind} has no {names}; rules have {wanted}")
        self.status: Callable[[Any], Any] = rules.status
        self.moves: Callable[[Any], Any] = rules.moves
        self.play: Callable[[Any, Any], Any] = rules.play
        self.canonical = getattr(rules, "canonical", None)
        self.foresight = getattr(rules, "foresight", None)
        self.position_text = getattr(rules, "position_text", None)
        self.parse_position = getattr(rules, "parse_position", None)
        if (self.position_text is None) != (self.parse_position is None):
            raise InputError("position_text and parse_position belong together: give both or neither")
        self.move_text = getattr(rules, "move_text", None) or _move_text
        self.picture = getattr(rules, "picture", None)
        self.start = _asked(rules, "start", None)
        self.values = [int(value) for value in _asked(rules, "values", (-1, 0, 1))]
        if any(low >= high for low, high in zip(self.values, self.values[1:])) or not self.values:
            raise InputError(f"values are {self.values}; they must ascend, and there must be one")
        self.repetition = _asked(rules, "repetition", None)
        self.name = str(_asked(rules, "name", type(rules).__name__))
        players = _asked(rules, "players", None)
        self.players = None if players is None else tuple(str(player) for player in players)
        self.parameters = [("rules", str(_asked(rules, "hash", None) or _hash_of(rules)))]

    @classmethod
    def of(cls, rules: Any) -> Adapter:
        """The adapter of rules, of an OpenSpiel game, or the one that is given."""
        if isinstance(rules, Adapter):
            return rules
        from ._openspiel import as_rules

        return cls(as_rules(rules) or rules)

    def with_plain_texts(self, start: Any) -> Adapter:
        """Positions that are made of numbers, texts, tuples and the like are their own texts."""
        if self.position_text is not None:
            return self
        return self.plain() if _reads_back(start if start is not None else self.start) else self

    def plain(self) -> Adapter:
        """Without texts of their own, positions are written as Python writes them."""
        if self.position_text is None:
            self.position_text, self.parse_position = repr, _parse_plain
        return self


def _asked(rules: Any, name: str, otherwise: Any) -> Any:
    """An attribute, or what a method without arguments gives."""
    value = getattr(rules, name, otherwise)
    return value() if callable(value) else value


def _move_text(position: Any, move: Any) -> str:
    return str(move)


def _reads_back(position: Any) -> bool:
    try:
        text = repr(position)
        return "\n" not in text and "\t" not in text and bool(ast.literal_eval(text) == position)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return False


def _parse_plain(text: str) -> Any:
    try:
        position = ast.literal_eval(text)
    except (MemoryError, RecursionError) as error:
        raise ValueError("there is too much in it") from error
    hash(position)
    if repr(position) != text:
        raise ValueError("it is written in another way than Python writes it")
    return position


def _hash_of(rules: Any) -> str:
    """What tells rules from others of the same name: their code and their settings."""
    kind = type(rules)
    try:
        code = inspect.getsource(kind)
    except (OSError, TypeError):
        code = "".join(
            repr(getattr(getattr(kind, name), "__code__", None) and getattr(kind, name).__code__.co_code)
            for name in ("status", "moves", "play")
        )
    settings = repr(sorted((name, repr(value)) for name, value in getattr(rules, "__dict__", {}).items()))
    return hashlib.sha256(f"{code}\n{settings}".encode()).hexdigest()[:16]


def check_rules(rules: Any, start: Any = None) -> RulesReport:
    """Checks on a sample of random games that rules keep the promises that searches rely on.

    Raises ``RulesError`` with the position and the broken promise. ``solve`` does this by itself.

    >>> import winproof as wp
    >>> class Endless:
    ...     start = 0
    ...     def status(self, position): return "max"
    ...     def moves(self, position): return ["round"]
    ...     def play(self, position, move): return (position + 1) % 3
    >>> wp.check_rules(Endless())
    Traceback (most recent call last):
        ...
    winproof.RulesError: the rules break a promise: 0 repeats on a line of play
    """
    adapter = Adapter.of(rules)
    return RulesReport(*_native.check_rules(adapter.with_plain_texts(start), start))
