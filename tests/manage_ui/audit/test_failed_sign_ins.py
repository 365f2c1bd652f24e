"""Managers are told of many failed sign-ins from one place."""

from datetime import timedelta

import pytest

from journal.device_context import use_device
from manage_ui.audit.views import MANY, many_failed_sign_ins
from staff.audit.recording import record
from tests.support.room import NOW

pytestmark = pytest.mark.django_db


def record_failures(device: str, count: int, at: timedelta = timedelta(0)) -> None:
    """Record failed sign-ins of two badges from a device."""
    for number in range(count):
        with use_device(device):
            record(f"badge {101 + number % 2}", "sign_in_failed", now=NOW - at, refused=True)


def test_device_with_many_failures_is_listed() -> None:
    record_failures("Chrome, Linux · 10.9.9.1", MANY)
    record_failures("Safari, iPad · 10.1.1.5", MANY - 1)
    record_failures("Firefox, Linux · 10.9.9.2", MANY, timedelta(days=2))
    (place,) = many_failed_sign_ins(NOW)
    assert (place.device, place.count, place.names) == ("Chrome, Linux · 10.9.9.1", MANY, 2)
    assert place.last == NOW


def test_most_failures_come_first() -> None:
    record_failures("a · 10.9.9.1", MANY)
    record_failures("b · 10.9.9.2", MANY + 5)
    assert [place.device for place in many_failed_sign_ins(NOW)] == ["b · 10.9.9.2", "a · 10.9.9.1"]
