"""Solves random chess problems by brute force with the rules of python-chess, and compares values and keys with
`winproof problem`. Arguments: the command's path, how many positions for each stipulation, and a seed.
"""

import json
import random
import subprocess
import sys

import chess

STIPULATIONS = ["#", "s#", "r#", "semi-r#", "=", "==", "s=", "+", "x", "z", "sx"]


def split(stipulation):
    for play in ("semi-r", "s", "r"):
        if stipulation.startswith(play):
            return play, stipulation[len(play) :]
    return "", stipulation


def is_immobile(board):
    return not any(board.generate_legal_moves())


def reaches(board, move, target):
    """Whether a legal move reaches the target. The board is as it was afterwards."""
    if target == "x":
        return board.is_capture(move)
    if target.startswith("z"):
        return chess.square_name(move.to_square) == target[1:]
    board.push(move)
    if target == "#":
        reached = board.is_checkmate()
    elif target == "=":
        reached = board.is_stalemate()
    elif target == "+":
        reached = board.is_check()
    else:
        reached = board.is_stalemate()
        if reached:
            board.push(chess.Move.null())
            reached = is_immobile(board)
            board.pop()
    board.pop()
    return reached


def can_reach(board, target):
    return any(reaches(board, move, target) for move in board.legal_moves)


def attacks(board, play, target, left, move):
    """Whether the attacker's move is enough, with so many moves left to him after it."""
    if play == "" and reaches(board, move, target):
        return True
    board.push(move)
    if is_immobile(board):
        good = False
    elif play in ("r", "semi-r") and can_reach(board, target):
        good = True
    elif left == 0 and play != "s":
        good = False
    else:
        good = all(defended(board, play, target, left, reply) for reply in list(board.legal_moves))
    board.pop()
    return good


def defended(board, play, target, left, reply):
    if play == "s" and reaches(board, reply, target):
        return True
    if left == 0:
        return False
    board.push(reply)
    good = wins(board, play, target, left)
    board.pop()
    return good


def wins(board, play, target, left):
    if play == "r" and can_reach(board, target):
        return False
    return any(attacks(board, play, target, left - 1, move) for move in list(board.legal_moves))


def solve(board, play, target, most):
    if play == "r" and can_reach(board, target):
        return None, []
    for moves in range(1, most + 1):
        keys = [move for move in list(board.legal_moves) if attacks(board, play, target, moves - 1, move)]
        if keys:
            return moves, sorted(board.san(move) for move in keys)
    return None, []


def random_board(chance):
    """A legal position with three to six men, one king often at the edge."""
    while True:
        board = chess.Board.empty()
        squares = chance.sample(range(64), chance.randint(3, 6))
        if chance.random() < 0.6:
            corner = chance.choice([square for square in (0, 7, 56, 63, 3, 24, 39, 60) if square not in squares])
            squares[chance.randint(0, 1)] = corner
        board.set_piece_at(squares[0], chess.Piece(chess.KING, True))
        board.set_piece_at(squares[1], chess.Piece(chess.KING, False))
        for square in squares[2:]:
            kind = chance.choice([1, 1, 2, 3, 4, 5])
            if kind == 1 and square // 8 in (0, 7):
                kind = 2
            board.set_piece_at(square, chess.Piece(kind, chance.random() < 0.6))
        board.turn = chance.random() < 0.7
        if board.is_valid() and not is_immobile(board):
            return board


def crowded_board(chance):
    """A legal position with White's king in a corner among men of both sides, and Black's king with little room: where
    Black can be forced to mate or to stalemate, or where nobody can move."""
    while True:
        board = chess.Board.empty()
        corner, other = chance.sample([0, 7, 56, 63], 2)
        board.set_piece_at(corner, chess.Piece(chess.KING, True))
        home = [other, *chess.SquareSet(chess.BB_KING_ATTACKS[other])]
        board.set_piece_at(chance.choice(home), chess.Piece(chess.KING, False))
        near = [*chess.SquareSet(chess.BB_KING_ATTACKS[corner]), *chess.SquareSet(chess.BB_KING_ATTACKS[other])]
        near += chance.sample(range(64), 3)
        for square in near:
            if board.piece_at(square) is None and chance.random() < 0.55:
                kind = chance.choice([1, 1, 1, 2, 3, 4, 5])
                if kind != 1 or square // 8 not in (0, 7):
                    board.set_piece_at(square, chess.Piece(kind, chance.random() < 0.6))
        if board.is_valid() and not is_immobile(board):
            return board


