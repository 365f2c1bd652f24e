"""A tablet without the network over two levels: its hands, its busts, and a clock that is paused elsewhere."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import timedelta
from unittest.mock import patch

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command

from journal.models import Entry
from journal.unix_time import from_milliseconds, milliseconds
from poker import codec
from poker.events import HandStarted
from poker.state import Hand
from tables.dealer_sign_in import dealer_push
from tables.models import Divergence
from tests.support.engine_tablet import EngineTablet
from tests.support.room import create_staff, pair_device
from tests.tournaments.event_room import EventRoom, create_event_room
from tests.tournaments.event_tables import Tables, even_draws, seated
from tournaments.rules import commands as c
from tournaments.rules.places import Place, places

pytestmark = pytest.mark.django_db(transaction=True)
MINUTE = 60_000


@dataclass
class Night:
    """A running event of two tables; the tablet of T1 has the table and then no network."""

    room: EventRoom
    tables: Tables
    start: int  # of the clock, in Unix milliseconds
    tablet: EngineTablet

    def at(self, minutes: float) -> None:
        """Let the next tap be so many minutes after the start."""
        self.tablet.at = self.start + round(minutes * MINUTE) - 1000

    def director(self, command: c.TournamentCommand, minutes: float) -> None:
        """Execute a command of the director at a minute of the event."""
        self.room.now = from_milliseconds(self.start + round(minutes * MINUTE))
        self.room.execute(command)

    def fold_out(self) -> None:
        """Everyone folds to one player, who gets the pot."""
        while (hand := self.tablet.session.current.table.hand) is not None:
            if hand.stage == "betting" and len(hand.live()) > 1:
                self.tablet.tap("act", seat=hand.parts[hand.round.due].seat, what="fold")
            else:
                self.tablet.tap("award", seats=[hand.live()[0].seat])

    def lose_all_in(self) -> int:
        """Deal a hand in which the first to act loses all chips; return the seat."""
        self.tablet.tap("deal")
        loser = self._due()
        self.tablet.tap("act", seat=loser, what="all_in", to=5_000)
        winner = self._due()
        self.tablet.tap("act", seat=winner, what="call")
        while len(self._hand().live()) > 2:
            self.tablet.tap("act", seat=self._due(), what="fold")
        self.tablet.tap("run_out", count=2)
        while self.tablet.session.current.table.hand is not None:
            self.tablet.tap("award", seats=[winner])
        return loser

    def _hand(self) -> Hand:
        hand = self.tablet.session.current.table.hand
        assert hand is not None
        return hand

    def _due(self) -> int:
        hand = self._hand()
        return hand.parts[hand.round.due].seat

    async def reconnect(self) -> None:
        """Open the socket again and send everything; nothing may be refused."""
        tablet = self.tablet
        await tablet.hello()
        while tablet.outbox():
            answers = await tablet.send_taps()
            assert [answer.code for answer in answers if answer.code] == []
            await tablet.drain()
        assert [result.refused for result in tablet.results if result.refused] == []
        assert [result.diverged for result in tablet.results if result.diverged] == []


@pytest.fixture(autouse=True)
def draws() -> Iterator[None]:
    with even_draws():
        yield


def prepare() -> tuple[EventRoom, Tables, str]:
    """Return a running event of two tables with five players each, and the token of T1's tablet."""
    room = create_event_room(tables=2)
    room.enter(*(f"Player {number}" for number in range(1, 11)))
    room.execute(c.StartClock())
    tables = Tables(room)
    tables.set_buttons()
    device, token = pair_device(tables.row("T1"))
    dealer_push(device=device, staff=create_staff("dealer"), now=room.now)
    return room, tables, token


@pytest.fixture
async def night(caplog: pytest.LogCaptureFixture) -> AsyncIterator[Night]:
    room, tables, token = await sync_to_async(prepare)()
    start = (await sync_to_async(lambda: room.event)()).clock.since
    later = from_milliseconds(start) + timedelta(hours=2)
    with patch("django.utils.timezone.now", return_value=later):
        tablet = EngineTablet(token, start)
        assert (await tablet.socket.connect())[0]
        await tablet.hello()
        yield Night(room, tables, start, tablet)
        await tablet.socket.disconnect()
    assert "Divergence" not in caplog.text


def blinds_of_hands(night: Night) -> list[tuple[int, ...]]:
    """Return the blinds of the hands that are stored for T1."""
    rows = Entry.objects.filter(stream=night.tables.row("T1").stream, name="hand.started")
    events = [codec.decode_event(row.name, row.version, row.data) for row in rows.order_by("seq")]
    return [event.table.plaque.blinds for event in events if isinstance(event, HandStarted)]


async def check_agreement(night: Night) -> None:
    """The tablet and the server have the same table, and all logs hold."""
    state = await sync_to_async(night.tables.state)("T1")
    assert night.tablet.session.confirmed.table == state
    assert not night.tablet.session.pending
    event = await sync_to_async(lambda: night.room.event)()
    expected = {entry.seat: entry.name for entry in event.at_table("T1")}
    assert seated(state) == expected
    assert not await Divergence.objects.aexists()
    await sync_to_async(call_command)("verify_journal", verbosity=0)


