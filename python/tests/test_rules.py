"""Rules that are Python classes."""

import itertools

import pytest
from sample_games import Nim, TicTacToe, Walk, by_brute_force

import winproof as wp


@pytest.mark.parametrize("algorithm", [None, "dfpn", "pn-dag", "bta", "alphabeta", "pn", "pss", "gpn", "pn2"])
def test_nim_is_worth_what_bouton_says(algorithm):
    for heaps in itertools.product(range(3), range(1, 4), range(2, 4)):
        value = 1 if heaps[0] ^ heaps[1] ^ heaps[2] else -1
        solution = wp.solve(Nim(), start=(heaps, "max"), algorithm=algorithm, memory="16MiB", check=False)
        assert solution.value == value, heaps
        assert solution.evidence == "certified"
        # Values are those of the player to move, whoever that is.
        assert wp.solve(Nim(), (heaps, "min"), algorithm=algorithm, memory="16MiB", check=False).value == value


@pytest.mark.parametrize("algorithm", ["dfpn", "bta", "pn"])
def test_cycles_are_worth_what_the_rules_say(algorithm):
    for size, repetition, place in itertools.product([11, 12, 13], [-3, 0, 1], range(4)):
        walk = Walk(size, repetition)
        start = (place, "max")
        value = by_brute_force(walk, start, repetition)
        assert wp.solve(walk, start=start, algorithm=algorithm, memory="16MiB").value == value


def test_a_class_with_everything(proof):
    rules = TicTacToe()
    solution = wp.solve(rules, proof=proof, move_values=True)
    assert (solution.value, solution.game, solution.to_move) == (0, "my-tic-tac-toe", "X")
    assert [move.move for move in solution.moves][:3] == ["a3", "b3", "c3"]
    assert solution.picture == "...\n...\n..."
    assert wp.check(proof, rules=rules).claim == "the value is exactly 0"
    assert wp.solve("tic-tac-toe").value == solution.value
    won = wp.solve(rules, "xx.oo....")
    assert (won.text, won.best, won.line) == ("X wins", "c3", ["c3"])
    assert wp.solve(rules, "xo.......").reply("xo.......") is not None
    report = wp.check_rules(rules)
    assert report.positions > 50 and report.ends > 10


def test_certificates_belong_to_their_rules(proof):
    wp.solve(TicTacToe(), proof=proof)

    class Other(TicTacToe):
        def status(self, board):
            status = super().status(board)
            return -status if isinstance(status, int) else status

    with pytest.raises(wp.CertificateRefused):
        wp.check(proof, rules=Other())
    other = TicTacToe()
    other.hash = "2"
    with pytest.raises(wp.CertificateRefused, match="about my-tic-tac-toe rules 1, not about my-tic-tac-toe rules 2"):
        wp.check(proof, rules=other)
    with pytest.raises(wp.InputError, match="rules of your own are given with rules="):
        wp.check(proof)


def test_positions_of_plain_values_need_no_texts(proof):
    assert wp.solve(Nim(), ((1, 2), "max"), proof=proof).value == 1
    assert wp.check(proof, rules=Nim()).position == "((1, 2), 'max')"


def test_positions_without_texts_have_no_certificate(proof):
    class Board(tuple):
        pass

    class Boards(Nim):
        def play(self, position, move):
            return Board(super().play(position, move))

        def status(self, position):
            return super().status(tuple(position))

    start = frozenset({1})  # its repr does not read back

    class Sets:
        def status(self, position):
            return "max" if len(position) < 3 else 1

        def moves(self, position):
            return [7, 8, 9]

        def play(self, position, move):
            return position | {move} if move not in position else position | {max(position) + 1}

    solution = wp.solve(Sets(), start=start)
    assert solution.value == 1 and solution.certified
    with pytest.raises(wp.Error, match="nobody could read its positions"):
        solution.certificate
    with pytest.raises(wp.InputError, match="give the rules position_text"):
        wp.solve(Sets(), start=start, proof=proof)


