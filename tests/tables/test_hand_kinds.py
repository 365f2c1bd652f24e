"""The kinds of hands as rows: written with the log, taken back by an undo, listed by kind, compared and rebuilt."""

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from poker import commands as c
from poker.state import HandKind
from tables.hand_starts import kinds_of_hand
from tables.models import HandStart
from tables.table_log import hands_of
from tests.support.room import TableDriver
from tests.support.special_hands import (
    RULES,
    STAKES,
    deal_all_in,
    deal_bomb_pot,
    end_hand,
    view_of,
)

BOMB = ",bomb_pot_two_boards,"
RUNS = ",run_twice,"


def stored_kinds() -> list[tuple[int, str, bool]]:
    """Return number, kinds and whether it was undone of each start, oldest first."""
    rows = HandStart.objects.order_by("seq")
    return list(rows.values_list("number", "kinds", "undone"))


@pytest.fixture
def special(game: TableDriver, monkeypatch: pytest.MonkeyPatch) -> TableDriver:
    """An open table at which bomb pots, straddles and runs are dealt."""
    monkeypatch.setattr("tables.actions.rules_at", lambda **_: RULES)
    game.execute(c.ChangePlaque(STAKES, RULES))
    return game


def test_bomb_pot_is_on_the_row_of_its_hand(special: TableDriver) -> None:
    special.execute(c.Deal())
    end_hand(special)
    special.execute(c.CallBombPot())
    special.execute(c.Deal())
    assert stored_kinds() == [(1, "", False), (2, BOMB, False)]
    assert kinds_of_hand(special.table.pk, 2) == (HandKind("bomb_pot_two_boards", 2, 1000),)
    assert kinds_of_hand(special.table.pk, 1) == ()


def test_undone_start_keeps_its_row_and_no_kind(special: TableDriver) -> None:
    special.execute(c.CallBombPot())
    special.execute(c.Deal())
    special.execute(c.Undo())
    special.execute(c.CallBombPot(on=False))
    special.execute(c.Deal())
    assert stored_kinds() == [(1, "", True), (1, "", False)]


def test_runs_are_taken_back_by_an_undo_and_by_an_answer(special: TableDriver) -> None:
    seats = deal_all_in(special)
    for seat in seats:
        special.execute(c.AgreeRuns(seat, 2))
    assert stored_kinds() == [(1, RUNS, False)]
    special.execute(c.Undo())
    assert stored_kinds() == [(1, "", False)]
    special.execute(c.AgreeRuns(seats[-1], 2))
    special.execute(c.AgreeRuns(seats[0], 1))
    assert stored_kinds() == [(1, "", False)]
    special.execute(c.Undo())
    assert stored_kinds() == [(1, RUNS, False)], "everyone agrees again"


def test_stray_start_in_between_leaves_the_hand_before_it(special: TableDriver) -> None:
    """A stray tap opened the next hand; undone to nothing, the hand before it goes on (H-47)."""
    seats = deal_all_in(special)
    for seat in seats:
        special.execute(c.AgreeRuns(seat, 2))
    special.execute(c.RunOut(2))
    special.execute(c.RunOut(2))
    while view_of(special).hand.started:
        special.execute(c.AwardPot((seats[0],)))
    special.execute(c.Deal())
    special.execute(c.Undo())
    assert stored_kinds() == [(1, RUNS, False), (2, "", True)]
    while HandStart.objects.get(number=1).kinds:
        special.execute(c.Undo())
    assert stored_kinds() == [(1, "", False), (2, "", True)]
    special.execute(c.AgreeRuns(seats[-1], 2))
    assert stored_kinds() == [(1, RUNS, False), (2, "", True)]


def test_hands_are_listed_by_kind(special: TableDriver) -> None:
    for hand in range(4):
        if hand % 2:
            deal_bomb_pot(special)
        else:
            special.execute(c.Deal())
            end_hand(special)
    table = special.table.pk
    bomb_pots = hands_of(
        table, since=None, until=None, before=None, limit=9, kind="bomb_pot_two_boards"
    )
    assert [hand.number for hand in bomb_pots] == [4, 2]
    assert hands_of(table, since=None, until=None, before=None, limit=9, kind="bomb_pot") == []
    [page] = hands_of(
        table,
        since=None,
        until=None,
        before=bomb_pots[0].seq,
        limit=1,
        kind="bomb_pot_two_boards",
    )
    assert page.number == 2


def test_rebuilt_kinds_equal_the_old_ones(
    special: TableDriver, capsys: pytest.CaptureFixture[str]
) -> None:
    test_stray_start_in_between_leaves_the_hand_before_it(special)
    call_command("verify_journal")
    before = list(HandStart.objects.order_by("seq").values())
    HandStart.objects.update(kinds="", facts="", undone=False)
    with pytest.raises(CommandError, match="differ"):
        call_command("verify_journal")
    assert "starts of hands: 2 rows don't match the log" in capsys.readouterr().out
    call_command("rebuild_projections")
    assert list(HandStart.objects.order_by("seq").values()) == before


def test_special_hand_costs_one_statement(special: TableDriver) -> None:
    special.execute(c.CallBombPot())
    with CaptureQueriesContext(connection) as queries:
        special.execute(c.Deal())
    assert len([query for query in queries if "handstart" in query["sql"].lower()]) == 1
