"""Must-move chains and changes of seat and table: who is first, all chips, one transaction, both tables or neither."""

from threading import Barrier, Thread

import pytest
from django.db import connection

from journal.models import Entry, Stream
from journal.verify import verify
from players.models import Player
from players.roster import player_named
from players.sanctions import sanction_give
from players.separation import separation_decide
from poker.commands import Act, AwardPot, CallFloor, Deal, LeaveSeat, MakeRuling, Undo
from poker.refusal import Refusal
from poker.waitlist import commands as c
from poker.waitlist.state import WaitlistPolicy
from tables.models import Movement, Sitting
from tables.tasks import seat_changes_expire
from tables.waitlist.departures import departures_last_hour
from tables.waitlist.execute import load_waitlists
from tables.waitlist.seat_priority import SeatPriority
from tests.tables.lists.chain import Floor, floor_of
from tests.tables.lists.desk import KEY

pytestmark = pytest.mark.django_db(transaction=True)
SEATS, TABLES = "seat-T1", "tables"


@pytest.fixture
def floor(db: None) -> Floor:
    return floor_of()


def refused(code: str):
    return pytest.raises(Refusal, match=f"^{code} ")


def next_at(floor: Floor, table: str, seat: int) -> list[str]:
    room = floor.desk.room_id
    return [
        seat_claim.name
        for seat_claim in SeatPriority(room, load_waitlists(room).lists).at(table, seat, KEY)
    ]


def number(floor: Floor, name: str, key: str) -> int:
    waitlist = load_waitlists(floor.desk.room_id).lists.line(key)
    assert waitlist is not None
    return next(entry.number for entry in waitlist.places if entry.name == name)


def test_seniority_has_its_entry_in_the_tables_log(floor: Floor) -> None:
    assert [(rank.name, rank.place) for rank in floor.seniors] == [
        ("Lee", 1),
        ("Boots", 2),
        ("Sock", 3),
    ]
    lee = floor.seniors[0]
    table, _, seq = lee.entry.partition(":")
    entry = Entry.objects.get(stream=floor.tables[table].table.stream, seq=int(seq))
    assert (entry.name, int(entry.at.timestamp() * 1000)) == ("seat.taken", lee.since)
    assert '"name":"Lee"' in entry.data


def test_the_most_senior_moves_first_with_every_chip(floor: Floor) -> None:
    floor.desk.add("Hat")
    assert next_at(floor, "T1", 5) == ["Lee", "Boots", "Sock", "Hat"]
    with refused("others_first"):
        floor.ask(c.ConfirmSeated(floor.desk.number("Hat"), "T1", 5))
    with refused("not_senior"):
        floor.move("Boots", 5)
    with refused("partial_transfer"):
        floor.move("Lee", 5, stake=4000)
    floor.move("Lee", 5)
    assert floor.at("T2") == {7: "Boots", 2: "Sock"}
    assert floor.at("T1")[5] == "Lee"
    brought = Movement.objects.get(kind="brought")
    assert (brought.amount, brought.reason, brought.by) == (10000, "must_move", "staff.2")
    floor.move("Sock", 6, reason="Boots is at dinner")
    entry = Entry.objects.filter(stream__key__startswith="lists.", name="chain.moved").last()
    assert entry is not None
    assert '"ahead":["Boots"]' in entry.data
    for stream in Stream.objects.all():
        verify(stream=stream)


def test_who_moves_within_the_chain_keeps_his_place_and_who_comes_again_does_not(
    floor: Floor,
) -> None:
    floor.ask(c.SetChain(KEY, ("T1",), ("T2", "T3"), by="staff.2"))
    floor.ask(c.OpenWaitlist(TABLES, "Table change", "table_change", of=KEY))
    floor.ask(c.AddPlayer(TABLES, player_named(key="", alias="Lee").key, "Lee"))
    floor.ask(c.ConfirmSeated(number(floor, "Lee", TABLES), "T3", 7))
    floor.tables["T2"].do(LeaveSeat(seat=7))
    floor.sit("T2", 7, "Boots")
    names = [(rank.name, rank.table) for rank in floor.seniors]
    assert names == [("Lee", "T3"), ("Sock", "T2"), ("Third 1", "T3"), ("Third 2", "T3"), ("Boots", "T2")]  # fmt: skip


