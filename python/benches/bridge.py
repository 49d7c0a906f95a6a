"""What the way from Rust to rules in Python costs, beside the rules themselves.

Each search runs twice with rules that write down every call; both lists must be about as long (the search for a line
of play after the answer has a limit on its time). Then, in turn and several
times, one Python loop makes exactly these calls and drops the answers, another one makes them and keeps each position
once, in a dict, as whoever searches has to, and the search itself runs with the plain rules. What is shown are medians
of the ratios of neighbours: the search's time by that of the loop that drops (the limit is 30% on top), and by that of
the loop that keeps. The search's own work counts as part of the bridge.

Times are those of the processor, so that a busy machine does little harm. For all three Python's collector of garbage
looks as seldom as it does during a search, and never through the list of calls.

    python benches/bridge.py [--quick] [--memory 16MiB] [GAME …]
"""

import argparse
import gc
import statistics
import sys
import time
from pathlib import Path
from types import GeneratorType

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from sample_games import Nim, TicTacToe  # noqa: E402

import winproof as wp  # noqa: E402

MOST = 1.30
ROUNDS = 5
#: As long as a search lasts, Python's collector looks this seldom.
THRESHOLDS = (100_000, 50, 10)


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


def drop(calls):
    for function, arguments in calls:
        answer = function(*arguments)
        if isinstance(answer, GeneratorType):
            list(answer)


def keep(calls):
    known = {}
    for function, arguments in calls:
        answer = function(*arguments)
        if len(arguments) == 2:
            known.setdefault(answer, answer)
        elif isinstance(answer, GeneratorType):
            list(answer)


class Bare:
    """The three methods alone: symmetry and foresight would be further calls."""

    def __init__(self, rules):
        self.status, self.moves, self.play = rules.status, rules.moves, rules.play
        for name in ("values", "repetition"):
            if hasattr(rules, name):
                setattr(self, name, getattr(rules, name))


class Board(TicTacToe):
    """Four in a row on four by four squares."""

    LINES = [tuple(range(4 * row, 4 * row + 4)) for row in range(4)]
    LINES += [tuple(range(column, 16, 4)) for column in range(4)] + [(0, 5, 10, 15), (3, 6, 9, 12)]

    def status(self, board):
        for a, b, c, d in self.LINES:
            if board[a] != "." and board[a] == board[b] == board[c] == board[d]:
                return 1 if board[a] == "x" else -1
        if "." not in board:
            return 0
        return "max" if board.count("x") == board.count("o") else "min"

    def moves(self, board):
        return (square for square in range(16) if board[square] == ".")


class Chase:
    """Two tokens on a ring, where play can go round and round: Max wants to catch Min, Min to get home."""

    values = [-1, 0, 1]
    repetition = 0

    def __init__(self, size):
        self.size = size

    def status(self, position):
        hunter, prey, player = position
        if hunter == prey:
            return 1
        return -1 if prey == 0 else player

    def moves(self, position):
        return [1, -1, 2, -2, 5, -5]

    def play(self, position, move):
        hunter, prey, player = position
        if player == "max":
            return (hunter + move) % self.size, prey, "min"
        return hunter, (prey + move) % self.size, "max"


def games():
    yield "nim 5 6 7 8 9", Nim(), ((5, 6, 7, 8, 9), "max")
    yield "tic-tac-toe 4x4", Board(), "." * 16
    yield "chase on a ring", Chase(300), (10, 100, "max")
    try:
        import pyspiel
    except ImportError:
        print("OpenSpiel is not installed: its games are left out", file=sys.stderr)
        return
    for text in ("connect_four(rows=4,columns=5)", "breakthrough(rows=5,columns=4)"):
        rules = wp.openspiel_rules(pyspiel.load_game(text))
        yield text, rules, rules.start


def timed(work):
    began = time.process_time()
    answer = work()
    return time.process_time() - began, answer


def measure(rules, options):
    """The calls of a search, its nodes, and the times of both loops and of the search, round by round."""
    lists = []
    for _ in range(2):
        recorder = Recorder(rules)
        wp.solve(recorder, **options)
        lists.append(recorder.calls)
    calls, other = lists.pop(), len(lists.pop())
    assert abs(len(calls) - other) <= 0.05 * other, f"the search made {other} calls, and now {len(calls)}"
    gc.collect()
    gc.freeze()
    try:
        rounds = []
        for _ in range(ROUNDS):
            dropping, _ = timed(lambda: drop(calls))
            keeping, _ = timed(lambda: keep(calls))
            searching, solution = timed(lambda: wp.solve(Bare(rules), **options))
            rounds.append((dropping, keeping, searching))
    finally:
        gc.unfreeze()
    return calls, solution.nodes, rounds


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--memory", default="16MiB")
    parser.add_argument("games", nargs="*", metavar="GAME", help="words of the names of games")
    given = parser.parse_args()
    nodes = 30_000 if given.quick else 200_000
    print(
        f"{'game':30} {'search':9} {'nodes':>7} {'calls':>9} {'children':>9} {'children/s':>10} {'drop s':>6} "
        f"{'keep s':>6} {'search s':>8} {'by drop':>7} {'by keep':>7}"
    )
    worst = 0.0
    gc.set_threshold(*THRESHOLDS)
    for name, rules, start in games():
        if given.games and not any(word in name for word in given.games):
            continue
        for algorithm in ("dfpn", "pn-dag", "bta", "alphabeta"):
            if algorithm == "pn-dag" and getattr(rules, "repetition", None) is not None:
                continue
            options = dict(start=start, algorithm=algorithm, nodes=nodes, memory=given.memory, check=False)
            calls, made, rounds = measure(rules, options)
            children = sum(len(arguments) == 2 for _, arguments in calls)
            dropping, keeping, searching = map(statistics.median, zip(*rounds))
            by_drop = statistics.median(search / loop for loop, _, search in rounds)
            by_keep = statistics.median(search / loop for _, loop, search in rounds)
            worst = max(worst, by_drop)
            print(
                f"{name:30} {algorithm:9} {made:7,} {len(calls):9,} {children:9,} {children / searching:10,.0f} "
                f"{dropping:6.3f} {keeping:6.3f} {searching:8.3f} {by_drop:7.2f} {by_keep:7.2f}",
                flush=True,
            )
    print(f"worst ratio by the loop that drops: {worst:.2f} (limit {MOST:.2f})")
    return 0 if worst <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())
