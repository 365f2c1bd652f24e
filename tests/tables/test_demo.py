"""The demo room."""

import re

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import override_settings

from config.management.commands.run_room import prepare
from journal.models import Entry
from ops import demo
from players import roster
from poker.stakes import legs
from staff.models import Room, Staff
from staff.pins import pin_hashed, pin_set, staff_by_pin
from tables.models import Device, PairingCode, Plaque, Table
from tables.pairing import device_pair
from tests.support.room import NOW
from tests.support.room_fixture import build_or_restore

pytestmark = pytest.mark.django_db


def test_the_demo_room_is_ready_and_a_second_seed_changes_nothing() -> None:
    roster.clear_name_cache()
    demo.seed()
    kinds = (Entry, Plaque, Table, Staff, Device)
    before = [kind._default_manager.count() for kind in kinds]
    first = Table.objects.get(name="T1")
    assert first.is_open
    assert first.view.hand.stage == "button"
    assert all(seat.name for seat in first.view.seats)
    assert Table.objects.get(name="T5").view.hand.stage == "posts"  # stud has no button
    horse = Table.objects.get(name="T8").plaque
    assert horse is not None
    games = [stakes.game for stakes in legs(horse.to_stakes())]
    assert games == ["holdem", "omaha8", "razz", "stud", "stud8"]
    demo.seed()
    assert [kind._default_manager.count() for kind in kinds] == before


def test_sign_ins_are_printed_only_where_they_work() -> None:
    assert demo.sign_ins() == ""
    build_or_restore(demo.seed)
    pin_set(staff=Staff.objects.get(alias="Rowan"), pin_hash=pin_hashed("8264"))
    User.objects.filter(staff__alias="Wren").update(is_active=False)
    PairingCode.objects.filter(device__table__name="T5").delete()
    text = demo.sign_ins()
    assert all(name in text for name in ("Plover", "tablet of T1"))
    assert not any(name in text for name in ("Rowan", "Wren", "tablet of T5"))


@override_settings(HTTPS=True)
def test_demo_is_refused_on_a_server_with_https() -> None:
    with pytest.raises(CommandError, match="HTTPS"):
        call_command("seed_demo")
    with pytest.raises(CommandError, match="HTTPS"):
        prepare(demo=True)
    assert not Staff.objects.exists()


def test_empty_database_gets_staff_only_with_the_demo_option() -> None:
    prepare(demo=False)
    assert not Staff.objects.exists()
    assert not Room.objects.exists()
    prepare(demo=True)
    assert Staff.objects.count() == len(demo.STAFF)


def test_make_run_prints_the_demo_accounts() -> None:
    build_or_restore(demo.seed)
    text = demo.sign_ins() + "\n"
    for _name, alias, badge, pin, _role in demo.STAFF:
        assert re.search(rf"{alias} +badge {badge}, PIN {pin}\n", text)
        assert staff_by_pin(badge=badge, pin=pin, room_id=None, now=NOW).alias == alias
    for name, code in demo.CODES.items():
        assert f"tablet of {name} " in text
        assert device_pair(code=code, now=NOW).device.table.name == name
    tokens = {device_pair(code=demo.CODE, now=NOW).token for _ in range(2)}
    assert len(tokens) == 2
    assert Device.objects.filter(table__name="T1").exclude(token_hash=None).count() == 3
