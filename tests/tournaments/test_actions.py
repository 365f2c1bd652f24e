"""The log of an event: players of the house, one seat for each, projections, repeated commands."""

from contextlib import AbstractContextManager
from datetime import timedelta
from uuid import uuid4

import pytest

from journal.projections import LogHead, projections_of
from journal.verify import verify
from players.models import Player, Sanction
from players.roster import player_named
from poker.commands import SeatPlayer
from poker.refusal import Refusal
from tables.actions import execute
from tables.lifecycle import table_create
from tables.models import Table
from tests.support.room import create_plaque, create_staff
from tests.tournaments.event_room import ACTOR, EventRoom
from tests.tournaments.plans import DAILY
from tournaments.actions import tournament_create
from tournaments.models import EventSummary, TournamentEntry
from tournaments.rules import commands as c
from tournaments.templates_store import (
    current_templates,
    daily_starts,
    plan_of,
    save_template,
    schedule_series,
)
from waitlist.departures import departures_last_hour
from waitlist.models import Departure


def expect_refusal(code: str) -> AbstractContextManager[object]:
    return pytest.raises(Refusal, match=f"^{code} ")


def test_entry_is_stored_once_with_its_player_and_its_drawn_seat(event_room: EventRoom) -> None:
    first = event_room.execute(c.Enter("Amber Spindle"), command_id="sale-1")
    again = event_room.execute(c.Enter("Amber Spindle"), command_id="sale-1")
    assert again.repeated
    assert again.seq == first.seq
    entry = event_room.event.entries[0]
    player = Player.objects.get(alias="Amber Spindle")
    assert (entry.player, entry.name, entry.status) == (player.key, "Amber Spindle", "seated")
    row = TournamentEntry.objects.get(event=event_room.row)
    assert (row.player, row.table, row.seat, row.paid) == (
        player.key,
        entry.table,
        entry.seat,
        24_000,
    )


def test_projections_follow_the_log(event_room: EventRoom) -> None:
    event_room.enter(*(f"Player {number}" for number in range(1, 13)))
    event_room.execute(c.StartClock())
    event_room.execute(c.BustPlayer(3, hand=1, stack=900))
    event_room.execute(c.VoidEntry(5, "wrong event", by_director=True))
    event_room.execute(c.BreakTable("T3"))
    event_room.execute(c.CloseRegistration())
    event_room.execute(c.FixPool())
    summary = EventSummary.objects.get(event=event_room.row)
    assert (summary.entries, summary.left, summary.tables) == (11, 10, 2)
    assert summary.pool == 11 * 20_000
    stream = event_room.row.stream
    stream.refresh_from_db()
    for projection in projections_of(stream):
        assert projection.compare(LogHead(stream.pk, stream.seq)) == ""
    verify(stream=stream)


def test_barred_player_is_refused_before_the_money_is_taken(event_room: EventRoom) -> None:
    player = player_named(key="", alias="Olive Pulley")
    staff = create_staff("manager")
    Sanction.objects.create(
        player=player, kind=Sanction.Kind.BAR, at=event_room.now, by=staff.key, reason="house rule"
    )
    with expect_refusal("player_barred"):
        event_room.execute(c.Enter("Olive Pulley"))
    assert event_room.event.entries == ()


def test_player_of_another_event_has_one_seat(event_room: EventRoom) -> None:
    event_room.enter("Tin Trowel")
    other = tournament_create(
        room=event_room.room, plan=DAILY, starts_at=event_room.now, actor=ACTOR, now=event_room.now
    )
    elsewhere = EventRoom(event_room.room, other, event_room.now)
    with expect_refusal("player_in_event"):
        elsewhere.execute(c.Enter("Tin Trowel"))
    event_room.execute(c.StartClock())
    event_room.enter("Warm Stool")
    event_room.execute(c.BustPlayer(1))
    elsewhere.execute(c.Enter("Tin Trowel"))
    assert other.number == event_room.row.number + 1


