"""Small nights through the room's own actions: what holds after them, and that a seed is a night."""

import re
from datetime import UTC, datetime
from random import Random
from unittest.mock import patch

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from pokerkit import HandHistory

from journal.models import Entry, Stream
from journal.store import STORED
from journal.verify import orphans, verify
from players.models import Player
from poker.phh.field_values import scale
from poker.phh.read import load
from poker.phh.write import write
from poker.refusal import Refusal
from rulings.calls.models import Call
from staff.models import Room
from tables.hand_log import find_hand_range, hand_log
from tables.models import Table
from tests.support.room import create_staff
from tools.simulation.checks import problems
from tools.simulation.clock import Clock
from tools.simulation.night import Night
from tools.simulation.room_setup import games_of, room_create
from tools.simulation.runner import NightRunner
from tools.simulation.tally import Tally, UnexpectedRefusal

BEGINS = datetime(2026, 11, 21, 18, tzinfo=UTC)


def play_night(seed: str, *, tables: int, minutes: float, trouble: float) -> Night:
    """Play a night to its end."""
    room = Room.objects.create(name=f"Night {seed}")
    simulated_room = room_create(room=room, tables=tables, now=BEGINS)
    night = Night(house=simulated_room, clock=Clock(BEGINS), seed=seed, seconds=minutes * 60)
    NightRunner(night, trouble=trouble).go_by()
    return night


@pytest.mark.django_db
@pytest.mark.release_on_postgresql
def test_simulated_night_keeps_every_invariant() -> None:
    """Logs and pictures agree, chips are where they should be, no name is lost, rulings are done or wait."""
    night = play_night("a", tables=6, minutes=18, trouble=0.25)
    tally_sums = night.book.sums
    assert tally_sums["hands"] > 10, tally_sums
    assert tally_sums["calls"] > 3
    assert tally_sums["seated"] >= 10
    assert list(problems(night.house.room)) == []
    assert [stream.seq for stream in map(verified_stream, Stream.objects.order_by("pk"))]
    assert list(orphans()) == []
    log = "\n".join(Entry.objects.annotate(stored=STORED).values_list("stored", flat=True))
    assert [player.alias for player in Player.objects.all() if f'"{player.alias}"' in log] == []
    open_calls = Call.objects.filter(room=night.house.room, status=Call.Status.OPEN)
    assert tally_sums["calls"] == tally_sums["rulings"] + Call.objects.filter(
        status="cancelled"
    ).count() + (open_calls.count())
    assert open_in_pokerkit(night.house.room) >= {"NT", "FT", "PO", "FO/8", "F7S"}


def open_in_pokerkit(room: Room) -> set[str]:
    """Open the room's hands that PHH can express in pokerkit; return their variants."""
    results = set()
    for table in Table.objects.filter(room=room).select_related("stream"):
        for number in range(1, 6):
            entry_range = find_hand_range(table.stream, number)
            if entry_range is None:
                break
            try:
                text = write(
                    [logged_command.batch for logged_command in hand_log(table.stream, entry_range)]
                )
            except Refusal:  # it is not over, or the format has no word for it
                continue
            their_history = HandHistory.loads(text)
            our_hand = load(text)
            assert (their_history.hand, their_history.table) == (number, table.name)
            assert their_history.finishing_stacks is not None
            assert (
                tuple(
                    int(finishing_stack * scale())
                    for finishing_stack in their_history.finishing_stacks
                )
                == our_hand.finishing
            )
            assert len(their_history.players or ()) == len(their_history.starting_stacks)
            results.add(their_history.variant)
    return results


def verified_stream(stream: Stream) -> Stream:
    """Return the stream after checking its chain and snapshot."""
    return verify(stream=stream)


def all_log_text() -> list[tuple[str, str, str, str]]:
    """Return the room's logs without the tokens that the room generates."""
    rows = Entry.objects.order_by("stream__pk", "seq").values_list("at", "name", "actor", "data")
    return [
        (at.isoformat(), name, actor, re.sub(r'"token":"[^"]*"', "", data))
        for at, name, actor, data in rows
    ]


