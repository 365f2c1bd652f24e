"""Taps of a tablet's engine through its WebSocket: stored once, at the time of the tap, or refused with a reason."""

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async

from journal.models import Entry
from poker import commands as c
from staff.models import AuditEvent
from tables.models import Device, Divergence
from tables.pairing import device_revoke
from tests.support.engine_tablet import EngineTablet
from tests.support.room import NOW, pair_device
from tests.support.socket_taps import LATER, LATER_MS, MINUTE, connect, set_up, start
from tests.support.tablet_sockets import open_socket
from web.admission_queue import AdmissionQueue

pytestmark = pytest.mark.django_db(transaction=True)

HOUR = 60 * MINUTE


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    """The server's clock stands still, an hour after the table was opened."""
    with patch("django.utils.timezone.now", return_value=LATER):
        yield


async def entries(**where: Any) -> list[Entry]:
    return await sync_to_async(lambda: list(Entry.objects.filter(**where).order_by("seq")))()


async def test_hello_gives_the_table() -> None:
    game, tablet, _ = await start()
    seq = await sync_to_async(lambda: game.seq)()
    seats = game.table.listed.seats
    assert tablet.session.seq == seq
    assert tablet.session.context.dealer.startswith("staff.")
    assert [seat.player for seat in tablet.session.current.table.seats] == [
        seat.player for seat in seats
    ]
    await tablet.socket.disconnect()


async def test_page_whose_engine_is_loading_gets_the_table_and_goes_on_with_screens() -> None:
    game, _, token = await sync_to_async(set_up)()
    tablet = EngineTablet(token, LATER_MS)
    assert (await tablet.socket.connect())[0]
    for is_loading, kind in ((True, "screen"), (False, "entries")):
        await tablet.send({"type": "hello", "engine": "test", "is_loading": is_loading})
        message = await tablet.receive()
        seq = await sync_to_async(lambda: game.seq)()
        assert (message["type"], message["table"]["seq"]) == ("table", seq)
        await sync_to_async(game.execute)(c.CallFloor() if is_loading else c.CancelFloor("Settled"))
        assert (await tablet.receive())["type"] == kind
    await tablet.socket.disconnect()


async def test_taps_are_stored_at_the_time_of_the_tap() -> None:
    _game, tablet, _ = await start()
    first = tablet.tap("act", seat=4, what="raise")
    second = tablet.tap("act", seat=1, what="fold")
    answers = await tablet.send_taps()
    await tablet.drain()
    assert [answer.code for answer in answers] == ["", ""]
    for tap_id, at in ((first, tablet.at - 1000), (second, tablet.at)):
        for entry in await entries(command_id=tap_id):
            assert int(entry.at.timestamp() * 1000) == at
            assert (entry.stored_at, entry.caveat or "") == (LATER, "")
            assert entry.device == "Tablet"
    assert not tablet.session.pending
    assert not any(result.diverged for result in tablet.results)
    await tablet.socket.disconnect()


@pytest.mark.parametrize(
    ("times", "stored"),
    [
        ((LATER_MS + HOUR,), [LATER]),
        ((2**53,), [LATER]),
        ((0,), [NOW]),
        ((LATER_MS - 9 * MINUTE, LATER_MS - 10 * MINUTE), [LATER - timedelta(minutes=9)] * 2),
    ],
    ids=["ahead", "far ahead", "before the entry shown", "backwards"],
)
async def test_impossible_time_is_corrected_and_marked(
    times: tuple[int, ...], stored: list[datetime], caplog: pytest.LogCaptureFixture
) -> None:
    _, tablet, _ = await start()
    taps = [
        tablet.tap("act", seat=seat, what="fold", at=at)
        for seat, at in zip((4, 1), times, strict=False)
    ]
    await tablet.send_taps()
    await tablet.drain()
    found = [(await entries(command_id=tap_id))[0] for tap_id in taps]
    assert [
        abs(entry.at - at) < timedelta(seconds=20) for entry, at in zip(found, stored, strict=True)
    ]
    assert found[-1].caveat == "clock_corrected"
    assert found[-1].at <= LATER
    assert found[-1].at >= found[0].at >= NOW
    assert "Divergence" not in caplog.text
    assert not any(result.diverged for result in tablet.results)
    await tablet.socket.disconnect()


