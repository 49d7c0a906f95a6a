"""Ctrl-C ends a search at once, with what is known."""

import subprocess
import sys
import textwrap

import pytest

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
