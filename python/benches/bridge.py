"""What the way from Rust to rules in Python costs, beside the rules themselves.

Each search is run once with rules that write down every call. Then the same calls are made by a Python loop, and the
same search runs again with the plain rules, both several times in turn. The limit is 30% on top of the loop's time.
Times are those of the processor, so that a busy machine does little harm. The search's own work counts as part of the
bridge, and so does what it costs to keep objects: the loop drops each answer at once.

    python benches/bridge.py [--quick]
"""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from sample_games import Nim, TicTacToe, Walk  # noqa: E402

import winproof as wp  # noqa: E402

MOST = 1.30


class Recorder:
    """Rules that write down what they are asked."""

    def __init__(self, rules):
        self.rules, self.calls = rules, []
        for name in ("values", "repetition", "start"):
            if hasattr(rules, name):
                setattr(self, name, getattr(rules, name))

    def status(self, position):
        self.calls.append((self.rules.status, (position,)))
        return self.rules.status(position)

    def moves(self, position):
        self.calls.append((self.rules.moves, (position,)))
        return list(self.rules.moves(position))

    def play(self, position, move):
        self.calls.append((self.rules.play, (position, move)))
        return self.rules.play(position, move)


def loop(calls):
    children = 0
    for function, arguments in calls:
        answer = function(*arguments)
        if len(arguments) == 2:
            children += 1
        elif not isinstance(answer, (str, int, list)):
            list(answer)
    return children


class Bare:
    """The three methods alone: symmetry and foresight would be further calls."""

    def __init__(self, rules):
        self.status, self.moves, self.play = rules.status, rules.moves, rules.play
        for name in ("values", "repetition"):
            if hasattr(rules, name):
                setattr(self, name, getattr(rules, name))


def games():
    yield "nim 4 5 6 7", Nim(), ((4, 5, 6, 7), "max")
    yield "tic-tac-toe", TicTacToe(), "........."
    yield "walk on a ring", Walk(400, 0), (0, "max")
    try:
        import pyspiel
    except ImportError:
        print("OpenSpiel is not installed: its games are left out", file=sys.stderr)
        return
    for text in ("connect_four(rows=4,columns=5)", "breakthrough(rows=4,columns=4)"):
        try:
            rules = wp.openspiel_rules(pyspiel.load_game(text))
        except Exception:
            rules = wp.openspiel_rules(pyspiel.load_game(text.split("(")[0]))
        yield text, rules, rules.start


def main():
    nodes = 20_000 if "--quick" in sys.argv else 100_000
    print(f"{'game':34} {'algorithm':10} {'children':>9} {'children/s':>11} {'loop s':>7} {'search s':>8} {'ratio':>6}")
    worst = 0.0
    for name, rules, start in games():
        for algorithm in ("dfpn", "pn-dag", "bta", "alphabeta"):
            if algorithm == "pn-dag" and getattr(rules, "repetition", None) is not None:
                continue
            options = dict(start=start, algorithm=algorithm, nodes=nodes, memory="16MiB", check=False)
            recorder = Recorder(rules)
            wp.solve(recorder, **options)
            loops, searches, children = [], [], 0
            for _ in range(3):
                began = time.process_time()
                children = loop(recorder.calls)
                middle = time.process_time()
                wp.solve(Bare(rules), **options)
                loops.append(middle - began)
                searches.append(time.process_time() - middle)
            ratio = min(searches) / min(loops)
            if children >= 2000:
                worst = max(worst, ratio)
            speed = children / min(searches)
            seconds = f"{min(loops):7.3f} {min(searches):8.3f}"
            print(f"{name:34} {algorithm:10} {children:9,} {speed:11,.0f} {seconds} {ratio:6.2f}")
    print(f"worst ratio {worst:.2f} (limit {MOST:.2f}, searches of at least 2,000 children)")
    return 0 if worst <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())