def test_nobody_moves_out_of_a_hand_and_then_he_does(floor: Floor) -> None:
    floor.tables["T2"].do(Deal())
    with refused("move_after_hand"):
        floor.move("Lee", 5)
    assert floor.at("T2")[4] == "Lee"
    assert floor.seniors[0].name == "Lee"


def test_who_does_not_want_to_move_is_passed_over_with_a_reason_in_the_log(floor: Floor) -> None:
    lee = player_named(key="", alias="Lee").key
    floor.ask(c.Decline(KEY, lee, "stays", "plays beside a friend"))
    assert next_at(floor, "T1", 5) == ["Boots", "Sock"]
    floor.ask(c.Decline(KEY, lee, "last", "rather later"))
    assert next_at(floor, "T1", 5) == ["Boots", "Sock", "Lee"]
    with refused("not_in_the_chain"):
        floor.ask(c.Decline(KEY, player_named(key="", alias="Pebble 1").key, "stays", "so"))


def test_a_chain_is_of_tables_of_one_game(floor: Floor) -> None:
    with refused("no_such_table"):
        floor.ask(c.SetChain(KEY, ("T1",), ("T99",)))
    with refused("other_game"):
        floor.ask(c.SetChain("another", ("T1",), ("T2",)))


def test_a_bar_holds_for_who_would_move(floor: Floor) -> None:
    lee = Player.objects.get(alias="Lee")
    sanction_give(player=lee, kind="bar", until=None, reason="x", by="staff.2", now=floor.desk.now)
    with refused("player_barred"):
        floor.move("Lee", 5)


def test_a_seat_is_changed_without_a_new_buy_in(floor: Floor) -> None:
    floor.ask(c.OpenWaitlist(SEATS, "Seat change, T1", "seat_change", of="T1"))
    lee = player_named(key="", alias="Lee").key
    with refused("not_at_that_table"):
        floor.ask(c.AddPlayer(SEATS, lee, "Lee"))
    for name, wish in (("Pebble 1", ("6", "8")), ("Pebble 2", ("6", "7"))):
        key = player_named(key="", alias=name).key
        floor.ask(c.AddPlayer(SEATS, key, name, wish=wish))
    assert next_at(floor, "T1", 6)[:3] == ["Pebble 1", "Pebble 2", "Lee"]
    assert next_at(floor, "T1", 7)[:2] == ["Pebble 2", "Lee"]
    with refused("others_first"):
        floor.move("Lee", 6)
    with refused("others_first"):
        floor.ask(c.ConfirmSeated(number(floor, "Pebble 2", SEATS), "T1", 6))
    floor.ask(c.ConfirmSeated(number(floor, "Pebble 2", SEATS), "T1", 7))
    floor.ask(c.ConfirmSeated(number(floor, "Pebble 1", SEATS), "T1", 6))
    assert (floor.at("T1")[6], floor.at("T1")[7]) == ("Pebble 1", "Pebble 2")
    assert 1 not in floor.at("T1")
    sits = Sitting.objects.filter(visit__player__alias="Pebble 1").values_list("seat", "left")
    assert [seat for seat, left in sits if left is None] == [6]
    assert not Movement.objects.filter(sitting__visit__player__alias="Pebble 1").exists()


def test_who_changes_tables_by_choice_buys_in_anew(floor: Floor) -> None:
    floor.ask(c.OpenWaitlist(TABLES, "Table change", "table_change", of=KEY))
    boots = player_named(key="", alias="Boots").key
    floor.ask(c.AddPlayer(TABLES, boots, "Boots", wish=("T3",)))
    with refused("buy_in"):
        floor.ask(c.ConfirmSeated(number(floor, "Boots", TABLES), "T3", 5, stake=1000))
    floor.ask(c.ConfirmSeated(number(floor, "Boots", TABLES), "T3", 5, stake=5000))
    assert floor.at("T3")[5] == "Boots"
    assert Movement.objects.get(amount=5000).kind == "buy_in"
    with refused("not_in_that_game"):
        floor.ask(c.AddPlayer(TABLES, player_named(key="", alias="Nobody").key, "Nobody"))


def test_whom_the_house_moves_brings_what_he_has(floor: Floor) -> None:
    floor.ask(c.OpenWaitlist(TABLES, "Table change", "table_change", of=KEY))
    key = floor.sit("T2", 9, "Short", 4000)
    floor.ask(c.AddPlayer(TABLES, key, "Short"))
    floor.ask(c.ConfirmSeated(number(floor, "Short", TABLES), "T3", 5, transfer="limit_changed"))
    brought = Movement.objects.get(kind="brought")
    assert (brought.amount, brought.reason, brought.by) == (4000, "limit_changed", "staff.1")


