#!/usr/bin/env python3
"""wpcheck.py: a second, independent checker of Winproof's certificates, in one file.

It is written from crates/winproof-check/FORMAT.md (versions 1 and 2) and shares nothing with the checker in Rust: not
the language, not a library, not the rules of the games. Where both accept a file, a mistake in one of them is not
enough to make the file wrong.

    python3 checkers/wpcheck.py [--json] [--quiet] FILE...

Games: tic-tac-toe, connect4, domineering, breakthrough, othello, graph, giveaway, and chess if the package
python-chess is there. Everything else is the standard library of Python 3.10 or later. The positions of one strategy
at a time are held in memory.

Parts: refusals and text; the games; the claim; the strategy; the two file formats; the command.
"""

import argparse
import json
import os
import re
import struct
import sys
import zlib

MOST_BLOCK_TEXT = 1 << 20
MOST_PACKED = MOST_BLOCK_TEXT + (1 << 12)
# Of a position or a move.
LONGEST_TEXT = 1 << 14
LONGEST_ENTRY = 1 << 20
# A header may hold a whole graph file.
LONGEST_HEADER = 1 << 26
MOST_HORIZON = 255
MOST_RANK = (1 << 32) - 1
MOST_SETTLING = 100_000
# What is known of settled positions is forgotten when there is too much of it.
MOST_REMEMBERED = 1_000_000

# The game's own Max and Min; 0 stands for nobody, where play has ended.
MAX, MIN = 1, -1


class Refused(Exception):
    """The file does not prove its claim, or is not a whole certificate."""


class NotChecked(Exception):
    """Nothing can be said of the file: it cannot be read, or the means to check it are missing."""


def shown(text, most=200):
    """Text of a file, safe to print: control characters and invisible ones are spelled out, long texts are cut."""
    safe = "".join(c if c.isprintable() else f"\\u{{{ord(c):x}}}" for c in text[:most])
    return safe + ("…" if len(text) > most else "")


def whole_number(text, least, most):
    """A number as it is written, without a sign, a space or a zero in front; None for any other text."""
    if not re.fullmatch("0|[1-9][0-9]{0,9}", text):
        return None
    number = int(text)
    return number if least <= number <= most else None


# --- The games ---------------------------------------------------------------------------------------------------


class Game:
    """The rules of a game with its parameters. Positions are values that can be compared and hashed."""

    # What the game calls its own Max and Min.
    players = ("Max", "Min")
    # Whether Max is whoever the rules call so; otherwise Max is the player to move at the first root.
    fixed_players = False
    values = (-1, 0, 1)
    # What endless play is worth; None where positions never repeat.
    repetition = None

    def __init__(self, parameters):
        if parameters:
            raise Refused(f"the game has no parameter '{shown(parameters[0][0])}'")

    def read(self, text):
        """The position that a text stands for. Any text but the one that the game itself writes is refused."""
        raise NotImplementedError

    def write(self, position):
        """The position as text."""
        raise NotImplementedError

    def status(self, position):
        """Who moves and None, or 0 and what play was worth for the game's own Max if it has ended."""
        raise NotImplementedError

    def moves(self, position):
        """The legal moves of a position in which play goes on, as text."""
        raise NotImplementedError

    def after(self, position, move):
        """The position after a move, or None if it is not legal. Play goes on in the position."""
        raise NotImplementedError

    def replies(self, position):
        """The positions after each of the legal moves. Play goes on in the position."""
        raise NotImplementedError

    def may_be_move(self, text):
        """Whether a text is short enough, or known, to be worth keeping until its position is looked at."""
        return len(text) <= 16


def take_parameters(parameters, names):
    """The values of parameters that must all be there, in this order."""
    if [name for name, _ in parameters] != list(names):
        given = ", ".join(shown(name) for name, _ in parameters) or "none"
        raise Refused(f"the parameters of the game are {', '.join(names)}, in this order; the file has: {given}")
    return [value for _, value in parameters]


def read_size(text, allowed):
    """The two numbers of a size such as 5x4."""
    numbers = [whole_number(part, 1, 128) for part in text.split("x")]
    if len(numbers) != 2 or None in numbers or not allowed(*numbers):
        raise Refused(f"the game is not played on a board of size '{shown(text)}'")
    return numbers


class Rows:
    """A rectangular board as numbers with one bit a square.

    The bits are in the order of the text, which is why reading is quick: the text of `x./.o` becomes `10000` for x and
    `00001` for o. The bit of each '/' is never set, so that nothing runs over an edge into the next row.
    """

    def __init__(self, columns, rows, letters):
        self.columns, self.rows = columns, rows
        self.stride = columns + 1
        self.length = rows * self.stride - 1
        self.bottom = (1 << columns) - 1
        self.board = sum(self.bottom << row * self.stride for row in range(rows))
        self.letters = letters
        row = f"[{re.escape(letters)}]{{{columns}}}"
        self.shape = re.compile(f"{row}(?:/{row}){{{rows - 1}}}")
        every = letters + "/"
        self.tables = {one: str.maketrans(every, "".join("01"[c == one] for c in every)) for one in letters}

    def check_shape(self, text):
        if not self.shape.fullmatch(text):
            raise Refused(
                f"'{shown(text)}' is not a board: write {self.rows} rows of {self.columns} squares with '/' between "
                f"them; squares are {' '.join(self.letters)}"
            )

    def squares(self, text, letter):
        """The squares with this letter on them. The text has the right shape."""
        return int(text.translate(self.tables[letter]), 2)

    def bit(self, column, row):
        """A square, the column counted from the left, the row from the bottom."""
        return 1 << row * self.stride + self.columns - 1 - column

    def text(self, sets):
        """The text of a board, given the squares of each letter; the others have the last letter."""
        letters = list("/".join([self.letters[-1] * self.columns] * self.rows))
        for letter, squares in sets.items():
            for place, digit in enumerate(format(squares, f"0{self.length}b")):
                if digit == "1":
                    letters[place] = letter
        return "".join(letters)


def each_bit(bits):
    while bits:
        low = bits & -bits
        yield low
        bits ^= low


def check_stones(text, x, o, x_has_line, o_has_line):
    """Refuses numbers of stones and lines that players who take turns, x first, and stop at a line cannot have."""
    if x - o not in (0, 1):
        raise Refused(f"'{shown(text)}' has {x} x and {o} o; x moves first and the players take turns")
    if x_has_line and (o_has_line or x == o) or o_has_line and x != o:
        raise Refused(f"'{shown(text)}' has a line after which somebody moved")


class TicTacToe(Game):
    """Three in a row on nine squares. A position is its text."""

    players = ("X", "O")
    board = Rows(3, 3, "xo.")
    lines = [(0, 1, 2), (4, 5, 6), (8, 9, 10), (0, 4, 8), (1, 5, 9), (2, 6, 10), (0, 5, 10), (2, 5, 8)]
    # The place in the text of each square by its name; a1 is at the bottom left.
    places = {f"{'abc'[column]}{3 - row}": 4 * row + column for row in range(3) for column in range(3)}

    def has_line(self, position, stone):
        return any(position[a] == position[b] == position[c] == stone for a, b, c in self.lines)

    def read(self, text):
        self.board.check_shape(text)
        x_has_line, o_has_line = self.has_line(text, "x"), self.has_line(text, "o")
        check_stones(text, text.count("x"), text.count("o"), x_has_line, o_has_line)
        return text

    def write(self, position):
        return position

    def status(self, position):
        x_moves = position.count("x") == position.count("o")
        if self.has_line(position, "o" if x_moves else "x"):
            return 0, -1 if x_moves else 1
        if "." not in position:
            return 0, 0
        return MAX if x_moves else MIN, None

    def moves(self, position):
        return [name for name, place in self.places.items() if position[place] == "."]

    def after(self, position, move):
        place = self.places.get(move)
        if place is None or position[place] != ".":
            return None
        stone = "x" if position.count("x") == position.count("o") else "o"
        return position[:place] + stone + position[place + 1 :]

    def replies(self, position):
        return [self.after(position, move) for move in self.moves(position)]


