"""Who hears of a long search."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Union

from ._solution import Progress

#: True shows a bar (tqdm's if it is there), a callable gets a `Progress` up to ten times a second.
Listening = Union[bool, Callable[[Progress], object]]


@contextmanager
def listener(progress: Listening) -> Iterator[Callable[[str], object] | None]:
    """What the search calls with its reports."""
    if not progress:
        yield None
    elif callable(progress):
        hear = progress
        yield lambda report: hear(Progress(**json.loads(report)))
    else:
        bar = _bar()
        try:
            yield lambda report: bar.show(Progress(**json.loads(report)))
        finally:
            bar.close()


class _Lines:
    """A line on standard error about once a second."""

    def __init__(self) -> None:
        self._last = 0.0

    def show(self, report: Progress) -> None:
        # A later search of the same call has a clock of its own.
        if not 0 <= report.seconds - self._last < 1:
            self._last = report.seconds
            print(_words(report), file=sys.stderr)

    def close(self) -> None:
        pass


class _Tqdm:
    """A bar of tqdm's, which counts nodes."""

    def __init__(self, tqdm: Any) -> None:
        self._bar = tqdm(unit=" nodes", unit_scale=True)

    def show(self, report: Progress) -> None:
        self._bar.update(report.nodes - self._bar.n)
        self._bar.set_postfix_str(_words(report))

    def close(self) -> None:
        self._bar.close()


def _bar() -> _Lines | _Tqdm:
    try:
        from tqdm.auto import tqdm  # type: ignore[import-untyped, import-not-found, unused-ignore]
    except ImportError:
        return _Lines()
    return _Tqdm(tqdm)


def _words(report: Progress) -> str:
    parts = [f"{report.nodes:,} nodes", f"{report.seconds:.0f} s", f"{report.bytes / 2**20:.0f} MiB"]
    if report.proof is not None and report.disproof is not None:
        parts.append(f"proof {report.proof:,} disproof {report.disproof:,}")
    if report.phase != "search":
        parts.append(report.phase)
    return ", ".join(parts)
