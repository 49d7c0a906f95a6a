"""Certificates: checked, read, looked up."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike
from typing import Any, NamedTuple

from . import _native
from ._errors import InputError
from ._listen import Listening, listener
from ._rules import Adapter


class Entry(NamedTuple):
    """A position of a strategy, and what to do there."""

    #: Whose strategy: max or min.
    player: str
    position: str
    #: The move, or None where the other player moves.
    move: str | None
    rank: int


@dataclass(frozen=True)
class Checked:
    """A certificate that the checker accepted."""

    game: str
    parameters: dict[str, str]
    position: str
    claim: str
    at_least: int | None
    at_most: int | None
    positions: int
    settled: int


class Certificate:
    """A certificate, by its file or its bytes.

    >>> import winproof as wp
    >>> certificate = wp.solve("tic-tac-toe", "xo./.x./o..").certificate
    >>> certificate.game, certificate.claims[0]["at_least"]
    ('tic-tac-toe', 1)
    >>> certificate.reply("xo./.x./o..")
    'c1'
    >>> certificate.check().claim
    'the value is exactly 1'
    """

    def __init__(self, source: str | PathLike[str] | bytes) -> None:
        self._source: str | bytes = source if isinstance(source, bytes) else os.fspath(source)
        self._lines: list[str] | None = None
        self._replies: dict[str, str] | None = None

    def _text(self) -> list[str]:
        if self._lines is None:
            self._lines = _native.certificate_text(self._source).decode().splitlines()
        return self._lines

    @property
    def header(self) -> dict[str, Any]:
        """What the certificate is about, as the file has it."""
        header: dict[str, Any] = json.loads(self._text()[0])
        return header

    @property
    def game(self) -> str:
        """The game's name."""
        return str(self.header["game"])

    @property
    def claims(self) -> list[dict[str, Any]]:
        """What is claimed: root, at_least, at_most."""
        claims: list[dict[str, Any]] = self.header["claims"]
        return claims

    def __iter__(self) -> Iterator[Entry]:
        player = "max"
        for line in self._text()[1:]:
            if line == "end":
                return
            if line.startswith("{"):
                player = json.loads(line)["player"]
                continue
            position, move, rank = line.split("\t")
            yield Entry(player, position, None if move == "-" else move, int(rank))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def reply(self, position: str) -> str | None:
        """The move that a strategy lists in a position; None where it lists none."""
        if self._replies is None:
            self._replies = {}
            for entry in self:
                if entry.move is not None:
                    self._replies.setdefault(entry.position, entry.move)
        return self._replies.get(position)

    def check(self, rules: object | None = None, **options: Any) -> Checked:
        """Checks it: see ``winproof.check``."""
        return check(self._source, rules, **options)

    def write(self, file: str | PathLike[str]) -> None:
        """Writes it to a file."""
        content = self._source
        if isinstance(content, str):
            with open(content, "rb") as source:
                content = source.read()
        # Aside first, so that a file that is there stays whole whatever happens.
        aside = f"{os.fspath(file)}.{os.getpid()}.tmp"
        try:
            with open(aside, "xb") as output:
                output.write(content)
            os.replace(aside, file)
        except BaseException:
            if os.path.exists(aside):
                os.unlink(aside)
            raise

    def __repr__(self) -> str:
        where = f"{len(self._source)} bytes" if isinstance(self._source, bytes) else repr(self._source)
        return f"<Certificate {where}>"


def check(
    source: str | PathLike[str] | bytes,
    rules: object | None = None,
    *,
    memory: str | int | None = None,
    threads: int | None = None,
    progress: Listening = False,
) -> Checked:
    """Checks a certificate, using only the rules of the game.

    ``rules`` are those of a certificate about a game of your own. Raises ``CertificateRefused`` if it does not
    prove its claim, ``InputError`` if it cannot be read.

    >>> import winproof as wp
    >>> wp.check(wp.solve("tic-tac-toe").certificate._source).claim
    'the value is exactly 0'
    """
    from ._solve import byte_count

    plain = source if isinstance(source, bytes) else os.fspath(source)
    if rules is not None and threads is not None and threads > 1:
        raise InputError("rules in Python are asked by one thread: leave threads out")
    with listener(progress) as hears:
        if rules is not None:
            text = _native.check_by_rules(plain, Adapter.of(rules).plain(), byte_count(memory), hears)
        else:
            text = _native.check_game(plain, byte_count(memory), threads, hears)
    fields = json.loads(text)
    fields["parameters"] = dict(fields["parameters"])
    return Checked(**fields)