def test_table_of_another_event_or_of_a_cash_game_is_not_free(event_room: EventRoom) -> None:
    other = tournament_create(
        room=event_room.room, plan=DAILY, starts_at=event_room.now, actor=ACTOR, now=event_room.now
    )
    elsewhere = EventRoom(event_room.room, other, event_room.now)
    with expect_refusal("table_not_free"):
        elsewhere.execute(c.AddTable("T1", 8))
    with expect_refusal("no_such_table"):
        elsewhere.execute(c.AddTable("T99", 8))
    event_room.execute(c.RemoveTable("T1"))
    elsewhere.execute(c.AddTable("T1", 8))


def test_next_version_of_a_template_leaves_scheduled_events_as_they_are(
    event_room: EventRoom,
) -> None:
    manager = create_staff("manager")
    room, now = event_room.room, event_room.now
    template = save_template(room=room, name="Nightly", plan=DAILY, seen=0, by=manager, now=now)
    starts = daily_starts(now, 20)
    rows = schedule_series(
        template=template, starts=starts, names=[""] * 20, series="Winter", actor=ACTOR, now=now
    )
    assert len(rows) == 20
    assert starts[19] - starts[0] == timedelta(days=19)
    with expect_refusal("template_moved_on"):
        save_template(room=room, name="Nightly", plan=DAILY, seen=0, by=manager, now=now)
    save_template(room=room, name="Nightly", plan=DAILY, seen=1, by=manager, now=now)
    assert [row.version for row in current_templates(room)] == [2]
    assert plan_of(template).name == "Nightly"
    assert rows[0].template == template


def test_player_who_leaves_a_table_without_a_plaque_opens_no_seat_for_the_waitlist(
    event_room: EventRoom,
) -> None:
    table = Table.objects.get(name="T1")
    Departure.objects.create(table=table, seq=1, seat=4, at=event_room.now)
    now = event_room.now + timedelta(minutes=1)
    assert departures_last_hour(event_room.room.pk, now) == {}


def test_player_with_a_tournament_seat_gets_no_cash_seat(event_room: EventRoom) -> None:
    event_room.enter("Brass Kettle")
    plaque = create_plaque()
    cash = table_create(
        room=event_room.room, name="C1", seats=9, plaque=plaque, actor=ACTOR, now=event_room.now
    )
    with expect_refusal("player_in_event"):
        execute(
            table_id=cash.pk,
            command_id=str(uuid4()),
            seen=None,
            command=SeatPlayer(1, event_room.event.entries[0].player, "Brass Kettle", buy_in=4_000),
            actor=ACTOR,
            now=event_room.now,
        )
    assert Table.objects.filter(name="C1").exists()


def test_player_in_a_cash_game_gets_no_entry(event_room: EventRoom) -> None:
    player = player_named(key="", alias="Warm Stool")
    cash = table_create(
        room=event_room.room,
        name="C1",
        seats=9,
        plaque=create_plaque(),
        actor=ACTOR,
        now=event_room.now,
    )
    execute(
        table_id=cash.pk,
        command_id=str(uuid4()),
        seen=None,
        command=SeatPlayer(4, player.key, "Warm Stool", buy_in=4_000),
        actor=ACTOR,
        now=event_room.now,
    )
    with pytest.raises(Refusal) as raised:
        event_room.execute(c.Enter("Warm Stool"))
    assert raised.value.code == "player_in_cash_game"
    assert raised.value.facts["seat"] == "C1 seat 4"


def test_each_entry_has_a_token_that_no_one_can_choose(event_room: EventRoom) -> None:
    event_room.execute(c.Enter("Amber Spindle", "", token="chosen"))
    event_room.enter("Brass Kettle")
    tokens = [entry.token for entry in event_room.event.entries]
    assert len(set(tokens)) == 2
    assert all(len(token) >= 32 for token in tokens)
    rows = TournamentEntry.objects.filter(event=event_room.row).order_by("number")
    assert [row.token for row in rows] == tokens