async def test_batch_stops_at_the_first_refused_tap() -> None:
    game, tablet, _ = await start()
    stored = tablet.tap("act", seat=4, what="call")
    refused = tablet.tap("act", seat=1, what="call")
    waiting = tablet.tap("act", seat=2, what="call")
    taps = tablet.outbox()
    taps[1]["args"] = {"seat": 9, "what": "call"}
    before = await sync_to_async(lambda: game.seq)()
    answers = await tablet.send_taps(taps)
    assert [(answer.id, answer.code) for answer in answers] == [
        (stored, ""),
        (refused, "not_in_hand"),
    ]
    assert answers[1].message
    assert answers[1].seq == answers[0].seq > before
    await tablet.drain()
    assert tablet.session.pending_ids() == [waiting]
    assert not await entries(command_id__in=[refused, waiting])
    await tablet.socket.disconnect()


async def test_resent_taps_are_answered_and_not_stored_twice() -> None:
    _game, tablet, _token = await start()
    taps = [tablet.tap("act", seat=4, what="raise"), tablet.tap("act", seat=1, what="fold")]
    sent = tablet.outbox()
    first = await tablet.send_taps(sent)
    count = len(await entries())
    again = await tablet.send_taps(sent)
    assert [(answer.id, answer.code) for answer in again] == [(tap, "") for tap in taps]
    assert again[-1].seq == first[-1].seq
    assert len(await entries()) == count
    await tablet.socket.disconnect()


async def test_page_that_reconnects_learns_which_taps_were_stored() -> None:
    _, tablet, token = await start()
    tablet.tap("act", seat=4, what="raise")
    await tablet.send({"type": "taps", "taps": tablet.outbox()})
    await tablet.receive()  # the answers, which get lost
    await tablet.socket.disconnect()
    tablet.socket = open_socket(token)
    await tablet.socket.connect()
    message = await tablet.hello()
    assert len(message["table"]["stored"]) == 1
    assert not tablet.session.pending
    await tablet.socket.disconnect()


async def test_seating_in_between_stops_no_tap(caplog: pytest.LogCaptureFixture) -> None:
    game, tablet, _ = await start()
    tablet.tap("act", seat=4, what="raise")
    await sync_to_async(game.seat_players)(6)
    tablet.tap("act", seat=1, what="fold")
    answers = await tablet.send_taps()
    await tablet.drain()
    assert [answer.code for answer in answers] == ["", ""]
    view = await sync_to_async(lambda: game.execute(c.CallFloor()).view)()
    assert view.seats[5].state != "in"  # the dealer had dealt without them
    assert "Divergence" not in caplog.text
    await tablet.socket.disconnect()


async def test_hand_that_others_began_in_between_refuses_the_tap() -> None:
    """Also a tap that follows one which was valid in any case: both were decided before the hand."""
    game, tablet, _ = await start()
    call = tablet.tap("call_floor")
    cancel = tablet.tap("cancel_floor", reason="solved")
    refused = tablet.tap("act", seat=4, what="fold")
    await sync_to_async(game.execute)(c.Deal())
    answers = await tablet.send_taps()
    assert [(answer.id, answer.code) for answer in answers] == [
        (call, ""),
        (cancel, ""),
        (refused, "stale"),
    ]
    await tablet.drain()
    assert not tablet.session.pending
    await tablet.socket.disconnect()


async def test_report_of_an_incident_between_two_taps_stops_neither() -> None:
    _, tablet, _ = await start()
    seat = tablet.session.current.table.seats[0]
    first = tablet.tap("act", seat=4, what="fold")
    report = tablet.tap("incident", category="language", seat=1, player=seat.player, hand=1)
    second = tablet.tap("act", seat=1, what="fold")
    answers = await tablet.send_taps()
    assert [answer.id for answer in answers if not answer.code] == [first, report, second]
    assert answers[1].seq == 0
    await tablet.socket.disconnect()


