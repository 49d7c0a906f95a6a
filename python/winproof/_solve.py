"""Solving."""

from __future__ import annotations

import gc
import json
from os import PathLike, fspath
from threading import Lock, Thread
from time import sleep
from typing import Any, NamedTuple

from . import _native
from ._errors import InputError, Interrupted, NotWritten
from ._listen import Listening, listener
from ._rules import Adapter
from ._solution import Mate, MoveValue, Solution


class GameInfo(NamedTuple):
    """A game, as `games` lists it."""

    name: str
    summary: str
    parameters: list[str]
    sizes: str | None
    default_size: str | None
    position_notation: str
    move_notation: str
    values: str
    repeats: bool
    example: str


class Algorithm(NamedTuple):
    """An algorithm, as `algorithms` lists it."""

    name: str
    effort: str
    graph: str
    leaf: str
    yes_is_proof: bool
    no_is_proof: bool
    hash_based: bool
    summary: str


class Option(NamedTuple):
    """A setting of searches, as `options` lists it."""

    name: str
    takes: dict[str, str]
    words: list[str]
    help: str


def games() -> list[GameInfo]:
    """The games that are built in.

    >>> import winproof as wp
    >>> "connect4" in [game.name for game in wp.games()]
    True
    """
    return [GameInfo(**game) for game in json.loads(_native.games())]


def algorithms() -> list[Algorithm]:
    """The algorithms that have names.

    >>> import winproof as wp
    >>> [algorithm.graph for algorithm in wp.algorithms() if algorithm.name == "bta"]
    ['base-twin']
    """
    return [Algorithm(**algorithm) for algorithm in json.loads(_native.algorithms())]


def options() -> list[Option]:
    """The settings of searches, each a keyword of `solve`; those of the command, with `_` for `-`.

    >>> import winproof as wp
    >>> "set_limits" in [option.name for option in wp.options()]
    True
    """
    described = json.loads(_native.search_options())
    return [Option(**{**option, "name": option["name"].replace("-", "_")}) for option in described]


def byte_count(memory: str | int | None) -> int | None:
    """Bytes, as a number or as 2GiB."""
    if memory is None or isinstance(memory, int):
        return memory
    units = {"B": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40}
    for unit, factor in sorted(units.items(), key=lambda pair: -len(pair[0])):
        if memory.endswith(unit):
            try:
                return int(float(memory[: -len(unit)].replace("_", "")) * factor)
            except ValueError:
                break
    raise InputError(f"memory={memory}: write a number and its unit, such as 500MiB or 4GiB")


def _keywords(given: dict[str, Any]) -> dict[str, str]:
    """Keywords as the command writes their values."""
    texts: dict[str, str] = {}
    for name, value in given.items():
        if value is None:
            continue
        if name == "time" and isinstance(value, (int, float)) and not isinstance(value, bool):
            texts[name] = f"{round(value * 1000)}ms"
        elif name == "memory" and isinstance(value, int):
            texts[name] = f"{value}B"
        elif name in ("proof", "temp"):
            texts[name] = fspath(value)
        elif isinstance(value, (tuple, list)):
            texts[name] = ",".join(map(str, value))
        else:
            texts[name] = str(value)
    return texts


