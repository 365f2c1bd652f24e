"""A queue of thousands of taps: loaded, sent in small messages and stored; the work for each tap stays the same."""

from typing import Any

import msgspec

from dealer_ui.engine import calls
from dealer_ui.engine.session import TabletSession
from dealer_ui.engine.wire import OutgoingTap, TapData
from dealer_ui.socket_messages import MAX_MESSAGE_BYTES, TapsMessage, decode
from dealer_ui.tap_batches import MAX_TAPS
from tests.support.device import Device, Line
from tests.support.engine_room import NOW, Room, open_room
from tests.support.law_examples import example_count
from tests.support.offline_hands import LIMIT, deal_hand

TAPS = example_count(2500)  # with 5,000, this room without a database takes 20 seconds
TAP_RESULT_BYTES = 1000  # most that the answer to a stored tap may have, besides a screen


class LongOutage:
    """A tablet that dealt without a network, back in the room with all of its taps."""

    def __init__(self) -> None:
        self.room = open_room(LIMIT, players=3)
        self.taps = self._deal()
        self.session = TabletSession()
        self.stored: list[str] = []  # taps that left the queue, as the page is told
        self.sizes: list[int] = []  # of what the engine returned for each stored tap

    def _deal(self) -> list[TapData]:
        line = Line(self.room, [Device(self.room, 0)])
        line.settle()
        line.devices[0].cut()
        while len(line.devices[0].taps) < TAPS:
            deal_hand(line)
        return list(line.devices[0].taps.values())

    def call(self, name: str, **content: Any) -> str:
        """Call the engine as the page does."""
        text = msgspec.json.encode(content | {"now": NOW}).decode()
        return calls.run(self.session, name, text).decode()

    def send_message(self) -> None:
        """Send the next taps, and apply what the room stored."""
        text = self.call("outbox", limit=MAX_TAPS)
        message = decode('{"type":"taps","taps":' + text + "}")
        assert isinstance(message, TapsMessage)
        assert len(text) < MAX_MESSAGE_BYTES
        self._take(self.room, message.taps)

    def _take(self, room: Room, taps: tuple[OutgoingTap, ...]) -> None:
        prev = room.seq
        answers, entries = room.execute(taps, NOW + 10**9)
        assert [answer.code for answer in answers] == [""] * len(taps)
        self.call("answer", answers=answers)
        commands: dict[str, list[object]] = {}
        for entry in entries:
            commands.setdefault(entry.command, []).append(entry)
        for batch in commands.values():
            text = self.call("entries", entries=batch, prev=prev)
            prev += len(batch)
            result = msgspec.json.decode(text)
            assert not result["refused"]
            assert not result["diverged"]
            self.stored += result["answered"]
            self.sizes.append(len(text) - len(msgspec.json.encode(result["screen"])))


def test_every_tap_of_a_long_queue_is_stored_once_and_in_order() -> None:
    outage = LongOutage()
    outage.call("load", table=outage.room.data(), taps=outage.taps)
    messages = 0
    while outage.session.pending:
        outage.send_message()
        messages += 1
    assert outage.stored == [tap.id for tap in outage.taps]
    assert messages == -(-len(outage.taps) // MAX_TAPS)
    ids = [stored.batch.command_id for stored in outage.room.log]
    assert ids[-len(outage.taps) :] == [tap.id for tap in outage.taps]
    assert outage.session.current.table == outage.session.confirmed.table == outage.room.table
    # An answer that named every waiting tap made 5,000 of them exchange half a gigabyte.
    assert max(outage.sizes) < TAP_RESULT_BYTES
