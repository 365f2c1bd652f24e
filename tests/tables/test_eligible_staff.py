"""Pairing, PINs, pushes, roles."""

from collections.abc import Generator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.core.cache import caches

from journal.device_context import network_of, set_network
from poker.commands import FirstIn
from poker.refusal import Refusal
from poker.view.model import present
from staff.models import Staff
from staff.pins import pin_problem, staff_by_pin, staff_unlock
from staff.sign_in_rate import TooBusy
from tables import table_screens
from tables.dealer_sign_in import dealer_push, dealer_sign_in, dealer_sign_out, other_device
from tables.models import Device
from tables.pairing import device_known, device_pair, device_revoke, pairing_code_make
from tests.support.room import NOW, PIN, TableDriver, create_staff, pair_device


def test_pairing_code_works_once_and_is_stored_as_a_hash(room: TableDriver) -> None:
    device = Device.objects.create(name="Tablet", table=room.table)
    code = pairing_code_make(device=device, now=NOW)
    token = device_pair(code=f"{code[:5]} {code[5:]}", now=NOW).token
    device.refresh_from_db()
    assert device.token_hash not in (None, token)
    assert code not in device.pairing_codes.get().code_hash
    with pytest.raises(Refusal, match="bad_code"):
        device_pair(code=code, now=NOW)


def test_pairing_code_expires_after_ten_minutes_or_with_the_next_code(room: TableDriver) -> None:
    device = Device.objects.create(name="Tablet", table=room.table)
    old, code = (pairing_code_make(device=device, now=NOW) for _ in range(2))
    for delay, pairing_code in ((timedelta(0), old), (timedelta(minutes=10), code)):
        with pytest.raises(Refusal, match="bad_code"):
            device_pair(code=pairing_code, now=NOW + delay)


def test_revoked_or_replaced_tablet_is_unknown(room: TableDriver) -> None:
    device, token = pair_device(room.table)
    assert device_known(token=token) == device
    second = device_pair(code=pairing_code_make(device=device, now=NOW), now=NOW).token
    assert device_known(token=token) is None
    device_revoke(device=device, now=NOW)
    assert device_known(token=second) is None


@pytest.mark.parametrize("pin", ["123", "123456789", "12a4", "", "1111", "2345", "8765", "١٢٣٤"])
def test_invalid_pin_has_a_problem(pin: str) -> None:
    assert pin_problem(pin).endswith(".")


def test_five_wrong_tries_lock_until_a_manager_unlocks(room: TableDriver) -> None:
    wren = create_staff("dealer")
    for message in ("bad_sign_in", "bad_sign_in", "bad_sign_in", "bad_sign_in", "locked_out"):
        with pytest.raises(Refusal, match=message):
            staff_by_pin(badge="101", pin="0000", room_id=None, now=NOW)
    for _ in range(2):
        with pytest.raises(Refusal, match="locked_out"):
            staff_by_pin(badge="101", pin=PIN, room_id=None, now=NOW)
    staff_unlock(staff=wren)
    assert staff_by_pin(badge="101", pin=PIN, room_id=None, now=NOW) == wren


@pytest.fixture(autouse=True)
def unknown_network() -> Generator[None]:
    """Clear the network after each test."""
    yield
    set_network("")


def test_right_pin_ends_the_count_and_delays_grow_and_end(room: TableDriver) -> None:
    wren = create_staff("dealer")
    now = NOW
    for _ in range(4):
        with pytest.raises(Refusal, match="bad_sign_in"):
            staff_by_pin(badge="101", pin="0000", room_id=None, now=now)
    assert staff_by_pin(badge="101", pin=PIN, room_id=None, now=now) == wren
    for _ in range(4):
        with pytest.raises(Refusal, match="bad_sign_in"):
            staff_by_pin(badge="101", pin="0000", room_id=None, now=now)
    waits = []
    for _ in range(8):
        with pytest.raises(Refusal, match="locked_out") as refusal:
            staff_by_pin(badge="101", pin="0000", room_id=None, now=now)
        waits.append(int(str(refusal.value.facts["seconds"])))
        now += timedelta(seconds=waits[-1])
    assert waits == [30, 60, 120, 240, 480, 900, 900, 900]
    assert staff_by_pin(badge="101", pin=PIN, room_id=None, now=now) == wren