class _FewerCollections:
    """Positions stay for long, so Python need not look so often for those that are garbage.

    While this lasts, that is: for one search or for several that overlap.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._searches = 0
        self._before = gc.get_threshold()

    def begin(self) -> None:
        with self._lock:
            if self._searches == 0:
                self._before = before = gc.get_threshold()
                if before[0] > 0:
                    gc.set_threshold(max(before[0], 100_000), max(before[1], 50), *before[2:])
            self._searches += 1

    def end(self) -> None:
        with self._lock:
            self._searches -= 1
            if self._searches == 0:
                gc.set_threshold(*self._before)


_fewer_collections = _FewerCollections()


def _let_go(leavings: _native.Leavings) -> None:
    """Lets go of what a search left behind, and lets others run meanwhile."""
    while leavings.let_go():
        sleep(0.0005)
    # Not before: a collection would go through all of it at once.
    _fewer_collections.end()


def _solution(
    text: str, certificate: bytes | None, proof: str | PathLike[str] | None = None, kind: type[Solution] = Solution
) -> Solution:
    fields = json.loads(text)
    moves = fields.pop("moves")
    fields["parameters"] = dict(fields["parameters"])
    found = None if moves is None else [MoveValue(**move) for move in moves]
    interrupted, written, why = (fields.pop(name) for name in ("interrupted", "written", "not_written"))
    where = fspath(proof) if proof is not None and written else certificate
    solution = kind(**fields, _moves=found, _certificate=where)
    if interrupted:
        raise Interrupted(solution)
    if why is not None and proof is not None:
        raise NotWritten(f"the certificate '{fspath(proof)}' was not written: {why}", solution)
    return solution


def solve(
    game: str | object,
    position: Any = None,
    *,
    start: Any = None,
    size: str | None = None,
    line: int | str | None = None,
    parameters: dict[str, str] | None = None,
    graph_text: str | None = None,
    moves: str | None = None,
    goal: str | None = None,
    move_values: bool = False,
    algorithm: str | None = None,
    effort: str | None = None,
    graph: str | None = None,
    leaf: str | None = None,
    nodes: int | str | None = None,
    time: float | str | None = None,
    memory: int | str | None = None,
    threads: int | None = None,
    proof: str | PathLike[str] | None = None,
    progress: Listening = False,
    check: bool = True,
    **options: Any,
) -> Solution:
    """Solves a position: who wins, or what is the score?

    ``game`` is the name of a game (see `games`), an object with ``status``, ``moves`` and ``play``, or an OpenSpiel
    game or state. The keywords are the options of the command ``winproof solve``; further ones are listed by `options`.

    :param position: the position: a text for a game that is built in, the start of play for rules of your own.
    :param start: the same.
    :param goal: ``"win"``, ``"draw"``, ``">=V"`` or ``"<=V"``; without it, the exact value is found.
    :param time: seconds, or a text such as ``"2m"``.
    :param memory: bytes, or a text such as ``"2GiB"``.
    :param proof: the file for a certificate.
    :param progress: True shows a bar, a callable gets a `Progress` up to ten times a second.
    :param check: whether rules of your own are checked on a sample first.

    Raises `InputError`, `RulesError`, whatever a rule of your own raises, `NotWritten` where there is an answer and no
    certificate, and `Interrupted` on Ctrl-C. The ``partial`` of the last two is what is known.

    >>> import winproof as wp
    >>> wp.solve("connect4", size="5x4", goal="draw").holds
    True
    >>> wp.solve("connect4", size="7x6", nodes=1000).stopped
    'nodes'
    """
    start = position if start is None else start
    given: dict[str, Any] = dict(goal=goal, algorithm=algorithm, effort=effort, graph=graph, leaf=leaf)
    given |= dict(nodes=nodes, time=time, memory=memory, threads=threads, proof=proof)
    keywords = _keywords({**given, **options})

    def run(wanted: dict[str, str]) -> tuple[str, bytes | None]:
        with listener(progress) as hears:
            if isinstance(game, str):
                rules = dict(parameters or {})
                rules |= {name: str(value) for name, value in (("size", size), ("line", line)) if value is not None}
                if graph_text is not None:
                    rules["graph"] = graph_text
                return _native.solve_game(game, list(rules.items()), start, moves, wanted, hears)
            if size is not None or line is not None or parameters or moves is not None:
                raise InputError("size, line, parameters and moves are for games that are built in")
            adapter = Adapter.of(game).with_plain_texts(start)
            _fewer_collections.begin()
            leavings = None
            try:
                text, certificate, leavings = _native.solve_rules(adapter, start, wanted, check, hears)
            finally:
                if leavings is None:
                    _fewer_collections.end()
                else:
                    # The program does not end before: Python waits for its threads.
                    Thread(target=_let_go, args=(leavings,), name="winproof lets go").start()
            return text, certificate

    def answer(wanted: dict[str, str]) -> Solution:
        text, certificate = run(wanted)
        return _solution(text, certificate, proof if "proof" in wanted else None)

    def move_list() -> list[MoveValue]:
        wanted = {name: value for name, value in keywords.items() if name not in ("goal", "proof")}
        found = answer({**wanted, "move_values": "True"})._moves
        return found if found is not None else []

    solution = answer({**keywords, "move_values": str(move_values)})
    object.__setattr__(solution, "_more", move_list)
    return solution


def mate(
    fen: str,
    *,
    within: int | None = None,
    shortest: bool = False,
    all_keys: bool = False,
    fifty: bool = False,
    moves: str | None = None,
    nodes: int | str | None = None,
    time: float | str | None = None,
    memory: int | str | None = None,
    threads: int | None = None,
    proof: str | PathLike[str] | None = None,
    progress: Listening = False,
) -> Mate:
    """Finds and proves a mate in a chess position.

    You need not say how long it is; ``within=N`` asks for a mate in at most N moves, or a proof that there is none.

    >>> import winproof as wp
    >>> m = wp.mate("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -")
    >>> m.text, m.line[0], m.certified
    ('White mates in 2', 'Qg6', True)
    """
    keywords = _keywords(dict(nodes=nodes, time=time, memory=memory, threads=threads, proof=proof))
    with listener(progress) as hears:
        text, certificate = _native.mate(fen, moves, within, shortest, all_keys, fifty, keywords, hears)
    found = _solution(text, certificate, proof, Mate)
    assert isinstance(found, Mate)
    return found
