"""Hands dealt before a tablet had the room's new plaque or house rules: stored as they were dealt."""

import logging
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command

from journal.models import Entry
from poker import codec
from poker.events import HandStarted
from poker.view.model import present
from tables.actions import rules_apply
from tables.models import EffectiveRules
from tables.models import Table as TableRow
from tables.plaques import plaque_change
from tests.support.engine_tablet import EngineTablet
from tests.support.room import ACTOR, TableDriver, create_plaque
from tests.support.socket_taps import LATER, MINUTE, start

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    """The server's clock stands still, an hour after the table was opened."""
    with patch("django.utils.timezone.now", return_value=LATER):
        yield


def post(game: TableDriver, **fields: Any) -> None:
    plaque_change(
        table=TableRow.objects.get(pk=game.table.pk),
        plaque=create_plaque(**fields),
        command_id=str(uuid4()),
        seen=None,
        actor=ACTOR,
        now=LATER - timedelta(minutes=4),
    )


def publish_version(game: TableDriver, version: int, *, minutes: int) -> None:
    """Let a version of the rulebook take effect some minutes ago; the taps were made five minutes ago."""
    EffectiveRules.objects.create(
        room=game.table.room,
        version=version,
        settings={"button": "dead"},
        effective_from=LATER - timedelta(minutes=minutes),
    )


def hand_starts() -> list[HandStarted]:
    rows = Entry.objects.filter(name="hand.started").order_by("seq")
    events = [codec.decode_event(row.name, row.version, row.data) for row in rows]
    return [event for event in events if isinstance(event, HandStarted)]


def row_of(game: TableDriver) -> TableRow:
    return TableRow.objects.select_related("stream", "plaque", "hand_plaque").get(pk=game.table.pk)


def name_in_force(game: TableDriver) -> str:
    plaque = row_of(game).plaque_in_force
    return plaque.name if plaque else ""


def deal_hand(tablet: EngineTablet) -> None:
    """All fold to the big blind."""
    tablet.tap("deal")
    while (hand := tablet.session.current.table.hand) is not None:
        if hand.stage == "betting":
            tablet.tap("act", seat=hand.parts[hand.round.due].seat, what="fold")
        else:
            tablet.tap("award", seats=[hand.live()[0].seat])


async def send_all(tablet: EngineTablet) -> None:
    while tablet.outbox():
        assert not [answer for answer in await tablet.send_taps() if answer.code]
        await tablet.drain()
    assert not [result for result in tablet.results if result.refused or result.diverged]


async def test_plaque_posted_between_hands_waits_until_the_tablet_has_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    game, tablet, _ = await start()
    await sync_to_async(post)(game, name="Limit 5/10", blinds=[300, 500], small_bet=500)
    await sync_to_async(post)(
        game, name="Limit 10/20", blinds=[500, 1000], small_bet=1000, big_bet=2000
    )
    assert await sync_to_async(name_in_force)(game) == "Limit 10/20"
    deal_hand(tablet)
    tablet.tap("deal")
    await send_all(tablet)
    row = await sync_to_async(row_of)(game)
    assert present(row.view.game).blinds == [200, 400]
    assert present(row.view.next_game).blinds == [500, 1000]
    assert await sync_to_async(name_in_force)(game) == "Limit 4/8"
    tablet.tap("undo")
    await send_all(tablet)
    row = await sync_to_async(row_of)(game)
    assert (present(row.view.game).blinds, row.view.next_game) == ([500, 1000], None)
    assert await sync_to_async(name_in_force)(game) == "Limit 10/20"
    deal_hand(tablet)
    await send_all(tablet)
    starts = await sync_to_async(hand_starts)()
    assert [start.table.plaque.blinds[0] for start in starts] == [200, 200, 500]
    assert "Divergence" not in caplog.text
    await sync_to_async(call_command)("verify_journal", verbosity=0)
    await tablet.socket.disconnect()


async def test_hands_are_dealt_under_the_rules_that_the_tablet_had(
    caplog: pytest.LogCaptureFixture,
) -> None:
    game, tablet, _ = await start()
    await sync_to_async(publish_version)(game, 2, minutes=4)
    await sync_to_async(rules_apply)(table_id=game.table.pk, now=LATER)
    deal_hand(tablet)
    deal_hand(tablet)
    await send_all(tablet)
    # Back: the rules come into force when a hand ends.
    tablet.at = int(LATER.timestamp() * 1000) - MINUTE // 60
    deal_hand(tablet)
    await send_all(tablet)
    deal_hand(tablet)
    await send_all(tablet)
    starts = await sync_to_async(hand_starts)()
    assert [start.table.rules.version for start in starts] == [1, 1, 1, 2]
    changes = await sync_to_async(Entry.objects.filter(name="table.rules_changed").count)()
    assert changes == 2
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    await sync_to_async(call_command)("verify_journal", verbosity=0)
    await tablet.socket.disconnect()


async def test_rules_that_no_one_applied_while_the_tablet_was_away_wait() -> None:
    game, tablet, _ = await start()
    await sync_to_async(publish_version)(game, 2, minutes=6)
    deal_hand(tablet)
    deal_hand(tablet)
    await send_all(tablet)
    starts = await sync_to_async(hand_starts)()
    assert [start.table.rules.version for start in starts] == [1, 1]
    assert not await sync_to_async(Entry.objects.filter(name="table.rules_changed").exists)()
    await tablet.socket.disconnect()
