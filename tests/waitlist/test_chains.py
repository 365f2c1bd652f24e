"""Must-move chains, seat and table changes: order, all chips, one transaction, both tables or neither."""

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
from tables.game_keys import key_of
from tables.models import ChipMovement, Plaque, SeatSession, Table
from tests.support.chain import ChainRoom, create_chain
from tests.support.desk import KEY
from waitlist.actions import load_waitlists
from waitlist.departures import departures_last_hour
from waitlist.rules import commands as c
from waitlist.rules.state import WaitlistPolicy
from waitlist.seat_priority import SeatPriority
from waitlist.tasks import seat_changes_expire

pytestmark = pytest.mark.django_db(transaction=True)
SEATS = "seat-T1"
TABLES = "tables"


@pytest.fixture
def chain_room(db: None) -> ChainRoom:
    return create_chain()


def expect_refusal(code: str):
    return pytest.raises(Refusal, match=f"^{code} ")


def next_claim(floor: ChainRoom, table: str, seat: int) -> list[str]:
    room = floor.desk.room_id
    return [
        seat_claim.name
        for seat_claim in SeatPriority(room, load_waitlists(room)).at(table, seat, KEY)
    ]


def entry_number(floor: ChainRoom, name: str, key: str) -> int:
    waitlist = load_waitlists(floor.desk.room_id).waitlist(key)
    assert waitlist is not None
    return next(entry.number for entry in waitlist.entries if entry.name == name)


def test_seniority_has_its_entry_in_the_tables_log(chain_room: ChainRoom) -> None:
    assert [(rank.name, rank.place) for rank in chain_room.seniority] == [
        ("Lee", 1),
        ("Boots", 2),
        ("Sock", 3),
    ]
    lee = chain_room.seniority[0]
    table, _, seq = lee.entry.partition(":")
    entry = Entry.objects.get(stream=chain_room.tables[table].table.stream, seq=int(seq))
    assert (entry.name, int(entry.at.timestamp() * 1000)) == ("seat.taken", lee.since)
    assert '"name":"Lee"' in entry.data


def test_the_most_senior_moves_first_with_every_chip(chain_room: ChainRoom) -> None:
    chain_room.desk.add("Hat")
    assert next_claim(chain_room, "T1", 5) == ["Lee", "Boots", "Sock", "Hat"]
    with expect_refusal("others_first"):
        chain_room.execute(c.ConfirmSeated(chain_room.desk.entry_number("Hat"), "T1", 5))
    with expect_refusal("not_senior"):
        chain_room.move_to_main_game("Boots", 5)
    with expect_refusal("partial_transfer"):
        chain_room.move_to_main_game("Lee", 5, stake=4000)
    chain_room.move_to_main_game("Lee", 5)
    assert chain_room.names_by_seat("T2") == {7: "Boots", 2: "Sock"}
    assert chain_room.names_by_seat("T1")[5] == "Lee"
    transfers = ChipMovement.objects.get(kind="brought")
    assert (transfers.amount, transfers.reason, transfers.by) == (10000, "must_move", "staff.2")
    chain_room.move_to_main_game("Sock", 6, reason="Boots is at dinner")
    entry = Entry.objects.filter(stream__key__startswith="lists.", name="chain.moved").last()
    assert entry is not None
    assert '"ahead":["Boots"]' in entry.data
    for stream in Stream.objects.all():
        verify(stream=stream)


def test_move_within_the_chain_keeps_seniority_and_a_return_does_not(
    chain_room: ChainRoom,
) -> None:
    chain_room.execute(c.SetChain(KEY, ("T1",), ("T2", "T3"), by="staff.2"))
    chain_room.execute(c.OpenWaitlist(TABLES, "Table change", "table_change", of=KEY))
    chain_room.execute(c.AddPlayer(TABLES, player_named(key="", alias="Lee").key, "Lee"))
    chain_room.execute(c.ConfirmSeated(entry_number(chain_room, "Lee", TABLES), "T3", 7))
    chain_room.tables["T2"].execute(LeaveSeat(seat=7))
    chain_room.seat_player("T2", 7, "Boots")
    names = [(rank.name, rank.table) for rank in chain_room.seniority]
    assert names == [
        ("Lee", "T3"),
        ("Sock", "T2"),
        ("Third 1", "T3"),
        ("Third 2", "T3"),
        ("Boots", "T2"),
    ]


def test_player_moves_after_the_hand(chain_room: ChainRoom) -> None:
    chain_room.tables["T2"].execute(Deal())
    with expect_refusal("move_after_hand"):
        chain_room.move_to_main_game("Lee", 5)
    assert chain_room.names_by_seat("T2")[4] == "Lee"
    assert chain_room.seniority[0].name == "Lee"


