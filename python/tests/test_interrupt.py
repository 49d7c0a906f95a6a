"""Ctrl-C ends a search at once, with what is known."""

import signal
import subprocess
import sys
import textwrap
import threading

import pytest
from sample_games import Nim

import winproof as wp

CALLS = {
    "built in": "wp.solve('connect4', size='7x6')",
    "rules in Python": "wp.solve(Nim(), ((9, 9, 9, 9, 9), 'max'), check=False)",
    "mate": "wp.mate('r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w - -')",
}


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize("call", CALLS)
def test_ctrl_c(call):
    program = f"""
        import os, signal, sys, threading, time
        import winproof as wp
        sys.path.insert(0, {str(__file__.rsplit("/", 1)[0])!r})
        from sample_games import Nim
        # A shell starts what it runs in the background with the signal ignored.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sent = []
        def press():
            sent.append(time.perf_counter())
            os.kill(os.getpid(), signal.SIGINT)
        threading.Timer(1.0, press).start()
        try:
            {CALLS[call]}
            print("not interrupted")
        except wp.Interrupted as error:
            took = time.perf_counter() - sent[0]
            print("stopped" if error.partial.stopped == "interrupted" else "?", error.partial.nodes > 0, round(took, 3))
    """
    run = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=60)
    assert run.stdout.startswith("stopped True "), run
    # A tenth of a second on a quiet machine; tests run on busy ones.
    assert float(run.stdout.split()[-1]) < 1.0, run.stdout


class Pressed:
    """Counts what Python's code does, and presses Ctrl-C when it has come to a number."""

    count, at = 0, None

    @classmethod
    def step(cls):
        cls.count += 1
        if cls.count == cls.at:
            signal.raise_signal(signal.SIGINT)


class Place(tuple):
    """A position that Ctrl-C can meet while it is compared."""

    def __hash__(self):
        Pressed.step()
        return tuple.__hash__(self)

    def __eq__(self, other):
        Pressed.step()
        return tuple.__eq__(self, other)


class PressedNim(Nim):
    start = Place(((1, 2, 2), "max"))

    def status(self, position):
        Pressed.step()
        return super().status(tuple(position))

    def moves(self, position):
        for move in super().moves(tuple(position)):
            Pressed.step()
            yield move

    def play(self, position, move):
        Pressed.step()
        return Place(super().play(tuple(position), move))

    def position_text(self, position):
        Pressed.step()
        return repr(tuple(position))

    def parse_position(self, text):
        Pressed.step()
        heaps, player = text[1:-1].rsplit(", ", 1)
        position = Place((tuple(int(heap) for heap in heaps[1:-1].split(",")), player.strip("'")))
        if repr(tuple(position)) != text or player.strip("'") not in ("max", "min"):
            raise ValueError("it is written in another way")
        return position


@pytest.mark.parametrize("algorithm", ["dfpn", "alphabeta", "bta", "pn2"])
@pytest.mark.parametrize("checks", [False, True])
def test_wherever_ctrl_c_comes_the_search_tells_what_is_known(algorithm, checks, proof):
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        Pressed.count, Pressed.at = 0, None
        options = dict(algorithm=algorithm, check=checks, proof=proof, memory="16MiB")
        assert wp.solve(PressedNim(), **options).value == 1
        steps, ends = Pressed.count, set()
        for at in range(1, steps, 1 + steps // 150):
            proof.unlink(missing_ok=True)
            Pressed.count, Pressed.at = 0, at
            with pytest.raises(wp.Interrupted) as caught:
                wp.solve(PressedNim(), **options)
            partial = caught.value.partial
            assert partial.bounds in [(-1, 1), (1, 1)] and partial.stopped in ["interrupted", "solved"]
            assert proof.exists() == (partial.certified and partial.stopped == "solved")
            ends.add(partial.bounds)
        # It was pressed during the search and after it.
        assert ends == {(-1, 1), (1, 1)} or checks
    finally:
        Pressed.at = None
        signal.signal(signal.SIGINT, before)


def test_what_is_left_is_let_go_of():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    alive, pressed = [], []

    class Mark:
        def __init__(self, value):
            self.value = value
            alive.append(None)

        def __hash__(self):
            return hash(self.value)

        def __eq__(self, other):
            return self.value == other.value

        def __del__(self):
            alive.pop()

    class Marked(Nim):
        def status(self, position):
            if len(alive) >= 1000 and not pressed:
                pressed.append(True)
                signal.raise_signal(signal.SIGINT)
            return super().status(position.value)

        def moves(self, position):
            return super().moves(position.value)

        def play(self, position, move):
            return Mark(super().play(position.value, move))

    try:
        with pytest.raises(wp.Interrupted):
            wp.solve(Marked(), Mark(((7, 8, 9), "max")), check=False)
        for thread in threading.enumerate():
            if thread.name == "winproof lets go":
                thread.join()
        assert len(alive) < 10
    finally:
        signal.signal(signal.SIGINT, before)


def test_other_threads_run_during_searches():
    counted, is_over = [0], threading.Event()

    def count():
        while not is_over.wait(0.001):
            counted[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    wp.solve("connect4", size="7x6", time=0.3, threads=1)
    during = counted[0]
    is_over.set()
    thread.join()
    assert during >= 3
