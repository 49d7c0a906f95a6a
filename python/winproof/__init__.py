"""Winproof solves two-player games and proves the answer.

>>> import winproof as wp
>>> solution = wp.solve("tic-tac-toe")
>>> solution.value, solution.text, solution.evidence
(0, 'draw', 'certified')

A game of your own is a class with three methods; its positions are any hashable values:

>>> class Nim:
...     \"\"\"Whoever takes the last stone wins.\"\"\"
...     def status(self, position):
...         heaps, player = position
...         return player if any(heaps) else (-1 if player == "max" else 1)
...     def moves(self, position):
...         return [(heap, n) for heap, size in enumerate(position[0]) for n in range(1, size + 1)]
...     def play(self, position, move):
...         (heap, taken), (heaps, player) = move, position
...         left = tuple(size - taken * (place == heap) for place, size in enumerate(heaps))
...         return left, "min" if player == "max" else "max"
>>> solution = wp.solve(Nim(), start=((3, 4, 5), "max"))
>>> solution.text, solution.best
('Max wins', '(0, 2)')

Values are those of the player to move in the position given: positive is good for that player.
"""

from __future__ import annotations

from ._certificate import Certificate, Checked, Entry, check
from ._errors import CertificateRefused, Contradiction, Error, InputError, Interrupted, NotWritten, RulesError
from ._native import VERSION as __version__
from ._openspiel import openspiel_rules
from ._rules import Rules, RulesReport, check_rules
from ._solution import Mate, MoveValue, Progress, Solution
from ._solve import Algorithm, GameInfo, Option, algorithms, games, mate, options, solve

__all__ = [
    "Algorithm",
    "Certificate",
    "CertificateRefused",
    "Checked",
    "Contradiction",
    "Entry",
    "Error",
    "GameInfo",
    "InputError",
    "Interrupted",
    "Mate",
    "MoveValue",
    "NotWritten",
    "Option",
    "Progress",
    "Rules",
    "RulesError",
    "RulesReport",
    "Solution",
    "__version__",
    "algorithms",
    "check",
    "check_rules",
    "games",
    "mate",
    "openspiel_rules",
    "options",
    "solve",
]
