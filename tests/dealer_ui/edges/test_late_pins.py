"""PINs typed without the network: checked when the taps arrive, never read from the tablet, and told in the log."""

from base64 import b64encode
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from unittest.mock import patch
from uuid import uuid4

import msgspec
import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.test import override_settings

from dealer_ui.engine.wire import Answer, EncryptedPin, TapData
from dealer_ui.tap_owner import queue_name
from journal.models import Entry
from journal.tap_time import PIN_UNCHECKED
from journal.unix_time import milliseconds
from poker.state import Dealer
from poker.tap_rights import badge_key
from staff.models import AuditEvent, Staff
from tables.dealer_sign_in import dealer_push
from tables.encrypted_pins import decrypt_pin
from tables.models import Device
from tests.support.encrypted_pins import encrypt
from tests.support.engine_tablet import EngineTablet
from tests.support.room import NOW, PIN, TableDriver, create_game, create_staff, pair_device

pytestmark = pytest.mark.django_db(transaction=True)
LATER = NOW + timedelta(hours=1)  # what the server's clock shows
MINUTE = 60_000
LATER_MS = int(LATER.timestamp() * 1000)
SUPERVISOR = "201"
NEXT = "102"
FIRST = "101"


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    """The server's clock stands still, an hour after the table was opened."""
    with patch("django.utils.timezone.now", return_value=LATER):
        yield


class LateTablet(EngineTablet):
    """A tablet without the network; its taps are sent later."""

    device: Device
    dealer = ""  # who taps; "" is who was signed in

    def key_with_pin(self, name: str, badge: str, pin: str = PIN, /, **args: object) -> str:
        """Tap a key that asks for a PIN. Returns the id."""
        self.at += 1000
        tap_id = str(uuid4())
        encrypted = encrypt(pin, f"{queue_name(self.device)}.{tap_id}.{badge}")
        before = self.dealer or self.session.context.dealer
        by = before if name == "push" else badge_key(badge)
        tap = TapData(
            tap_id, name, args, self.at, by, self.session.seq, pin=EncryptedPin(badge, encrypted)
        )
        assert not self.session.tap(tap, self.at).refused
        return tap_id

    def add_push(self, tap_id: str, pin: EncryptedPin) -> None:
        """Tap a push with this PIN."""
        by = self.session.context.dealer
        args = {"name": "Finch"}
        tap = TapData(tap_id, "push", args, self.at, by, self.session.seq, pin=pin)
        assert not self.session.tap(tap, self.at).refused

    async def ask(self) -> list[Answer]:
        """Send what waits and return the answers, as the page does that keeps a refused push."""
        await self.send({"type": "taps", "taps": self.outbox()})
        while (message := await self.receive())["type"] != "answers":
            self.take(message)
        return msgspec.convert(message["answers"], list[Answer])

    def push(self, badge: str = NEXT, pin: str = PIN) -> str:
        """Push a dealer in."""
        tap_id = self.key_with_pin("push", badge, pin, name="Finch")
        self.dealer = badge_key(badge)
        return tap_id

    def key(self, name: str, **args: object) -> str:
        """Tap a key as the dealer who is at the table."""
        self.at += 1000
        by = self.dealer or self.session.context.dealer
        tap = TapData(str(uuid4()), name, args, self.at, by, self.session.seq)
        result = self.session.tap(tap, self.at)
        assert not result.refused, result.refused
        return tap.id


def set_up() -> tuple[TableDriver, Device, str]:
    game = create_game()
    device, token = pair_device(game.table)
    wren = create_staff("dealer", alias="Wren", badge=FIRST)
    dealer_push(device=device, staff=wren, now=game.now)
    create_staff("dealer", alias="Finch", badge=NEXT)
    create_staff("supervisor", alias="Rowan", badge=SUPERVISOR)
    return game, device, token


@pytest.fixture
async def tablet() -> AsyncIterator[LateTablet]:
    """A tablet that has the table between hands, with Wren in the box."""
    _, device, token = await sync_to_async(set_up)()
    tablet = LateTablet(token, LATER_MS - 20 * MINUTE)
    tablet.device = device
    assert (await tablet.socket.connect())[0]
    await tablet.hello()
    yield tablet
    await tablet.socket.disconnect()


async def entries(*taps: str) -> list[Entry]:
    """Return the entries of these taps, in order."""
    found = Entry.objects.filter(command_id__in=taps).order_by("seq")
    return await sync_to_async(lambda: list(found))()


async def send_all(tablet: LateTablet) -> list[str]:
    """Send what waits; return the codes of the answers."""
    codes: list[str] = []
    while tablet.session.pending:
        answers = await tablet.send_taps()
        codes += [answer.code for answer in answers]
        await tablet.drain()
        if codes[-1:] != [""]:
            break
    return codes


async def staff(alias: str) -> Staff:
    return await Staff.objects.aget(alias=alias)


async def test_push_is_checked_and_stored_at_the_time_of_the_tap(tablet: LateTablet) -> None:
    before = tablet.key("sit_out", seat=2)
    push = tablet.push()
    at = tablet.at
    after = tablet.key("sit_in", seat=2)
    assert tablet.session.current.table.dealer == Dealer(badge_key(NEXT), "Finch", at, before=0)
    assert await send_all(tablet) == ["", "", ""]
    wren = await staff("Wren")
    finch = await staff("Finch")
    stored = {entry.command_id: entry for entry in await entries(before, push, after)}
    assert {key: entry.actor for key, entry in stored.items()} == {
        before: wren.key,
        push: finch.key,
        after: finch.key,
    }
    assert milliseconds(stored[push].at) == at
    caveats = [stored[tap].caveat or "" for tap in (before, push, after)]
    assert caveats == ["", PIN_UNCHECKED, PIN_UNCHECKED]
    device = await Device.objects.aget()
    assert (device.dealer_id, device.signed_in_at) == (finch.pk, LATER)
    assert tablet.session.confirmed.table.dealer == Dealer(finch.key, "Finch", at, before=0)
    assert not any(result.diverged for result in tablet.results)
    record = await AuditEvent.objects.aget(verb="tablet_sign_in", who=finch.key)
    assert record.reason == "PIN typed 2026-11-21 22:22:02 without the network"


