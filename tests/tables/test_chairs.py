"""Which chairs are open: one answer, whatever keeps a chair."""

import pytest

from poker.commands import CloseTable
from poker.waiting import commands as c
from tables.chairs import Kept, chairs, keeping, kept_at
from tables.lists.asking import lists_now
from tests.tables.lists.desk import KEY, Desk, desk_of

db = pytest.mark.django_db(transaction=True)


def seat(number: int, player: str | None = None) -> dict[str, object]:
    return {"seat": number, "player": player, "name": player}


def test_who_sits_needs_nothing_kept() -> None:
    kept = Kept("held", "Blue Hat", 0)
    held = {("T1", 1): kept, ("T1", 2): kept, ("T2", 3): kept}
    assert kept_at("T1", [seat(1, "p1"), seat(2), seat(3)], held) == {2: kept}


@db
def test_a_call_keeps_its_chair_until_it_is_over() -> None:
    desk: Desk = desk_of()
    desk.add("Blue Hat")
    (table,) = chairs(desk.room_id)
    assert (table.empty, table.open_seats, table.kept) == ([5, 6, 7, 8, 9],) * 2 + ({},)
    number = desk.number("Blue Hat")
    desk.ask(c.CallName(number, "T1", 5))
    lists = lists_now(desk.room_id).lists
    (table,) = chairs(desk.room_id, lists)
    assert (table.empty, table.open_seats) == ([5, 6, 7, 8, 9], [6, 7, 8, 9])
    assert table.kept == {5: keeping(lists)["T1", 5]}
    kept = table.kept[5]
    assert (kept.how, kept.name, kept.line, kept.number) == ("called", "Blue Hat", KEY, number)
    assert kept.until > 0
    desk.ask(c.Seated(number, "T1", 5))
    (table,) = chairs(desk.room_id)
    assert (table.open_seats, table.kept) == ([6, 7, 8, 9], {})


@db
def test_a_closed_table_has_no_open_chair() -> None:
    desk = desk_of()
    desk.room.do(CloseTable())
    (table,) = chairs(desk.room_id)
    assert (table.is_open, table.open_seats) == (False, [])