def test_the_house_has_another_order(floor: Floor) -> None:
    floor.desk.add("Hat")
    order = ("list", "must_move", "seat_change", "table_change")
    floor.ask(c.SetPolicy(WaitlistPolicy(order=order)))  # type: ignore[arg-type]
    assert next_at(floor, "T1", 5)[0] == "Hat"
    with refused("others_first"):
        floor.move("Lee", 5)
    floor.ask(c.ConfirmSeated(floor.desk.number("Hat"), "T1", 5))


def test_two_desks_move_somebody_into_one_chair(floor: Floor) -> None:
    line, message = Barrier(2), list[str]()

    def desk(name: str) -> None:
        line.wait()
        try:
            floor.move(name, 5, reason="asked")
            message.append("moved")
        except Refusal as refusal:
            message.append(refusal.code)
        finally:
            connection.close()

    both = [Thread(target=desk, args=(name,)) for name in ("Lee", "Boots")]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    assert sorted(message) == ["chair_taken", "moved"]
    assert len(floor.at("T2")) == 2
    assert len(floor.at("T1")) == 5


def test_who_left_asks_for_no_change_any_more(floor: Floor) -> None:
    for line, kind, of in ((SEATS, "seat_change", "T1"), (TABLES, "table_change", KEY)):
        floor.ask(c.OpenWaitlist(line, line, kind, of=of))  # type: ignore[arg-type]
        for name in ("Pebble 1", "Pebble 2"):
            floor.ask(c.AddPlayer(line, player_named(key="", alias=name).key, name))
    assert seat_changes_expire() == 0
    floor.tables["T1"].do(LeaveSeat(seat=1))
    assert seat_changes_expire() == 2
    waitlists = load_waitlists(floor.desk.room_id).lists
    assert [[entry.name for entry in waitlist.places] for waitlist in waitlists.lines[1:]] == [
        ["Pebble 2"]
    ] * 2


def test_a_move_is_no_departure_and_is_not_taken_back_by_half(floor: Floor) -> None:
    floor.tables["T1"].do(LeaveSeat(seat=2))
    floor.move("Lee", 5)
    assert departures_last_hour(floor.desk.room_id, floor.desk.now) == {KEY: 1}
    for table in ("T1", "T2"):
        with refused("undo_of_a_move"):
            floor.tables[table].do(Undo())
    assert floor.at("T1")[5] == "Lee"
    floor.tables["T3"].do(LeaveSeat(seat=1))
    floor.tables["T3"].do(Undo())
    assert floor.at("T3")[1] == "Third 1"


def test_a_ruling_takes_no_award_back_over_a_move(floor: Floor) -> None:
    table = floor.tables["T2"]
    for command in (Deal(), Act(2, "fold"), Act(4, "fold"), AwardPot((7,)), CallFloor()):
        table.do(command)
    floor.move("Lee", 5)
    before = table.seq
    with refused("ruling_before_a_move"):
        table.do(MakeRuling("R 1", "As said.", "Oak", "accepted", back="award"))
    assert (table.seq, floor.at("T1")[5]) == (before, "Lee")
    table.do(MakeRuling("R 1", "It stands.", "Oak", "accepted"))
    for stream in Stream.objects.all():
        verify(stream=stream)


def test_who_may_share_no_game_has_no_claim_and_is_not_moved_or_seated(floor: Floor) -> None:
    floor.desk.add("Hat", "Crane")
    pebble, lee, hat = (player_named(key="", alias=name) for name in ("Pebble 1", "Lee", "Hat"))
    for player in (lee, hat):
        separation_decide(
            one=player, other=pebble, apart=True, reason="x", by="staff.2", now=floor.desk.now
        )
    assert next_at(floor, "T1", 5) == ["Boots", "Sock", "Crane"]
    with refused("players_apart"):
        floor.move("Lee", 5, reason="x")
    floor.move("Boots", 5)
    assert floor.at("T1")[5] == "Boots"
    floor.ask(c.SetChain(KEY))
    for command in (c.CallPlayer, c.ConfirmSeated):
        with refused("players_apart"):
            floor.ask(command(floor.desk.number("Hat"), "T1", 6))
    floor.ask(c.ConfirmSeated(floor.desk.number("Hat"), "T3", 6))
    assert floor.at("T3")[6] == "Hat"