class ConnectFour(Game):
    """Connect Four on a board of any size. A position is one number: the squares of x above those of o."""

    players = ("X", "O")

    def __init__(self, parameters):
        size, line = take_parameters(parameters, ("size", "line"))
        columns, rows = read_size(size, lambda columns, rows: columns * rows <= 128)
        length = whole_number(line, 2, 128)
        if length is None:
            raise Refused(f"line is '{shown(line)}'; it must be a number from 2 to 128")
        self.rows = Rows(columns, rows, "xo.")
        self.shift = self.rows.length
        self.mask = (1 << self.shift) - 1
        stride = self.rows.stride
        self.columns = {
            str(column + 1): sum(self.rows.bit(column, row) for row in range(rows)) for column in range(columns)
        }
        # Runs of stones are doubled in length, and lengthened by the rest, until they are lines.
        self.runs = []
        for step in (1, stride - 1, stride, stride + 1):
            run, steps = 1, []
            while run < length:
                more = min(run, length - run)
                steps.append(step * more)
                run += more
            self.runs.append(steps)

    def has_line(self, stones):
        for steps in self.runs:
            run = stones
            for step in steps:
                run &= run >> step
            if run:
                return True
        return False

    def read(self, text):
        rows = self.rows
        rows.check_shape(text)
        x, o = rows.squares(text, "x"), rows.squares(text, "o")
        taken = x | o
        if taken >> rows.stride & ~taken:
            raise Refused(f"'{shown(text)}' has a stone above an empty cell; stones fall down")
        check_stones(text, x.bit_count(), o.bit_count(), self.has_line(x), self.has_line(o))
        if rows.columns == 1 and any(x >> row * rows.stride & 1 == row % 2 for row in range(taken.bit_count())):
            raise Refused(f"'{shown(text)}' cannot be reached: in a single column x and o alternate, x at the bottom")
        return x << self.shift | o

    def write(self, position):
        return self.rows.text({"x": position >> self.shift, "o": position & self.mask})

    def status(self, position):
        x, o = position >> self.shift, position & self.mask
        taken = x | o
        x_moves = not taken.bit_count() & 1
        if self.has_line(o if x_moves else x):
            return 0, -1 if x_moves else 1
        if taken == self.rows.board:
            return 0, 0
        return (MAX if x_moves else MIN), None

    def landing(self, position):
        """The squares where a stone can fall to, and how far up the mover's stones are in the number."""
        taken = position >> self.shift | position & self.mask
        places = (taken << self.rows.stride | self.rows.bottom) & self.rows.board & ~taken
        return places, 0 if taken.bit_count() & 1 else self.shift

    def moves(self, position):
        places, _ = self.landing(position)
        return [name for name, column in self.columns.items() if places & column]

    def after(self, position, move):
        places, shift = self.landing(position)
        place = places & self.columns.get(move, 0)
        return position | place << shift if place else None

    def replies(self, position):
        places, shift = self.landing(position)
        positions = []
        while places:
            place = places & -places
            positions.append(position | place << shift)
            places ^= place
        return positions


class Domineering(Game):
    """Domineering on a board of any size. A position is one number: the empty cells above a bit for Horizontal."""

    players = ("Vertical", "Horizontal")
    values = (-1, 1)

    def __init__(self, parameters):
        size, first = take_parameters(parameters, ("size", "first"))
        rows, columns = read_size(size, lambda rows, columns: rows * columns <= 128)
        # Who starts decides nothing: each position says who moves.
        if first not in ("vertical", "horizontal"):
            raise Refused(f"first is '{shown(first)}'; it must be vertical or horizontal")
        self.rows = Rows(columns, rows, "#.")
        letters = "abcdefghijklmnopqrstuvwxyz"
        names = [first + second for first in ["", *letters] for second in letters]  # a to z, then aa, ab and so on
        self.cells = {
            f"{names[column]}{row + 1}": self.rows.bit(column, row) for row in range(rows) for column in range(columns)
        }

    def read(self, text):
        board, separator, mover = text.partition(" ")
        if not separator or mover not in ("v", "h"):
            raise Refused(f"'{shown(text)}' does not say who moves; write the rows, a space, and v or h")
        self.rows.check_shape(board)
        return self.rows.squares(board, ".") << 1 | (mover == "h")

    def write(self, position):
        covered = self.rows.board & ~(position >> 1)
        return f"{self.rows.text({'#': covered})} {'vh'[position & 1]}"

    def places(self, position):
        """The lower or left cells of all dominoes that the mover can lay, and how such a cell becomes a domino."""
        empty = position >> 1
        if position & 1:
            return empty & empty << 1, lambda cell: cell | cell >> 1
        return empty & empty >> self.rows.stride, lambda cell: cell | cell << self.rows.stride

    def status(self, position):
        mover = MIN if position & 1 else MAX
        places, _ = self.places(position)
        return (mover, None) if places else (0, -mover)

    def moves(self, position):
        places, _ = self.places(position)
        return [name for name, cell in self.cells.items() if places & cell]

    def after(self, position, move):
        places, domino = self.places(position)
        cell = places & self.cells.get(move, 0)
        return (position & ~(domino(cell) << 1)) ^ 1 if cell else None

    def replies(self, position):
        places, domino = self.places(position)
        return [(position & ~(domino(cell) << 1)) ^ 1 for cell in each_bit(places)]


class Breakthrough(Game):
    """Breakthrough. A position is the pieces of White, those of Black, and who moves."""

    players = ("White", "Black")
    values = (-1, 1)

    def __init__(self, parameters):
        (size,) = take_parameters(parameters, ("size",))
        columns, rows = read_size(size, lambda columns, rows: columns >= 2 and rows >= 3 and columns * rows <= 64)
        self.rows = Rows(columns, rows, "wb.")
        self.far = {MAX: self.rows.bottom << (rows - 1) * self.rows.stride, MIN: self.rows.bottom}
        places = [(column, row) for row in range(rows) for column in range(columns)]
        cells = {(column, row): f"{chr(ord('a') + column)}{row + 1}" for column, row in places}
        # For each player: the move's name, the cell that is left, the cell that is gone to, whether it is straight on.
        self.steps = {MAX: {}, MIN: {}}
        for mover, steps in self.steps.items():
            for (column, row), name in cells.items():
                for side in (-1, 0, 1):
                    to = (column + side, row + mover)
                    if to in cells:
                        steps[name + cells[to]] = (self.rows.bit(column, row), self.rows.bit(*to), side == 0)

    def won(self, white, black):
        """Whether White has won, and whether Black has."""
        return bool(white & self.far[MAX]) or not black, bool(black & self.far[MIN]) or not white

    def read(self, text):
        board, separator, mover = text.partition(" ")
        if not separator or mover not in ("w", "b"):
            raise Refused(f"'{shown(text)}' does not say who moves; write the rows, a space, and w or b")
        self.rows.check_shape(board)
        white, black = self.rows.squares(board, "w"), self.rows.squares(board, "b")
        if self.won(white, black) == (True, True):
            raise Refused(f"'{shown(text)}' is won for both sides, or has no pieces")
        return white, black, MAX if mover == "w" else MIN

    def write(self, position):
        white, black, mover = position
        return f"{self.rows.text({'w': white, 'b': black})} {'w' if mover == MAX else 'b'}"

    def status(self, position):
        white, black, mover = position
        white_won, black_won = self.won(white, black)
        return (0, 1) if white_won else (0, -1) if black_won else (mover, None)

    def step(self, position, start, end, is_straight):
        """The position after a step, or None if it is not legal."""
        white, black, mover = position
        own, other = (white, black) if mover == MAX else (black, white)
        if not own & start or own & end or (is_straight and other & end):
            return None
        own, other = own ^ start ^ end, other & ~end
        return (own, other, MIN) if mover == MAX else (other, own, MAX)

    def moves(self, position):
        steps = self.steps[position[2]]
        return [name for name, step in steps.items() if self.step(position, *step) is not None]

    def after(self, position, move):
        step = self.steps[position[2]].get(move)
        return self.step(position, *step) if step else None

    def replies(self, position):
        after = (self.step(position, *step) for step in self.steps[position[2]].values())
        return [position for position in after if position is not None]