def test_wrong_pins_from_other_addresses_lock_no_one_out(room: TableDriver) -> None:
    """45 wrong PINs from each of three addresses, for every badge: at the tablet and from the floor all sign in."""
    people = [create_staff("dealer"), create_staff("supervisor", alias="Rowan", badge="201")]
    for address in ("10.9.9.1", "10.9.9.2", "2001:db8::7"):
        set_network(network_of(address))
        for person in people:
            for _ in range(45):
                with pytest.raises((Refusal, TooBusy)):
                    staff_by_pin(badge=person.badge, pin="0000", room_id=None, now=NOW)
    for place in ("tablet 1", "10.1.1.20"):
        set_network(place)
        for person in people:
            assert staff_by_pin(badge=person.badge, pin=PIN, room_id=None, now=NOW) == person


def test_attempt_that_was_not_checked_does_not_count(
    room: TableDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    create_staff("dealer")

    def busy(*_arguments: object) -> bool:
        raise TooBusy(2)

    with monkeypatch.context() as patched:
        patched.setattr("staff.pins.check_password", busy)
        for _ in range(8):
            with pytest.raises(TooBusy):
                staff_by_pin(badge="101", pin=PIN, room_id=None, now=NOW)
    with pytest.raises(Refusal, match="bad_sign_in"):
        staff_by_pin(badge="101", pin="0000", room_id=None, now=NOW)


def test_sign_ins_per_address_are_limited(room: TableDriver, settings: Any) -> None:
    settings.SIGN_INS_PER_MINUTE = 6
    create_staff("dealer")
    set_network("10.9.9.4")
    for _ in range(6):
        with pytest.raises(Refusal):
            staff_by_pin(badge="999", pin="0000", room_id=None, now=NOW)
    with pytest.raises(TooBusy) as busy:
        staff_by_pin(badge="999", pin="0000", room_id=None, now=NOW)
    assert 0 < busy.value.seconds <= 60


def test_right_pin_always_works_at_a_paired_tablet(room: TableDriver, settings: Any) -> None:
    settings.SIGN_INS_PER_MINUTE = 60
    caches["api"].clear()  # attempts of other tests in the same minute
    wren = create_staff("dealer")
    set_network("tablet 1")
    for _ in range(12):
        with pytest.raises(Refusal, match="bad_sign_in"):
            staff_by_pin(badge="101", pin="0000", room_id=None, now=NOW)
    assert staff_by_pin(badge="101", pin=PIN, room_id=None, now=NOW) == wren
    for _ in range(7):
        with pytest.raises(Refusal, match="bad_sign_in"):
            staff_by_pin(badge="101", pin="0000", room_id=None, now=NOW)
    with pytest.raises(TooBusy):  # the tablet's rate stops guessing
        staff_by_pin(badge="101", pin="0000", room_id=None, now=NOW)


def test_staff_without_a_pin_or_dismissed_cannot_sign_in(room: TableDriver) -> None:
    wren = create_staff("dealer")
    wren.user.is_active = False
    wren.user.save()
    plover = create_staff("dealer", alias="Plover", badge="102")
    Staff.objects.filter(pk=plover.pk).update(pin_hash="")
    for badge in ("101", "102", "999"):
        with pytest.raises(Refusal, match="bad_sign_in"):
            staff_by_pin(badge=badge, pin=PIN, room_id=None, now=NOW)


def test_pin_is_stored_as_argon2(room: TableDriver) -> None:
    assert create_staff("dealer").pin_hash == ""
    assert Staff.objects.get().pin_hash.startswith("argon2")


@pytest.mark.parametrize("role", ["desk", "surveillance"])
def test_only_dealing_roles_sign_in_at_a_tablet(room: TableDriver, role: str) -> None:
    create_staff(role)
    device, _ = pair_device(room.table)
    with pytest.raises(Refusal, match="not_a_dealer"):
        dealer_sign_in(device=device, badge="101", pin=PIN, now=NOW)


def test_the_next_dealer_pushes_in_one_action(game: TableDriver) -> None:
    device, _ = pair_device(game.table)
    wren = create_staff("dealer")
    plover = create_staff("dealer", alias="Plover", badge="102")
    assert present(dealer_push(device=device, staff=wren, now=NOW).view.dealer).name == "Wren"
    head = game.seq
    assert dealer_push(device=device, staff=plover, now=NOW).seq == head + 1
    device.refresh_from_db()
    assert device.dealer == plover


def test_a_dealer_deals_at_one_table(game: TableDriver) -> None:
    first, _ = pair_device(game.table)
    second, _ = pair_device(game.table, "Second")
    wren = create_staff("dealer")
    dealer_push(device=first, staff=wren, now=NOW)
    dealer_push(device=second, staff=wren, now=NOW)
    first.refresh_from_db()
    assert first.dealer is None


def test_previous_tablet_of_a_dealer_is_notified(
    game: TableDriver, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    refreshed: list[int] = []
    monkeypatch.setattr(
        table_screens, "device_gone", lambda *, device_id: refreshed.append(device_id)
    )
    first, _ = pair_device(game.table)
    second, _ = pair_device(game.table, "Second")
    wren = create_staff("dealer")
    with django_capture_on_commit_callbacks(execute=True):
        dealer_push(device=first, staff=wren, now=NOW)
    assert refreshed == []
    with django_capture_on_commit_callbacks(execute=True):
        dealer_push(device=second, staff=wren, now=NOW)
    assert refreshed == [first.pk]
    assert other_device(device=first) == second
    assert other_device(device=second) is None


def test_supervisor_next_to_a_dealer_is_not_a_push(game: TableDriver) -> None:
    device, _ = pair_device(game.table)
    wren = create_staff("dealer")
    plover = create_staff("dealer", alias="Plover", badge="102")
    rowan = create_staff("supervisor", alias="Rowan", badge="201")
    dealer_push(device=device, staff=wren, now=NOW)
    game.execute(FirstIn(seat=4))
    head = game.seq
    for staff_member in (rowan, wren, rowan, plover):
        result = dealer_push(device=device, staff=staff_member, now=NOW)
        assert (result.seq, present(result.view.dealer).name) == (head, "Wren")
        device.refresh_from_db()
        assert device.dealer == staff_member
    assert device.push_due, "Plover took over in mid-hand"


def test_a_supervisor_in_an_empty_box_deals(game: TableDriver) -> None:
    device, _ = pair_device(game.table)
    rowan = create_staff("supervisor", alias="Rowan", badge="201")
    assert present(dealer_push(device=device, staff=rowan, now=NOW).view.dealer).name == "Rowan"


def test_no_push_in_mid_hand_but_an_empty_box_is_filled(game: TableDriver) -> None:
    device, _ = pair_device(game.table)
    wren = create_staff("dealer")
    plover = create_staff("dealer", alias="Plover", badge="102")
    dealer_push(device=device, staff=wren, now=NOW)
    game.execute(FirstIn(seat=4))
    with pytest.raises(Refusal, match="hand_in_progress"):
        dealer_push(device=device, staff=plover, now=NOW)
    device.refresh_from_db()
    assert device.dealer == wren
    dealer_sign_out(device=device, now=NOW)
    assert present(dealer_push(device=device, staff=plover, now=NOW).view.dealer).name == "Wren"
    device.refresh_from_db()
    assert (device.dealer, device.push_due) == (plover, True)


ALLOWED = {
    "dealer": {"tables.deal"},
    "desk": {"players.add_player", "players.change_player"},
    "supervisor": {"tables.deal", "tables.supervise", "journal.view_entry"},
    "manager": {"tables.deal", "staff.unlock_staff", "tables.add_plaque", "staff.change_staff"},
    "surveillance": {"journal.view_entry", "journal.view_stream", "tables.view_table"},
}


@pytest.mark.django_db
@pytest.mark.parametrize("role", sorted(ALLOWED))
def test_each_role_has_its_permissions(role: str) -> None:
    permissions = Group.objects.get(name=role).permissions.select_related("content_type")
    granted = {f"{p.content_type.app_label}.{p.codename}" for p in permissions}
    assert granted >= ALLOWED[role]
    if role != "manager":
        assert not granted & {"staff.change_staff", "staff.unlock_staff", "tables.change_plaque"}
    assert not any(name.startswith("journal.") and ".view_" not in name for name in granted)
