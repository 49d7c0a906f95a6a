"""Rules of our own, and brute force to measure them with."""


class Nim:
    """Whoever takes the last stone wins."""

    values = [-1, 1]

    def status(self, position):
        heaps, player = position
        return player if any(heaps) else (-1 if player == "max" else 1)

    def moves(self, position):
        return [(heap, n) for heap, size in enumerate(position[0]) for n in range(1, size + 1)]

    def play(self, position, move):
        (heap, taken), (heaps, player) = move, position
        left = tuple(size - taken * (place == heap) for place, size in enumerate(heaps))
        return left, "min" if player == "max" else "max"


class Walk:
    """A game with cycles, draws and scores: a token on a ring, ends at some places."""

    def __init__(self, size=12, repetition=0):
        self.size = size
        self.repetition = repetition
        self.values = sorted({-3, 0, 1, 2, repetition})
        self.start = (0, "max")

    def status(self, position):
        place, player = position
        ends = {5: 2, 7: -3, 9: 1}
        return ends.get(place, player)

    def moves(self, position):
        return [1, -1, 3]

    def play(self, position, move):
        place, player = position
        return (place + move) % self.size, "min" if player == "max" else "max"


class TicTacToe:
    """Boards as strings, with symmetry, foresight, texts and pictures."""

    start = "........."
    players = ("X", "O")
    name = "my-tic-tac-toe"
    hash = "1"
    LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def status(self, board):
        for a, b, c in self.LINES:
            if board[a] != "." and board[a] == board[b] == board[c]:
                return 1 if board[a] == "x" else -1
        if "." not in board:
            return 0
        return "max" if board.count("x") == board.count("o") else "min"

    def moves(self, board):
        return (square for square in range(9) if board[square] == ".")

    def play(self, board, square):
        mark = "x" if board.count("x") == board.count("o") else "o"
        return board[:square] + mark + board[square + 1 :]

    def canonical(self, board):
        images = []
        for _ in range(4):
            board = "".join(board[6 - 3 * (place % 3) + place // 3] for place in range(9))
            images += [board, "".join(board[3 * row : 3 * row + 3][::-1] for row in range(3))]
        return min(images)

    def foresight(self, board):
        return None

    def position_text(self, board):
        return board

    def parse_position(self, text):
        if len(text) != 9 or set(text) - set("xo.") or not 0 <= text.count("x") - text.count("o") <= 1:
            raise ValueError("write nine of x, o and .")
        return text

    def move_text(self, board, square):
        return f"abc"[square % 3] + str(3 - square // 3)

    def picture(self, board):
        return "\n".join(board[3 * row : 3 * row + 3] for row in range(3))


def by_brute_force(rules, start, repetition=None):
    """The value for Max, by value iteration from what endless play is worth."""
    positions, graph = [start], {}
    for position in positions:
        if position in graph:
            continue
        status = rules.status(position)
        if isinstance(status, int):
            graph[position] = (status, [])
        else:
            children = [rules.play(position, move) for move in rules.moves(position)]
            graph[position] = (status, children)
            positions += [child for child in children if child not in graph]
    values = {p: s if isinstance(s, int) else (repetition or 0) for p, (s, _) in graph.items()}
    changed = True
    while changed:
        changed = False
        for position, (status, children) in reversed(graph.items()):
            if isinstance(status, str):
                best = (max if status == "max" else min)(values[child] for child in children)
                changed |= best != values[position]
                values[position] = best
    return values[start]
