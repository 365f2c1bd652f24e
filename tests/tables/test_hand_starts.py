"""Rows of hands that start: written with the log, compared with it, rebuilt, and added after an upgrade."""

import re
from datetime import datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext

from floor_ui.tables.history import EVENT_TEXTS
from journal.models import HISTORY_EVENTS, TABLE_HISTORY, Entry, Stream
from players.models import Player
from poker import commands as c
from poker.logs.codec import tag
from tables.hand_log import HandRange, find_hand_range, hand_at, hand_of
from tables.models import HandStart
from tables.seat_sessions import sat_there
from tables.table_log import hand_batches, hands_of, stakes_dealt
from tests.support.room import TableDriver
from waitlist.visits import players_merge


def stored_rows() -> list[tuple[int, int, datetime]]:
    """Return all rows without their keys, oldest first."""
    return list(HandStart.objects.order_by("seq").values_list("seq", "number", "at"))


def logged_starts(game: TableDriver) -> list[int]:
    """Return the entries that start hands, from the log."""
    rows = Entry.objects.filter(stream=game.table.pk, name="hand.started").order_by("seq")
    return list(rows.values_list("seq", flat=True))


@pytest.fixture
def dealt(game: TableDriver) -> TableDriver:
    """A table with three hands; the start of the second was undone and repeated."""
    game.execute(c.Deal())
    game.execute(c.AwardPot((2,)))
    game.execute(c.Deal())
    game.execute(c.Undo())
    for _ in range(2):
        game.execute(c.Deal())
        game.execute(c.AwardPot((2,)))
    return game


def test_every_start_has_a_row_even_an_undone_one(dealt: TableDriver) -> None:
    rows = stored_rows()
    assert [seq for seq, _, _ in rows] == logged_starts(dealt)
    assert [number for _, number, _ in rows] == [1, 2, 2, 3]
    assert [at for _, _, at in rows] == [
        Entry.objects.get(stream=dealt.table.pk, seq=seq).at for seq, _, _ in rows
    ]


def test_hand_is_found_by_number_time_and_entry(dealt: TableDriver) -> None:
    stream = Stream.objects.get(pk=dealt.table.pk)
    first, undone, second, third = (seq for seq, _, _ in stored_rows())
    assert find_hand_range(stream, 0) == HandRange(0, 1, first - 1)
    assert find_hand_range(stream, 2) == HandRange(2, undone, third - 1), "with the undone start"
    assert find_hand_range(stream, 3) == HandRange(3, third, stream.seq)
    assert find_hand_range(stream, 4) is None
    assert [hand_of(stream, seq) for seq in (1, first, undone - 1, second, third)] == [
        0,
        1,
        1,
        2,
        3,
    ]
    times = [at for _, _, at in stored_rows()]
    second_before = [at - timedelta(milliseconds=1) for at in times]
    assert [hand_at(stream, at) for at in times] == [1, 2, 2, 3]
    assert [hand_at(stream, at) for at in second_before] == [0, 1, 2, 2]
    assert len(hand_batches(stream, 2)) == 2, "without the undone start"


def test_hands_are_listed_page_by_page_with_the_last_start_of_each(dealt: TableDriver) -> None:
    first, _, second, third = (seq for seq, _, _ in stored_rows())
    table = dealt.table.pk
    listed = []
    before = None
    while page := hands_of(table, since=None, until=None, before=before, limit=1):
        before = page[-1].seq
        listed.append((page[-1].number, before))
    assert listed == [(3, third), (2, second), (1, first)]
    for entry, number in ((third + 1, 3), (third, 2), (first + 1, 1)):
        [hand] = hands_of(table, since=None, until=None, before=entry, limit=1)
        assert hand.number == number
    assert hands_of(table, since=None, until=None, before=first, limit=1) == []


