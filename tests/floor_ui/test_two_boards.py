"""A hand with two boards on the floor's drawings of a table (H-71)."""

from floor_ui.replay.table_diagram import hand_diagram
from poker.view import view
from tests.support.play import open_table, play
from tests.support.special_pots import NO_LIMIT


def test_replay_draws_the_lower_board_below_the_upper_one() -> None:
    table = play(
        open_table(NO_LIMIT, seats=4),
        "bomb_pot",
        "close_street count=4",
        "show_board cards=AsKsQs board=0",
        "show_board cards=2c2d2h board=1",
    )
    diagram = hand_diagram(view(table))
    wide = diagram.drawings[0]
    rows = sorted({card.y for card in wide.cards})
    assert len(rows) == 2
    assert [card.rank for card in wide.cards if card.y == rows[0]] == ["A", "K", "Q"]
    assert [card.rank for card in wide.cards if card.y == rows[1]] == ["2", "2", "2"]
    assert "board 1 A♠ K♠ Q♠" in diagram.description
    assert "board 2 2♣ 2♦ 2♥" in diagram.description
