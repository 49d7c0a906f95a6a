"""What a search found."""

from __future__ import annotations

import html
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ._errors import Error

if TYPE_CHECKING:
    from os import PathLike

    from ._certificate import Certificate


@dataclass(frozen=True)
class Progress:
    """What a search looks like now; a listener gets one up to ten times a second."""

    nodes: int
    nodes_per_second: float
    proof: int | None
    disproof: int | None
    bytes: int
    seconds: float
    line: list[str]
    phase: str
    positions: int | None
    share: float | None


@dataclass(frozen=True)
class MoveValue:
    """A move at the root and what it is worth, as the player to move sees it."""

    move: str
    value: int | None
    lower: int
    upper: int

    def __str__(self) -> str:
        worth = str(self.value) if self.value is not None else f"{self.lower} to {self.upper}"
        return f"{self.move}: {worth}"


@dataclass(frozen=True, repr=False)
class Solution:
    """What is known of a position, and how.

    >>> import winproof as wp
    >>> s = wp.solve("connect4", size="4x4", move_values=True)
    >>> s.value, s.proved, s.stopped
    (0, True, 'solved')
    >>> [str(move) for move in s.moves][:2]
    ['1: 0', '2: 0']
    >>> s.reply(s.position) == s.best      # strategy look-up
    True
    """

    game: str
    parameters: dict[str, str]
    position: str
    #: Who moves, or None where play has ended.
    to_move: str | None
    #: Whose values are given.
    values_of: str
    algorithm: str | None
    effort: str
    graph: str
    leaf: str
    #: The exact value, or None.
    value: int | None
    lower: int
    upper: int
    lower_proved: bool
    upper_proved: bool
    #: certified, proved, hash-based, or None where nothing was answered.
    evidence: str | None
    certified: bool
    proved: bool
    goal: str | None
    holds: bool | None
    #: solved, nodes, time, memory, interrupted, moves, disk.
    stopped: str
    nodes: int
    expansions: int
    updates: int
    seconds: float
    peak_bytes: int
    proof_nodes: int
    proof_seconds: float
    proof_positions: int
    #: A best move, if one is known.
    best: str | None
    #: Best play, as far as it is known.
    line: list[str]
    line_end: dict[str, int] | None
    #: The verdict in the words of the game.
    text: str
    picture: str
    svg: str = field(repr=False)
    _moves: list[MoveValue] | None = field(default=None, repr=False)
    _certificate: bytes | str | None = field(default=None, repr=False)
    _more: Callable[[], list[MoveValue]] | None = field(default=None, repr=False, compare=False)

    @property
    def bounds(self) -> tuple[int, int]:
        """The lower and the upper bound of the value."""
        return self.lower, self.upper

    @property
    def moves(self) -> list[MoveValue]:
        """Every move at the root with its value.

        They are found when they are first asked for, within the limits of the search, unless ``move_values=True`` had
        them found at once.
        """
        if self._moves is None:
            if self._more is None:
                raise Error("the values of the moves were not found: solve with move_values=True before pickling")
            object.__setattr__(self, "_moves", self._more())
        assert self._moves is not None
        return self._moves

    @property
    def counts(self) -> dict[str, int]:
        """What the search took."""
        names = ("nodes", "expansions", "updates", "peak_bytes", "proof_nodes", "proof_positions")
        return {name: getattr(self, name) for name in names}

    @property
    def certificate(self) -> Certificate:
        """The certificate of what was proved."""
        from ._certificate import Certificate

        if self._certificate is None and self.certified:
            raise Error(
                "there is no certificate, since nobody could read its positions: give the rules "
                "position_text(position) and parse_position(text)"
            )
        if self._certificate is None:
            raise Error("there is no certificate: nothing was certified; solve with proof='FILE' to allow more time")
        return Certificate(self._certificate)

    def reply(self, position: str) -> str | None:
        """What the strategies that were found answer in a position (its text); None where they say nothing."""
        return self.certificate.reply(position)

    def write_certificate(self, file: str | PathLike[str]) -> None:
        """Writes the certificate, which ``winproof.check`` and the command accept.

        >>> import os, tempfile, winproof as wp
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = os.path.join(folder, "p.wpf")
        ...     wp.solve("tic-tac-toe").write_certificate(file)
        ...     wp.check(file).claim
        'the value is exactly 0'
        """
        self.certificate.write(file)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, with the names of the command's ``--json``."""
        names = [name for name in self.__dataclass_fields__ if not name.startswith("_")]
        plain = {name: getattr(self, name) for name in names}
        if self._moves is not None:
            plain["moves"] = [vars(move) for move in self._moves]
        return plain

    def __getstate__(self) -> dict[str, Any]:
        # What finds more is bound to this process.
        return {**self.__dict__, "_more": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        basis = self.evidence or f"stopped by {self.stopped}"
        return f"<{type(self).__name__} {self.game} {self.position!r}: {self.text} ({basis})>"

    def _repr_svg_(self) -> str | None:
        """The board; notebooks show the page below instead, which has the board in it."""
        return self.svg or None

    def _repr_html_(self) -> str:
        line = " ".join(self.line) or "–"
        basis = self.evidence or f"stopped by {self.stopped}"
        board = self.svg if self.svg else f"<pre>{html.escape(self.picture)}</pre>"
        return (
            f'<div style="display:flex;gap:1.5em;align-items:center"><div style="width:16em">{board}</div>'
            f"<div><b>{html.escape(self.text)}</b> ({html.escape(basis)})<br>"
            f"{html.escape(self.game)}, {html.escape(str(self.to_move))} to move; values are those of "
            f"{html.escape(self.values_of)}<br>value {self.value if self.value is not None else self.bounds}<br>"
            f"line {html.escape(line)}</div></div>"
        )


@dataclass(frozen=True, repr=False)
class Mate(Solution):
    """The answer to a question for a mate.

    >>> import winproof as wp
    >>> wp.mate("7k/8/5K2/6Q1/8/8/8/8 w - -").line
    ['Qg7#']
    """

    #: In how many moves the mate that was found takes place at the latest.
    mate_in: int | None = None
    #: Whether no mate is shorter, proved.
    shortest: bool = False
    #: The first moves that mate in the fewest moves (all of them with all_keys=True).
    keys: list[str] = field(default_factory=list)
