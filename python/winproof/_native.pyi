from collections.abc import Callable
from os import PathLike
from typing import Any, final

VERSION: str

class Error(Exception): ...
class InputError(Error): ...
class RulesError(Error): ...
class CertificateRefused(Error): ...
class Contradiction(Error): ...

@final
class Leavings:
    def let_go(self) -> bool: ...

def games() -> str: ...
def algorithms() -> str: ...
def search_options() -> str: ...
def solve_game(
    game: str,
    parameters: list[tuple[str, str]],
    position: str | None,
    moves: str | None,
    keywords: dict[str, str],
    listener: Callable[[str], object] | None,
) -> tuple[str, bytes | None]: ...
def solve_rules(
    adapter: object,
    start: Any | None,
    keywords: dict[str, str],
    conform: bool,
    listener: Callable[[str], object] | None,
) -> tuple[str, bytes | None, Leavings | None]: ...
def check_rules(adapter: object, start: Any | None) -> tuple[int, int]: ...
def mate(
    fen: str,
    moves: str | None,
    within: int | None,
    shortest: bool,
    all_keys: bool,
    fifty: bool,
    keywords: dict[str, str],
    listener: Callable[[str], object] | None,
) -> tuple[str, bytes | None]: ...
def check_game(
    source: bytes | str | PathLike[str],
    memory: int | None,
    threads: int | None,
    listener: Callable[[str], object] | None,
) -> str: ...
def check_by_rules(
    source: bytes | str | PathLike[str],
    adapter: object,
    memory: int | None,
    listener: Callable[[str], object] | None,
) -> str: ...
def certificate_text(source: bytes | str | PathLike[str]) -> bytes: ...