def test_an_exception_in_a_rule_arrives_unchanged():
    class Odd(Nim):
        def play(self, position, move):
            if position[0] == (1, 2):
                raise ZeroDivisionError("here")
            return super().play(position, move)

    for check in (True, False):
        with pytest.raises(ZeroDivisionError, match="here") as caught:
            wp.solve(Odd(), ((2, 2), "max"), check=check)
        assert caught.value.position == ((1, 2), "min")
        if hasattr(caught.value, "__notes__"):
            assert caught.value.__notes__ == ["in the position ((1, 2), 'min')"]
        assert caught.traceback[-1].name == "play"


def test_an_exception_while_a_text_is_read_arrives_too(proof):
    class Odd(TicTacToe):
        def parse_position(self, text):
            if text == "xo.......":
                raise OSError("no more files")
            return super().parse_position(text)

    with pytest.raises(OSError, match="no more files"):
        wp.solve(Odd(), "xo.......", proof=proof, check=False)
    assert not proof.exists()
    # What methods raise where a text is none of theirs says just that.

    class Careless(TicTacToe):
        def parse_position(self, text):
            assert text[8] in "xo."
            return super().parse_position(text)

    assert wp.check_rules(Careless()).positions > 50


def test_broken_promises_are_named_with_the_position():
    class Base(Nim):
        start = ((1, 2), "max")

    class OtherValue(Base):
        def status(self, position):
            return 5 if not any(position[0]) else position[1]

    class NoMoves(Base):
        def moves(self, position):
            return [] if position[0] == (0, 2) else super().moves(position)

    class Wavers(Base):
        count = 0

        def moves(self, position):
            Wavers.count += 1
            moves = super().moves(position)
            return moves if Wavers.count % 2 else moves[::-1]

    class Unhashable(Base):
        def play(self, position, move):
            return [*super().play(position, move)]

    class NoStatus(Base):
        def status(self, position):
            return "first"

    class Comes(Base):
        def play(self, position, move):
            return position[0], "min" if position[1] == "max" else "max"

    class Overconfident(Base):
        def foresight(self, position):
            return (1, 1)

    for rules, sentence in [
        (OtherValue(), "((0, 0), 'min') ends worth 5, which is not among the values"),
        (NoMoves(), "there is no move in ((0, 2), 'min'), where play goes on"),
        (Wavers(), "asked again, moves() gives another list for"),
        (Unhashable(), "not hashable"),
        (NoStatus(), "status(((1, 2), 'max')) gave 'first'; it must be 'max' or 'min'"),
        (Comes(), "repeats on a line of play"),
        (Overconfident(), "is foreseen to be worth 1 to 1, but is worth -1"),
    ]:
        for call in (wp.check_rules, wp.solve):
            with pytest.raises(wp.RulesError) as caught:
                call(rules)
            assert sentence in str(caught.value)


def test_wrong_calls_are_explained():
    class Empty:
        pass

    for call, sentence in [
        (lambda: wp.solve(Empty()), "Empty has no status and moves and play"),
        (lambda: wp.solve(Nim()), "where does play start?"),
        (lambda: wp.solve(Nim(), ((1,), "max"), threads=2), "by one thread"),
        (lambda: wp.check(b"", rules=Nim(), threads=2), "by one thread"),
        (lambda: wp.solve(Nim(), ((1,), "max"), size="3x3"), "for games that are built in"),
        (lambda: wp.solve(Walk(), algorithm="pn-dag"), "positions of this game can repeat"),
    ]:
        with pytest.raises((wp.InputError, wp.RulesError)) as caught:
            call()
        assert sentence in str(caught.value)


def test_limits_hold_and_little_memory_is_enough():
    start = ((9, 9, 9, 9), "max")
    assert wp.solve(Nim(), start, nodes=1000).stopped == "nodes"
    assert wp.solve(Nim(), start, time=0.3).seconds < 0.6
    assert wp.solve(Nim(), ((5, 5, 5), "max"), algorithm="dfpn", memory="1MiB", check=False).value == 1


def test_listeners_hear_of_searches_by_rules():
    heard = []
    wp.solve(Nim(), start=((9, 9, 9, 9, 9, 9), "max"), time=1.2, check=False, progress=heard.append)
    assert 2 <= len(heard) <= 12 and heard[-1].nodes > heard[0].nodes > 0