SELFMATES = ["4r3/1R6/8/k1N5/8/8/6PP/3Q3K w - - 0 1", "4r3/1R6/8/k1N5/8/6p1/6P1/3Q3K w - - 0 1"]


def near_selfmate(chance):
    """A legal position near one in which White forces Black to mate: one of White's men is somewhere else, and there may
    be one more."""
    while True:
        board = chess.Board(chance.choice(SELFMATES))
        own = [square for square, piece in board.piece_map().items() if piece.color and piece.piece_type != chess.PAWN]
        free = [square for square in range(8, 56) if board.piece_at(square) is None]
        first, second = chance.sample(free, 2)
        board.set_piece_at(first, board.remove_piece_at(chance.choice(own)))
        if chance.random() < 0.3:
            board.set_piece_at(second, chess.Piece(chance.choice([1, 2, 3]), chance.random() < 0.6))
        if board.is_valid() and not is_immobile(board):
            return board


def ask(command, problems):
    """What the command says of problems."""
    tags = '[Stipulation "{} {}"]\n[FEN "{}"]\n\n*\n\n'
    games = "".join(tags.format(stipulation, moves, board.fen()) for board, stipulation, moves in problems)
    call = [command, "problem", "--file", "-", "--json", "--depth", "0", "--memory", "16MiB"]
    run = subprocess.run(call, input=games, capture_output=True, text=True)
    if run.returncode != 0:
        raise SystemExit(f"it ended with {run.returncode}: {run.stderr}")
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    if len(answers) != len(problems):
        raise SystemExit(f"{len(answers)} answers to {len(problems)} problems")
    return list(zip(problems, answers))


def main():
    command, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    chance = random.Random(seed)
    answered = []
    for stipulation in STIPULATIONS:
        # Solutions are rare: of a larger number of positions, half of those that are compared are said to have one.
        pool = []
        for number in range(max(30 * count, 2000)):
            target = stipulation + (chess.square_name(chance.randrange(64)) if stipulation == "z" else "")
            is_rare = stipulation in ("s#", "==", "s=")
            if stipulation == "s#" and number % 4 == 3:
                board = near_selfmate(chance)
            else:
                board = crowded_board(chance) if is_rare and number % 2 else random_board(chance)
            pool.append((board, target, 2 if number % 3 == 0 else 1))
        answers = ask(command, pool)
        with_one = [pair for pair in answers if pair[1]["moves"] is not None][: count // 2]
        without = [pair for pair in answers if pair[1]["moves"] is None]
        answered += with_one + without[: count - len(with_one)]
    solved = {}
    for (board, stipulation, most), answer in answered:
        play, target = split(stipulation)
        moves, keys = solve(board, play, target, most)
        if (answer["moves"], sorted(answer["keys"])) != (moves, keys):
            raise SystemExit(f"{board.fen()} {stipulation}{most}: {moves} {keys}, and not {answer}")
        kind = "z" if target.startswith("z") else stipulation
        solved[kind] = solved.get(kind, 0) + (moves is not None)
    for stipulation, number in solved.items():
        print(f"{stipulation}: {number} of {count} have a solution")
    # Double stalemates and forced ones are so rare that few random positions have one.
    never = [stipulation for stipulation, number in solved.items() if number == 0 and stipulation not in ("==", "s=")]
    if never:
        raise SystemExit(f"no position with a solution was compared: {never}")
    print(f"all {len(answered)} problems agree")


main()
