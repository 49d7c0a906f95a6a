"""Rules whose positions do not say who moves: "turn", and values of whoever's turn it is."""

import itertools
import random

import pytest
from sample_games import by_brute_force

import winproof as wp


class Nim:
    """The heaps alone; whoever takes the last stone wins."""

    def status(self, heaps):
        return "turn" if any(heaps) else -1

    def moves(self, heaps):
        return [(heap, n) for heap, size in enumerate(heaps) for n in range(1, size + 1)]

    def play(self, heaps, move):
        heap, taken = move
        return tuple(size - taken * (place == heap) for place, size in enumerate(heaps))


class Table:
    """A game written down, without cycles unless endless play has a value."""

    def __init__(self, seed, repetition=None):
        draw = random.Random(seed)
        size = draw.randrange(4, 16)
        if repetition is not None:
            self.repetition = repetition
        self.values = [-1, 0, 1, 3]
        self.graph = {}
        for node in range(size):
            targets = range(size) if repetition is not None else range(node + 1, size)
            count = draw.randrange(0, 4)
            children = draw.sample(targets, min(count, len(targets)))
            self.graph[node] = children or draw.choice(self.values)

    def status(self, node):
        return self.graph[node] if isinstance(self.graph[node], int) else "turn"

    def moves(self, node):
        return list(range(len(self.graph[node])))

    def play(self, node, move):
        return self.graph[node][move]


class Said:
    """The same with positions that say who moves, and values of Max."""

    def __init__(self, rules):
        self.rules = rules

    def status(self, position):
        status = self.rules.status(position[0])
        if status == "turn":
            return position[1]
        return status if position[1] == "max" else -status

    def moves(self, position):
        return self.rules.moves(position[0])

    def play(self, position, move):
        return self.rules.play(position[0], move), "min" if position[1] == "max" else "max"


def test_the_call_of_the_issue(proof):
    solution = wp.solve(Nim(), start=(3, 4, 5), proof=proof)
    assert (solution.value, solution.best, solution.to_move) == (1, "(0, 2)", "Max")
    assert solution.certified and solution.position == "(3, 4, 5) max"
    checked = wp.check(proof, rules=Nim())
    assert (checked.position, checked.at_least) == ("(3, 4, 5) max", 1)
    assert wp.solve(Nim(), start=(1, 4, 5)).value == -1
    assert wp.solve(Nim(), start=(0, 0)).value == -1


@pytest.mark.parametrize(
    "algorithm, repetition",
    [("pn-dag", None), *itertools.product(["dfpn", "bta", "alphabeta"], [None, 0, -1, 3])],
)
def test_random_games(algorithm, repetition, proof):
    solved = 0
    for seed in range(60):
        rules = Table(seed, repetition)
        value = by_brute_force(Said(rules), (0, "max"), repetition)
        proof.unlink(missing_ok=True)
        solution = wp.solve(rules, start=0, algorithm=algorithm, proof=proof)
        assert solution.value == value, (seed, rules.graph)
        claim = wp.check(proof, rules=rules)
        assert (claim.at_least, claim.at_most) == (value, value)
        solved += isinstance(rules.graph[0], list) and value != 0
    assert solved >= 5


def test_a_certificate_is_refused_by_other_rules(proof):
    class Misere(Nim):
        """Whoever takes the last stone loses."""

        def status(self, heaps):
            return "turn" if any(heaps) else 1

    # The last of three stones is the first player's: with it the game is won for Nim, and lost here.
    wp.solve(Nim(), start=(1, 1, 1), proof=proof)
    Misere.name = "Nim"
    Misere.hash = wp.check(proof, rules=Nim()).parameters["rules"]
    with pytest.raises(wp.CertificateRefused):
        wp.check(proof, rules=Misere())


def test_foresight_and_symmetry_are_those_of_whoever_moves():
    class Foreseen(Nim):
        asked = 0

        def canonical(self, heaps):
            return tuple(sorted(heaps))

        def foresight(self, heaps):
            self.asked += 1
            if not any(heaps):
                return None
            nim_sum = 0
            for heap in heaps:
                nim_sum ^= heap
            return (1, 1) if nim_sum else (-1, -1)

    for heaps in [(3, 4, 5), (1, 4, 5), (2, 2), (1, 2, 3, 1)]:
        for algorithm in ("dfpn", "alphabeta"):
            rules = Foreseen()
            solution = wp.solve(rules, start=heaps, algorithm=algorithm)
            assert solution.value == wp.solve(Nim(), start=heaps).value
            assert rules.asked > 0


def test_both_ways_at_once_are_a_mistake():
    class Mixed(Nim):
        def status(self, heaps):
            return "max" if heaps == (3, 4, 4) else super().status(heaps)

    with pytest.raises(wp.RulesError, match=r"gave 'max'; it must be 'turn', as it was"):
        wp.solve(Mixed(), start=(3, 4, 5))

    class Late(Nim):
        def status(self, heaps):
            return "max" if heaps == (3, 4, 5) else super().status(heaps)

    with pytest.raises(wp.RulesError, match="gave 'turn'; it must be 'max' or 'min'"):
        wp.solve(Late(), start=(3, 4, 5))


def test_texts_end_with_who_moves():
    rules = Nim()
    rules.position_text = lambda heaps: "-".join(map(str, heaps))
    rules.parse_position = lambda text: tuple(map(int, text.split("-")))
    solution = wp.solve(rules, start=(3, 4, 5))
    assert solution.position == "3-4-5 max"
    assert solution.certificate.reply("3-4-5 max") == "(0, 2)"
    assert solution.certificate.check(rules).position == "3-4-5 max"