async def test_tap_that_changes_nothing_has_no_entries_to_wait_for() -> None:
    game, tablet, _ = await start()
    tablet.tap("call_floor")
    await sync_to_async(game.execute)(c.CallFloor())
    (answer,) = await tablet.send_taps()
    assert (answer.code, answer.seq) == ("", 0)
    assert not tablet.session.pending
    await tablet.socket.disconnect()


async def test_hand_that_the_floor_ended_is_named_in_the_refusal() -> None:
    game, tablet, _ = await start()
    tablet.tap("act", seat=4, what="raise")
    await tablet.send_taps()
    await tablet.drain()
    tablet.tap("act", seat=1, what="fold")
    await sync_to_async(game.execute)(c.FinishHand(1, "Oak", "dead tablet"))
    (answer,) = await tablet.send_taps()
    assert answer.code == "hand_finished"
    assert "Oak" in answer.message
    await tablet.socket.disconnect()


async def test_id_of_another_tap_is_refused() -> None:
    _, tablet, _ = await start()
    tap_id = tablet.tap("act", seat=4, what="raise")
    (sent,) = tablet.outbox()
    await tablet.send_taps([sent])
    other = sent | {"args": {"seat": 4, "what": "fold"}}
    (answer,) = await tablet.send_taps([other])
    assert (answer.id, answer.code) == (tap_id, "id_reused")
    assert answer.message
    await tablet.socket.disconnect()


async def test_queue_that_another_tablet_replays_is_stored_once() -> None:
    game, tablet, _ = await start()
    tablet.tap("act", seat=4, what="raise")
    sent = tablet.outbox()
    await tablet.send_taps(sent)
    count = len(await entries())
    _, token = await sync_to_async(pair_device)(game.table, "Other tablet")
    other = await connect(token)
    answers = await other.send_taps(sent)
    assert [answer.code for answer in answers] == [""]  # not even its dealer is needed for that
    changed = [sent[0] | {"id": str(uuid4())}]
    assert [answer.code for answer in await other.send_taps(changed)] == ["not_signed_in"]
    assert len(await entries()) == count
    await tablet.socket.disconnect()
    await other.socket.disconnect()


async def test_tablet_without_a_dealer_stores_nothing_and_keeps_its_taps() -> None:
    _, tablet, _ = await start(signed_in=False)
    count = len(await entries())
    tablet.tap("act", seat=4, what="raise")
    sent = tablet.outbox()
    await tablet.send({"type": "taps", "taps": sent})
    message = await tablet.receive()
    assert message["answers"][0]["code"] == "not_signed_in"
    # The page does not pass such an answer on to the engine.
    tablet.session.answer([], LATER_MS)
    assert tablet.outbox() == sent
    assert len(await entries()) == count
    await tablet.socket.disconnect()


@pytest.mark.parametrize("is_told", [True, False])
async def test_revoked_tablet_stores_nothing(is_told: bool) -> None:
    _game, device, token = await sync_to_async(set_up)()
    tablet = await connect(token)
    tablet.tap("act", seat=4, what="raise")
    count = len(await entries())
    if is_told:
        await sync_to_async(device_revoke)(device=device, now=NOW)
    else:  # by another process, whose message was lost
        await sync_to_async(Device.objects.update)(token_hash=None, revoked_at=NOW)
        await tablet.send({"type": "taps", "taps": tablet.outbox()})
    assert (await tablet.socket.receive_output(5))["code"] == 4401
    assert len(await entries()) == count


