"""OpenSpiel games and states: keys that are right, refusals, and values against OpenSpiel's own minimax."""

import warnings

import pytest

import winproof as wp

try:
    import pyspiel
    from open_spiel.python.algorithms import minimax
except ImportError as error:
    warnings.warn(f"NOT TESTED: OpenSpiel is not installed ({error})", stacklevel=1)
    pytest.skip("OpenSpiel is not installed", allow_module_level=True)

from winproof._openspiel import BY_HISTORY, BY_TEXT, OpenSpielRules

#: Boards that OpenSpiel's minimax can do.
SMALL = [
    "tic_tac_toe()",
    "breakthrough(rows=4,columns=2)",
    "breakthrough(rows=3,columns=3)",
    "clobber(rows=2,columns=4)",
    "clobber(rows=3,columns=3)",
    "dots_and_boxes(num_rows=1,num_cols=2)",
    "dots_and_boxes(num_rows=1,num_cols=3)",
    "hex(board_size=3)",
    "mnk(m=3,n=3,k=3)",
    "mnk(m=2,n=4,k=3)",
    "nim(pile_sizes=1;2;3)",
    "nim(pile_sizes=2;3;3,is_misere=false)",
    "y(board_size=3)",
    "havannah(board_size=2)",
    "go(board_size=2,komi=0.5,max_game_length=6)",
]


@pytest.mark.parametrize("text", SMALL)
def test_values_are_those_of_minimax(text):
    game = pyspiel.load_game(text)
    value, _ = minimax.alpha_beta_search(game, maximizing_player_id=0)
    assert wp.solve(game).value == value
    # After a move the other player is to move, and values are that player's.
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    if not state.is_terminal():
        mover = state.current_player()
        value, _ = minimax.alpha_beta_search(game, state, maximizing_player_id=mover)
        assert wp.solve(state, algorithm="pn-dag").value == value


def test_every_game_has_a_key_and_every_key_passes_the_test():
    kinds = [
        kind
        for kind in pyspiel.registered_games()
        if kind.min_num_players <= 2 <= kind.max_num_players
        and kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
        and kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
        and kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    ]
    names = {str(kind.short_name) for kind in kinds}
    assert set(BY_TEXT) | set(BY_HISTORY) <= names
    # mancala is tested like any game that nobody listed; efg_game is read from a file.
    assert names - set(BY_TEXT) - set(BY_HISTORY) <= {"mancala", "efg_game"}
    for name in [*BY_TEXT, "mancala"]:
        OpenSpielRules(pyspiel.load_game(name))


def test_wrong_keys_are_found():
    for name in ("checkers", "quoridor"):
        with pytest.raises(wp.InputError, match="the same text comes again within a game"):
            wp.openspiel_rules(pyspiel.load_game(name), key="text")

    class OnlyText(OpenSpielRules):
        def _key(self, state, player):
            return str(state).replace("x", "o")

    with pytest.raises(wp.InputError, match="have the same text and different futures"):
        OnlyText(pyspiel.load_game("tic_tac_toe"), key="text")


@pytest.mark.parametrize("name", ["kuhn_poker", "backgammon", "matrix_rps", "catch"])
def test_other_games_are_refused_with_the_reason(name):
    with pytest.raises(wp.InputError, match="cannot be solved: it has not"):
        wp.solve(pyspiel.load_game(name))


def test_a_state_and_its_words():
    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    for action in (4, 1):
        state.apply_action(action)
    solution = wp.solve(state)
    assert (solution.value, solution.to_move, solution.certified) == (1, "player 0", True)
    assert solution.line and "(" in solution.line[0]
    assert "x" in solution.picture
    with pytest.raises(wp.InputError, match="a certificate needs positions as text"):
        wp.solve(state, proof="never.wpf")


def test_the_call_of_the_readme():
    game = pyspiel.load_game("breakthrough(rows=4,columns=3)")
    value, _ = minimax.alpha_beta_search(game, maximizing_player_id=0)
    assert wp.solve(game, time=60, memory="256MiB", progress=True).value == value
