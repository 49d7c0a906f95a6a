"""Certificates that a class and a rules program share."""

import os
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

import winproof as wp

PROGRAM = Path(__file__).parents[2] / "crates" / "winproof-external" / "examples" / "nim.py"


class Nim:
    """Nim with the name, the version, the values and the texts of the program."""

    name, hash, values = "nim", "last-stone-wins-1", [-1, 1]

    def status(self, heaps):
        return "turn" if heaps else -1

    def moves(self, heaps):
        return [(heap, taken) for heap in sorted(set(heaps)) for taken in range(1, heap + 1)]

    def play(self, heaps, move):
        heap, taken = move
        rest = list(heaps)
        rest.remove(heap)
        return tuple(sorted(rest + [heap - taken] * (taken < heap)))

    def move_text(self, heaps, move):
        return f"{move[0]}-{move[1]}"

    def position_text(self, heaps):
        return " ".join(map(str, heaps))

    def parse_position(self, text):
        return tuple(map(int, text.split()))


@pytest.fixture
def winproof():
    """The command: that of ./test.sh, or whichever there is."""
    command = os.environ.get("WINPROOF_COMMAND") or shutil.which("winproof")
    if command is None or not os.access(command, os.X_OK):
        warnings.warn("NOT TESTED: certificates shared with a rules program, without the command", stacklevel=1)
        pytest.skip("there is no command winproof")
    return lambda *arguments: subprocess.run([command, *arguments], capture_output=True, text=True, timeout=60)


def rules(program):
    return f"'{sys.executable}' '{program}'"


def test_a_program_checks_what_a_class_found(winproof, proof, tmp_path):
    assert wp.solve(Nim(), start=(2, 3, 4, 5, 6, 7), proof=proof).value == 1
    assert wp.check(proof, rules=Nim()).position == "2 3 4 5 6 7 max"
    checked = winproof("check", str(proof), "--rules", rules(PROGRAM))
    assert checked.returncode == 0 and "valid" in checked.stdout.split("\n"), checked.stdout + checked.stderr
    # A program by whose rules Max never wins does not accept it.
    other = tmp_path / "other.py"
    text = PROGRAM.read_text()
    other.write_text(text.replace('{"end": -1 if player == "max" else 1}', '{"end": -1}'))
    assert other.read_text() != text
    refused = winproof("check", str(proof), "--rules", rules(other))
    assert refused.returncode != 0 and "refused" in refused.stdout + refused.stderr


def test_a_class_checks_what_a_program_found(winproof, proof):
    solved = winproof("solve", "--rules", rules(PROGRAM), "2 3 4 5 6 7 max", "--proof", str(proof))
    assert solved.returncode == 0, solved.stderr
    checked = wp.check(proof, rules=Nim())
    assert (checked.at_least, checked.at_most) == (1, 1)
