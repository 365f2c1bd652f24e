"""A table is broken: a draw that the log has as it fell, everybody moves or nobody, who got no chair waits first."""

from typing import Any
from uuid import uuid4

import pytest

from journal.models import Entry, Stream
from journal.verify import verify
from players.models import Player
from players.separation import separation_decide
from poker.commands import AddChips, ChangePlaque, Deal
from poker.refusal import Refusal
from poker.waitlist import codec
from poker.waitlist import commands as c
from poker.waitlist.events import TableBroken
from poker.waitlist.state import WaitlistPolicy
from tables.lifecycle import table_create
from tables.models import ListChange, Movement, Plaque
from tables.waitlist.breaking import BreakRequest, table_break
from tables.waitlist.execute import WaitlistResult
from tests.tables.lists.chain import Floor, floor_of
from tests.tables.lists.desk import KEY

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def floor(db: None) -> Floor:
    return floor_of()


def refused(code: str):
    return pytest.raises(Refusal, match=f"^{code} ")


def break_(floor: Floor, to: tuple[str, ...] = ("T1", "T3"), **said: Any) -> WaitlistResult:
    data: dict[str, Any] = {"command_id": str(uuid4()), "shuffle": None}
    data |= {name: said.pop(name) for name in ("command_id", "shuffle") if name in said}
    breaking = BreakRequest(
        table="T2", to=to, reason=said.pop("reason", "three players left"), **said
    )
    return table_break(
        room_id=floor.desk.room_id, breaking=breaking, actor="staff.2", now=floor.desk.now, **data
    )


def test_everybody_sits_where_the_draw_says(floor: Floor) -> None:
    floor.desk.ask(c.CallPlayer(_waits(floor, "Hat"), "T2", 9))
    id_ = str(uuid4())
    break_(floor, shuffle=lambda some: some.reverse(), command_id=id_)
    assert floor.at("T2") == {}
    assert floor.at("T3") == {1: "Third 1", 2: "Third 2", 9: "Boots", 8: "Lee", 7: "Sock"}
    entry = Entry.objects.get(name="table.broken")
    event = codec.decode_told(entry.name, entry.version, entry.data)
    assert isinstance(event, TableBroken)
    assert entry.actor == "staff.2"
    assert [(assignment.name, assignment.table, assignment.to) for assignment in event.drawn] == [
        ("Boots", "T3", 9),
        ("Lee", "T3", 8),
        ("Sock", "T3", 7),
    ]
    assert event.chairs[:4] == (("T3", 9), ("T3", 8), ("T3", 7), ("T3", 6))
    assert not floor.tables["T2"].table.stream.view["table"]["open"]
    brought = Movement.objects.filter(kind="brought").values_list("amount", "reason", "by")
    assert set(brought) == {(10000, "broken_game", "staff.2")}
    assert floor.desk.line.places[0].state == "waiting", "the chair that was kept is none any more"
    assert break_(floor, command_id=id_).repeated, "sent again"
    for stream in Stream.objects.all():
        verify(stream=stream)


def _waits(floor: Floor, name: str) -> int:
    floor.desk.add(name)
    return floor.desk.number(name)


def test_a_real_draw_gives_every_player_an_open_chair_of_his_own(floor: Floor) -> None:
    break_(floor)
    seated = [*floor.at("T1").values(), *floor.at("T3").values()]
    assert {"Lee", "Boots", "Sock"} <= set(seated)
    assert len(seated) == len(set(seated)) == 9


def test_who_got_no_chair_waits_before_everybody_with_the_reason(floor: Floor) -> None:
    floor.desk.add("Hat")
    for seat in range(3, 9):
        floor.sit("T3", seat, f"Third {seat}")
    break_(floor, to=("T3",), shuffle=lambda some: some.reverse())
    assert floor.at("T3")[9] == "Boots"
    assert floor.desk.names == ["Lee", "Sock", "Hat"]
    rows = ListChange.objects.filter(event="name.added", name__in=["Lee", "Sock"])
    assert {row.reason for row in rows} == {"T2 broke, no seat left"}
    assert all(entry.token for entry in floor.desk.line.places)


def test_nothing_happens_where_one_cannot_move(floor: Floor) -> None:
    floor.tables["T2"].do(Deal())
    before = floor.at("T2"), floor.at("T3")
    with refused("move_after_hand"):
        break_(floor)
    assert (floor.at("T2"), floor.at("T3")) == before
    assert floor.tables["T2"].table.stream.view["table"]["open"]
    assert not Entry.objects.filter(name="table.broken").exists()


@pytest.mark.parametrize(
    ("to", "code"),
    [(("T2",), "other_game"), (("T99",), "no_such_table"), (("T4",), "table_not_open")],
)
def test_tables_that_take_nobody(floor: Floor, to: tuple[str, ...], code: str) -> None:
    table = floor.tables["T1"].table
    table_create(
        room=table.room, name="T4", seats=9, plaque=table.plaque, actor="x", now=floor.desk.now
    )
    with refused(code):
        break_(floor, to=to)
    with refused("reason_missing"):
        break_(floor, reason=" ")


def test_more_than_the_most_comes_along_where_the_room_has_it_so(floor: Floor) -> None:
    floor.sit("T2", 9, "Deep", 40000)
    floor.tables["T2"].do(AddChips(4, 30000))
    Plaque.objects.update(buy_in_max=30000)
    for name in ("T1", "T3"):
        floor.tables[name].do(ChangePlaque(Plaque.objects.get().to_stakes()))
    floor.desk.ask(c.SetPolicy(WaitlistPolicy(above_most=False)))
    with refused("buy_in"):
        break_(floor)
    assert len(floor.at("T2")) == 4
    floor.desk.ask(c.SetPolicy(WaitlistPolicy()))
    break_(floor)
    assert floor.at("T2") == {}


def test_who_may_not_share_a_table_does_not_by_the_draw_either(floor: Floor) -> None:
    lee, third = (Player.objects.get(alias=name) for name in ("Lee", "Third 1"))
    separation_decide(
        one=lee, other=third, apart=True, reason="So.", by="staff.2", now=floor.desk.now
    )
    break_(floor)
    assert "Lee" in floor.at("T1").values()


def test_where_no_draw_keeps_them_apart_somebody_decides(floor: Floor) -> None:
    lee, third = (Player.objects.get(alias=name) for name in ("Lee", "Third 1"))
    separation_decide(
        one=lee, other=third, apart=True, reason="So.", by="staff.2", now=floor.desk.now
    )
    with refused("apart_no_draw"):
        break_(floor, to=("T3",))
    break_(floor, to=("T3",), together=True)
    assert "Lee" in floor.at("T3").values()


def test_a_forged_draw_is_refused(floor: Floor) -> None:
    break_table = c.BreakTable("T2", KEY, "x", "so", (), (("T3", 5),))
    with refused("draw_stale"):
        floor.desk.ask(break_table)