class Othello(Game):
    """Othello. A position is one number: Black's discs, then White's, then a bit if White moves."""

    players = ("Black", "White")

    def __init__(self, parameters):
        (size,) = take_parameters(parameters, ("size",))
        sides = (4, 6, 8)
        columns, rows = read_size(size, lambda columns, rows: columns in sides and rows in sides)
        self.rows = Rows(columns, rows, "bw.")
        self.shift = self.rows.length
        self.mask = (1 << self.shift) - 1
        self.values = tuple(range(-columns * rows, columns * rows + 1))
        middle = [(columns // 2 - 1 + right, rows // 2 - 1 + up) for right in (0, 1) for up in (0, 1)]
        self.middle = sum(self.rows.bit(column, row) for column, row in middle)
        # Squares are named from the top.
        self.squares = {
            f"{'abcdefgh'[column]}{rows - row}": self.rows.bit(column, row)
            for row in range(rows)
            for column in range(columns)
        }
        stride = self.rows.stride
        self.steps = (1, stride - 1, stride, stride + 1)

    def read(self, text):
        board, separator, mover = text.partition(" ")
        if not separator or mover not in ("b", "w"):
            raise Refused(f"'{shown(text)}' does not say who moves; write the rows, a space, and b or w")
        self.rows.check_shape(board)
        black, white = self.rows.squares(board, "b"), self.rows.squares(board, "w")
        taken = black | white
        if self.middle & ~taken:
            raise Refused(f"'{shown(text)}' has a free square in the middle, where there are always discs")
        joined, grown = 0, self.middle
        while joined != grown:
            joined = grown
            for step in self.steps:
                grown |= (joined << step | joined >> step) & taken
        if joined != taken:
            raise Refused(f"'{shown(text)}' has discs apart from those in the middle; discs are placed next to others")
        return (black << self.shift | white) << 1 | (mover == "w")

    def discs(self, position):
        """The mover's discs and the opponent's."""
        black, white = position >> self.shift + 1, position >> 1 & self.mask
        return (white, black) if position & 1 else (black, white)

    def write(self, position):
        black, white = position >> self.shift + 1, position >> 1 & self.mask
        return f"{self.rows.text({'b': black, 'w': white})} {'bw'[position & 1]}"

    def places(self, own, other):
        """The free squares where a disc of `own` turns some of `other`."""
        found = 0
        for step in self.steps:
            up, down = own << step & other, own >> step & other
            while up or down:
                up, down = up << step, down >> step
                found |= up | down
                up, down = up & other, down & other
        return found & self.rows.board & ~(own | other)

    def status(self, position):
        own, other = self.discs(position)
        if self.places(own, other) or self.places(other, own):
            return (MIN if position & 1 else MAX), None
        difference = own.bit_count() - other.bit_count()
        return 0, -difference if position & 1 else difference

    def moves(self, position):
        places = self.places(*self.discs(position))
        return [name for name, square in self.squares.items() if square & places] or ["pass"]

    def placed(self, position, square):
        """The position after a disc on a square where one can be placed."""
        own, other = self.discs(position)
        turned = 0
        for step in self.steps:
            run, place = 0, square << step
            while place & other:
                run |= place
                place <<= step
            if place & own:
                turned |= run
            run, place = 0, square >> step
            while place & other:
                run |= place
                place >>= step
            if place & own:
                turned |= run
        own, other = own | turned | square, other & ~turned
        black, white = (other, own) if position & 1 else (own, other)
        return (black << self.shift | white) << 1 | position & 1 ^ 1

    def after(self, position, move):
        places = self.places(*self.discs(position))
        if not places:
            return position ^ 1 if move == "pass" else None
        square = places & self.squares.get(move, 0)
        return self.placed(position, square) if square else None

    def replies(self, position):
        places = self.places(*self.discs(position))
        return [self.placed(position, square) for square in each_bit(places)] if places else [position ^ 1]


class Graph(Game):
    """An explicit game; its parameter is the whole graph file. A position is the number of a node."""

    fixed_players = True
    largest_value = 1_000_000_000
    # The white space of Unicode, which Python's own notion of it exceeds.
    space = re.compile("[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]")

    def __init__(self, parameters):
        (text,) = take_parameters(parameters, ("graph",))
        lines = text.split("\n")
        if len(lines) < 3 or lines.pop() != "":
            raise Refused("the graph is not written as the game writes it: root, repetition, nodes, a line each")
        words = [line.split(" ") for line in lines]
        for number, line in enumerate(words, 1):
            if any(not word or word[0] == "#" or self.space.search(word) for word in line):
                raise Refused(f"line {number} of the graph is not made of words with one space between them")
        if len(words[0]) != 2 or words[0][0] != "root" or len(words[1]) != 2 or words[1][0] != "repetition":
            raise Refused("the first two lines of the graph do not say 'root NAME' and 'repetition VALUE'")
        self.names = [line[0] for line in words[2:]]
        self.numbers = {name: number for number, name in enumerate(self.names)}
        if len(self.numbers) != len(self.names):
            raise Refused("two nodes of the graph have the same name")
        self.node(words[0][1], 1)
        endless = self.value(words[1][1], 2)
        # For each node its mover and the nodes it leads to, or 0 and its value.
        self.nodes = [self.describe(line, number) for number, line in enumerate(words[2:], 3)]
        values = {worth for mover, worth in self.nodes if not mover}
        if self.has_cycle():
            self.repetition = endless
            values.add(endless)
        self.values = tuple(sorted(values))

    def node(self, name, line):
        if name not in self.numbers:
            raise Refused(f"line {line} of the graph names '{shown(name)}', which is described nowhere")
        return self.numbers[name]

    def value(self, word, line):
        if re.fullmatch("0|-?[1-9][0-9]{0,9}", word) and abs(int(word)) <= self.largest_value:
            return int(word)
        raise Refused(f"line {line} of the graph: '{shown(word)}' is not a value")

    def describe(self, line, number):
        if len(line) == 3 and line[1] == "=":
            return 0, self.value(line[2], number)
        if len(line) < 3 or line[1] not in ("max", "min"):
            raise Refused(f"line {number} of the graph describes no node")
        moves = [self.node(name, number) for name in line[2:]]
        if len(set(moves)) != len(moves):
            raise Refused(f"line {number} of the graph names a move twice")
        return MAX if line[1] == "max" else MIN, moves

    def has_cycle(self):
        """Whether some nodes remain when those that nothing leads to are taken away one after the other."""
        entries = [0] * len(self.nodes)
        for mover, moves in self.nodes:
            for child in moves if mover else ():
                entries[child] += 1
        free = [number for number, count in enumerate(entries) if not count]
        taken = 0
        while free:
            mover, moves = self.nodes[free.pop()]
            taken += 1
            for child in moves if mover else ():
                entries[child] -= 1
                if not entries[child]:
                    free.append(child)
        return taken < len(self.nodes)

    def read(self, text):
        if text not in self.numbers:
            raise Refused(f"the graph has no node '{shown(text)}'")
        return self.numbers[text]

    def write(self, position):
        return self.names[position]

    def status(self, position):
        mover, worth = self.nodes[position]
        return (mover, None) if mover else (0, worth)

    def moves(self, position):
        return [self.names[child] for child in self.nodes[position][1]]

    def after(self, position, move):
        child = self.numbers.get(move)
        return child if child in self.nodes[position][1] else None

    def replies(self, position):
        return self.nodes[position][1]

    def may_be_move(self, text):
        return text == "-" or text in self.numbers


def square_name(square):
    """The name of a square of a chess board, counted as in a FEN: 0 is a8, 63 is h1."""
    return "abcdefgh"[square % 8] + "87654321"[square // 8]


SQUARES = {square_name(square): square for square in range(64)}


def read_men(field):
    """The first field of a FEN as 64 letters, '.' for a free square."""
    board = re.sub("[1-8]", lambda digit: "." * int(digit[0]), field)
    ranks = board.split("/")
    if len(ranks) != 8 or not all(re.fullmatch("[KQRBNPkqrbnp.]{8}", rank) for rank in ranks):
        raise Refused(f"'{shown(field)}' is not a board of 8 ranks with 8 squares each")
    if any(letter in "Pp" for letter in ranks[0] + ranks[7]):
        raise Refused(f"'{shown(field)}' has a pawn on the first or the last rank")
    board = "".join(ranks)
    check_same(field, write_men(board))
    return board


def write_men(board):
    ranks = "/".join(board[start : start + 8] for start in range(0, 64, 8))
    return re.sub(r"\.+", lambda free: str(len(free[0])), ranks)


def check_same(given, own):
    """Refuses a text that stands for a position, but not in the way in which the game writes it."""
    if given != own:
        raise Refused(f"'{shown(given)}' is not how the game writes this position; it writes '{shown(own)}'")


def read_fields(text):
    """The first four fields of a FEN."""
    fields = text.split(" ")
    if len(fields) != 4 or fields[1] not in ("w", "b"):
        raise Refused(f"'{shown(text)}' is not a position: write pieces, w or b, castling rights, en-passant square")
    return fields


def read_en_passant(board, side, field):
    """The en-passant square, or None. A pawn must stand before it as if it had just passed."""
    if field == "-":
        return None
    forward, rank, pawn = (8, 2, "p") if side == "w" else (-8, 5, "P")
    square = SQUARES.get(field, -1)
    if square // 8 != rank or board[square + forward] != pawn or board[square] + board[square - forward] != "..":
        raise Refused(f"no pawn can just have passed '{shown(field)}'")
    return square


class Giveaway(Game):
    """Giveaway chess. A position is 64 letters, then w or b, then the en-passant square or '-'."""

    players = ("White", "Black")
    repetition = 0
    straight = ((-1, 0), (1, 0), (0, -1), (0, 1))
    diagonal = ((-1, -1), (-1, 1), (1, -1), (1, 1))
    jumps = tuple((a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b))
    # The directions in which a piece goes, and how often it may repeat the step.
    walks = {"N": (jumps, 1), "K": (straight + diagonal, 1), "B": (diagonal, 7), "R": (straight, 7)}
    walks["Q"] = (straight + diagonal, 7)

    def __init__(self, parameters):
        super().__init__(parameters)
        self.rays = {
            piece: [[ray for step in steps if (ray := self.ray(square, *step, most))] for square in range(64)]
            for piece, (steps, most) in self.walks.items()
        }
        # Where a pawn captures, by colour; a pawn of the other colour on one of these squares attacks this one.
        self.strikes = {
            side: [self.ray(square, step, -1, 1) + self.ray(square, step, 1, 1) for square in range(64)]
            for side, step in (("w", -1), ("b", 1))
        }

    @staticmethod
    def ray(square, down, right, most):
        rank, file = divmod(square, 8)
        squares = []
        for _ in range(most):
            rank, file = rank + down, file + right
            if not (0 <= rank < 8 and 0 <= file < 8):
                break
            squares.append(8 * rank + file)
        return squares

    def en_passant(self, board, side, square):
        """The name of a square that a pawn has just passed, or '-' if nobody can capture there."""
        own = "P" if side == "w" else "p"
        enemy = "b" if side == "w" else "w"
        if square is None or all(board[start] != own for start in self.strikes[enemy][square]):
            return "-"
        return square_name(square)

    def read(self, text):
        men, side, castling, field = read_fields(text)
        board = read_men(men)
        position = board + side + self.en_passant(board, side, read_en_passant(board, side, field))
        if castling != "-":
            raise Refused(f"'{shown(castling)}' are castling rights; nobody castles in this game, so write -")
        check_same(text, self.write(position))
        return position

    def write(self, position):
        return f"{write_men(position[:64])} {position[64]} - {position[65:]}"

    def steps(self, position):
        """The legal moves: from, to, and what a pawn becomes."""
        board, side, target = position[:64], position[64], SQUARES.get(position[65:])
        own, enemies = ("KQRBNP", "kqrbnp") if side == "w" else ("kqrbnp", "KQRBNP")
        forward, home = (-8, 6) if side == "w" else (8, 1)
        captures, others = [], []
        for start in range(64):
            man = board[start]
            if man not in own:
                continue
            if man in "Pp":
                for to in self.strikes[side][start]:
                    if board[to] in enemies or to == target:
                        captures += self.promotions(start, to)
                to = start + forward
                if board[to] == ".":
                    others += self.promotions(start, to)
                    if start // 8 == home and board[to + forward] == ".":
                        others.append((start, to + forward, ""))
                continue
            for ray in self.rays[man.upper()][start]:
                for to in ray:
                    if board[to] == ".":
                        others.append((start, to, ""))
                        continue
                    if board[to] in enemies:
                        captures.append((start, to, ""))
                    break
        return captures or others

    @staticmethod
    def promotions(start, to):
        return [(start, to, piece) for piece in ("QKRBN" if to // 8 in (0, 7) else ("",))]

    def step(self, position, step):
        start, to, promotion = step
        board, side = list(position[:64]), position[64]
        man = board[start]
        board[start] = "."
        passed = None
        if man in "Pp":
            if square_name(to) == position[65:]:
                board[start // 8 * 8 + to % 8] = "."
            elif abs(start - to) == 16:
                passed = (start + to) // 2
        board[to] = man if not promotion else promotion if side == "w" else promotion.lower()
        board, side = "".join(board), "b" if side == "w" else "w"
        return board + side + self.en_passant(board, side, passed)

    def name(self, position, step, steps):
        """A move in chess notation, among all legal moves."""
        start, to, promotion = step
        man = position[start].upper()
        takes = "x" if position[to] != "." or man == "P" and start % 8 != to % 8 else ""
        origin = square_name(start)
        if man == "P":
            return (origin[0] + takes if takes else "") + square_name(to) + (f"={promotion}" if promotion else "")
        rivals = [other for other, goal, _ in steps if goal == to and other != start and position[other].upper() == man]
        if not rivals:
            origin = ""
        elif all(rival % 8 != start % 8 for rival in rivals):
            origin = origin[0]
        elif all(rival // 8 != start // 8 for rival in rivals):
            origin = origin[1]
        return man + origin + takes + square_name(to)

    def status(self, position):
        mover = MAX if position[64] == "w" else MIN
        return (mover, None) if self.steps(position) else (0, mover)

    def moves(self, position):
        steps = self.steps(position)
        return [self.name(position, step, steps) for step in steps]

    def after(self, position, move):
        steps = self.steps(position)
        for step in steps:
            start, to, promotion = step
            goal = square_name(to)
            if goal not in move:
                continue
            if move in (self.name(position, step, steps), square_name(start) + goal + promotion.lower()):
                return self.step(position, step)
        return None

    def replies(self, position):
        return [self.step(position, step) for step in self.steps(position)]


class Chess(Game):
    """Chess as the question whether one side, the attacker, can force mate. The moves are those of python-chess.

    A position is packed: six kinds of pieces, White's pieces and castling rights as sets of squares, then the side to
    move, the square of a legal en-passant capture (64 for none), the half-move clock and the attacker's moves left
    (each 0 where nobody counts), and whether the move before reached the aim of a stipulation.

    A stipulation is a target (# mate, = stalemate, == double stalemate, + check, x capture, z and a square) behind the
    play: nothing where the attacker reaches it, s where he forces the defender to, semi-r where the defender also must
    whenever he can, r where both must, so that an attacker who can has failed.
    """

    players = ("White", "Black")
    packing = struct.Struct("<8Q5B")

    def __init__(self, parameters):
        try:
            import chess  # Only here, so that all other games work without it.
        except ImportError:
            raise NotChecked("the game 'chess' needs the package python-chess: 'pip install chess'") from None
        self.chess = chess
        given = dict(parameters)
        self.counts_moves, self.fifty = "moves" in given, "fifty" in given
        names = ["attacker"] + ["moves"] * self.counts_moves + ["fifty"] * self.fifty
        names += ["stipulation"] * ("stipulation" in given)
        take_parameters(parameters, names)
        if given["attacker"] not in ("white", "black"):
            raise Refused(f"attacker is '{shown(given['attacker'])}'; it must be white or black")
        self.attacker = given["attacker"] == "white"
        self.moves_allowed = whole_number(given.get("moves", "1"), 1, 120)
        if self.moves_allowed is None:
            raise Refused(f"moves is '{shown(given['moves'])}'; it must be a number from 1 to 120")
        if given.get("fifty", "on") != "on":
            raise Refused(f"fifty is '{shown(given['fifty'])}'; it must be on, or be left out")
        sign = re.fullmatch(r"(semi-r|s|r|)(#|==|=|\+|x|z[a-h][1-8])", given.get("stipulation", "#"))
        if sign is None or given.get("stipulation") == "#":
            given_text = shown(given["stipulation"])
            raise Refused(f"stipulation is '{given_text}'; it must be a target such as s#, or be left out")
        self.play, self.target = sign.groups()
        self.is_direct_mate = (self.play, self.target) == ("", "#")
        self.mate = 1 if self.attacker else -1
        self.values = tuple(sorted((0, self.mate)))
        self.repetition = None if self.counts_moves or self.fifty else 0
        self.board = chess.Board()

    def read(self, text):
        fen, clock, left = text, 0, 0
        if self.counts_moves:
            fen, _, number = fen.rpartition(" in ")
            left = whole_number(number, 0, self.moves_allowed)
        if self.fifty:
            fen, _, number = fen.rpartition(" ")
            clock = whole_number(number, 0, 100)
        if left is None or clock is None:
            raise Refused(f"'{shown(text)}' does not end with the counters that the rules look at")
        men, side, castling, field = read_fields(fen)
        letters = read_men(men)
        for king, pieces in (("K", "KQRBNP"), ("k", "kqrbnp")):
            counts = [letters.count(piece) for piece in pieces]
            if letters.count(king) != 1 or counts[-1] > 8 or sum(counts) > 16:
                raise Refused(f"'{shown(text)}': each side has one king, at most 8 pawns and at most 16 pieces")
        rights = {"K": ("e1", "h1", "KR"), "Q": ("e1", "a1", "KR"), "k": ("e8", "h8", "kr"), "q": ("e8", "a8", "kr")}
        if not re.fullmatch("-|(?=.)K?Q?k?q?", castling):
            raise Refused(f"'{shown(castling)}' is not a set of castling rights")
        for right in castling.strip("-"):
            king, rook, men_there = rights[right]
            if letters[SQUARES[king]] + letters[SQUARES[rook]] != men_there:
                raise Refused(f"'{shown(text)}' has the castling right '{right}', but no king or rook there")
        passed = read_en_passant(letters, side, field)
        board = self.board
        board.set_board_fen(men)
        board.turn = side == "w"
        board.set_castling_fen(castling)
        # python-chess counts squares from a1.
        board.ep_square = None if passed is None else passed ^ 56
        board.halfmove_clock = clock
        if board.was_into_check():
            raise Refused(f"in '{shown(text)}' the side to move could capture the king")
        if passed is not None:
            self.check_double_step(text)
        position = self.pack(left)
        check_same(text, self.write(position))
        return position

    def check_double_step(self, text):
        """Refuses a check that the double step of the pawn cannot have given."""
        board, chess = self.board, self.chess
        forward = -8 if board.turn else 8
        pawn, start = board.ep_square + forward, board.ep_square - forward
        king = board.king(board.turn)
        for checker in board.checkers():
            if checker != pawn and start not in chess.SquareSet.between(checker, king):
                raise Refused(f"'{shown(text)}' has a check that no double step of a pawn gives")

    def pack(self, left, reached=False):
        """The position on the board."""
        board = self.board
        passed = board.ep_square if board.ep_square is not None and board.has_legal_en_passant() else 64
        return self.packing.pack(
            board.pawns,
            board.knights,
            board.bishops,
            board.rooks,
            board.queens,
            board.kings,
            board.occupied_co[True],
            board.castling_rights,
            board.turn,
            passed,
            min(board.halfmove_clock, 100) if self.fifty else 0,
            left,
            reached,
        )

    def unpack(self, position):
        """Sets up the position on the board and returns it with the attacker's moves left."""
        board = self.board
        *kinds, white, castling, turn, passed, clock, left, _ = self.packing.unpack(position)
        board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings = kinds
        board.occupied = kinds[0] | kinds[1] | kinds[2] | kinds[3] | kinds[4] | kinds[5]
        board.occupied_co[True], board.occupied_co[False] = white, board.occupied & ~white
        board.promoted = 0
        board.castling_rights = castling
        board.turn = bool(turn)
        board.ep_square = passed if passed < 64 else None
        board.halfmove_clock = clock
        board.clear_stack()
        return board, left

    def write(self, position):
        board, left = self.unpack(position)
        passed = "-" if board.ep_square is None else self.chess.square_name(board.ep_square)
        text = f"{board.board_fen()} {'w' if board.turn else 'b'} {board.castling_xfen()} {passed}"
        text += f" {board.halfmove_clock}" if self.fifty else ""
        return text + (f" in {left}" if self.counts_moves else "")

    def lacks_material(self, board):
        """Whether the attacker could not mate even with the defender's help."""
        own, other = board.occupied_co[self.attacker], board.occupied_co[not self.attacker]
        if not own & ~board.kings:
            return True
        if other & ~board.kings or own & (board.pawns | board.rooks | board.queens):
            return False
        knights, bishops = own & board.knights, own & board.bishops
        if knights:
            return knights.bit_count() == 1 and not bishops
        return not bishops & self.chess.BB_LIGHT_SQUARES or not bishops & self.chess.BB_DARK_SQUARES

    def reaches(self, board, move):
        """Whether a legal move reaches the target."""
        if self.target == "x":
            return board.is_capture(move)
        if self.target.startswith("z"):
            return self.chess.square_name(move.to_square) == self.target[1:]
        board.push(move)
        is_check, can_move = board.is_check(), any(board.generate_legal_moves())
        if self.target == "+":
            reached = is_check
        else:
            reached = not can_move and is_check == (self.target == "#")
        if reached and self.target == "==":
            board.push(self.chess.Move.null())
            reached = not any(board.generate_legal_moves())
            board.pop()
        board.pop()
        return reached

    def status_for(self, board, left, reached):
        """The same as status, where the aim is not the attacker's mate."""
        is_attacker = board.turn == self.attacker
        moves = list(board.generate_legal_moves())
        if reached:
            return 0, self.mate
        if not moves or self.fifty and board.halfmove_clock >= 100:
            return 0, 0
        must = self.play == "r" or self.play == "semi-r" and not is_attacker
        if must and any(self.reaches(board, move) for move in moves):
            return 0, 0 if is_attacker else self.mate
        if self.counts_moves and left == 0 and (is_attacker or self.play != "s"):
            return 0, 0
        return (MAX if board.turn else MIN), None

    def status(self, position):
        board, left = self.unpack(position)
        if not self.is_direct_mate:
            return self.status_for(board, left, position[-1])
        if not any(board.generate_legal_moves()):
            return 0, self.mate if board.is_check() and board.turn != self.attacker else 0
        out_of_moves = self.counts_moves and left == 0
        if out_of_moves or self.fifty and board.halfmove_clock >= 100 or self.lacks_material(board):
            return 0, 0
        return (MAX if board.turn else MIN), None

    def moves(self, position):
        board, _ = self.unpack(position)
        return [board.san(move) for move in board.legal_moves]

    def after(self, position, move):
        board, left = self.unpack(position)
        try:
            played = board.parse_san(move)
        except ValueError:
            try:
                played = board.parse_uci(move)
            except ValueError:
                return None
        # Both read some texts as a null move.
        return self.played(board, left, played) if board.is_legal(played) else None

    def played(self, board, left, move):
        is_attacker = board.turn == self.attacker
        left -= self.counts_moves and is_attacker
        reached = not self.is_direct_mate and is_attacker == (self.play == "") and self.reaches(board, move)
        board.push(move)
        position = self.pack(left, reached)
        board.pop()
        return position

    def replies(self, position):
        board, left = self.unpack(position)
        return [self.played(board, left, move) for move in list(board.generate_legal_moves())]


GAMES = {
    "breakthrough": Breakthrough,
    "chess": Chess,
    "connect4": ConnectFour,
    "domineering": Domineering,
    "giveaway": Giveaway,
    "graph": Graph,
    "othello": Othello,
    "tic-tac-toe": TicTacToe,
}


# --- The claim ---------------------------------------------------------------------------------------------------


class Half:
    """One half of a claim. The strategist and the bound are those of the game, whoever the file calls Max."""

    def __init__(self, game, player, bound, sign):
        self.game, self.player, self.bound, self.sign = game, player, bound, sign
        self.strategist = sign if player == "max" else -sign

    def is_kept_by(self, value):
        return self.strategist * value >= self.strategist * self.sign * self.bound

    def is_good_end(self, value, position):
        if value not in self.game.values:
            raise Refused(f"play ends in {self.words(position)} with {value}, which is not a value of the game")
        return self.is_kept_by(value)

    def words(self, position):
        return shown(self.game.write(position))

    def __str__(self):
        return f"the value is at {'least' if self.player == 'max' else 'most'} {self.bound}"


class Claim:
    """What is said of one position, and the halves of it that need a strategy."""

    def __init__(self, game, root, at_least, at_most, sign):
        self.root = root
        halves = {
            player: Half(game, player, bound, sign)
            for player, bound in (("max", at_least), ("min", at_most))
            if bound is not None
        }
        if not halves:
            raise Refused("a claim says nothing: it has neither at_least nor at_most")
        for half in halves.values():
            if sign * half.bound not in game.values:
                raise Refused(f"the claim says that {half}, which is not a value of the game")
        if at_least is not None and at_most is not None and at_least > at_most:
            raise Refused(f"the claim contradicts itself: at least {at_least} and at most {at_most}")
        open_halves = {
            player: half for player, half in halves.items() if not all(half.is_kept_by(value) for value in game.values)
        }
        if not open_halves:
            raise Refused("the claim says no more than the rules of the game do")
        mover, value = game.status(root)
        if not mover:
            for half in halves.values():
                if not half.is_good_end(value, root):
                    raise Refused(f"play has ended at the root, worth {sign * value}: it is false that {half}")
            open_halves = {}
        self.open_halves = open_halves


def claim_words(game, sign, claims):
    """The claims in a sentence; each is a triple of root, at_least and at_most."""
    player = game.players[0 if sign > 0 else 1]
    sentences = []
    for root, least, most in claims:
        if least == most:
            bounds = f"exactly {least}"
        else:
            given = [("at least", least), ("at most", most)]
            bounds = " and ".join(f"{words} {bound}" for words, bound in given if bound is not None)
        sentences.append(f"in {shown(root)} the value for {player} is {bounds}")
    return "; ".join(sentences)


# --- The strategy ------------------------------------------------------------------------------------------------


class GaveUp(Exception):
    """A position takes too many others to settle."""


class Settling:
    """Finds out with the rules alone whether a position settles within a number of plies."""

    def __init__(self, half):
        self.half = half
        # Within how many plies positions are known to settle, and not to settle.
        self.settled, self.unsettled = {}, {}
        self.visited = 0

    def settles(self, position, horizon):
        if len(self.settled) + len(self.unsettled) > MOST_REMEMBERED:
            self.settled.clear()
            self.unsettled.clear()
        self.visited = 0
        # Few plies are tried first, since one long wrong way costs more than all short ones.
        try:
            return any(self.within(position, plies) for plies in range(horizon + 1))
        except GaveUp:
            words = self.half.words(position)
            raise Refused(
                f"{words} is not in the strategy, and {MOST_SETTLING:,} positions are not enough to settle it"
            ) from None

    def within(self, position, plies):
        """Calls itself, one call a ply: at most 255 deep."""
        if self.settled.get(position, MOST_HORIZON + 1) <= plies:
            return True
        if self.unsettled.get(position, -1) >= plies:
            return False
        self.visited += 1
        if self.visited > MOST_SETTLING:
            raise GaveUp
        game = self.half.game
        mover, value = game.status(position)
        if not mover:
            good = self.half.is_good_end(value, position)
            (self.settled if good else self.unsettled)[position] = 0 if good else MOST_HORIZON
            return good
        good = False
        if plies:
            # The strategist needs one move that settles, the opponent must have none that does not.
            chooses = mover == self.half.strategist
            for reply in game.replies(position):
                good = self.within(reply, plies - 1)
                if good == chooses:
                    break
        (self.settled if good else self.unsettled)[position] = plies
        return good


class Strategy:
    """The entries of one strategy, read one by one and then checked."""

    def __init__(self, half, root, ranked, horizon, replies_are_entries):
        self.half, self.root, self.ranked, self.horizon = half, root, ranked, horizon
        # In version 1 the position after the strategist's move is an entry too.
        self.replies_are_entries = replies_are_entries
        self.ranks = {}
        # In the order of the ranks. Equal texts are kept once.
        self.moves, self.move_texts = [], {}
        self.settling = Settling(half)

    def add(self, text, move, rank):
        """Adds an entry. The three are bytes."""
        game = self.half.game
        position = game.read(decoded(text))
        number = whole_number(decoded(rank), 0, MOST_RANK)
        if number is None:
            raise Refused(f"'{shown(decoded(rank))}' is not a rank, a number from 0 to {MOST_RANK}")
        if position in self.ranks:
            raise Refused(f"the position {self.half.words(position)} appears twice")
        kept = self.move_texts.get(move)
        if kept is None:
            kept = decoded(move)
            if not game.may_be_move(kept):
                raise Refused(f"an illegal move in {self.half.words(position)}: '{shown(kept)}'")
            self.move_texts[move] = kept
        self.ranks[position] = number
        self.moves.append(kept)

    def check(self):
        """Checks all entries, and that the root is answered."""
        half = self.half
        if not self.ranked:
            endless = half.game.repetition
            if endless is None:
                raise Refused("the strategy has no ranks, so nothing shows that play ends")
            if not half.is_kept_by(endless):
                worth = half.sign * endless
                raise Refused(f"the strategy has no ranks, and endless play is worth {worth}: not enough for '{half}'")
        if self.root not in self.ranks and not self.settling.settles(self.root, self.horizon):
            raise Refused(f"the strategy does not hold the root {half.words(self.root)}")
        for (position, rank), move in zip(self.ranks.items(), self.moves):
            self.check_entry(position, move, rank)

    def check_entry(self, position, move, rank):
        half, game = self.half, self.half.game
        below = rank if self.ranked else MOST_RANK + 1
        mover, _ = game.status(position)
        if not mover:
            raise Refused(f"play has ended in {half.words(position)}, and the strategy goes on")
        if mover != half.strategist:
            if move != "-":
                raise Refused(f"a move is given in {half.words(position)}, where the opponent moves")
            self.check_replies(position, below)
            return
        after = game.after(position, move)
        if after is None:
            legal = shown(" ".join(game.moves(position)))
            raise Refused(f"an illegal move in {half.words(position)}: '{shown(move)}'; the legal moves are {legal}")
        if self.replies_are_entries:
            self.check_answered(after, below)
            return
        mover, value = game.status(after)
        if not mover:
            self.check_end(after, value)
        elif mover == half.strategist:
            self.check_answered(after, below)
        else:
            self.check_replies(after, below)

    def check_replies(self, position, below):
        """The opponent moves in the position: whatever he plays must be answered."""
        replies = self.half.game.replies(position)
        if not replies:
            raise Refused(f"the rules list no move in {self.half.words(position)}, where play goes on")
        ranks = self.ranks
        for reply in replies:
            # Nearly all are entries, for which nothing else has to be found out.
            if ranks.get(reply, MOST_RANK + 1) >= below:
                self.check_answered(reply, below)

    def check_answered(self, position, below):
        """Play has ended well in the position, or it is answered below a rank."""
        rank = self.ranks.get(position, MOST_RANK + 1)
        if rank < below:
            return
        half = self.half
        mover, value = half.game.status(position)
        if not mover:
            self.check_end(position, value)
        elif not self.horizon or not self.settling.settles(position, self.horizon):
            words = half.words(position)
            if rank <= MOST_RANK:
                raise Refused(f"the rank does not fall from {below} to {rank} on the way to {words}")
            raise Refused(f"a missing position: {words} can arise, and the strategy does not answer it")

    def check_end(self, position, value):
        if not self.half.is_good_end(value, position):
            worth = self.half.sign * value
            raise Refused(f"a wrong end: {self.half.words(position)} is worth {worth}, not enough for '{self.half}'")


# --- The file formats ----------------------------------------------------------------------------------------------


def decoded(line):
    try:
        return line.decode()
    except UnicodeDecodeError:
        raise Refused("the certificate has text that is not UTF-8") from None


def unique_fields(pairs):
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a field appears twice")
    return fields


def short_number(digits):
    if len(digits) > 20 or digits == "-0":
        raise ValueError("a number is too long, or a zero with a sign")
    return int(digits)


def no_constant(name):
    raise ValueError(f"{name} is not JSON")


def read_object(line, what):
    try:
        fields = json.loads(
            decoded(line), object_pairs_hook=unique_fields, parse_int=short_number, parse_constant=no_constant
        )
    except (ValueError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else shown(str(error))
        raise Refused(f"{what} is not a JSON object: {why}") from None
    return fields


def check_fields(fields, what, needed, optional=None):
    """Refuses anything but an object with these fields; each comes with a test of its value."""
    if not isinstance(fields, dict):
        raise Refused(f"{what} is not a JSON object")
    known = needed | (optional or {})
    for name, value in fields.items():
        if name not in known:
            raise Refused(f"{what} has a field '{shown(name)}', which the format does not know")
        if not known[name](value):
            raise Refused(f"the field '{name}' of {what} is not what the format says")
    for name in needed:
        if name not in fields:
            raise Refused(f"{what} has no field '{name}'")


def is_text(value):
    if not isinstance(value, str):
        return False
    # JSON can spell halves of characters, which are no text.
    return not any("\ud800" <= letter <= "\udfff" for letter in value)


def is_number(value):
    return type(value) is int  # True and False are not numbers here.


def is_horizon(value):
    return is_number(value) and 0 <= value <= MOST_HORIZON


def is_flag(value):
    return isinstance(value, bool)


def is_player(value):
    return value in ("max", "min") and isinstance(value, str)


def is_list(value):
    return isinstance(value, list)


def are_parameters(value):
    return is_list(value) and all(
        is_list(pair) and len(pair) == 2 and is_text(pair[0]) and is_text(pair[1]) for pair in value
    )


BOUNDS = {"at_least": is_number, "at_most": is_number}


class Certificate:
    """What both versions share: the header, the claims, and which strategies are still to come."""

    def __init__(self, stream, report):
        self.stream, self.report = stream, report

    def open(self, header, claims, horizon):
        """Finds the game and judges the claims. Each claim is an object of the file with root and bounds."""
        report = self.report
        report.game, report.parameters = header["game"], header["parameters"]
        report.position = claims[0]["root"]
        if header["game"] not in GAMES:
            raise NotChecked(f"wpcheck.py has no rules for the game '{shown(header['game'])}'")
        names = [name for name, _ in header["parameters"]]
        if len(set(names)) != len(names):
            raise Refused("a parameter is given twice")
        game = GAMES[header["game"]](header["parameters"])
        roots = [self.read_root(game, claim["root"]) for claim in claims]
        # In the file, Max is whoever moves at the first root; where play has ended there, the game's own Max.
        mover, _ = game.status(roots[0])
        sign = -1 if mover == MIN and not game.fixed_players else 1
        bounds = [(claim["root"], claim.get("at_least"), claim.get("at_most")) for claim in claims]
        self.claims = [Claim(game, root, least, most, sign) for root, (_, least, most) in zip(roots, bounds)]
        self.horizon = horizon
        report.claim = claim_words(game, sign, bounds)

    @staticmethod
    def read_root(game, text):
        try:
            return game.read(text)
        except Refused as refusal:
            raise Refused(f"a root is not a position: {refusal}") from None

    def start(self, claim, player, ranked, replies_are_entries):
        """The strategy that is opened here; each has its turn once."""
        if claim >= len(self.claims):
            raise Refused(f"there is a strategy for claim {claim}, but only {len(self.claims)} claims")
        half = self.claims[claim].open_halves.pop(player, None)
        if half is None:
            raise Refused(f"a strategy of {player} that claim {claim} has no use for, or that appears twice")
        return Strategy(half, self.claims[claim].root, ranked, self.horizon, replies_are_entries)

    def finish(self, strategy):
        strategy.check()
        self.report.positions += len(strategy.ranks)

    def close(self):
        for claim in self.claims:
            for half in claim.open_halves.values():
                raise Refused(f"no strategy shows that {half}")


class Version2(Certificate):
    """Two lines, then blocks."""

    def check(self):
        header = read_object(self.header_line(), "the header")
        check_fields(
            header,
            "the header",
            {"game": is_text, "parameters": are_parameters, "claims": is_list, "horizon": is_horizon},
        )
        claims = header["claims"]
        if not claims:
            raise Refused("the certificate has no claims")
        for claim in claims:
            check_fields(claim, "a claim", {"root": is_text}, BOUNDS)
        self.open(header, claims, header["horizon"])
        opened, strategy, last = None, None, b""
        number = 0
        while (text := self.block()) is not None:
            number += 1
            lines = text.split(b"\n")
            if len(lines) < 2 or lines[-1]:
                raise Refused(f"block {number} does not end with a line feed")
            section = self.section(lines[0], number)
            if opened is not None and opened[:2] == section[:2]:
                if opened != section:
                    raise Refused(f"block {number} contradicts the one before it on whether ranks fall")
            else:
                if strategy:
                    self.finish(strategy)
                strategy = self.start(*section, replies_are_entries=False)
                opened, last = section, b""
            last = self.entries(strategy, lines, last, number)
        if strategy:
            self.finish(strategy)
        if self.stream.read(1):
            raise Refused("the certificate goes on after its end")
        self.close()

    def header_line(self):
        line = self.stream.readline(LONGEST_HEADER + 1)
        if not line.endswith(b"\n"):
            long = len(line) > LONGEST_HEADER
            raise Refused(f"the header has more than {LONGEST_HEADER} bytes" if long else "the file breaks off")
        return line[:-1]

    def block(self):
        """The text of the next block, or None at the end of the file."""
        frame = self.stream.read(8)
        if len(frame) < 8:
            raise Refused("the file breaks off")
        left, checksum = struct.unpack("<II", frame)
        if left == 0:
            if checksum:
                raise Refused("the last block has a wrong checksum")
            return None
        if left > MOST_PACKED:
            raise Refused(f"a block is longer than {MOST_PACKED} bytes")
        # Taken in small pieces: no length in the file makes this hold more than a block may have.
        unpacker, pieces, size, found, fault = zlib.decompressobj(), [], 0, 0, None
        while left:
            piece = self.stream.read(min(left, 1 << 16))
            if not piece:
                raise Refused("the file breaks off")
            left -= len(piece)
            found = zlib.crc32(piece, found)
            if fault:
                continue
            try:
                unpacked = b"" if unpacker.eof else unpacker.decompress(piece, MOST_BLOCK_TEXT + 1 - size)
            except zlib.error as error:
                fault = f"a block is not a zlib stream: {shown(str(error))}"
                continue
            size += len(unpacked)
            pieces.append(unpacked)
            if size > MOST_BLOCK_TEXT:
                fault = f"a block has more than {MOST_BLOCK_TEXT} bytes of text"
            elif unpacker.eof and (left or unpacker.unused_data):
                fault = "a block goes on after its zlib stream"
        if found != checksum:
            raise Refused("a block has a wrong checksum")
        if fault or not unpacker.eof:
            raise Refused(fault or "a block is not a whole zlib stream")
        text = b"".join(pieces)
        decoded(text)
        return text

    @staticmethod
    def section(line, number):
        what = f"the first line of block {number}"
        fields = read_object(line, what)
        check_fields(fields, what, {"claim": is_number, "player": is_player, "ranked": is_flag})
        if fields["claim"] < 0:
            raise Refused(f"{what} names claim {fields['claim']}; claims count from 0")
        return fields["claim"], fields["player"], fields["ranked"]

    @staticmethod
    def entries(strategy, lines, last, block):
        """Reads the entries of a block and returns the last position of the strategy so far."""
        before = b""
        for number in range(1, len(lines) - 1):
            try:
                fields = lines[number].split(b"\t")
                if len(fields) != 4:
                    raise Refused("not an entry of four fields")
                shared, rest, move, rank = fields
                known = whole_number(decoded(shared), 0, len(before))
                if known is None:
                    raise Refused(f"'{shown(decoded(shared))}' bytes are not shared with the position before")
                text = before[:known] + rest
                if max(len(text), len(move)) > LONGEST_TEXT:
                    raise Refused(f"a position or move has more than {LONGEST_TEXT} bytes")
                if text <= last and strategy.ranks:
                    raise Refused(f"the position '{shown(decoded(text))}' does not come after the one before it")
                strategy.add(text, move, rank)
            except Refused as refusal:
                raise Refused(f"block {block}, line {number + 1}: {refusal}") from None
            before = last = text
        return last


class Version1(Certificate):
    """A gzip stream of lines."""

    def __init__(self, stream, report, packed):
        super().__init__(stream, report)
        self.unpacker = zlib.decompressobj(31)
        self.packed, self.text, self.place = packed, b"", 0
        self.number = 0

    def check(self):
        first = self.line(LONGEST_ENTRY)
        if first != b"winproof certificate 1":
            raise Refused("this is not a certificate: the first line of a gzip stream is 'winproof certificate 1'")
        header = read_object(self.line(LONGEST_HEADER), "the header")
        needed = {"game": is_text, "parameters": are_parameters, "root": is_text}
        check_fields(header, "the header", needed, BOUNDS)
        self.open(header, [header], 0)
        while (line := self.line(LONGEST_ENTRY)) != b"end":
            what = f"line {self.number}"
            section = read_object(line, what)
            check_fields(section, what, {"player": is_player, "ranked": is_flag, "positions": is_number})
            if section["positions"] < 0:
                raise Refused(f"{what} has a number of positions below 0")
            strategy = self.start(0, section["player"], section["ranked"], replies_are_entries=True)
            for _ in range(section["positions"]):
                self.entry(strategy)
            self.finish(strategy)
        if self.place < len(self.text) or self.more():
            raise Refused("the certificate goes on after its end")
        self.close()

    def entry(self, strategy):
        fields = self.line(LONGEST_ENTRY).split(b"\t")
        try:
            if len(fields) != 3:
                raise Refused("not a position, a move and a rank")
            strategy.add(*fields)
        except Refused as refusal:
            raise Refused(f"line {self.number}: {refusal}") from None

    def line(self, longest):
        """The next line without its end."""
        self.number += 1
        parts, size = [], 0
        while True:
            end = self.text.find(b"\n", self.place)
            part = self.text[self.place : end if end >= 0 else len(self.text)]
            parts.append(part)
            size += len(part)
            if size > longest:
                raise Refused(f"line {self.number} has more than {longest} bytes")
            if end >= 0:
                self.place = end + 1
                return b"".join(parts)
            self.text, self.place = self.more(), 0
            if not self.text:
                raise Refused(f"the file breaks off at line {self.number}")

    def more(self):
        """More of the text; nothing at its end."""
        while True:
            try:
                text = self.unpacker.decompress(self.packed, 1 << 16)
            except zlib.error as error:
                raise Refused(f"the gzip stream is damaged near line {self.number}: {shown(str(error))}") from None
            self.packed = self.unpacker.unconsumed_tail
            if text:
                return text
            if self.unpacker.eof:
                if self.unpacker.unused_data or self.stream.read(1):
                    raise Refused("the file goes on after its gzip stream")
                return b""
            if not self.packed:
                self.packed = self.stream.read(1 << 16)
                if not self.packed:
                    raise Refused(f"the file breaks off at line {self.number}")


# --- The command ---------------------------------------------------------------------------------------------------


class Report:
    """What came of a file. `valid` is None if it could not be checked."""

    def __init__(self):
        self.valid = self.reason = self.claim = self.game = self.parameters = self.position = None
        self.positions = 0

    def fields(self, name):
        return {
            "file": name,
            "valid": self.valid,
            "reason": self.reason,
            "claim": self.claim if self.valid else None,
            "positions": self.positions if self.valid else None,
            "game": self.game,
            "parameters": self.parameters,
            "position": self.position,
        }

    def line(self, name):
        if self.valid:
            # The text of a graph file does not belong in a sentence.
            given = [f"{key} {value}" for key, value in self.parameters if "\n" not in value]
            return f"{shown(name)}: valid: {shown(' '.join([self.game] + given))}: {self.claim}"
        return f"{shown(name)}: {'not checked' if self.valid is None else 'refused'}: {self.reason}"


def certificate(stream, report):
    """The certificate in a stream, by its first line."""
    magic = b"winproof certificate "
    first = stream.readline(64)
    if first.startswith(b"\x1f\x8b"):
        return Version1(stream, report, first)
    if first == magic + b"2\n":
        return Version2(stream, report)
    version = first[len(magic) :].rstrip(b"\n")
    if first.startswith(magic) and version.isdigit() and version not in (b"1", b"2"):
        raise NotChecked(f"the certificate has format version {shown(decoded(version))}; wpcheck.py reads 1 and 2")
    raise Refused("this is not a certificate: its first line is not 'winproof certificate 2'")


def check_stream(stream):
    """Checks a certificate, given as a buffered stream of bytes."""
    report = Report()
    try:
        certificate(stream, report).check()
        report.valid = True
    except Refused as refusal:
        report.valid, report.reason = False, str(refusal)
    except NotChecked as failure:
        report.reason = str(failure)
    except OSError as error:
        report.reason = f"the file cannot be read: {shown(error.strerror or str(error))}"
    except MemoryError:
        report.reason = "the file does not fit into memory"
    except Exception as error:  # Whatever is in a file, nobody should have to read a traceback.
        report.reason = f"wpcheck.py failed, which is a mistake in it: {type(error).__name__}: {shown(str(error))}"
    return report


def check_file(name):
    if name == "-":
        return check_stream(sys.stdin.buffer)
    try:
        with open(name, "rb") as stream:
            return check_stream(stream)
    except (OSError, ValueError) as error:
        report = Report()
        report.reason = f"the file cannot be read: {shown(getattr(error, 'strerror', None) or str(error))}"
        return report


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="wpcheck.py",
        description="Checks certificates of Winproof with rules of its own. It is for files that fit into memory: the "
        "positions of one strategy at a time are held in it, at some 100 to 300 bytes each.",
        epilog=f"Games: {', '.join(sorted(GAMES))} (chess needs the package python-chess). "
        "Exit codes: 0 all files are valid; 1 a file was refused; 2 a file could not be read, or there are no rules "
        "for its game.",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a certificate; - is standard input")
    parser.add_argument("--json", action="store_true", help="print one JSON object a file")
    parser.add_argument("--quiet", action="store_true", help="print nothing of files that are valid")
    options = parser.parse_intermixed_args(arguments)
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")
    seen = set()
    for name in options.files:
        report = check_file(name)
        seen.add(report.valid)
        if report.valid and options.quiet:
            continue
        print(json.dumps(report.fields(name)) if options.json else report.line(name), flush=True)
    return 1 if False in seen else 2 if None in seen else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # Whoever reads the output has gone; without this, Python complains when it flushes at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(2)
