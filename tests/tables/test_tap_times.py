"""The time of a tap that waited for the network: the tablet's clock only measures how long it waited."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from dealer_ui.tablet_commands import Tap, TapTarget, table_command, tapped_at
from poker import commands as c
from rulings.calls.models import Call
from tests.support.room import TableDriver, create_staff

pytestmark = pytest.mark.django_db
MINUTE_MS = 60_000


def call_tap(now: datetime, *, age_ms: int, shown: int, seen: int = 0) -> Tap:
    return Tap(
        command_id=str(uuid4()),
        seen=seen or shown,
        name="call_floor",
        args={},
        now=now,
        age_ms=age_ms,
        shown=shown,
    )


def test_call_begins_at_its_tap(game: TableDriver) -> None:
    wren = create_staff("dealer", alias="Wren", badge="101")
    delivered = game.now + timedelta(minutes=20)
    tap = call_tap(delivered, age_ms=3 * MINUTE_MS, shown=game.seq)
    table_command(target=TapTarget(game.table), tap_actor=wren, tap=tap)
    call = Call.objects.get()
    assert call.called_at == delivered - timedelta(minutes=3)


def test_taps_delivered_before_the_call_do_not_shorten_its_wait(game: TableDriver) -> None:
    shown = game.seq
    offline_for = timedelta(minutes=3)
    game.now += timedelta(minutes=20)
    game.execute(c.CloseStreet(4))  # tapped offline too, delivered first
    tap = call_tap(game.now, age_ms=3 * MINUTE_MS, shown=shown, seen=game.seq)
    assert tapped_at(game.table.pk, tap) == game.now - offline_for


def test_tap_time_is_not_before_the_entry_shown_on_the_tablet(game: TableDriver) -> None:
    game.execute(c.CloseStreet(4))
    delivered = game.now + timedelta(minutes=2)
    for age_ms in (3 * MINUTE_MS, 2**53):  # the clock was set in between
        tap = call_tap(delivered, age_ms=age_ms, shown=game.seq)
        assert tapped_at(game.table.pk, tap) == game.now


@pytest.mark.parametrize(("age_ms", "shown"), [(0, 1), (MINUTE_MS, 0), (MINUTE_MS, 10**6)])
def test_tap_without_a_known_entry_or_age_has_the_present_time(
    game: TableDriver, age_ms: int, shown: int
) -> None:
    tap = call_tap(game.now, age_ms=age_ms, shown=shown)
    assert tapped_at(game.table.pk, tap) == game.now


def test_tap_time_is_not_in_the_future(game: TableDriver) -> None:
    before = datetime(2020, 1, 1, tzinfo=UTC)  # a server clock behind its log
    tap = call_tap(before, age_ms=MINUTE_MS, shown=game.seq)
    assert tapped_at(game.table.pk, tap) == before