def test_rebuilt_rows_equal_the_old_ones(
    dealt: TableDriver, capsys: pytest.CaptureFixture[str]
) -> None:
    before = stored_rows()
    call_command("verify_journal")
    HandStart.objects.filter(number=1).delete()
    HandStart.objects.filter(number=3).update(number=7)
    with pytest.raises(CommandError, match="differ"):
        call_command("verify_journal")
    assert "starts of hands: 2 rows don't match the log" in capsys.readouterr().out
    call_command("rebuild_projections")
    assert "rebuilt, starts of hands" in capsys.readouterr().out
    assert stored_rows() == before


def test_stakes_of_a_period_are_those_of_its_first_and_last_hand(dealt: TableDriver) -> None:
    times = [at for _, _, at in stored_rows()]
    table = dealt.table.pk
    hour = timedelta(hours=1)
    assert dealt.table.plaque is not None
    stakes = dealt.table.plaque.to_stakes()
    assert stakes_dealt(table, since=times[0], until=times[-1]) == [stakes, stakes]
    assert stakes_dealt(table, since=times[-1], until=times[-1] + hour) == []


def test_player_sat_where_a_session_says_so(game: TableDriver) -> None:
    """Even under the key of a player who was merged, but not where the seating was undone."""
    table = game.table.pk
    one = Player.objects.create(alias="Sedge")
    game.execute(c.SeatPlayer(seat=5, player=one.key, name=one.alias))
    assert sat_there(table, seat=5, player=one)
    assert not sat_there(table, seat=4, player=one)
    game.execute(c.Undo())
    assert not sat_there(table, seat=5, player=one)
    game.execute(c.SeatPlayer(seat=5, player=one.key, name=one.alias))
    game.execute(c.ChangeSeat(seat=5, to=8))
    game.execute(c.LeaveSeat(seat=8))
    other = Player.objects.create(alias="Reed")
    assert [seat for seat in range(1, 10) if sat_there(table, seat=seat, player=one)] == [5, 8]
    players_merge(surviving=other, merged=one, reason="Same person", by="test", now=game.now)
    one.refresh_from_db()
    assert sat_there(table, seat=8, player=other)
    assert sat_there(table, seat=8, player=one)


def test_index_covers_every_event_of_a_tables_history() -> None:
    assert {tag(kind) for kind in EVENT_TEXTS} == set(HISTORY_EVENTS)


def query_plan(rows: QuerySet[HandStart] | QuerySet[Entry]) -> str:
    """Return the plan for reading these rows. PostgreSQL would rather scan so few rows."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for method in ("seqscan", "bitmapscan", "sort"):
                cursor.execute(f"SET LOCAL enable_{method} = off")
    return rows.explain()


def indexes_used(plan: str) -> set[str]:
    """Return the names of the indexes that a plan reads."""
    return set(re.findall(r"using (?:covering )?(?:index )?(\w+)", plan, re.IGNORECASE))


def indexes_of(index: str) -> set[str]:
    """Return the index of each partition of an index on PostgreSQL; the index itself if it has no partitions."""
    if connection.vendor == "sqlite":
        return {index}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = %s::regclass",
            [index],
        )
        return {name for (name,) in cursor.fetchall()} or {index}


def test_every_read_has_its_index(dealt: TableDriver) -> None:
    starts = HandStart.objects.filter(table=dealt.table.pk)
    history = Entry.objects.filter(TABLE_HISTORY, stream=dealt.table.pk)
    for index, plan in (
        ("hand_start_number", query_plan(starts.filter(number=2).order_by("-seq"))),
        ("hand_start_at", query_plan(starts.filter(at__lte=dealt.now).order_by("-at", "-seq"))),
        ("entry_table_history", query_plan(history.order_by("-seq")[:12])),
    ):
        assert indexes_used(plan) == indexes_of(index), plan
        assert "TEMP B-TREE" not in plan, "sorted by the index"


def test_a_hand_costs_one_statement(dealt: TableDriver) -> None:
    with CaptureQueriesContext(connection) as queries:
        dealt.execute(c.Deal())
        dealt.execute(c.AwardPot((2,)))
    assert len([query for query in queries if "handstart" in query["sql"].lower()]) == 1