def test_declined_move_is_logged_with_a_reason(
    chain_room: ChainRoom,
) -> None:
    lee = player_named(key="", alias="Lee").key
    chain_room.execute(c.Decline(KEY, lee, "stays", "plays beside a friend"))
    assert next_claim(chain_room, "T1", 5) == ["Boots", "Sock"]
    chain_room.execute(c.Decline(KEY, lee, "last", "rather later"))
    assert next_claim(chain_room, "T1", 5) == ["Boots", "Sock", "Lee"]
    with expect_refusal("not_in_the_chain"):
        chain_room.execute(
            c.Decline(KEY, player_named(key="", alias="Pebble 1").key, "stays", "so")
        )


def test_chain_needs_tables_of_one_game(chain_room: ChainRoom) -> None:
    with expect_refusal("no_such_table"):
        chain_room.execute(c.SetChain(KEY, ("T1",), ("T99",)))
    with expect_refusal("other_game"):
        chain_room.execute(c.SetChain("another", ("T1",), ("T2",)))


def test_bar_stops_a_must_move(chain_room: ChainRoom) -> None:
    lee = Player.objects.get(alias="Lee")
    sanction_give(
        player=lee, kind="bar", until=None, reason="x", by="staff.2", now=chain_room.desk.now
    )
    with expect_refusal("player_barred"):
        chain_room.move_to_main_game("Lee", 5)


def test_seat_change_is_not_a_new_buy_in(chain_room: ChainRoom) -> None:
    chain_room.execute(c.OpenWaitlist(SEATS, "Seat change, T1", "seat_change", of="T1"))
    lee = player_named(key="", alias="Lee").key
    with expect_refusal("not_at_that_table"):
        chain_room.execute(c.AddPlayer(SEATS, lee, "Lee"))
    for name, wish in (("Pebble 1", ("6", "8")), ("Pebble 2", ("6", "7"))):
        key = player_named(key="", alias=name).key
        chain_room.execute(c.AddPlayer(SEATS, key, name, wish=wish))
    assert next_claim(chain_room, "T1", 6)[:3] == ["Pebble 1", "Pebble 2", "Lee"]
    assert next_claim(chain_room, "T1", 7)[:2] == ["Pebble 2", "Lee"]
    with expect_refusal("others_first"):
        chain_room.move_to_main_game("Lee", 6)
    with expect_refusal("others_first"):
        chain_room.execute(c.ConfirmSeated(entry_number(chain_room, "Pebble 2", SEATS), "T1", 6))
    chain_room.execute(c.ConfirmSeated(entry_number(chain_room, "Pebble 2", SEATS), "T1", 7))
    chain_room.execute(c.ConfirmSeated(entry_number(chain_room, "Pebble 1", SEATS), "T1", 6))
    assert (chain_room.names_by_seat("T1")[6], chain_room.names_by_seat("T1")[7]) == (
        "Pebble 1",
        "Pebble 2",
    )
    assert 1 not in chain_room.names_by_seat("T1")
    seat_rows = SeatSession.objects.filter(visit__player__alias="Pebble 1").values_list(
        "seat", "left"
    )
    assert [seat for seat, left in seat_rows if left is None] == [6]
    assert not ChipMovement.objects.filter(sitting__visit__player__alias="Pebble 1").exists()


def test_table_change_by_choice_is_a_new_buy_in(chain_room: ChainRoom) -> None:
    chain_room.execute(c.OpenWaitlist(TABLES, "Table change", "table_change", of=KEY))
    boots = player_named(key="", alias="Boots").key
    chain_room.execute(c.AddPlayer(TABLES, boots, "Boots", wish=("T3",)))
    with expect_refusal("buy_in"):
        chain_room.execute(
            c.ConfirmSeated(entry_number(chain_room, "Boots", TABLES), "T3", 5, stake=1000)
        )
    chain_room.execute(
        c.ConfirmSeated(entry_number(chain_room, "Boots", TABLES), "T3", 5, stake=5000)
    )
    assert chain_room.names_by_seat("T3")[5] == "Boots"
    assert ChipMovement.objects.get(amount=5000).kind == "buy_in"
    with expect_refusal("not_in_that_game"):
        chain_room.execute(c.AddPlayer(TABLES, player_named(key="", alias="Nobody").key, "Nobody"))


def test_house_transfer_keeps_the_chips(chain_room: ChainRoom) -> None:
    chain_room.execute(c.OpenWaitlist(TABLES, "Table change", "table_change", of=KEY))
    key = chain_room.seat_player("T2", 9, "Short", 4000)
    chain_room.execute(c.AddPlayer(TABLES, key, "Short"))
    chain_room.execute(
        c.ConfirmSeated(
            entry_number(chain_room, "Short", TABLES), "T3", 5, transfer="limit_changed"
        )
    )
    transfers = ChipMovement.objects.get(kind="brought")
    assert (transfers.amount, transfers.reason, transfers.by) == (4000, "limit_changed", "staff.1")


def test_house_policy_sets_the_order_of_claims(chain_room: ChainRoom) -> None:
    chain_room.desk.add("Hat")
    order = ("list", "must_move", "seat_change", "table_change")
    chain_room.execute(c.SetPolicy(WaitlistPolicy(order=order)))  # type: ignore[arg-type]
    assert next_claim(chain_room, "T1", 5)[0] == "Hat"
    with expect_refusal("others_first"):
        chain_room.move_to_main_game("Lee", 5)
    chain_room.execute(c.ConfirmSeated(chain_room.desk.entry_number("Hat"), "T1", 5))