@pytest.mark.once
@pytest.mark.django_db
@pytest.mark.release
def test_same_seed_gives_the_same_night() -> None:
    """The same events in the same order at the same moments, and another seed is another night."""
    nights = []
    for seed in ("c", "c", "d"):
        before = transaction.savepoint()
        rng = Random(seed)  # the seeds of splash pots, which a room draws from the operating system
        with patch("promotions.seeds.token_hex", lambda size, rng=rng: rng.randbytes(size).hex()):
            night = play_night(seed, tables=2, minutes=9, trouble=0.3)
        nights.append((all_log_text(), night.book.sums))
        transaction.savepoint_rollback(before)
    assert [len(log) > 100 for log, _ in nights] == [True, True, True]
    assert nights[0][1] == nights[1][1]
    assert anonymous_log(nights[0][0]) == anonymous_log(nights[1][0])
    assert anonymous_log(nights[0][0]) != anonymous_log(nights[2][0])


def anonymous_log(log: list[tuple[str, str, str, str]]) -> list[tuple[str, ...]]:
    """Return the log with people numbered by first appearance: PostgreSQL never reuses an id."""
    names_by_key: dict[str, str] = {}

    def mapped(text: str) -> str:
        match = re.sub(
            r"\b(p|staff\.)\d+\b",
            lambda m: names_by_key.setdefault(m[0], f"{m[1]}#{len(names_by_key)}"),
            text,
        )
        return re.sub(r'("command":)"[^"]*"', r"\1", match)

    return [(at, name, mapped(actor), mapped(data)) for at, name, actor, data in log]


@pytest.mark.django_db
def test_room_with_tables_is_refused() -> None:
    room = Room.objects.create(name="Open room")
    room_create(room=room, tables=1, now=BEGINS)
    with pytest.raises(CommandError, match="already has tables"):
        call_command("simulate", "--room", "Open room", "--tables", "1", "--hours", "0.1")
    assert Table.objects.count() == 1


@pytest.mark.django_db
def test_room_has_simulated_time_during_the_night(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room.objects.create(name="Night")
    begin_flags: list[bool] = []

    def stopped(*_args: object) -> None:
        room.refresh_from_db()
        begin_flags.append(room.own_time)
        raise UnexpectedRefusal("stopped")

    monkeypatch.setattr(NightRunner, "go_by", stopped)
    monkeypatch.setattr("tools.simulation.management.commands.simulate._hurry", lambda: None)
    with pytest.raises(CommandError, match="stopped"):
        call_command("simulate", "--room", "Night", "--tables", "1", "--hours", "0.1")
    room.refresh_from_db()
    assert (begin_flags, room.own_time) == ([True], False)


@pytest.mark.django_db
def test_staff_of_another_room_may_look_at_the_night(monkeypatch: pytest.MonkeyPatch) -> None:
    oak = create_staff(
        "supervisor", alias="Oak", badge="9201", rooms=[Room.objects.create(name="Home")]
    )
    monkeypatch.setattr(NightRunner, "go_by", stop_night)
    monkeypatch.setattr("tools.simulation.management.commands.simulate._hurry", lambda: None)
    size = ("--tables", "1", "--hours", "0.1")
    with pytest.raises(CommandError, match="no room"):
        call_command("simulate", "--room", "Night", *size, "--staff-of", "Hmoe")
    assert not Room.objects.filter(name="Night").exists()
    with pytest.raises(CommandError, match="stopped"):
        call_command("simulate", "--room", "Night", *size, "--staff-of", "Home")
    assert set(oak.rooms.values_list("name", flat=True)) == {"Home", "Night"}


def stop_night(*_args: object) -> None:
    raise UnexpectedRefusal("stopped")


@pytest.mark.django_db  # the time zone of the house
@pytest.mark.parametrize(
    ("option", "value"), [("--tables", "0"), ("--hours", "25"), ("--until", "soon")]
)
def test_invalid_night_is_refused(option: str, value: str) -> None:
    with pytest.raises(CommandError):
        call_command("simulate", option, value)


def test_unexpected_refusal_ends_the_night() -> None:
    from poker.refusal import Refusal

    def refused() -> None:
        raise Refusal("seat_taken", "S-013", seat=1)

    book = Tally()
    assert book.do("sits", refused, may=("seat_taken",)) is None
    assert book.refused == {"seat_taken": 1}
    with pytest.raises(UnexpectedRefusal, match="seat_taken"):
        book.do("sits", refused)


def test_games_are_assigned_by_share() -> None:
    forty = [name for name, _, _ in games_of(40)]
    assert len(set(forty)) == 10
    assert forty.count("No-limit hold'em 1/3") == 12
    assert games_of(1)[0][0] == "No-limit hold'em 1/3"