async def test_taps_after_the_check_have_no_caveat(tablet: LateTablet) -> None:
    tablet.push()
    assert await send_all(tablet) == [""]
    await tablet.hello()  # who is signed in now
    tablet.at = LATER_MS
    later = tablet.tap("sit_out", seat=2, at=LATER_MS)
    assert await send_all(tablet) == [""]
    assert [entry.caveat or "" for entry in await entries(later)] == [""]


async def test_wrong_pin_keeps_the_taps_until_it_is_right(tablet: LateTablet) -> None:
    push = tablet.push(pin="1357")
    after = tablet.key("sit_out", seat=2)
    assert [answer.code for answer in await tablet.ask()] == ["bad_sign_in"]
    assert not await entries(push, after)
    assert tablet.session.pending_ids() == [push, after]
    pin = EncryptedPin(NEXT, encrypt(PIN, f"{queue_name(tablet.device)}.{push}.{NEXT}"))
    tablet.session.set_pin(push, pin, tablet.at)
    assert await send_all(tablet) == ["", ""]
    finch = await staff("Finch")
    assert {entry.actor for entry in await entries(push, after)} == {finch.key}


@pytest.mark.parametrize("part", ["tap", "badge", "tablet"])
async def test_encrypted_pin_opens_for_nothing_else(tablet: LateTablet, part: str) -> None:
    """It was copied from a tablet's storage: another push, another badge, another tablet."""
    tap_id = str(uuid4())
    use = {"tap": tap_id, "badge": NEXT, "tablet": queue_name(tablet.device)}
    other = use | {part: {"tap": str(uuid4()), "badge": FIRST, "tablet": "floorbook.9.9"}[part]}
    encrypted = encrypt(PIN, "{tablet}.{tap}.{badge}".format(**other))
    tablet.add_push(tap_id, EncryptedPin(NEXT, encrypted))
    assert [answer.code for answer in await tablet.ask()] == ["bad_sign_in"]


async def test_answer_that_was_lost_pushes_once(tablet: LateTablet) -> None:
    push = tablet.push()
    outgoing = tablet.outbox()
    for _ in range(2):
        await tablet.send({"type": "taps", "taps": outgoing})
        while (message := await tablet.receive())["type"] != "answers":
            pass
        assert "code" not in message["answers"][0]
    assert len(await entries(push)) == 1
    await tablet.hello()
    assert not tablet.session.pending


async def test_push_into_a_hand_that_the_room_thinks_runs(tablet: LateTablet) -> None:
    """The room refused the tap that ended the hand, or a hand goes on at the room: the dealer signs in all the same."""
    hand = tablet.key("act", seat=4, what="raise")
    push = tablet.push()
    after = tablet.key("act", seat=1, what="fold")
    assert await send_all(tablet) == ["", "", ""]
    finch = await staff("Finch")
    assert not await entries(push)
    assert [entry.actor for entry in await entries(after)] == [finch.key]
    assert (await Device.objects.aget()).push_due
    assert (await entries(hand))[0].actor != finch.key


async def test_supervisors_act_without_the_network(tablet: LateTablet) -> None:
    act = tablet.key_with_pin("set_button", SUPERVISOR, PIN, seat=3)
    after = tablet.key("sit_out", seat=2)
    assert await send_all(tablet) == ["", ""]
    wren = await staff("Wren")
    rowan = await staff("Rowan")
    stored = await entries(act, after)
    assert [entry.actor for entry in stored] == [rowan.key, wren.key]
    assert [entry.caveat or "" for entry in stored] == [PIN_UNCHECKED, ""]
    assert (await Device.objects.aget()).dealer_id == wren.pk


@pytest.mark.parametrize(
    ("badge", "pin", "code"),
    [(NEXT, PIN, "needs_supervisor"), (SUPERVISOR, "1357", "bad_sign_in")],
    ids=["a dealer's PIN", "a wrong PIN"],
)
async def test_act_of_a_supervisor_needs_a_supervisors_pin(
    tablet: LateTablet, badge: str, pin: str, code: str
) -> None:
    act = tablet.key_with_pin("set_button", badge, pin, seat=3)
    after = tablet.key("sit_out", seat=2)
    assert [answer.code for answer in await tablet.send_taps()] == [code]
    await tablet.drain()
    assert not await entries(act)
    assert await send_all(tablet) == [""]
    assert await entries(after)


def test_pin_opens_with_an_earlier_key_of_the_room() -> None:
    encrypted = encrypt(PIN, "use")
    assert decrypt_pin(encrypted, use="use") == PIN
    assert decrypt_pin(encrypted, use="another use") is None
    with override_settings(SECRET_KEY="another key"):
        assert decrypt_pin(encrypted, use="use") is None
    with override_settings(SECRET_KEY="another key", SECRET_KEY_FALLBACKS=[settings.SECRET_KEY]):
        assert decrypt_pin(encrypted, use="use") == PIN


@pytest.mark.parametrize("encrypted", ["", "?", "AAAA", b64encode(bytes(200)).decode()])
def test_garbage_opens_to_no_pin(encrypted: str) -> None:
    assert decrypt_pin(encrypted, use="use") is None
