"""Tests of wpcheck.py: the rules of each game, both file formats, and every kind of refusal.

    cd checkers && python3 -m unittest

Counts of lines of play come from outside: published tables, or the other implementation of the rules. Certificates are
made here, by trying everything in small games. The tests of chess need the package python-chess.
"""

import gzip
import importlib.util
import io
import json
import os
import random
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

import wpcheck
from wpcheck import MAX, MIN

HAS_CHESS = importlib.util.find_spec("chess") is not None
NEEDS_CHESS = unittest.skipUnless(HAS_CHESS, "python-chess is not installed; get it with 'pip install chess'")


def make(name, **parameters):
    return wpcheck.GAMES[name]([[key, value] for key, value in parameters.items()])


def perft(game, position, depth):
    if depth == 0:
        return 1
    mover, _ = game.status(position)
    return sum(perft(game, reply, depth - 1) for reply in game.replies(position)) if mover else 0


def positions_by_ply(game, start, plies):
    """How many positions there are after each number of moves."""
    layer, counts = {start}, []
    for _ in range(plies):
        layer = {reply for position in layer if game.status(position)[0] for reply in game.replies(position)}
        counts.append(len(layer))
    return counts


def value(game, position, known):
    """The value for the game's own Max, by trying everything in a game without repetition."""
    if position not in known:
        mover, worth = game.status(position)
        if mover:
            worth = mover * max(mover * value(game, reply, known) for reply in game.replies(position))
        known[position] = worth
    return known[position]


def wander(game, start, count, seed):
    """Some positions of random play in which it goes on."""
    choice = random.Random(seed)
    position = start
    for _ in range(count):
        mover, _ = game.status(position)
        if not mover:
            position = start
            continue
        yield position
        position = choice.choice(game.replies(position))


# --- Making certificates ---------------------------------------------------------------------------------------------


def strategy(game, root, player, bound, every_position=False):
    """A ranked strategy in a game without repetition: a list of (position, move, rank) as text.

    The position after the strategist's move is left out, unless every position is wanted.
    """
    known, ranks, moves = {}, {}, {}

    def rank(position):
        """The rank of an entry; -1 where play has ended."""
        mover, _ = game.status(position)
        if not mover:
            return -1
        if position not in ranks:
            if mover == player:
                good = next(m for m in game.moves(position) if enough(game.after(position, m)))
                moves[position] = good
                following = [game.after(position, good)]
                mover_next, _ = game.status(following[0])
                if not every_position and mover_next == -player:
                    following = game.replies(following[0])
            else:
                moves[position] = "-"
                following = game.replies(position)
            ranks[position] = 1 + max(map(rank, following))
        return ranks[position]

    def enough(position):
        return player * value(game, position, known) >= player * bound

    assert enough(root)
    rank(root)
    return [(game.write(position), moves[position], ranks[position]) for position in ranks]


def frame(text):
    """A block of a text."""
    packed = zlib.compress(text)
    return struct.pack("<II", len(packed), zlib.crc32(packed)) + packed


END = bytes(8)


def lines_of(entries):
    """Entries as lines that share what they can with the one before."""
    before, lines = "", []
    for position, move, rank in entries:
        shared = len(os.path.commonprefix([before, position]).encode())
        lines.append(f"{shared}\t{position.encode()[shared:].decode()}\t{move}\t{rank}\n")
        before = position
    return "".join(lines)


