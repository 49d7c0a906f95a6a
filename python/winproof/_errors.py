"""The exceptions of this package. Their sentences are those of the command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._native import CertificateRefused, Contradiction, Error, InputError, RulesError

if TYPE_CHECKING:
    from ._solution import Solution


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended a search. What is known by then is ``partial``.

    It is a ``KeyboardInterrupt``, so that programs end as usual if nobody catches it.
    """

    def __init__(self, partial: Solution) -> None:
        super().__init__(f"interrupted; what is known: {partial.text}")
        self.partial = partial


class NotWritten(Error):
    """A question was answered, and its certificate was not written. The answer is ``partial``."""

    def __init__(self, sentence: str, partial: Solution) -> None:
        super().__init__(sentence)
        self.partial = partial


__all__ = ["CertificateRefused", "Contradiction", "Error", "InputError", "Interrupted", "NotWritten", "RulesError"]
