"""Audit events: written once, small, without secrets, with the device they came from."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction

from journal.device_context import use_device
from journal.models import Entry
from journal.store import Snapshot, append, create_stream
from staff.audit.recording import MAX_REFUSALS_PER_MINUTE, record, record_use
from staff.models import AuditEvent, LastUse

NOW = datetime(2026, 11, 21, 21, 42, tzinfo=UTC)


@dataclass
class Actor:
    """The person who acts."""

    key: str = "staff.7"
    alias: str = "Rowan"


def test_audit_event_has_all_its_fields(db: None) -> None:
    with use_device("Chromium, Linux · 10.0.0.7"):
        record(
            Actor(),
            "setting_changed",
            now=NOW,
            about=("room", 3),
            room=3,
            before={"lock_minutes": 15, "name": "Room", "gone": 1},
            after={"lock_minutes": 20, "name": "Room"},
        )
    act = AuditEvent.objects.get()
    assert (act.who, act.alias, act.at, act.outcome) == ("staff.7", "Rowan", NOW, "done")
    assert (act.about_kind, act.about_key, act.room) == ("room", "3", 3)
    assert act.device == "Chromium, Linux · 10.0.0.7"
    assert (act.before, act.after) == ({"lock_minutes": 15, "gone": 1}, {"lock_minutes": 20})


def test_unchanged_values_are_not_recorded(db: None) -> None:
    record(Actor(), "setting_changed", now=NOW, before={"name": "a"}, after={"name": "a"})
    assert not AuditEvent.objects.exists()


def test_secrets_are_not_recorded_and_long_values_are_cut(db: None) -> None:
    record(Actor(), "staff_changed", now=NOW, after={"new_pin": "2580", "notes": "x" * 5000})
    after = AuditEvent.objects.get().after
    assert after is not None
    assert after["new_pin"] == "not kept"
    assert len(after["notes"]) == 200


def test_undeclared_verb_raises(db: None) -> None:
    with pytest.raises(AssertionError):
        record(Actor(), "did_something", now=NOW)


def test_audit_event_cannot_be_changed_or_deleted(db: None) -> None:
    record("a name", "sign_in_failed", now=NOW, refused=True, reason="no such name")
    with pytest.raises(IntegrityError, match="An audit event is never"), transaction.atomic():
        AuditEvent.objects.update(reason="")
    with pytest.raises(IntegrityError, match="An audit event is never"), transaction.atomic():
        AuditEvent.objects.all().delete()
    assert AuditEvent.objects.get().who == "a name"


def test_recorded_refusals_are_limited_per_minute(db: None) -> None:
    for _ in range(MAX_REFUSALS_PER_MINUTE + 5):
        record("guess", "sign_in_failed", now=NOW, refused=True)
    assert AuditEvent.objects.count() == MAX_REFUSALS_PER_MINUTE
    record("guess", "sign_in_failed", now=NOW + timedelta(minutes=2), refused=True)
    assert AuditEvent.objects.count() == MAX_REFUSALS_PER_MINUTE + 1


def test_last_use_is_one_row_per_area(db: None) -> None:
    for minutes in (0, 5):
        record_use(Actor(), "floor", now=NOW + timedelta(minutes=minutes))
    record_use(Actor(), "tablet", now=NOW)
    matches = dict(LastUse.objects.values_list("where", "at"))
    assert matches == {"floor": NOW + timedelta(minutes=5), "tablet": NOW}


def test_device_of_a_log_entry_is_outside_the_chain(db: None) -> None:
    stream = create_stream(key="table.1")
    for command, device_name in (("one", "Tablet T1"), ("two", "")):
        with use_device(device_name):
            append(
                stream=stream,
                command_id=command,
                events=[("table.created", 1, b"{}")],
                actor="staff.1",
                at=NOW,
                snapshot=Snapshot(state=b"", listed={}, base_seq=0),
            )
    assert list(Entry.objects.order_by("seq").values_list("device", flat=True)) == [
        "Tablet T1",
        "",
    ]