def section(claim, player, entries, ranked=True, blocks=1):
    """The blocks of a strategy."""
    entries = sorted(entries, key=lambda entry: entry[0].encode())
    head = json.dumps({"claim": claim, "player": player, "ranked": ranked}) + "\n"
    size = -(-len(entries) // blocks) or 1
    parts = [entries[start : start + size] for start in range(0, len(entries), size)] or [[]]
    return b"".join(frame((head + lines_of(part)).encode()) for part in parts)


def version_2(game, parameters, claims, sections, horizon=0, end=END):
    header = {"game": game, "parameters": parameters, "claims": claims, "horizon": horizon}
    return b"winproof certificate 2\n" + json.dumps(header).encode() + b"\n" + b"".join(sections) + end


def version_1(header, sections, end="end\n"):
    """Each section is a player, whether it is ranked, and entries."""
    text = "winproof certificate 1\n" + json.dumps(header) + "\n"
    for player, ranked, entries in sections:
        text += json.dumps({"player": player, "ranked": ranked, "positions": len(entries)}) + "\n"
        text += "".join(f"{position}\t{move}\t{rank}\n" for position, move, rank in entries)
    return gzip.compress((text + end).encode())


def check(data):
    return wpcheck.check_stream(io.BufferedReader(io.BytesIO(data)))


class Heap(wpcheck.Game):
    """The example of FORMAT.md: players take one or two stones, and whoever takes the last one wins."""

    values = (-1, 1)
    fixed_players = True

    def read(self, text):
        stones, _, player = text.partition(" ")
        if not stones.isdigit() or player not in ("max", "min"):
            raise wpcheck.Refused("not a heap")
        return int(stones), MAX if player == "max" else MIN

    def write(self, position):
        return f"{position[0]} {'max' if position[1] == MAX else 'min'}"

    def status(self, position):
        return (position[1], None) if position[0] else (0, -position[1])

    def moves(self, position):
        return [str(take) for take in (1, 2) if take <= position[0]]

    def after(self, position, move):
        return (position[0] - int(move), -position[1]) if move in self.moves(position) else None

    def replies(self, position):
        return [self.after(position, move) for move in self.moves(position)]


class Case(unittest.TestCase):
    """Words for tests of certificates."""

    def assert_valid(self, data, words=""):
        report = check(data)
        self.assertTrue(report.valid, report.reason)
        self.assertIn(words, report.claim)
        return report

    def assert_refused(self, data, reason):
        report = check(data)
        self.assertIs(report.valid, False, report.reason)
        self.assertIn(reason, report.reason)
        self.assertTrue(report.line("f").isprintable())


# --- The rules -------------------------------------------------------------------------------------------------------


class Rules(unittest.TestCase):
    def test_tic_tac_toe(self):
        game = make("tic-tac-toe")
        start = game.read(".../.../...")
        self.assertEqual([perft(game, start, depth) for depth in range(1, 6)], [9, 72, 504, 3024, 15120])
        known = {}
        self.assertEqual(value(game, start, known), 0)
        self.assertEqual(len(known), 5478)
        self.assertEqual(sorted(game.moves(game.read("xo./.x./...")) + ["b2", "a3", "b3"]), sorted(game.places))

    def test_connect_four(self):
        game = make("connect4", size="7x6", line="4")
        start = game.read("/".join(["......."] * 6))
        # https://oeis.org/A212693
        self.assertEqual(positions_by_ply(game, start, 7), [7, 49, 238, 1120, 4263, 16422, 54859])
        self.assertEqual(perft(game, start, 5), 7**5)
        for size, line, depth, count in [("4x4", "4", 8, 57_504), ("5x4", "3", 7, 65_330)]:
            game = make("connect4", size=size, line=line)
            self.assertEqual(perft(game, 0, depth), count)
        won = make("connect4", size="7x6", line="4").read("......./......./...x.../...x.../o..x.../oo.x...")
        self.assertEqual(make("connect4", size="7x6", line="4").status(won), (0, 1))

    def test_lines_of_connect_four_do_not_run_over_edges(self):
        for length in (2, 3, 4, 5):
            game = make("connect4", size="5x5", line=str(length))
            for seed in range(300):
                cells = random.Random(seed).sample(range(25), 12)
                squares = {divmod(cell, 5) for cell in cells}
                stones = sum(game.rows.bit(column, row) for column, row in squares)
                runs = [
                    all((column + a * step, row + b * step) in squares for step in range(length))
                    for column, row in squares
                    for a, b in [(0, 1), (1, 0), (1, 1), (1, -1)]
                ]
                self.assertEqual(game.has_line(stones), any(runs))

    def test_domineering(self):
        game = make("domineering", size="4x4", first="vertical")
        start = game.read("..../..../..../.... v")
        self.assertEqual([perft(game, start, depth) for depth in range(1, 5)], [12, 108, 756, 3628])
        oblong = make("domineering", size="3x5", first="horizontal")
        self.assertEqual(perft(oblong, oblong.read("...../...../..... h"), 5), 6288)
        self.assertEqual(oblong.moves(oblong.read("###../#####/###.. h")), ["d1", "d3"])
        # Who wins on a board of n x m, Vertical first and Horizontal first (Conway 1976 and later).
        boards = [(2, 2, 1, -1), (3, 3, 1, -1), (2, 3, 1, -1), (4, 4, 1, -1), (3, 4, -1, -1)]
        for rows, columns, first, second in boards:
            game = make("domineering", size=f"{rows}x{columns}", first="vertical")
            board = "/".join(["." * columns] * rows)
            self.assertEqual(value(game, game.read(board + " h"), {}), second, board)
            self.assertEqual(value(game, game.read(board + " v"), {}), first, board)
        wide = make("domineering", size="1x60", first="horizontal")
        self.assertEqual(wide.moves(wide.read("#" * 52 + "." * 3 + "#" * 5 + " h")), ["ba1", "bb1"])

    def test_breakthrough(self):
        game = make("breakthrough", size="5x4")
        large = make("breakthrough", size="8x8")
        start = game.read("bbbbb/bbbbb/wwwww/wwwww w")
        self.assertEqual([perft(game, start, depth) for depth in range(1, 5)], [8, 72, 732, 6414])
        start = large.read("/".join(["b" * 8] * 2 + ["." * 8] * 4 + ["w" * 8] * 2) + " w")
        self.assertEqual(perft(large, start, 2), 22 * 22)
        # A piece ahead blocks the way straight on, and not diagonally.
        narrow = make("breakthrough", size="2x4")
        self.assertEqual(sorted(narrow.moves(narrow.read("../b./w./.. w"))), ["a2b3"])
        self.assertEqual(sorted(narrow.moves(narrow.read("../b./.w/.. b"))), ["a3a2", "a3b2"])
        for text, ended in [("w./../.b/.. b", 1), ("../../.w/b. w", -1), ("../../.w/.. b", 1), ("../b./../.. w", -1)]:
            self.assertEqual(narrow.status(narrow.read(text)), (0, ended), text)
        # By trying everything, with rules of another program.
        for size, text, wanted in [("3x3", "bbb/.../www w", 1), ("2x4", "bb/bb/ww/ww w", -1)]:
            small = make("breakthrough", size=size)
            self.assertEqual(value(small, small.read(text), {}), wanted, text)

    def test_othello(self):
        counts = {
            "4x4": [4, 12, 44, 128, 424, 1256, 3624, 9112],
            "8x8": [4, 12, 56, 244, 1396, 8200],
            "6x6": [4, 12, 56, 244, 1364, 7604],
        }
        for size, wanted in counts.items():
            game = make("othello", size=size)
            side = int(size[0])
            free, edge = "." * side, "." * (side // 2 - 1)
            rows = [free] * (side // 2 - 1) + [f"{edge}wb{edge}", f"{edge}bw{edge}"] + [free] * (side // 2 - 1)
            start = game.read("/".join(rows) + " b")
            self.assertEqual([perft(game, start, depth) for depth in range(1, len(wanted) + 1)], wanted, size)
            if size == "4x4":
                self.assertEqual(value(game, start, {}), -8)
        game = make("othello", size="4x4")
        self.assertEqual(game.moves(game.read("wwww/wwww/wwww/bw.. b")), ["c4"])
        self.assertEqual(game.moves(game.read("bbb./wwww/wwww/wwwb w")), ["pass"])

    def test_giveaway(self):
        game = make("giveaway")
        start = game.read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -")
        self.assertEqual([perft(game, start, depth) for depth in range(1, 4)], [20, 400, 8067])
        passing = game.after(game.read("8/8/8/8/3p4/8/4P3/8 w - -"), "e4")
        self.assertEqual(game.write(passing), "8/8/8/8/3pP3/8/8/8 b - e3")
        self.assertEqual(game.moves(passing), ["dxe3"])
        taken = game.after(passing, "d4e3")
        self.assertEqual((game.write(taken), game.status(taken)), ("8/8/8/8/8/4p3/8/8 w - -", (0, 1)))
        self.assertEqual(game.moves(game.read("8/P7/8/8/8/8/7p/8 w - -")), ["a8=Q", "a8=K", "a8=R", "a8=B", "a8=N"])
        self.assertEqual(game.status(game.read("8/8/8/8/p7/P7/8/8 b - -")), (0, -1))
        # Names say what is needed to tell pieces apart, and no more.
        names = game.moves(game.read("8/8/8/N3N3/8/8/8/N7 w - -"))
        self.assertTrue({"N5b3", "N1b3", "Nac4", "Nec4", "Nac6", "Nf3", "Nc2"} <= set(names), names)
        self.assertEqual(len(set(names)), len(names))

    @NEEDS_CHESS
    def test_chess(self):
        game = make("chess", attacker="white")
        for fen, counts in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", [20, 400, 8902]),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", [48, 2039]),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", [14, 191, 2812]),
            ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", [6, 264]),
            # Play ends where White has a knight against a bare king.
            ("4k3/8/8/8/8/8/3p4/4K2N w - -", [5, 32, 205, 2226]),
        ]:
            position = game.read(fen)
            self.assertEqual([perft(game, position, depth + 1) for depth in range(len(counts))], counts, fen)
        fifty = make("chess", attacker="white", fifty="on")
        self.assertEqual(perft(fifty, fifty.read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 97"), 4), 18_287)
        counted = make("chess", attacker="white", moves="2")
        after = counted.after(counted.read("7k/8/8/8/8/8/R7/1R4K1 w - - in 2"), "Rb7")
        self.assertEqual(counted.write(after), "7k/1R6/8/8/8/8/R7/6K1 b - - in 1")
        out = counted.read("7k/1R6/8/8/8/8/R7/6K1 w - - in 0")
        self.assertEqual(counted.status(out), (0, 0))

    @NEEDS_CHESS
    def test_ends_of_chess(self):
        white, black = make("chess", attacker="white"), make("chess", attacker="black")
        for fen, by_white, by_black in [
            ("R5k1/5ppp/8/8/8/8/8/4K3 b - -", (0, 1), (0, 0)),
            ("4k3/8/8/8/8/8/5PPP/r5K1 w - -", (0, 0), (0, -1)),
            ("k7/2Q5/1K6/8/8/8/8/8 b - -", (0, 0), (0, 0)),
            ("4k3/8/8/8/8/8/8/4KN2 w - -", (0, 0), (0, 0)),
            ("4k3/8/8/8/8/3B4/8/4KB2 w - -", (0, 0), (0, 0)),
            ("4k3/8/8/8/8/8/8/2B1KB2 w - -", (MAX, None), (0, 0)),
            ("4k3/8/8/8/8/8/8/4KNN1 w - -", (MAX, None), (0, 0)),
            ("4k3/p7/8/8/8/8/8/4KN2 b - -", (MIN, None), (MIN, None)),
        ]:
            self.assertEqual((white.status(white.read(fen)), black.status(black.read(fen))), (by_white, by_black), fen)

    def test_texts_read_back_and_moves_agree_with_replies(self):
        games = [
            (make("tic-tac-toe"), ".../.../..."),
            (make("connect4", size="7x6", line="4"), "/".join(["......."] * 6)),
            (make("connect4", size="1x7", line="2"), "/".join(".......")),
            (make("connect4", size="12x3", line="3"), "/".join(["." * 12] * 3)),
            (make("domineering", size="5x6", first="horizontal"), "/".join(["." * 6] * 5) + " h"),
            (make("breakthrough", size="5x4"), "bbbbb/bbbbb/wwwww/wwwww w"),
            (make("othello", size="6x4"), "....../..wb../..bw../...... b"),
            (make("graph", graph="root a\nrepetition 0\na max b c\nb min a c\nc = 1\n"), "a"),
            (make("giveaway"), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -"),
        ]
        if HAS_CHESS:
            games.append((make("chess", attacker="black"), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"))
            game = make("chess", attacker="white", moves="60", fifty="on")
            games.append((game, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 in 60"))
        for game, start in games:
            for position in wander(game, game.read(start), 150, seed=1):
                self.assertEqual(game.read(game.write(position)), position)
                after = [game.after(position, move) for move in game.moves(position)]
                self.assertEqual(set(after), set(game.replies(position)))
                self.assertEqual(len(after), len(set(game.moves(position))))
                for wrong in ("", "-", "0", "99", "z9", "pass!", "Ke9", "--", "0000", "é"):
                    self.assertIsNone(game.after(position, wrong))

    def test_wrong_positions_are_refused(self):
        connect4, narrow = make("connect4", size="4x3", line="3"), make("connect4", size="1x4", line="2")
        othello, giveaway = make("othello", size="4x4"), make("giveaway")
        domineering = make("domineering", size="2x2", first="vertical")
        wrong = [
            (make("tic-tac-toe"), ["", ".../...", "xx./.../...", "o../.../...", "xxx/ooo/...", "xxx/oo./o.."]),
            (make("tic-tac-toe"), ["ooo/xx./x.x", ".../.../...\n", ".../.../..é", "xo./.X./..."]),
            (connect4, ["x.../..../....", "..../..../xx..", "..../..../...", "..../ooo./xxx.", "..../..../.x.. "]),
            (narrow, ["./o/x/x", "./x/x/o"]),
            (othello, ["..../.wb./.bw./....", "..../.w../.bw./.... b", "..../.wb./.bw./.... B"]),
            (make("othello", size="6x6"), ["b...../....../..wb../..bw../....../...... w"]),
            (othello, ["..../.wb./.bw./.... b ", "..../.wb./.bw./....  b", "..../.wb./.bw./.... x"]),
            (domineering, ["../..", "../.. x", "../..  v", ".x/.. v"]),
            (make("breakthrough", size="2x3"), ["bb/../ww", "bb/../ww x", "../../.. w", "w./../b. w", "b./../ww  w"]),
            (giveaway, ["", "8/8/8/8/8/8/8/P7 w - -", "8/8/8/8/8/8/8/K7 x - -", "8/8/8/8/8/8/8/K7 w KQ -"]),
            (giveaway, ["8/8/8/8/8/8/8/K7 w - e6", "8/8/8/8/4P3/8/8/8 b - e3", "8/8/8/8/8/8/8/K16 w - -"]),
            (giveaway, ["8/8/8/8/8/8/8/K7 w - - 0 1", "8/8/8/8/8/8/8/K61 w - -", "8/8/8/8/8/8/8/K7 w - a9"]),
        ]
        if HAS_CHESS:
            white = make("chess", attacker="white")
            wrong += [
                (white, ["4k3/8/8/8/8/8/8/8 w - -", "4k3/8/8/8/8/8/8/4K2R w Q -", "4k3/8/8/8/8/8/8/4K2R w KK -"]),
                (white, ["4k3/8/8/8/8/8/8/4K2R w  -", "4k3/8/8/8/4P3/8/8/4K3 b - e3", "4k3/4Q3/8/8/8/8/8/4K3 w - -"]),
                (white, ["8/8/8/4kK2/8/8/8/8 w - -", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"]),
                (white, ["3k4/8/8/8/3pP3/8/8/3RK3 b - e3", "8/8/8/8/k2pP2R/8/8/4K3 b - e3"]),
                (white, ["4k3/8/8/8/R2pP3/8/4R3/4K3 b - e3", "4k3/8/5N2/8/3pP3/8/8/4K3 b - e3"]),
                (white, ["r3k2r/8/8/8/8/8/8/R3K2R w kqKQ -", "r3k2r/8/8/8/8/8/8/R3K2R w HAha -"]),
            ]
            board = "4k3/8/8/8/8/8/8/4K2R w - -"
            wrong += [
                (make("chess", attacker="white", moves="3"), [board, f"{board} in 4", f"{board} in 03", f"{board} in"]),
                (make("chess", attacker="white", fifty="on"), [board, f"{board} 101", f"{board} 00", f"{board} 1 1"]),
            ]
        for game, texts in wrong:
            for text in texts:
                with self.subTest(text=text), self.assertRaises(wpcheck.Refused):
                    game.read(text)

    def test_wrong_parameters_are_refused(self):
        for name, parameters in [
            ("tic-tac-toe", {"size": "3x3"}),
            ("connect4", {}),
            ("connect4", {"line": "4", "size": "7x6"}),
            ("connect4", {"size": "07x6", "line": "4"}),
            ("connect4", {"size": "12x11", "line": "4"}),
            ("connect4", {"size": "7x6", "line": "1"}),
            ("domineering", {"size": "6x6", "first": "Vertical"}),
            ("othello", {"size": "5x5"}),
            ("giveaway", {"size": "8x8"}),
            ("graph", {}),
            ("graph", {"graph": ""}),
            ("graph", {"graph": "root a\nrepetition 0\na = win\n"}),
            ("graph", {"graph": "root a\nrepetition 0\na = 1"}),
            ("graph", {"graph": "root b\nrepetition 0\na = 1\n"}),
            ("graph", {"graph": "root a\nrepetition 0\na max\n"}),
            ("graph", {"graph": "root a\nrepetition 0\na max a a\n"}),
            ("graph", {"graph": "root a\nrepetition 0\na max b\n"}),
            ("graph", {"graph": "root a\nrepetition 0\na = 1\na = 1\n"}),
            ("graph", {"graph": "root a\nrepetition 0\na  = 1\n"}),
            ("graph", {"graph": "root a\nrepetition 0\na = 1 # one\n"}),
            ("graph", {"graph": "root a\nrepetition 0\na = 1000000001\n"}),
            ("graph", {"graph": "root a\u2003b\nrepetition 0\na\u2003b = 1\n"}),
        ]:
            with self.subTest(name=name, parameters=parameters), self.assertRaises(wpcheck.Refused):
                make(name, **parameters)
        if HAS_CHESS:
            for parameters in [
                {},
                {"attacker": "w"},
                {"moves": "3"},
                {"attacker": "white", "moves": "0"},
                {"attacker": "white", "moves": "121"},
                {"attacker": "white", "fifty": "off"},
                {"attacker": "white", "fifty": "on", "moves": "1"},
            ]:
                with self.subTest(parameters=parameters), self.assertRaises(wpcheck.Refused):
                    make("chess", **parameters)

    def test_names_of_nodes_may_look_like_anything(self):
        text = "root root\nrepetition 0\nroot max repetition = max Qh7#\n"
        text += "repetition = 1\n= = 2\nmax min root\nQh7# = 3\n"
        game = make("graph", graph=text)
        self.assertEqual(game.moves(game.read("root")), ["repetition", "=", "max", "Qh7#"])
        self.assertEqual((game.values, game.repetition), ((0, 1, 2, 3), 0))


# --- Certificates ----------------------------------------------------------------------------------------------------

TTT = "tic-tac-toe"
# X moves and wins.
TTT_ROOT = "xo./.../..."


def ttt_entries(root, player, bound, every_position=False):
    game = make(TTT)
    return strategy(game, game.read(root), player, bound, every_position)


def ttt_draw(**options):
    """That a position is a draw, in version 2."""
    root = "xox/.o./..."
    claim = {"root": root, "at_least": 0, "at_most": 0}
    sections = [section(0, "max", ttt_entries(root, MAX, 0), **options), section(0, "min", ttt_entries(root, MIN, 0))]
    return version_2(TTT, [], [claim], sections)


class Examples(Case):
    def setUp(self):
        wpcheck.GAMES["heap"] = Heap
        self.addCleanup(wpcheck.GAMES.pop, "heap")

    def heap(self, entries, horizon=0, **claim):
        claim = claim or {"at_least": 1}
        return version_2("heap", [], [{"root": "4 max"} | claim], [section(0, "max", entries)], horizon)

    def test_the_example_of_the_format(self):
        whole = [("1 max", "1", 0), ("2 max", "2", 0), ("4 max", "1", 1)]
        report = self.assert_valid(self.heap(whole), "in 4 max the value for Max is at least 1")
        self.assertEqual((report.positions, report.game, report.position), (3, "heap", "4 max"))
        self.assert_valid(self.heap(whole[2:], horizon=1))
        self.assert_refused(self.heap(whole[2:]), "a missing position: 2 max can arise")
        # With enough plies the root settles by itself, and the strategy has nothing left to say.
        self.assert_valid(self.heap([], horizon=3))
        self.assert_refused(self.heap([], horizon=2), "does not hold the root 4 max")

    def test_the_text_of_the_example(self):
        blocks = frame(b'{"claim":0,"player":"max","ranked":true}\n0\t1 max\t1\t0\n0\t2 max\t2\t0\n0\t4 max\t1\t1\n')
        header = b'{"game":"heap","parameters":[],"claims":[{"root":"4 max","at_least":1}],"horizon":0}\n'
        self.assert_valid(b"winproof certificate 2\n" + header + blocks + END)

    def test_a_horizon_that_takes_too_many_positions(self):
        most, wpcheck.MOST_SETTLING = wpcheck.MOST_SETTLING, 5
        try:
            self.assert_refused(self.heap([], horizon=9), "5 positions are not enough to settle it")
        finally:
            wpcheck.MOST_SETTLING = most


class Version2Files(Case):
    def test_valid_files(self):
        report = self.assert_valid(ttt_draw(), "the value for X is exactly 0")
        self.assertEqual(report.parameters, [])
        self.assert_valid(ttt_draw(blocks=3))
        x_wins = "xo./.../..."
        entries = ttt_entries(x_wins, MAX, 1)
        self.assert_valid(
            version_2(TTT, [], [{"root": x_wins, "at_least": 1}], [section(0, "max", entries)]), "for X is at least 1"
        )
        # The half that every value keeps has no strategy.
        claim = {"root": x_wins, "at_least": 1, "at_most": 1}
        self.assert_valid(version_2(TTT, [], [claim], [section(0, "max", entries)]), "exactly 1")

    def test_max_is_the_player_to_move(self):
        root = "xo./x../..."
        game = make(TTT)
        self.assertEqual(game.status(game.read(root)), (MIN, None))
        worth = value(game, game.read(root), {})
        self.assertEqual(worth, 1)
        entries = ttt_entries(root, MAX, 1)
        # X wins, so Max, who is O here, gets at most -1.
        claim = {"root": root, "at_most": -1}
        self.assert_valid(version_2(TTT, [], [claim], [section(0, "min", entries)]), "for O is at most -1")
        for wrong, player in [({"at_least": 1}, "max"), ({"at_least": 1}, "min"), ({"at_most": 0}, "max")]:
            data = version_2(TTT, [], [{"root": root} | wrong], [section(0, player, entries)])
            self.assertIs(check(data).valid, False)

    def test_two_claims(self):
        first, second = "xo./.../...", "xoo/.../x.."
        claims = [{"root": first, "at_least": 1}, {"root": second, "at_least": 1}]
        one = section(0, "max", ttt_entries(first, MAX, 1))
        two = section(1, "max", ttt_entries(second, MAX, 1))
        report = self.assert_valid(version_2(TTT, [], claims, [one, two]), "; in xoo")
        self.assertEqual(report.position, first)
        self.assert_valid(version_2(TTT, [], claims, [two, one]))
        self.assert_refused(version_2(TTT, [], claims, [one]), "no strategy shows")
        self.assert_refused(version_2(TTT, [], claims[:1], [one, two]), "only 1 claims")
        self.assert_refused(version_2(TTT, [], claims, [one, two, one]), "no use for, or that appears twice")

    def test_players_of_all_claims_are_those_of_the_first(self):
        # X is Max by the first claim, also where O moves.
        first, second = "xo./.../...", "xo./x../..."
        entries = ttt_entries(first, MAX, 1)
        later = ttt_entries(second, MAX, 1)
        claims = [{"root": first, "at_least": 1}, {"root": second, "at_least": 1}]
        self.assert_valid(version_2(TTT, [], claims, [section(0, "max", entries), section(1, "max", later)]))
        claims.reverse()
        data = version_2(TTT, [], claims, [section(1, "max", entries), section(0, "max", later)])
        self.assertIs(check(data).valid, False)

    def test_roots_where_play_has_ended(self):
        root = "xxx/oo./..."
        self.assert_valid(version_2(TTT, [], [{"root": root, "at_least": 1}], []), "for X is at least 1")
        self.assert_refused(version_2(TTT, [], [{"root": root, "at_most": 0}], []), "play has ended at the root")
        data = version_2(TTT, [], [{"root": root, "at_least": 1}], [section(0, "max", [])])
        self.assert_refused(data, "no use for")

    def test_claims_that_make_no_sense(self):
        root = TTT_ROOT
        for claim, reason in [
            ({}, "says nothing"),
            ({"at_least": 2}, "not a value of the game"),
            ({"at_least": -1}, "no more than the rules"),
            ({"at_least": -1, "at_most": 1}, "no more than the rules"),
            ({"at_least": 1, "at_most": 0}, "contradicts itself"),
            ({"at_least": 10**19}, "not a value of the game"),
        ]:
            self.assert_refused(version_2(TTT, [], [{"root": root} | claim], []), reason)
        self.assert_refused(version_2(TTT, [], [], []), "no claims")
        self.assert_refused(version_2(TTT, [], [{"root": "xo", "at_least": 1}], []), "a root is not a position")

    def test_headers_that_are_wrong(self):
        def file(header):
            return b"winproof certificate 2\n" + header + b"\n" + END

        good = {"game": TTT, "parameters": [], "claims": [{"root": "xxx/oo./...", "at_least": 1}], "horizon": 0}
        self.assert_valid(file(json.dumps(good).encode()))
        for change, reason in [
            ({"horizon": 256}, "horizon"),
            ({"horizon": -1}, "horizon"),
            ({"horizon": True}, "horizon"),
            ({"horizon": 1.0}, "horizon"),
            ({"horizon": "1"}, "horizon"),
            ({"horizon": None}, "horizon"),
            ({"game": 3}, "game"),
            ({"game": "\ud800"}, "game"),
            ({"parameters": {}}, "parameters"),
            ({"parameters": [["a"]]}, "parameters"),
            ({"parameters": [["a", 1]]}, "parameters"),
            ({"parameters": [["size", "3x3"]]}, "no parameter 'size'"),
            ({"claims": {}}, "claims"),
            ({"claims": [3]}, "a claim is not a JSON object"),
            ({"claims": [{"root": "xxx/oo./...", "at_least": True}]}, "at_least"),
            ({"claims": [{"root": "xxx/oo./...", "at_least": None}]}, "at_least"),
            ({"claims": [{"at_least": 1}]}, "no field 'root'"),
            ({"claims": [{"root": "xxx/oo./...", "at_least": 1, "more": 1}]}, "a field 'more'"),
            ({"more": "\x1b[2J"}, "a field 'more'"),
            ({"\x1b": 1}, "a field '\\u{1b}'"),
        ]:
            self.assert_refused(file(json.dumps(good | change).encode()), reason)
        for name in good:
            rest = {key: field for key, field in good.items() if key != name}
            self.assert_refused(file(json.dumps(rest).encode()), f"no field '{name}'")
        for header in [
            b"",
            b"[]",
            b"3",
            b"{",
            b'{"game":"a","game":"b"}',
            b'{"horizon":NaN}',
            b'{"horizon":-Infinity}',
            b'{"horizon":' + b"9" * 100_000 + b"}",
            b"[" * 100_000,
            b'{"a":' * 100_000,
            b"\xff\xfe",
            b'{"game":"\xff"}',
        ]:
            self.assert_refused(file(header), "")

    def test_first_lines_that_are_wrong(self):
        for data in [b"", b"x", b"winproof certificate 2", b"winproof certificate 1\n", b"\n", b"\x00" * 500]:
            self.assert_refused(data, "not a certificate")
        self.assert_refused(b"winproof certificate 2\r\n", "not a certificate")
        report = check(b"winproof certificate 3\n")
        self.assertIsNone(report.valid)
        self.assertIn("format version 3", report.reason)

    def test_games_without_rules(self):
        report = check(version_2("woodpush\x07", [], [{"root": "a", "at_least": 1}], []))
        self.assertIsNone(report.valid)
        self.assertEqual(report.reason, "wpcheck.py has no rules for the game 'woodpush\\u{7}'")

    def test_every_cut_is_refused(self):
        data = ttt_draw()
        for length in range(len(data)):
            self.assertIs(check(data[:length]).valid, False, length)

    def test_trailing_data(self):
        data = ttt_draw()
        for more in (b"\n", END, b"\0"):
            self.assert_refused(data + more, "goes on after its end")

    def test_blocks_that_are_damaged(self):
        claim = {"root": TTT_ROOT, "at_least": 1}

        def file(*blocks):
            return version_2(TTT, [], [claim], blocks)

        whole = section(0, "max", ttt_entries(TTT_ROOT, MAX, 1))
        self.assert_valid(file(whole))
        packed = whole[8:]
        wrong_sum = struct.pack("<II", len(packed), zlib.crc32(packed) ^ 1) + packed
        self.assert_refused(file(wrong_sum), "wrong checksum")
        self.assert_refused(file(whole[:-1] + bytes([whole[-1] ^ 1])), "wrong checksum")

        def framed(packed):
            return struct.pack("<II", len(packed), zlib.crc32(packed)) + packed

        self.assert_refused(file(framed(packed + b"x")), "goes on after its zlib stream")
        self.assert_refused(file(framed(packed[:-1])), "not a whole zlib stream")
        self.assert_refused(file(framed(packed[:-1] + bytes([packed[-1] ^ 1]))), "not a zlib stream")
        self.assert_refused(file(framed(b"junk")), "not a zlib stream")
        self.assert_refused(file(framed(gzip.compress(b"text"))), "not a zlib stream")
        self.assert_refused(file(struct.pack("<II", 0, 1)), "wrong checksum")
        self.assert_refused(file(struct.pack("<II", 0xFFFFFFFF, 0)), "longer than 1052672 bytes")
        # Empty pieces make a zlib stream long without adding to its text.
        empty = b"\x00\x00\x00\xff\xff" * 210_530
        self.assert_refused(file(framed(packed[:2] + empty + packed[2:])), "longer than 1052672 bytes")
        head = b'{"claim":0,"player":"max","ranked":true}\n'
        self.assert_refused(file(frame(head + b"\xff\n")), "not UTF-8")
        bomb = head + b"x" * (1 << 28)
        self.assert_refused(file(frame(bomb)), "more than 1048576 bytes")
        exact = head + b"x" * ((1 << 20) - len(head))
        self.assert_refused(file(frame(exact + b"x")), "more than 1048576 bytes")
        self.assert_refused(file(frame(exact)), "does not end with a line feed")

    def test_first_lines_of_blocks_that_are_wrong(self):
        for line, reason in [
            ("", "not a JSON object"),
            ("[]", "not a JSON object"),
            ('{"claim":0,"player":"max"}', "no field 'ranked'"),
            ('{"claim":0,"player":"max","ranked":1}', "ranked"),
            ('{"claim":false,"player":"max","ranked":true}', "claim"),
            ('{"claim":-1,"player":"max","ranked":true}', "count from 0"),
            ('{"claim":7,"player":"max","ranked":true}', "only 1 claims"),
            ('{"claim":0,"player":"Max","ranked":true}', "player"),
            ('{"claim":0,"player":["max"],"ranked":true}', "player"),
            ('{"claim":0,"player":"min","ranked":true}', "no use for"),
            ('{"claim":0,"player":"max","ranked":true,"positions":1}', "positions"),
        ]:
            claim = {"root": TTT_ROOT, "at_least": 1}
            self.assert_refused(version_2(TTT, [], [claim], [frame(f"{line}\n".encode())]), reason)
        self.assert_refused(version_2(TTT, [], [claim], [frame(b"")]), "line feed")

    def test_blocks_of_one_strategy_say_the_same(self):
        entries = sorted(ttt_entries(TTT_ROOT, MAX, 1))
        claim = {"root": TTT_ROOT, "at_least": 1}
        first, second = section(0, "max", entries[:5]), section(0, "max", entries[5:])
        self.assert_valid(version_2(TTT, [], [claim], [first, second]))
        # A block without entries says nothing wrong.
        self.assert_valid(version_2(TTT, [], [claim], [first, section(0, "max", []), second]))
        other = section(0, "max", entries[5:], ranked=False)
        self.assert_refused(version_2(TTT, [], [claim], [first, other]), "whether ranks fall")
        self.assert_refused(version_2(TTT, [], [claim], [second, first]), "does not come after")
        self.assert_refused(version_2(TTT, [], [claim], [first, second, second]), "does not come after")

    def test_strategies_do_not_come_back(self):
        root = "xox/.o./..."
        claim = {"root": root, "at_least": 0, "at_most": 0}
        maximum, minimum = (section(0, p, ttt_entries(root, s, 0)) for p, s in (("max", MAX), ("min", MIN)))
        self.assert_valid(version_2(TTT, [], [claim], [maximum, minimum]))
        self.assert_refused(version_2(TTT, [], [claim], [maximum, minimum, maximum]), "appears twice")

    def test_entries_that_are_wrong(self):
        entries = sorted(ttt_entries(TTT_ROOT, MAX, 1))
        claim = {"root": TTT_ROOT, "at_least": 1}

        def refused(lines, reason):
            head = '{"claim":0,"player":"max","ranked":true}\n'
            self.assert_refused(version_2(TTT, [], [claim], [frame((head + lines).encode())]), reason)

        good = lines_of(entries)
        first, rest = good.split("\n", 1)
        position = entries[0][0]
        refused(first.replace("\t", " ") + "\n" + rest, "four fields")
        refused(first + "\t\n" + rest, "four fields")
        refused("\n" + good, "four fields")
        refused(good + "\n", "four fields")
        refused("1" + first[1:] + "\n" + rest, "are not shared")
        for shared in ("-1", "+0", "", "x", "0.0", "00", "99999999999", "٠"):
            refused(shared + first[1:] + "\n" + rest, "are not shared")
        for rank in ("-1", "+1", "", "x", "01", "00", "1.0", "4294967296", "99999999999", "٣", "1 ", "1\r"):
            refused(f"0\t{position}\ta1\t{rank}\n", "is not a rank")
        refused(f"0\t{position}\ta1\t1\n0\t{position}\ta1\t1\n", "does not come after")
        refused(f"0\t{entries[1][0]}\ta1\t1\n0\t{position}\ta1\t1\n", "does not come after")
        refused("0\txo./..\ta1\t1\n", "is not a board")
        refused("0\t\ta1\t1\n", "is not a board")
        refused(f"0\t{position}\t{'a' * 1000}\t1\n", "an illegal move")
        refused(f"0\t{position}\t{'a' * 16385}\t1\n", "more than 16384 bytes")
        refused(f"0\t{'x' * 16385}\ta1\t1\n", "more than 16384 bytes")

    def test_shared_bytes_count_bytes(self):
        graph = "root ä\nrepetition 0\nä max äö äü\näö max ä1 ä2\näü = 0\nä1 = 1\nä2 = 0\n"
        claims = [{"root": "ä", "at_least": 1}]
        entries = [("ä", "äö", 1), ("äö", "ä1", 0)]
        parameters = [["graph", graph]]
        self.assert_valid(version_2("graph", parameters, claims, [section(0, "max", entries)]))
        head = '{"claim":0,"player":"max","ranked":true}\n'
        good = frame((head + "0\tä\täö\t1\n2\tö\tä1\t0\n").encode())
        self.assert_valid(version_2("graph", parameters, claims, [good]))
        # Fewer bytes than could be shared are no mistake, half a character is.
        short = frame((head + "0\tä\täö\t1\n0\täö\tä1\t0\n").encode())
        self.assert_valid(version_2("graph", parameters, claims, [short]))
        half = frame((head + "0\tä\täö\t1\n1\tö\tä1\t0\n").encode())
        self.assert_refused(version_2("graph", parameters, claims, [half]), "not UTF-8")


class Strategies(Case):
    """What a strategy must hold. Mostly graphs, where each case can be written down."""

    def file(self, graph, claim, player, entries, ranked=True, horizon=0, repetition=0):
        lines = [line.strip() for line in graph.split(";")]
        root = lines[0].split()[0]
        text = "\n".join([f"root {root}", f"repetition {repetition}", *lines, ""])
        blocks = section(0, player, entries, ranked)
        return version_2("graph", [["graph", text]], [{"root": root} | claim], [blocks], horizon)

    def test_missing_reply(self):
        graph = "a max b; b min c d; c max w l; d max w l; w = 1; l = -1"
        entries = [("a", "b", 1), ("c", "w", 0), ("d", "w", 0)]
        claim = {"at_least": 1}
        self.assert_valid(self.file(graph, claim, "max", entries))
        for missing in entries[1:]:
            rest = [entry for entry in entries if entry != missing]
            self.assert_refused(self.file(graph, claim, "max", rest), f"a missing position: {missing[0]}")
        self.assert_refused(self.file(graph, claim, "max", entries[1:]), "does not hold the root a")

    def test_ranks_must_fall(self):
        graph = "a max b; b min c; c max w l; w = 1; l = -1"
        claim = {"at_least": 1}
        self.assert_valid(self.file(graph, claim, "max", [("a", "b", 1), ("c", "w", 0)]))
        for high, low in [(0, 0), (1, 1), (1, 2), (4294967295, 4294967295)]:
            data = self.file(graph, claim, "max", [("a", "b", high), ("c", "w", low)])
            self.assert_refused(data, f"the rank does not fall from {high} to {low}")
        # The opponent's position may be an entry, and what follows it must still be below the rank.
        self.assert_valid(self.file(graph, claim, "max", [("a", "b", 2), ("b", "-", 1), ("c", "w", 0)]))
        entries = [("a", "b", 0), ("b", "-", 1), ("c", "w", 0)]
        self.assert_refused(self.file(graph, claim, "max", entries), "does not fall")

    def test_a_rank_that_does_not_fall_where_play_settles(self):
        graph = "a max b; b min c; c max w l; w = 1; l = -1"
        entries = [("a", "b", 0), ("c", "w", 7)]
        self.assert_refused(self.file(graph, {"at_least": 1}, "max", entries), "the rank does not fall")
        self.assert_valid(self.file(graph, {"at_least": 1}, "max", entries, horizon=1))

    def test_illegal_moves(self):
        graph = "a max b c; b = 1; c = -1; d = 1"
        claim = {"at_least": 1}
        self.assert_valid(self.file(graph, claim, "max", [("a", "b", 0)]))
        for move in ("d", "a", "-"):
            self.assert_refused(self.file(graph, claim, "max", [("a", move, 0)]), f"an illegal move in a: '{move}'")
        self.assert_refused(self.file(graph, claim, "max", [("a", "nowhere", 0)]), "an illegal move")
        opponent = "a min b c; b = 1; c = 1; d = -1"
        self.assert_valid(self.file(opponent, claim, "max", [("a", "-", 0)]))
        self.assert_refused(self.file(opponent, claim, "max", [("a", "b", 0)]), "where the opponent moves")

    def test_a_move_may_be_called_minus(self):
        graph = "a max - b; - = 1; b = -1"
        self.assert_valid(self.file(graph, {"at_least": 1}, "max", [("a", "-", 0)]))
        graph = "- max a b; a = 1; b = -1"
        self.assert_valid(self.file(graph, {"at_least": 1}, "max", [("-", "a", 0)]))

    def test_wrong_ends(self):
        graph = "a max b c; b min w d; c = -1; w = 1; d = 0"
        self.assert_refused(self.file(graph, {"at_least": 1}, "max", [("a", "b", 0)]), "a wrong end: d is worth 0")
        self.assert_refused(self.file(graph, {"at_least": 1}, "max", [("a", "c", 0)]), "a wrong end: c is worth -1")
        self.assert_valid(self.file(graph, {"at_least": 0}, "max", [("a", "b", 0)]))
        for horizon in (0, 1, 255):
            data = self.file(graph, {"at_least": 1}, "max", [("a", "b", 0)], horizon=horizon)
            self.assert_refused(data, "a wrong end")

    def test_play_goes_on_in_entries(self):
        graph = "a max b c; b = 1; c = -1"
        for move in ("b", "-"):
            data = self.file(graph, {"at_least": 1}, "max", [("a", "b", 1), ("b", move, 0)])
            self.assert_refused(data, "play has ended in b, and the strategy goes on")

    def test_entries_that_are_not_needed_are_checked_too(self):
        graph = "a max b c; b = 1; c = -1; d max b c"
        self.assert_valid(self.file(graph, {"at_least": 1}, "max", [("a", "b", 0), ("d", "b", 9)]))
        self.assert_refused(self.file(graph, {"at_least": 1}, "max", [("a", "b", 0), ("d", "c", 9)]), "a wrong end")

    def test_the_strategist_may_move_twice(self):
        graph = "a max b; b max c; c min w; w = 1; l = -1"
        claim = {"at_least": 1}
        self.assert_valid(self.file(graph, claim, "max", [("a", "b", 1), ("b", "c", 0)]))
        self.assert_refused(self.file(graph, claim, "max", [("a", "b", 1)]), "a missing position: b")
        self.assert_refused(self.file(graph, claim, "max", [("a", "b", 0), ("b", "c", 0)]), "does not fall")
        # b settles within two plies: to c and to w.
        self.assert_refused(self.file(graph, claim, "max", [("a", "b", 0)], horizon=1), "a missing position: b")
        self.assert_valid(self.file(graph, claim, "max", [("a", "b", 0)], horizon=2))

    def test_the_opponent_may_move_twice(self):
        graph = "a max b; b min c d; c min w; d = 1; w = 1; l = -1"
        claim = {"at_least": 1}
        self.assert_refused(self.file(graph, claim, "max", [("a", "b", 1)]), "a missing position: c")
        self.assert_valid(self.file(graph, claim, "max", [("a", "b", 1), ("c", "-", 0)]))
        self.assert_valid(self.file(graph, claim, "max", [("a", "b", 0)], horizon=1))

    def test_horizons(self):
        # After n plies of which each is the only one, Max wins.
        for plies in (1, 2, 3, 254, 255):
            movers = ["max" if number % 2 else "min" for number in range(plies)]
            nodes = [f"n{number} {mover} n{number + 1}" for number, mover in enumerate(movers)]
            graph = "; ".join(["a max n0", *nodes, f"n{plies} = 1", "l = -1"])
            entries = [("a", "n0", 0)]
            # The move to n0 is the strategist's, whose replies are looked at without the horizon.
            self.assert_valid(self.file(graph, {"at_least": 1}, "max", entries, horizon=plies - 1))
            if plies > 1:
                short = self.file(graph, {"at_least": 1}, "max", entries, horizon=plies - 2)
                self.assert_refused(short, "a missing position: n1")
        data = self.file(graph, {"at_least": 1}, "max", [], horizon=255)
        self.assert_refused(data, "does not hold the root a")
        self.assert_valid(data.replace(b'{"root": "a"', b'{"root": "n0"'))

    def test_settling_needs_all_replies_and_one_move(self):
        graph = "a max b; b min c d; c max l w; d min w e; e max w l; w = 1; l = -1"
        entries = [("a", "b", 0)]
        self.assert_refused(self.file(graph, {"at_least": 1}, "max", entries, horizon=1), "a missing position: d")
        self.assert_valid(self.file(graph, {"at_least": 1}, "max", entries, horizon=2))
        # The opponent can leave.
        graph = "a max b; b min c d; c max l w; d min w e; e max l; w = 1; l = -1"
        for horizon in (1, 2, 9, 255):
            data = self.file(graph, {"at_least": 1}, "max", entries, horizon=horizon)
            self.assert_refused(data, "a missing position: d")

    def test_settling_ends_in_cycles(self):
        graph = "a max b; b min c w; c max b d; d max c a; w = 1; l = -1"
        for horizon in (1, 17, 255):
            data = self.file(graph, {"at_least": 1}, "max", [("a", "b", 0)], horizon=horizon)
            self.assert_refused(data, "a missing position: c")

    def test_endless_play(self):
        graph = "a max b l; b min a w; w = 1; l = -1"
        entries = [("a", "b", 0)]
        self.assert_valid(self.file(graph, {"at_least": 0}, "max", entries, ranked=False), "at least 0")
        self.assert_refused(self.file(graph, {"at_least": 0}, "max", entries), "the rank does not fall")
        self.assert_refused(self.file(graph, {"at_least": 1}, "max", entries, ranked=False), "endless play is worth 0")
        data = self.file(graph, {"at_least": 1}, "max", entries, ranked=False, repetition=1)
        self.assert_valid(data)
        data = self.file(graph, {"at_least": 0}, "max", entries, ranked=False, repetition=-1)
        self.assert_refused(data, "not a value of the game")
        # Min's half, with the sign turned.
        graph = "a min b l; b max a w; w = -1; l = 1"
        self.assert_valid(self.file(graph, {"at_most": 0}, "min", entries, ranked=False), "for Max is at most 0")
        self.assert_refused(self.file(graph, {"at_most": -1}, "min", entries, ranked=False), "endless play is worth 0")

    def test_strategies_without_ranks_where_nothing_repeats(self):
        graph = "a max b l; b min c w; c max w l; w = 1; l = -1"
        entries = [("a", "b", 1), ("c", "w", 0)]
        self.assert_valid(self.file(graph, {"at_least": 1}, "max", entries))
        reason = "nothing shows that play ends"
        self.assert_refused(self.file(graph, {"at_least": 1}, "max", entries, ranked=False), reason)
        root = TTT_ROOT
        blocks = section(0, "max", ttt_entries(root, MAX, 1), ranked=False)
        self.assert_refused(version_2(TTT, [], [{"root": root, "at_least": 1}], [blocks]), reason)

    def test_graphs_name_max_themselves(self):
        graph = "a min b c; b = -1; c = 1"
        self.assert_valid(self.file(graph, {"at_most": -1}, "min", [("a", "b", 0)]), "for Max is at most -1")
        self.assertIs(check(self.file(graph, {"at_least": 1}, "max", [("a", "b", 0)])).valid, False)


class Version1Files(Case):
    root = "xo./.../..."
    header = {"game": TTT, "parameters": [], "root": root, "at_least": 1}

    def entries(self):
        return ttt_entries(self.root, MAX, 1, every_position=True)

    def test_valid_files(self):
        entries = self.entries()
        self.assert_valid(version_1(self.header, [("max", True, entries)]), "for X is at least 1")
        entries.reverse()
        report = self.assert_valid(version_1(self.header, [("max", True, entries)]))
        self.assertEqual(report.positions, len(entries))
        root = "xox/.o./..."
        header = {"game": TTT, "parameters": [], "root": root, "at_least": 0, "at_most": 0}
        both = [(name, True, ttt_entries(root, player, 0, True)) for name, player in (("max", MAX), ("min", MIN))]
        self.assert_valid(version_1(header, both), "for X is exactly 0")

    def test_the_opponents_positions_are_entries(self):
        entries = ttt_entries(self.root, MAX, 1)
        self.assert_refused(version_1(self.header, [("max", True, entries)]), "a missing position")

    def test_refusals(self):
        entries = self.entries()
        position, move, rank = next(entry for entry in entries if entry[1] != "-")

        def refused(changed, reason, header=self.header, player="max", ranked=True):
            self.assert_refused(version_1(header, [(player, ranked, changed)]), reason)

        refused(entries + entries[:1], "appears twice")
        refused(entries, "no use for", player="min")
        refused(entries, "nothing shows that play ends", ranked=False)
        refused([entry for entry in entries if entry[0] != self.root], "does not hold the root")
        refused([(p, m, 0) for p, m, _ in entries], "does not fall")
        refused([(p, "a9" if p == position else m, r) for p, m, r in entries], "an illegal move")
        refused([(p + " ", m, r) for p, m, r in entries], "is not a board")
        refused([(p, m, "x") for p, m, r in entries], "is not a rank")
        refused([(p, m + "\t", r) for p, m, r in entries], "not a position, a move and a rank")
        refused(entries, "at_least", header=self.header | {"at_least": 1.0})
        refused(entries, "a field 'horizon'", header=self.header | {"horizon": 9})
        self.assert_refused(version_1(self.header, []), "no strategy shows")
        whole = ("max", True, entries)
        self.assert_refused(version_1(self.header, [whole, whole]), "appears twice")

    def test_damage(self):
        data = version_1(self.header, [("max", True, self.entries())])
        for length in range(0, len(data), 3):
            self.assertIs(check(data[:length]).valid, False)
        for more in (b"x", b"\0", data):
            self.assert_refused(data + more, "goes on after")
        self.assert_refused(data[:-6] + bytes([data[-6] ^ 1]) + data[-5:], "damaged")
        sections = [("max", True, self.entries())]
        self.assert_refused(version_1(self.header, sections, end="end\n\n"), "goes on after its end")
        self.assert_refused(version_1(self.header, sections, end="end"), "breaks off")
        self.assert_refused(version_1(self.header, sections, end=""), "breaks off")
        self.assert_refused(gzip.compress(b"winproof certificate 2\n"), "not a certificate")
        self.assert_refused(gzip.compress(b"x" * (1 << 24)), "more than 1048576 bytes")
        head = gzip.decompress(version_1(self.header, [], end=""))
        for line in (b'{"player":"max","ranked":true,"positions":1e3}', b"[]", b"\xff", b"END"):
            self.assert_refused(gzip.compress(head + line + b"\n"), "")
        big = b'{"player":"max","ranked":true,"positions":99999999999999999999}\n'
        self.assert_refused(gzip.compress(head + big), "breaks off")


# --- Whole games -----------------------------------------------------------------------------------------------------


class Games(Case):
    def certify(self, name, root, **parameters):
        """Certifies the value of a position in both versions, with several horizons."""
        game = make(name, **parameters)
        start = game.read(root)
        worth = value(game, start, {})
        sign = game.status(start)[0]
        claim = {"root": root, "at_least": sign * worth, "at_most": sign * worth}
        given = [[key, text] for key, text in parameters.items()]
        # The values of these games are the same for both players, so a player who gets the least needs no strategy.
        both = [("max", sign), ("min", -sign)]
        halves = [(who, player) for who, player in both if player * worth != min(game.values)]
        short = {who: strategy(game, start, player, worth) for who, player in halves}
        blocks = [section(0, who, entries, blocks=2) for who, entries in short.items()]
        self.assert_valid(version_2(name, given, [claim], blocks), f"exactly {sign * worth}")
        for horizon in (1, 2, 3):
            # Whatever settles is left out, except the root.
            sections = []
            for who, player in halves:
                half = wpcheck.Half(game, who, sign * worth, sign)
                settling = wpcheck.Settling(half)
                kept = [e for e in short[who] if e[0] == root or not settling.settles(game.read(e[0]), horizon)]
                sections.append(section(0, who, kept))
            self.assert_valid(version_2(name, given, [claim], sections, horizon))
            if sections != [section(0, who, entries) for who, entries in short.items()]:
                self.assert_refused(version_2(name, given, [claim], sections), "a missing position")
        sections = [(who, True, strategy(game, start, player, worth, True)) for who, player in halves]
        self.assert_valid(version_1({"game": name, "parameters": given} | claim, sections), f"exactly {sign * worth}")
        # A claim that is one better does not hold.
        better = [v for v in game.values if sign * v > sign * worth]
        if better and "max" in short:
            wrong = {"root": root, "at_least": min(sign * v for v in better)}
            data = version_2(name, given, [wrong], [section(0, "max", short["max"])])
            self.assertIs(check(data).valid, False)

    def test_connect_four(self):
        self.certify("connect4", ".../.../...", size="3x3", line="3")
        self.certify("connect4", "..../x.../o...", size="4x3", line="3")
        self.certify("connect4", "..../..../..x.", size="4x3", line="4")

    def test_domineering(self):
        self.certify("domineering", ".../.../... v", size="3x3", first="vertical")
        self.certify("domineering", ".../.../... h", size="3x3", first="vertical")
        self.certify("domineering", "..../..../..#. h", size="3x4", first="horizontal")

    def test_breakthrough(self):
        self.certify("breakthrough", "bbb/.../www w", size="3x3")
        self.certify("breakthrough", "bb/b./.w/ww b", size="2x4")

    def test_othello(self):
        self.certify("othello", "bbbw/bwww/bwb./w... b", size="4x4")
        self.certify("othello", ".bbw/bwww/bwb./w.b. w", size="4x4")

    def test_giveaway(self):
        game = make("giveaway")
        root = "8/8/8/8/3p4/8/4P3/8 w - -"
        entries = [(root, "e4", 0)]
        self.assertEqual(game.status(game.after(game.after(game.read(root), "e4"), "dxe3")), (0, 1))
        claim = {"root": root, "at_least": 1, "at_most": 1}
        self.assert_valid(version_2("giveaway", [], [claim], [section(0, "max", entries)]), "for White is exactly 1")
        self.assert_valid(version_2("giveaway", [], [claim], [section(0, "max", [])], horizon=2))
        self.assert_refused(version_2("giveaway", [], [claim], [section(0, "max", [])], horizon=1), "root")
        self.assert_refused(version_2("giveaway", [], [claim], [section(0, "max", [(root, "e5", 0)])]), "illegal")
        # The same with colours exchanged: Black moves and is Max.
        root = "8/4p3/8/3P4/8/8/8/8 b - -"
        claim = {"root": root, "at_least": 1}
        entries = [(root, "e7e5", 0)]
        self.assert_valid(version_2("giveaway", [], [claim], [section(0, "max", entries)]), "for Black is at least 1")

    @NEEDS_CHESS
    def test_chess(self):
        root = "7k/8/8/8/8/8/R7/1R4K1 w - -"
        name, parameters = "chess", [["attacker", "white"]]
        claim = {"root": root, "at_least": 1}
        key, between = "Rb7", "6k1/1R6/8/8/8/8/R7/6K1 w - -"
        entries = [(root, key, 1), (between, "Ra8#", 0)]
        self.assert_valid(version_2(name, parameters, [claim], [section(0, "max", entries)]), "for White is at least 1")
        self.assert_valid(version_2(name, parameters, [claim], [section(0, "max", entries[:1])], horizon=1))
        self.assert_refused(version_2(name, parameters, [claim], [section(0, "max", entries[:1])]), "missing")
        self.assert_valid(version_2(name, parameters, [claim], [section(0, "max", [])], horizon=3))
        unranked = section(0, "max", entries, ranked=False)
        self.assert_refused(version_2(name, parameters, [claim], [unranked]), "endless play is worth 0")
        # A mate in two takes two moves.
        for moves, good in (("1", False), ("2", True), ("3", True)):
            counted = [["attacker", "white"], ["moves", moves]]
            claim = {"root": f"{root} in {moves}", "at_least": 1}
            data = version_2(name, counted, [claim], [section(0, "max", [])], horizon=3)
            self.assertEqual(check(data).valid, good)
        # By the fifty-move rule, the mate must come with the hundredth half-move.
        for clock, good in (("97", True), ("98", False)):
            claim = {"root": f"{root} {clock}", "at_least": 1}
            fifty = [["attacker", "white"], ["fifty", "on"]]
            data = version_2(name, fifty, [claim], [section(0, "max", [])], horizon=3)
            self.assertEqual(check(data).valid, good)

    @NEEDS_CHESS
    def test_chess_from_the_chair_of_black(self):
        # Black is to move and mates: Max is Black, and a mate is worth 1.
        root = "1r4k1/r7/8/8/8/8/8/7K b - -"
        data = version_2("chess", [["attacker", "black"]], [{"root": root, "at_least": 1}], [section(0, "max", [])], 3)
        self.assert_valid(data, "for Black is at least 1")
        # White is to move, Black attacks: Max is White, and a mate is worth -1.
        root = "6k1/8/8/8/8/1r6/r7/7K w - -"
        data = version_2("chess", [["attacker", "black"]], [{"root": root, "at_most": -1}], [section(0, "min", [])], 2)
        self.assert_valid(data, "for White is at most -1")

    def test_chess_without_python_chess(self):
        kept = sys.modules.get("chess")
        sys.modules["chess"] = None  # Makes an import fail.
        try:
            report = check(version_2("chess", [["attacker", "white"]], [{"root": "", "at_least": 1}], []))
        finally:
            del sys.modules["chess"]
            if kept:
                sys.modules["chess"] = kept
        self.assertIsNone(report.valid)
        self.assertIn("pip install chess", report.reason)


# --- Against brute force ---------------------------------------------------------------------------------------------


def random_graph(choice):
    """A random game with cycles: text, and the game."""
    count = choice.randint(4, 9)
    lines = ["root n0", f"repetition {choice.choice((-1, 0, 1))}"]
    for number in range(count):
        if number > 1 and choice.random() < 0.35:
            lines.append(f"n{number} = {choice.choice((-1, 0, 1))}")
        else:
            children = choice.sample(range(count), choice.randint(1, 3))
            lines.append(f"n{number} {choice.choice(('max', 'min'))} " + " ".join(f"n{child}" for child in children))
    text = "\n".join(lines) + "\n"
    return text, make("graph", graph=text)


def winning(game, half):
    """The nodes from which a half holds, and the number of steps to a good end (0 where play goes on forever)."""
    nodes = range(len(game.nodes))
    good = {n for n in nodes if not game.status(n)[0] and half.is_kept_by(game.status(n)[1])}
    endless = game.repetition is not None and half.is_kept_by(game.repetition)
    # Least fixpoint: what is forced to a good end. Greatest: what never has to leave.
    holds = {n: 0 for n in (nodes if endless else good)}
    if endless:
        holds = {n: 0 for n in nodes if game.status(n)[0] or n in good}
    while True:
        following = dict(holds)
        for node in nodes:
            mover, _ = game.status(node)
            if not mover:
                continue
            choose = any if mover == half.strategist else all
            keeps = choose(reply in holds for reply in game.replies(node))
            if endless and not keeps:
                following.pop(node, None)
            if not endless and keeps and node not in holds:
                following[node] = 1 + max(holds.values())
        if following == holds:
            return holds, not endless
        holds = following


class BruteForce(Case):
    def test_random_graphs(self):
        choice = random.Random(5)
        accepted = spoiled_accepted = spoiled_refused = 0
        for _ in range(700):
            text, game = random_graph(choice)
            for who, bound in [("max", 0), ("max", 1), ("min", 0), ("min", -1)]:
                half = wpcheck.Half(game, who, bound, 1)
                field = "at_least" if who == "max" else "at_most"
                claim = {"root": "n0", field: bound}
                if bound not in game.values or all(map(half.is_kept_by, game.values)):
                    self.assertIs(check(version_2("graph", [["graph", text]], [claim], [])).valid, False)
                    continue
                holds, ranked = winning(game, half)
                entries = []
                for node, rank in holds.items():
                    mover, _ = game.status(node)
                    if not mover:
                        continue
                    below = [r for r in game.replies(node) if r in holds and (not ranked or holds[r] < rank)]
                    entries.append((f"n{node}", f"n{below[0]}" if mover == half.strategist else "-", rank))
                horizon = choice.choice((0, 0, 1, 2, 5, 255))

                def file(entries, ranked=ranked):
                    blocks = section(0, who, entries, ranked, blocks=choice.randint(1, 3))
                    return version_2("graph", [["graph", text]], [claim], [blocks], horizon)

                report = check(file(entries))
                self.assertEqual(report.valid, 0 in holds, (text, report.reason))
                accepted += report.valid
                # Spoil it in some way: what is accepted must still be true.
                for _ in range(3):
                    spoiled = [list(entry) for entry in entries]
                    for _ in range(choice.randint(1, 3)):
                        if not spoiled:
                            break
                        entry = choice.choice(spoiled)
                        kind = choice.randrange(4)
                        if kind == 0:
                            spoiled.remove(entry)
                        elif kind == 1:
                            entry[1] = choice.choice(["-"] + [f"n{n}" for n in range(len(game.nodes))])
                        elif kind == 2:
                            entry[2] = choice.randint(0, 4)
                        else:
                            entry[0] = f"n{choice.randrange(len(game.nodes))}"
                    report = check(file(spoiled, choice.random() < 0.8 and ranked))
                    self.assertIsNotNone(report.valid, report.reason)
                    if report.valid:
                        self.assertIn(0, holds, (text, claim, spoiled, horizon))
                        spoiled_accepted += 1
                    else:
                        spoiled_refused += 1
        self.assertGreater(accepted, 300)
        self.assertGreater(spoiled_accepted, 100)
        self.assertGreater(spoiled_refused, 1000)

    def test_damaged_files_never_break_the_checker(self):
        choice = random.Random(6)
        valid = [ttt_draw(), version_1(Version1Files.header, [("max", True, Version1Files().entries())])]
        graph = "a max b l; b min c w; c max w l; w = 1; l = -1"
        valid.append(Strategies().file(graph, {"at_least": 1}, "max", [("a", "b", 1), ("c", "w", 0)]))
        for data in valid:
            self.assert_valid(data)
            for _ in range(400):
                changed = bytearray(data)
                for _ in range(choice.randint(1, 4)):
                    place = choice.randrange(len(changed))
                    kind = choice.randrange(3)
                    if kind == 0:
                        changed[place] = choice.randrange(256)
                    elif kind == 1:
                        del changed[place : place + choice.randint(1, 9)]
                    else:
                        changed[place:place] = choice.randbytes(choice.randint(1, 9))
                self.assertNotIn("a mistake in it", check(bytes(changed)).reason or "")

    def test_changed_texts_never_prove_what_is_wrong(self):
        """The text is changed before it is packed, so that changes get past the checksums."""
        choice = random.Random(7)
        game = make(TTT)
        known = {}
        root = "xox/.o./..."
        entries = ttt_entries(root, MAX, 0)
        head = json.dumps({"game": TTT, "parameters": [], "claims": [{"root": root, "at_least": 0}], "horizon": 1})
        text = '{"claim":0,"player":"max","ranked":true}\n' + lines_of(sorted(entries))
        letters = 'xo./abc123\t\n-{}[]:,"0 truefalsn9é\x00'
        accepted = 0
        for _ in range(2000):
            parts = [head, text]
            for _ in range(choice.randint(1, 3)):
                which = choice.random() < 0.7
                part = parts[which]
                place = choice.randrange(len(part))
                kind = choice.randrange(3)
                new = choice.choice(letters) if kind else ""
                parts[which] = part[:place] + new + part[place + (kind != 1) :]
            data = b"winproof certificate 2\n" + parts[0].encode() + b"\n" + frame(parts[1].encode()) + END
            report = check(data)
            self.assertNotIn("a mistake in it", report.reason or "")
            if report.valid:
                accepted += 1
                header = json.loads(parts[0])
                claim = header["claims"][0]
                start = game.read(claim["root"])
                worth = value(game, start, known) * (-1 if game.status(start)[0] == MIN else 1)
                self.assertLessEqual(worth, claim.get("at_most", 1))
                self.assertGreaterEqual(worth, claim.get("at_least", -1))
        self.assertGreater(accepted, 20)


# --- The command -----------------------------------------------------------------------------------------------------


class Command(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        files = {
            "good": ttt_draw(),
            "bad": ttt_draw()[:-1],
            "other": version_2("nim", [], [{"root": "a", "at_least": 1}], []),
        }
        cls.files = {name: os.path.join(cls.folder.name, name) for name in files}
        for name, data in files.items():
            with open(cls.files[name], "wb") as file:
                file.write(data)

    def run_command(self, *arguments, data=b""):
        program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "wpcheck.py")
        done = subprocess.run([sys.executable, program, *arguments], input=data, capture_output=True, check=False)
        self.assertEqual(done.stderr, b"")
        return done.returncode, done.stdout.decode().splitlines()

    def test_lines_and_exit_codes(self):
        good, bad, other = (self.files[name] for name in ("good", "bad", "other"))
        code, lines = self.run_command(good)
        self.assertEqual(code, 0)
        self.assertEqual(lines, [f"{good}: valid: tic-tac-toe: in xox/.o./... the value for X is exactly 0"])
        code, lines = self.run_command(good, bad)
        self.assertEqual((code, lines[1]), (1, f"{bad}: refused: the file breaks off"))
        code, lines = self.run_command(other, "--quiet", good)
        self.assertEqual((code, lines), (2, [f"{other}: not checked: wpcheck.py has no rules for the game 'nim'"]))
        code, lines = self.run_command(good + "\n-none")
        self.assertEqual(code, 2)
        self.assertIn("\\u{a}-none: not checked: the file cannot be read", lines[0])
        self.assertEqual(self.run_command(self.folder.name)[0], 2)
        self.assertEqual(self.run_command("--quiet", good), (0, []))

    def test_json_and_standard_input(self):
        code, lines = self.run_command("--json", "-", self.files["bad"], data=ttt_draw())
        first, second = map(json.loads, lines)
        self.assertEqual(code, 1)
        self.assertEqual((first["valid"], first["game"], first["parameters"]), (True, TTT, []))
        self.assertEqual((first["position"], first["reason"]), ("xox/.o./...", None))
        self.assertGreater(first["positions"], 5)
        self.assertEqual((second["valid"], second["reason"], second["claim"]), (False, "the file breaks off", None))


if __name__ == "__main__":
    unittest.main()
