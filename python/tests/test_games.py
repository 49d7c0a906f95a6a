"""Games that are built in: the same answers and words as the command."""

import pickle

import pytest
from sample_games import TicTacToe, by_brute_force

import winproof as wp


def test_a_game_is_solved_proved_and_checked(proof):
    solution = wp.solve("connect4", size="5x4", proof=proof)
    assert (solution.value, solution.bounds, solution.proved, solution.stopped) == (0, (0, 0), True, "solved")
    assert solution.evidence == "certified" and solution.text == "draw" and str(solution) == "draw"
    assert solution.parameters["size"] == "5x4" and solution.counts["nodes"] > 100
    checked = wp.check(proof)
    assert (checked.claim, checked.game, checked.at_least) == ("the value is exactly 0", "connect4", 0)
    assert checked.positions == len(list(wp.Certificate(proof)))


def test_moves_have_values():
    solution = wp.solve("tic-tac-toe", "xo./.../...")
    rules, board = TicTacToe(), "xo......."
    values = {rules.move_text(board, mv): by_brute_force(rules, rules.play(board, mv)) for mv in rules.moves(board)}
    assert {move.move: move.value for move in solution.moves} == values
    assert set(values.values()) == {0, 1}
    assert solution.moves is solution.moves
    assert wp.solve("tic-tac-toe", move_values=True)._moves is not None


def test_limits_goals_and_every_algorithm():
    assert wp.solve("connect4", size="7x6", nodes=5000).stopped == "nodes"
    assert wp.solve("connect4", size="7x6", time=0.05).stopped == "time"
    assert wp.solve("connect4", size="7x6", algorithm="pn", memory="1MiB").stopped == "memory"
    assert wp.solve("connect4", size="4x4", goal="win").holds is False
    assert wp.solve("connect4", size="4x4", goal="<=0").holds is True
    for algorithm in wp.algorithms():
        value = wp.solve("tic-tac-toe", algorithm=algorithm.name).value
        assert value == (None if algorithm.name == "pn-dcg" else 0), algorithm.name
    solution = wp.solve("tic-tac-toe", algorithm="pss", set_limits=(5, "all"), seed=7, delayed=True)
    assert (solution.value, solution.effort, solution.graph) == (0, "sets", "dag")


def test_the_words_of_the_command():
    for call, sentence in [
        (lambda: wp.solve("conect4"), "did you mean 'connect4'?"),
        (lambda: wp.solve("connect4", size="5"), "'5' is not a size"),
        (lambda: wp.solve("connect4", algorithm="pnx"), "there is no algorithm 'pnx'; there are: pn, "),
        (lambda: wp.solve("connect4", goal="loss"), "write win, draw (at least a draw)"),
        (lambda: wp.solve("connect4", time="soon"), "write a number and its unit, such as 500ms"),
        (lambda: wp.solve("connect4", setlimits=3), "there is no option 'setlimits'; there are: algorithm, "),
        (lambda: wp.solve("connect4", set_limits="x"), "set_limits=x: write "),
        (lambda: wp.solve("connect4", algorithm="alphabeta", leaf="nested"), "needs a search that keeps a graph"),
        (lambda: wp.solve("tic-tac-toe", "xxx/.../..."), "xxx"),
        (lambda: wp.mate("8/8/8/8/8/8/8/8 w - -"), "king"),
    ]:
        with pytest.raises(wp.InputError, match=".") as caught:
            call()
        assert sentence in str(caught.value)
        assert isinstance(caught.value, wp.Error)


def test_strategies_are_looked_up(tmp_path):
    solution = wp.solve("tic-tac-toe", "xo./.../...")
    assert solution.reply(solution.position) == solution.best
    assert solution.reply("no such position") is None
    entries = list(solution.certificate)
    assert entries and all(entry.player == "max" for entry in entries if entry.move)
    assert solution.certificate.claims == [{"root": "xo./.../...", "at_least": 1, "at_most": 1}]
    file = tmp_path / "t.wpf"
    solution.write_certificate(file)
    assert wp.check(file).at_least == 1
    assert [path.name for path in tmp_path.iterdir()] == ["t.wpf"]


def test_solutions_are_pickled_and_plain():
    solution = wp.solve("tic-tac-toe", move_values=True)
    again = pickle.loads(pickle.dumps(solution))
    assert again == solution and again.moves == solution.moves
    assert again.certificate.check().claim == "the value is exactly 0"
    plain = solution.to_dict()
    assert plain["value"] == 0 and plain["moves"][0]["move"] == "a3" and plain["game"] == "tic-tac-toe"
    bare = pickle.loads(pickle.dumps(wp.solve("tic-tac-toe")))
    with pytest.raises(wp.Error, match="move_values=True"):
        bare.moves


def test_damaged_and_false_certificates_are_refused(proof):
    wp.solve("tic-tac-toe", proof=proof)
    whole = proof.read_bytes()
    with pytest.raises(wp.InputError):
        wp.check(whole[:-20])
    with pytest.raises(wp.InputError):
        wp.check(b"nothing of the kind")
    with pytest.raises(FileNotFoundError):
        wp.check("no-such-file.wpf")


def test_an_answer_without_the_certificate_that_was_asked_for_is_told(proof):
    with pytest.raises(wp.NotWritten, match="p.wpf' was not written: [Nn]o such file") as caught:
        wp.solve("tic-tac-toe", proof=proof / "p.wpf")
    assert (caught.value.partial.value, caught.value.partial.stopped) == (0, "solved")
    with pytest.raises(wp.Error, match="there is no certificate"):
        caught.value.partial.certificate
    proof.write_text("what was there before")
    # Without an answer there is nothing to write, and what lies there is not taken for it.
    solution = wp.solve("connect4", size="7x6", nodes=1000, proof=proof)
    with pytest.raises(wp.Error, match="there is no certificate"):
        solution.certificate


def test_mates():
    mate = wp.mate("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -", shortest=True)
    assert (mate.text, mate.mate_in, mate.shortest, mate.line[0]) == ("White mates in 2", 2, True, "Qg6")
    assert mate.certificate.check().at_least == 1
    none = wp.mate("7k/8/8/8/8/8/8/KQ6 w - -", within=1)
    assert (none.holds, none.text) == (False, "no mate in 1")


def test_pictures():
    solution = wp.solve("connect4", size="4x4")
    assert solution.svg.startswith("<svg") and solution.svg in solution._repr_html_()
    assert solution._repr_svg_() == solution.svg
    assert "draw" in solution._repr_html_()


def test_listeners_hear_of_long_searches():
    # Up to ten times a second; how often a busy machine looks is its own business.
    for algorithm in ("dfpn", "pn-dag", "alphabeta"):
        heard = []
        wp.solve("connect4", size="7x6", time=1.6, algorithm=algorithm, progress=heard.append)
        assert 3 <= len(heard) <= 16 and heard[-1].nodes > 1000 and heard[0].phase == "search"
        times = [report.seconds for report in heard]
        assert all(later - earlier >= 0.1 for earlier, later in zip(times, times[1:]))

    def fails(report):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        wp.solve("connect4", size="7x6", time=10, progress=fails)


def test_lists():
    assert {game.name for game in wp.games()} >= {"chess", "connect4", "graph"}
    assert {option.name for option in wp.options()} >= {"seed", "delete_solved"}
    assert wp.solve("graph", graph_text="root a\na max b c\nb = 1\nc = -1").value == 1