async def test_hands_take_the_stakes_of_their_moment_and_keep_them(night: Night) -> None:
    night.at(29.5)
    night.tablet.tap("deal")
    night.at(31)  # the next level begins during the hand
    night.fold_out()
    night.tablet.tap("deal")
    night.fold_out()
    night.at(76)  # two levels and the break later
    night.tablet.tap("deal")
    night.fold_out()
    await night.reconnect()
    blinds = await sync_to_async(blinds_of_hands)(night)
    assert blinds == [(100, 200), (200, 400), (500, 1_000)]
    await check_agreement(night)


async def test_bust_without_the_network_ranks_by_its_time(night: Night) -> None:
    night.at(31)
    seat = night.lose_all_in()
    night.tablet.tap("bust", seat=seat)
    event = await sync_to_async(lambda: night.room.event)()
    here = next(entry for entry in event.at_table("T1") if entry.seat == seat)
    elsewhere = event.at_table("T2")[0]
    await sync_to_async(night.director)(c.BustPlayer(elsewhere.number), 40)
    night.at(50)
    night.tablet.tap("deal")
    night.fold_out()
    await night.reconnect()
    event = await sync_to_async(lambda: night.room.event)()
    ranked = places(event)
    assert ranked[here.number] == Place(10, 10)
    assert ranked[elsewhere.number] == Place(9, 9)
    assert [bust.stack for bust in event.busts if bust.entry == here.number] == [5_000]
    assert event.busts[-1].at < milliseconds(night.room.now)
    await check_agreement(night)


async def test_hands_dealt_while_the_clock_was_paused_elsewhere_are_stored_as_dealt(
    night: Night,
) -> None:
    await sync_to_async(night.director)(c.PauseClock(), 10)
    night.at(12)
    night.tablet.tap("deal")
    night.fold_out()
    night.at(32)  # level 2 by the plan on the tablet
    night.tablet.tap("deal")
    night.fold_out()
    await night.reconnect()
    assert await sync_to_async(blinds_of_hands)(night) == [(100, 200), (200, 400)]
    await check_agreement(night)
    screen = night.tablet.session.screen(night.start + 33 * MINUTE)
    assert "paused" in repr(screen).lower()
    await sync_to_async(night.director)(c.StartClock(), 40)
    await night.tablet.drain()
    night.at(41)
    night.tablet.tap("deal")
    night.fold_out()
    await night.reconnect()
    blinds = await sync_to_async(blinds_of_hands)(night)
    assert blinds[-1] == (100, 200)  # eleven minutes of level 1 have run
    await check_agreement(night)


async def test_level_that_the_director_moved_meanwhile_begins_with_the_next_hand(
    night: Night,
) -> None:
    night.at(5)
    night.tablet.tap("deal")
    await sync_to_async(night.director)(c.MoveClock(3), 6)
    night.at(7)
    night.fold_out()
    night.tablet.tap("deal")
    night.fold_out()
    await night.reconnect()
    night.at(8)
    night.tablet.tap("deal")
    night.fold_out()
    await night.reconnect()
    blinds = await sync_to_async(blinds_of_hands)(night)
    assert blinds == [(100, 200), (100, 200), (500, 1_000)]
    await check_agreement(night)


async def test_held_table_deals_no_hand_once_its_tablet_shows_the_hold(night: Night) -> None:
    await sync_to_async(night.director)(c.PauseClock(), 10)
    await night.tablet.drain()
    night.at(11)
    with pytest.raises(AssertionError, match="event_hold"):
        night.tablet.tap("deal")


async def penalty_left(night: Night, number: int) -> int:
    """Return the hands left of an entry's penalty, 0 without one."""
    event = await sync_to_async(lambda: night.room.event)()
    penalty = event.penalty_of(number)
    return penalty.left if penalty else 0


async def test_penalty_given_meanwhile_counts_from_the_next_hand(night: Night) -> None:
    event = await sync_to_async(lambda: night.room.event)()
    number = event.at_table("T1")[0].number
    await sync_to_async(night.director)(c.Penalize(number, "hands", "late from the break", 2), 10)
    night.at(12)  # the tablet does not know of it, so this hand is live and serves nothing
    night.tablet.tap("deal")
    night.fold_out()
    await night.reconnect()
    assert await penalty_left(night, number) == 2
    await check_agreement(night)
    night.at(14)
    night.tablet.tap("deal")
    night.fold_out()
    await night.reconnect()
    assert await penalty_left(night, number) == 1
    await check_agreement(night)


async def test_penalty_ended_meanwhile_is_not_served_again(night: Night) -> None:
    event = await sync_to_async(lambda: night.room.event)()
    number = event.at_table("T1")[0].number
    await sync_to_async(night.director)(c.Penalize(number, "hands", "late from the break", 3), 10)
    await night.tablet.drain()
    await sync_to_async(night.director)(c.EndPenalty(number), 11)
    night.at(12)  # the tablet still has the penalty, so this hand is stored dead as it was dealt
    night.tablet.tap("deal")
    night.fold_out()
    await night.reconnect()
    event = await sync_to_async(lambda: night.room.event)()
    rows = Entry.objects.filter(name="hand.killed")
    assert len([row async for row in rows]) == 1
    penalty = event.last_penalty_of(number)
    assert penalty is not None
    assert (penalty.left, penalty.ended) == (0, True)
    await check_agreement(night)