TAP = '{"id":"%s","name":"undo","args":{},"at":1,"dealer":"","shown":0,"seen":0,"predicted":""}'


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        "null",
        '"here"',
        "[" * 5000,
        '{"type":"taps","taps":' + "[" * 50_000,
        '{"type":"dance"}',
        '{"type":"hello"}',
        '{"type":"taps","taps":{}}',
        '{"type":"taps","taps":[' + TAP % "no" + "]}",
        '{"type":"taps","taps":[' + TAP % uuid4() % () + "," + "]}",
        '{"type":"taps","taps":[' + ",".join(TAP % uuid4() for _ in range(21)) + "]}",
        '{"type":"hello","engine":"' + "x" * 300_000 + '"}',
        '{"type":"hello","engine":"\\ud800"}',
        b"\x00\x01",
    ],
    ids=range(15),
)
async def test_unreadable_message_closes_the_socket(
    text: str | bytes, caplog: pytest.LogCaptureFixture
) -> None:
    _, tablet, _ = await start()
    count = len(await entries())
    if isinstance(text, bytes):
        await tablet.socket.send_to(bytes_data=text)
    else:
        await tablet.socket.send_to(text_data=text)
    assert (await tablet.socket.receive_output(5))["code"] == 4400
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert len(await entries()) == count


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("sing", {}),
        ("act", {"seat": "4", "what": "fold"}),
        ("act", {"seat": 4, "what": "fold", "more": 1}),
        ("push_dealer", {"dealer": "x", "name": "Rook"}),
        ("incident", {}),
        ("incident", {"category": "language", "seat": 1, "player": "p1", "note": "\0"}),
        ("cancel_floor", {"reason": "a\0b"}),
        ("cancel_floor", {"reason": "solved", "by": "Oak"}),
        ("seat_player", {"seat": 7, "player": "x\0", "name": "Anchor"}),
        ("carry_out", {}),
        ("change_plaque", {}),
        ("undo", {"target": str(uuid4())}),
        ("draw_button", {"system": False}),
    ],
)
async def test_tap_that_no_tablet_sends_is_refused_with_a_message(
    name: str, args: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    game, tablet, _ = await start()
    await sync_to_async(game.execute)(c.CallFloor())
    await tablet.drain()
    tablet.tap("cancel_floor", reason="solved")
    sent = tablet.outbox()[0] | {"name": name, "args": args, "predicted": ""}
    count = len(await entries())
    (answer,) = await tablet.send_taps([sent])
    assert answer.code
    assert answer.message
    assert len(await entries()) == count
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    await tablet.socket.disconnect()


async def test_refused_taps_are_listed_in_the_audit_log_once() -> None:
    game, tablet, _ = await start()
    made = {"id": "1", "at": LATER_MS - MINUTE, "dealer": tablet.session.context.dealer}
    taps = [
        made
        | {"label": "Fold seat 4", "hand": 6, "code": "stale", "cause": "Oak ruled on hand 5."},
        made | {"label": "Award seat 1", "hand": 6, "code": "stale", "at": 2**53},
    ]
    tablet.tap("refused_taps", taps=taps)
    sent = tablet.outbox()
    for _ in range(2):
        (answer,) = await tablet.send_taps(sent)
        assert not answer.code
    assert not tablet.session.pending
    (act,) = await sync_to_async(lambda: list(AuditEvent.objects.filter(verb="taps_refused")))()
    assert (act.alias, act.table, act.reason) == ("Wren", game.table.pk, "Oak ruled on hand 5.")
    assert act.after is not None
    assert list(act.after.values()) == ["Fold seat 4 (stale)", "Award seat 1 (stale)"]
    assert all("hand 6" in key for key in act.after)
    await tablet.socket.disconnect()


@pytest.mark.parametrize("taps", [[], [{"id": 1}], "none", [{"id": "a", "at": -1}]])
async def test_unreadable_report_of_refused_taps_is_answered_and_logged(
    taps: object, caplog: pytest.LogCaptureFixture
) -> None:
    """A refusal would be reported again, and so on."""
    _, tablet, _ = await start()
    tablet.tap("refused_taps", taps=taps)
    (answer,) = await tablet.send_taps()
    assert not answer.code
    assert "Unreadable report" in caplog.text
    assert not await sync_to_async(AuditEvent.objects.filter(verb="taps_refused").exists)()
    await tablet.socket.disconnect()


async def test_divergence_is_stored_once() -> None:
    _, tablet, _ = await start()
    message = {
        "type": "divergence",
        "id": str(uuid4()),
        "engine": "e",
        "predicted": ["{}"],
        "stored": [],
    }
    for _ in range(2):
        await tablet.send(message)
    await tablet.hello()
    assert await sync_to_async(Divergence.objects.count)() == 1
    await tablet.socket.disconnect()


async def test_other_result_than_the_tablet_decided_is_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    _, tablet, _ = await start()
    tablet.tap("act", seat=4, what="raise")
    (sent,) = tablet.outbox()
    await tablet.send_taps([sent | {"predicted": "0" * 64}])
    assert "Divergence" in caplog.text
    await tablet.socket.disconnect()


async def test_push_after_the_hand_is_no_divergence(caplog: pytest.LogCaptureFixture) -> None:
    """It is stored with the tap that ends the hand, and the next tap of the message knows nothing of it."""
    game, _device, token = await sync_to_async(set_up)()
    await sync_to_async(game.execute)(c.PushDealer("staff.99", "Rook"))
    tablet = await connect(token)
    await sync_to_async(Device.objects.update)(push_due=True)
    for seat in (4, 1, 2):
        tablet.tap("act", seat=seat, what="fold")
    tablet.tap("award", seats=[3])
    tablet.tap("act", seat=1, what="fold")
    answers = await tablet.send_taps()
    await tablet.drain()
    assert [answer.code for answer in answers] == [""] * 5
    assert await entries(name="dealer.pushed", seq__gt=answers[2].seq)
    assert "Divergence" not in caplog.text
    assert not tablet.session.pending
    await tablet.socket.disconnect()


async def test_engine_gets_entries_and_a_page_without_it_a_screen() -> None:
    _game, tablet, token = await start()
    other = await connect(token)
    plain = open_socket(token)
    await plain.connect()
    tablet.tap("act", seat=4, what="raise")
    await tablet.send_taps()
    await tablet.drain()
    await other.drain()
    assert other.session.current.table == tablet.session.current.table
    assert (await plain.receive_json_from(timeout=20))["type"] == "screen"
    for socket in (tablet.socket, other.socket, plain):
        await socket.disconnect()


async def test_hand_of_ten_taps_takes_few_bytes() -> None:
    _game, tablet, token = await start()
    other = await connect(token)
    tablet.received.clear()
    other.received.clear()
    keys: list[tuple[str, dict[str, Any]]] = [
        ("act", {"seat": 4, "what": "raise"}),
        ("act", {"seat": 1, "what": "fold"}),
        ("close_street", {"count": 3}),
        ("act", {"seat": 2, "what": "bet"}),
        ("act", {"seat": 3, "what": "fold"}),
        ("close_street", {"count": 2}),
        ("close_street", {"count": 2}),
        ("act", {"seat": 2, "what": "bet"}),
        ("close_street", {"count": 2}),
        ("award", {"seats": [2]}),
    ]
    for name, args in keys:
        tablet.tap(name, **args)
        await tablet.send_taps()
        await tablet.drain()
    await other.drain()
    assert tablet.session.current.table.hands == 1
    assert other.session.current.table == tablet.session.current.table
    for received in (tablet.received, other.received):
        print(received[:4])
        assert sum(len(text.encode()) for text in received) <= 10_000
    for socket in (tablet.socket, other.socket):
        await socket.disconnect()


async def test_taps_that_would_wait_too_long_are_refused_before_they_are_executed() -> None:
    game, tablet, _ = await start()
    before = await sync_to_async(lambda: game.seq)()
    tablet.tap("act", seat=4, what="raise")
    with patch("dealer_ui.consumers.tap_queue", return_value=full_queue()):
        for retry in (2, 2, 4):
            await tablet.send({"type": "taps", "taps": tablet.outbox()})
            [refused] = (await tablet.receive())["answers"]
            assert (refused["code"], refused["retry"]) == ("unavailable", retry)
    assert await sync_to_async(lambda: game.seq)() == before
    [answer] = await tablet.send_taps()
    assert (answer.code, answer.retry) == ("", 0)
    await tablet.drain()
    assert await sync_to_async(lambda: game.seq)() > before
    await tablet.socket.disconnect()


def full_queue() -> AdmissionQueue:
    queue = AdmissionQueue(threads=1, longest_wait=1.0)
    queue.pending = 12
    queue.seconds = 0.1
    return queue
