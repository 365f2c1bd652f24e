"""Breaking a table: the draw is logged, all players move or none, players without a seat are first on
the waitlist.
"""

from uuid import uuid4

import pytest

from journal.models import Entry, Stream
from journal.verify import verify
from players.models import Player
from players.separation import separation_decide
from poker.commands import AddChips, ChangePlaque, Deal
from poker.refusal import Refusal
from tables.lifecycle import table_create
from tables.models import ChipMovement, Plaque
from tests.support.chain import ChainRoom, break_table, create_chain
from tests.support.desk import KEY
from waitlist.models import WaitlistChange
from waitlist.rules import codec
from waitlist.rules import commands as c
from waitlist.rules.events import TableBroken
from waitlist.rules.state import WaitlistPolicy

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def chain_room(db: None) -> ChainRoom:
    return create_chain()


def expect_refusal(code: str):
    return pytest.raises(Refusal, match=f"^{code} ")


def test_players_are_seated_by_the_draw(chain_room: ChainRoom) -> None:
    chain_room.desk.execute(c.CallPlayer(_is_waiting(chain_room, "Hat"), "T2", 9))
    id_ = str(uuid4())
    break_table(chain_room, shuffle=lambda seats: seats.reverse(), command_id=id_)
    assert chain_room.names_by_seat("T2") == {}
    assert chain_room.names_by_seat("T3") == {
        1: "Third 1",
        2: "Third 2",
        9: "Boots",
        8: "Lee",
        7: "Sock",
    }
    entry = Entry.objects.get(name="table.broken")
    event = codec.decode_event(entry.name, entry.version, entry.data)
    assert isinstance(event, TableBroken)
    assert entry.actor == "staff.2"
    assert [(assignment.name, assignment.table, assignment.to) for assignment in event.drawn] == [
        ("Boots", "T3", 9),
        ("Lee", "T3", 8),
        ("Sock", "T3", 7),
    ]
    assert event.chairs[:4] == (("T3", 9), ("T3", 8), ("T3", 7), ("T3", 6))
    assert not chain_room.tables["T2"].table.stream.view["table"]["open"]
    transfers = ChipMovement.objects.filter(kind="brought").values_list("amount", "reason", "by")
    assert set(transfers) == {(10000, "broken_game", "staff.2")}
    assert chain_room.desk.waitlist.entries[0].state == "waiting", (
        "the chair that was kept is none any more"
    )
    assert break_table(chain_room, command_id=id_).repeated, "sent again"
    for stream in Stream.objects.all():
        verify(stream=stream)


def _is_waiting(floor: ChainRoom, name: str) -> int:
    floor.desk.add(name)
    return floor.desk.entry_number(name)


def test_random_draw_gives_every_player_an_open_seat(chain_room: ChainRoom) -> None:
    break_table(chain_room)
    seated_names = [
        *chain_room.names_by_seat("T1").values(),
        *chain_room.names_by_seat("T3").values(),
    ]
    assert {"Lee", "Boots", "Sock"} <= set(seated_names)
    assert len(seated_names) == len(set(seated_names)) == 9


def test_player_without_a_seat_is_first_on_the_waitlist_with_the_reason(
    chain_room: ChainRoom,
) -> None:
    chain_room.desk.add("Hat")
    for seat in range(3, 9):
        chain_room.seat_player("T3", seat, f"Third {seat}")
    break_table(chain_room, to=("T3",), shuffle=lambda seats: seats.reverse())
    assert chain_room.names_by_seat("T3")[9] == "Boots"
    assert chain_room.desk.names == ["Lee", "Sock", "Hat"]
    rows = WaitlistChange.objects.filter(event="name.added", name__in=["Lee", "Sock"])
    assert {row.reason for row in rows} == {"T2 broke, no seat left"}
    assert all(entry.token for entry in chain_room.desk.waitlist.entries)


def test_break_is_refused_while_a_player_cannot_move(chain_room: ChainRoom) -> None:
    chain_room.tables["T2"].execute(Deal())
    before = chain_room.names_by_seat("T2"), chain_room.names_by_seat("T3")
    with expect_refusal("move_after_hand"):
        break_table(chain_room)
    assert (chain_room.names_by_seat("T2"), chain_room.names_by_seat("T3")) == before
    assert chain_room.tables["T2"].table.stream.view["table"]["open"]
    assert not Entry.objects.filter(name="table.broken").exists()


@pytest.mark.parametrize(
    ("to", "code"),
    [(("T2",), "other_game"), (("T99",), "no_such_table"), (("T4",), "table_not_open")],
)
def test_unsuitable_tables_are_refused(
    chain_room: ChainRoom, to: tuple[str, ...], code: str
) -> None:
    table = chain_room.tables["T1"].table
    table_create(
        room=table.room, name="T4", seats=9, plaque=table.plaque, actor="x", now=chain_room.desk.now
    )
    with expect_refusal(code):
        break_table(chain_room, to=to)
    with expect_refusal("public_reason_missing"):
        break_table(chain_room, reason=" ")


def test_players_move_with_more_than_the_maximum_if_the_house_allows_it(
    chain_room: ChainRoom,
) -> None:
    chain_room.seat_player("T2", 9, "Deep", 40000)
    chain_room.tables["T2"].execute(AddChips(4, 30000))
    Plaque.objects.update(buy_in_max=30000)
    for name in ("T1", "T3"):
        chain_room.tables[name].execute(ChangePlaque(Plaque.objects.get().to_stakes()))
    chain_room.desk.execute(c.SetPolicy(WaitlistPolicy(above_most=False)))
    with expect_refusal("buy_in"):
        break_table(chain_room)
    assert len(chain_room.names_by_seat("T2")) == 4
    chain_room.desk.execute(c.SetPolicy(WaitlistPolicy()))
    break_table(chain_room)
    assert chain_room.names_by_seat("T2") == {}


def test_draw_keeps_separated_players_apart(chain_room: ChainRoom) -> None:
    lee, third = (Player.objects.get(alias=name) for name in ("Lee", "Third 1"))
    separation_decide(
        one=lee, other=third, apart=True, reason="So.", by="staff.2", now=chain_room.desk.now
    )
    break_table(chain_room)
    assert "Lee" in chain_room.names_by_seat("T1").values()


def test_supervisor_decides_if_no_draw_separates_the_players(chain_room: ChainRoom) -> None:
    lee, third = (Player.objects.get(alias=name) for name in ("Lee", "Third 1"))
    separation_decide(
        one=lee, other=third, apart=True, reason="So.", by="staff.2", now=chain_room.desk.now
    )
    with expect_refusal("apart_no_draw"):
        break_table(chain_room, to=("T3",))
    break_table(chain_room, to=("T3",), together=True)
    assert "Lee" in chain_room.names_by_seat("T3").values()


def test_a_forged_draw_is_refused(chain_room: ChainRoom) -> None:
    break_table = c.BreakTable("T2", KEY, "x", "so", (), (("T3", 5),))
    with expect_refusal("draw_stale"):
        chain_room.desk.execute(break_table)
