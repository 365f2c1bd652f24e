"""Plaque changes scheduled for later: scheduling, withdrawing, and publishing when they take effect."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from poker.refusal import Refusal
from staff.audit.recording import About, Actor, record
from tables.actions import TABLE
from tables.models import Plaque, ScheduledPlaque, Table
from tables.plaques import check_seat_count, lock_plaques, plaque_newest, plaque_publish_and_post

EXCLUDED_FIELDS = ("id", "name", "version", "published_at")  # fields that are not part of a change


@dataclass(frozen=True, slots=True)
class _Clock:
    key: str = "system.clock"
    alias: str = "system clock"


def values_changed(plaque: Plaque) -> dict[str, object]:
    """Return the fields of an unsaved plaque that differ from its newest version."""
    stored = plaque_newest(plaque=plaque)
    names = [
        field.attname
        for field in Plaque._meta.concrete_fields
        if field.attname not in EXCLUDED_FIELDS
    ]
    new = {name: getattr(plaque, name) for name in names}
    return {name: value for name, value in new.items() if value != getattr(stored, name)}


def plaques_schedule(
    *,
    plaques: Sequence[Plaque],
    values: Mapping[str, object],
    put_up: Sequence[Table],
    changes: Sequence[Sequence[str]],
    begins: str,
    effective_from: datetime,
    by: Actor,
    now: datetime,
) -> ScheduledPlaque:
    """Schedule a change; runs in the caller's transaction.

    `plaques` contain the change and are not stored. `put_up` are the open tables that take it. Raises
    `Refusal`: `already_begun`, `too_many_seats`.
    """
    if effective_from <= now:
        raise Refusal("already_begun", "S-005")
    names = {row.name: row for row in plaques}
    for table in put_up:
        if table.plaque is not None and table.plaque.name in names:
            check_seat_count(plaque=names[table.plaque.name], seats=table.seats)
    return ScheduledPlaque.objects.create(
        names=list(names),
        values=dict(values),
        put_up=sorted(row.pk for row in put_up),
        said=[list(row) for row in changes],
        begins=begins,
        effective_from=effective_from,
        asked_by=by.key,
        asked_alias=by.alias,
        asked_at=now,
    )


def plaques_withdraw(*, pk: int, by: Actor, now: datetime) -> ScheduledPlaque:
    """Withdraw a scheduled change.

    Raises `Refusal`: `not_waiting` if it was withdrawn before or has taken effect.
    """
    with transaction.atomic():
        due = ScheduledPlaque.objects.select_for_update().get(pk=pk)
        if not due.waits:
            raise Refusal("not_waiting", "S-005", state=due.get_state_display(), by=due.ended_alias)
        _end(due, ScheduledPlaque.State.WITHDRAWN, by, now)
        before = {label: after for label, _, after in due.said}
        record(
            by,
            "plaque_withdrawn",
            now=now,
            about=about(due.names),
            before=before | {"Effective from": due.begins},
        )
    return due


def about(names: Sequence[str]) -> About:
    """Return the subject of the audit event of a change: the plaque, or the collection of several."""
    if len(names) > 1:
        return "collection", "all"
    return Plaque.objects.filter(name=names[0]).latest("version")


def plaques_waiting(name: str = "") -> list[ScheduledPlaque]:
    """Return the scheduled changes of one plaque or of all, the soonest first."""
    plaque_dues = ScheduledPlaque.objects.filter(state=ScheduledPlaque.State.WAITS)
    return [plaque_due for plaque_due in plaque_dues if not name or name in plaque_due.names]


def plaques_apply_due(*, now: datetime) -> int:
    """Publish the changes that are due, the oldest first; return how many.

    A change that is refused stays scheduled, with the reason.
    """
    due = ScheduledPlaque.objects.filter(state=ScheduledPlaque.State.WAITS, effective_from__lte=now)
    return sum(_apply(pk, now) for pk in due.values_list("pk", flat=True))


def _apply(pk: int, now: datetime) -> bool:
    try:
        with transaction.atomic():
            lock_plaques()
            due = ScheduledPlaque.objects.select_for_update().get(pk=pk)
            if not due.waits:  # withdrawn concurrently
                return False
            _publish(due, now)
    except Refusal as refusal:
        _record_refusal(pk, refusal, now)
        return False
    return True


def _publish(due: ScheduledPlaque, now: datetime) -> None:
    """Publish all plaques of a change, or none."""
    for table in due.put_up:  # by primary key: the lock order is the same everywhere
        TABLE.lock(table)
    for name in due.names:
        plaque = Plaque.objects.filter(name=name).latest("version")
        open_tables = _open_tables(due, name)
        for field, value in due.values.items():
            setattr(plaque, field, value)
        plaque_publish_and_post(plaque=plaque, put_up=open_tables, actor=due.asked_by, now=now)
    clock = _Clock()
    _end(due, ScheduledPlaque.State.BEGUN, clock, now)
    record(
        clock,
        "plaque_published",
        now=now,
        about=about(due.names),
        before={label: before for label, before, _ in due.said},
        after={label: after for label, _, after in due.said},
        reason=f"set by {due.asked_alias}, from {due.begins}",
    )


def _open_tables(due: ScheduledPlaque, name: str) -> list[Table]:
    """Return the tables of the change that are still open under a plaque of that name."""
    tables = Table.objects.select_related("stream", "plaque").filter(
        pk__in=due.put_up, plaque__name=name
    )
    return [table for table in tables if table.is_open]


def _record_refusal(pk: int, refusal: Refusal, now: datetime) -> None:
    reason = {"code": refusal.code, "rule": refusal.rule, "facts": dict(refusal.facts)}
    with transaction.atomic():
        due = ScheduledPlaque.objects.select_for_update().get(pk=pk)
        # every attempt fails the same way; record the first
        if due.waits and due.held_up.get("code") != refusal.code:
            due.held_up = reason
            due.save(update_fields=["held_up"])
            clock = _Clock()
            record(
                clock,
                "plaque_published",
                now=now,
                about=about(due.names),
                refused=True,
                reason=refusal.code,
            )


def _end(due: ScheduledPlaque, state: ScheduledPlaque.State, by: Actor, now: datetime) -> None:
    due.state = state
    due.ended_at = now
    due.ended_alias = by.alias
    due.held_up = {}
    due.save(update_fields=["state", "ended_at", "ended_alias", "held_up"])
