"""Drives `winproof uci` with python-chess, which checks every line of the engine for sense and every move for
legality. The one argument is the command's path. Any conversation that goes wrong ends this with an error.
"""

import random
import sys
import time

import chess
import chess.engine

MATE_IN_TWO = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1"
BLACK_MATES_IN_TWO = "5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - 0 1"
NO_FORCED_MATE = chess.STARTING_FEN


def expect(holds, what):
    if not holds:
        raise SystemExit(f"not as it should be: {what}")


def ends_in_mate(board, line):
    board = board.copy()
    for move in line:
        expect(move in board.legal_moves, f"{move} in {board.fen()}")
        board.push(move)
    return board.is_checkmate()


def mate_of_known_length(engine):
    for fen in (MATE_IN_TWO, BLACK_MATES_IN_TWO):
        board = chess.Board(fen)
        info = engine.analyse(board, chess.engine.Limit(mate=2))
        expect(info["score"].relative == chess.engine.Mate(2), info)
        expect(len(info["pv"]) == 3 and ends_in_mate(board, info["pv"]), info)
        expect(info["nodes"] > 0 and "nps" in info and "hashfull" in info, info)


def mate_of_unknown_length(engine):
    board = chess.Board("k4K2/2p4R/3N3n/1R3p2/3B4/8/b7/2qr4 w - - 0 1")
    info = engine.analyse(board, chess.engine.Limit(nodes=2_000_000))
    moves = info["score"].relative.mate()
    expect(moves is not None and moves >= 14, info)
    expect(len(info["pv"]) == 2 * moves - 1 and ends_in_mate(board, info["pv"]), info)


def no_mate_so_short(engine):
    board = chess.Board(MATE_IN_TWO)
    result = engine.play(board, chess.engine.Limit(mate=1), info=chess.engine.INFO_ALL)
    expect(result.move in board.legal_moves, result)
    expect(not result.info["score"].is_mate(), result.info)


def nothing_proved_within_limits(engine):
    for limit in (chess.engine.Limit(nodes=5_000), chess.engine.Limit(time=0.1)):
        board = chess.Board()
        result = engine.play(board, limit, info=chess.engine.INFO_ALL)
        expect(result.move in board.legal_moves, result)
        expect("score" not in result.info or not result.info["score"].is_mate(), result.info)


def infinite_until_stopped(engine):
    board = chess.Board(NO_FORCED_MATE)
    with engine.analysis(board) as analysis:
        time.sleep(1.5)
        analysis.stop()
        best = analysis.wait()
    expect(best.move in board.legal_moves, best)
    expect("score" not in analysis.info or not analysis.info["score"].is_mate(), analysis.info)


def infinite_waits_with_its_mate(engine):
    board = chess.Board(MATE_IN_TWO)
    with engine.analysis(board) as analysis:
        for info in analysis:
            if "score" in info and info["score"].is_mate():
                break
        analysis.stop()
        best = analysis.wait()
    expect(best.move == chess.Move.from_uci("g3g6"), best)


def moves_behind_a_position(engine):
    board = chess.Board()
    for move in "f2f3 e7e5 g2g4".split():
        board.push_uci(move)
    result = engine.play(board, chess.engine.Limit(mate=1), info=chess.engine.INFO_ALL)
    expect(result.move == chess.Move.from_uci("d8h4"), result)
    expect(result.info["score"].relative == chess.engine.Mate(1), result.info)


def options(engine):
    expect(engine.options["Hash"].type == "spin" and engine.options["Threads"].type == "spin", engine.options)
    engine.configure({"Hash": 16, "Threads": 1})
    engine.ping()


def go_variants_at_random(engine):
    chance = random.Random(3)
    positions = [MATE_IN_TWO, BLACK_MATES_IN_TWO, NO_FORCED_MATE, "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"]
    positions += ["7k/8/5K2/8/8/8/8/6Q1 b - - 0 1", "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 1"]
    for _ in range(25):
        board = chess.Board(chance.choice(positions))
        legal = list(board.legal_moves)
        moves = chance.sample(legal, min(len(legal), 3)) if chance.random() < 0.5 else None
        limit = chance.choice(
            [
                chess.engine.Limit(mate=chance.randint(1, 3), nodes=200_000),
                chess.engine.Limit(nodes=chance.randint(1, 50_000)),
                chess.engine.Limit(time=0.05),
                chess.engine.Limit(depth=chance.randint(1, 5), nodes=200_000),
                chess.engine.Limit(white_clock=3, black_clock=3),
            ]
        )
        lines = engine.analyse(board, limit, multipv=chance.choice([1, 2, 4]), root_moves=moves)
        for info in lines:
            score = info.get("score")
            if score is None or not score.is_mate():
                continue
            length = score.relative.mate()
            expect(moves is None or info["pv"][0] in moves, info)
            expect(len(info["pv"]) == (2 * length - 1 if length > 0 else -2 * length), info)
            expect(ends_in_mate(board, info["pv"]), info)


CONVERSATIONS = [
    options,
    mate_of_known_length,
    mate_of_unknown_length,
    no_mate_so_short,
    nothing_proved_within_limits,
    infinite_until_stopped,
    infinite_waits_with_its_mate,
    moves_behind_a_position,
    go_variants_at_random,
]

with chess.engine.SimpleEngine.popen_uci([sys.argv[1], "uci"], timeout=120) as engine:
    for conversation in CONVERSATIONS:
        conversation(engine)
        print(conversation.__name__)
print(f"all {len(CONVERSATIONS)} conversations went as they should")