def test_concurrent_moves_into_one_seat(chain_room: ChainRoom) -> None:
    barrier = Barrier(2)
    message = list[str]()

    def seat_at_desk(name: str) -> None:
        barrier.wait()
        try:
            chain_room.move_to_main_game(name, 5, reason="asked")
            message.append("moved")
        except Refusal as refusal:
            message.append(refusal.code)
        finally:
            connection.close()

    threads = [Thread(target=seat_at_desk, args=(name,)) for name in ("Lee", "Boots")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(message) == ["chair_taken", "moved"]
    assert len(chain_room.names_by_seat("T2")) == 2
    assert len(chain_room.names_by_seat("T1")) == 5


def test_departed_player_has_no_change_request(chain_room: ChainRoom) -> None:
    for waitlist_key, kind, request_key in (
        (SEATS, "seat_change", "T1"),
        (TABLES, "table_change", KEY),
    ):
        chain_room.execute(c.OpenWaitlist(waitlist_key, waitlist_key, kind, of=request_key))  # type: ignore[arg-type]
        for name in ("Pebble 1", "Pebble 2"):
            chain_room.execute(
                c.AddPlayer(waitlist_key, player_named(key="", alias=name).key, name)
            )
    assert seat_changes_expire() == 0
    chain_room.tables["T1"].execute(LeaveSeat(seat=1))
    assert seat_changes_expire() == 2
    waitlists = load_waitlists(chain_room.desk.room_id)
    assert [[entry.name for entry in waitlist.entries] for waitlist in waitlists.lists[1:]] == [
        ["Pebble 2"]
    ] * 2


def test_move_is_not_a_departure_and_is_undone_completely(chain_room: ChainRoom) -> None:
    chain_room.tables["T1"].execute(LeaveSeat(seat=2))
    chain_room.move_to_main_game("Lee", 5)
    room = chain_room.desk.room_id
    now = chain_room.desk.now
    assert departures_last_hour(room, now) == {KEY: 1}
    plaque = chain_room.tables["T1"].table.plaque
    assert plaque is not None
    other = Plaque.objects.get(name=plaque.name)
    other.pk = None
    other.name = "Another game"
    other.big_bet = 1600
    other.save()
    Table.objects.filter(name="T1").update(plaque=other)
    assert departures_last_hour(room, now) == {KEY: 1, key_of(other.name): 1}
    Table.objects.filter(name="T1").update(plaque=chain_room.tables["T1"].table.plaque)
    for table in ("T1", "T2"):
        with expect_refusal("undo_of_a_move"):
            chain_room.tables[table].execute(Undo())
    assert chain_room.names_by_seat("T1")[5] == "Lee"
    chain_room.tables["T3"].execute(LeaveSeat(seat=1))
    chain_room.tables["T3"].execute(Undo())
    assert chain_room.names_by_seat("T3")[1] == "Third 1"


def test_ruling_does_not_roll_back_past_a_move(chain_room: ChainRoom) -> None:
    table = chain_room.tables["T2"]
    for command in (Deal(), Act(2, "fold"), Act(4, "fold"), AwardPot((7,)), CallFloor()):
        table.execute(command)
    chain_room.move_to_main_game("Lee", 5)
    before = table.seq
    with expect_refusal("ruling_before_a_move"):
        table.execute(MakeRuling("R 1", "As said.", "Oak", "accepted", back="award"))
    assert (table.seq, chain_room.names_by_seat("T1")[5]) == (before, "Lee")
    table.execute(MakeRuling("R 1", "It stands.", "Oak", "accepted"))
    for stream in Stream.objects.all():
        verify(stream=stream)


def test_separated_player_has_no_claim_and_is_not_moved_or_seated(
    chain_room: ChainRoom,
) -> None:
    chain_room.desk.add("Hat", "Crane")
    pebble, lee, hat = (player_named(key="", alias=name) for name in ("Pebble 1", "Lee", "Hat"))
    for player in (lee, hat):
        separation_decide(
            one=player, other=pebble, apart=True, reason="x", by="staff.2", now=chain_room.desk.now
        )
    assert next_claim(chain_room, "T1", 5) == ["Boots", "Sock", "Crane"]
    with expect_refusal("players_apart"):
        chain_room.move_to_main_game("Lee", 5, reason="x")
    chain_room.move_to_main_game("Boots", 5)
    assert chain_room.names_by_seat("T1")[5] == "Boots"
    chain_room.execute(c.SetChain(KEY))
    for command in (c.CallPlayer, c.ConfirmSeated):
        with expect_refusal("players_apart"):
            chain_room.execute(command(chain_room.desk.entry_number("Hat"), "T1", 6))
    chain_room.execute(c.ConfirmSeated(chain_room.desk.entry_number("Hat"), "T3", 6))
    assert chain_room.names_by_seat("T3")[6] == "Hat"
