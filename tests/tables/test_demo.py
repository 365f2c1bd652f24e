"""The demo room."""

import re

import pytest

from journal.models import Entry
from players import roster
from poker.stakes import legs
from tables import demo
from tables.models import Device, Plaque, Staff, Table
from tables.pairing import device_pair
from tables.pins import staff_by_pin
from tests.tables.room import NOW

pytestmark = pytest.mark.django_db


def test_the_demo_room_is_ready_and_a_second_seed_changes_nothing() -> None:
    roster.clear_name_cache()
    demo.seed()
    kinds = (Entry, Plaque, Table, Staff, Device)
    before = [kind._default_manager.count() for kind in kinds]
    first = Table.objects.get(name="T1")
    assert first.is_open
    assert first.view["hand"]["stage"] == "button"
    assert all(seat["name"] for seat in first.view["seats"])
    assert Table.objects.get(name="T5").view["hand"]["stage"] == "posts"  # stud has no button
    horse = Table.objects.get(name="T8").plaque
    assert horse is not None
    games = [stakes.game for stakes in legs(horse.to_stakes())]
    assert games == ["holdem", "omaha8", "razz", "stud", "stud8"]
    demo.seed()
    assert [kind._default_manager.count() for kind in kinds] == before


def test_make_run_prints_the_demo_accounts() -> None:
    demo.seed()
    for _name, alias, badge, pin, _role in demo.STAFF:
        assert re.search(rf"{alias} +badge {badge}, PIN {pin}\n", demo.SIGN_INS)
        assert staff_by_pin(badge=badge, pin=pin, now=NOW).alias == alias
    for name, code in demo.CODES.items():
        assert f"tablet of {name} " in demo.SIGN_INS
        assert device_pair(code=code, now=NOW).device.table.name == name
    tokens = {device_pair(code=demo.CODE, now=NOW).token for _ in range(2)}
    assert len(tokens) == 2
    assert Device.objects.filter(table__name="T1").exclude(token_hash=None).count() == 3
