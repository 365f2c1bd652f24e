"""Plaques that change later: asked for, withdrawn, and in force when their moment comes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from audit.recording import About, Who, record
from poker.refusal import Refusal
from tables.actions import locked
from tables.models import Plaque, PlaqueDue, Table
from tables.plaques import fits, plaque_newest, plaque_publish_and_put_up, plaques_held

NO_VALUE = ("id", "name", "version", "published_at")  # what no change is about


@dataclass(frozen=True, slots=True)
class _Clock:
    key: str = "system.clock"
    alias: str = "the room's clock"


def values_changed(plaque: Plaque) -> dict[str, Any]:
    """Fields of a plaque that is not stored yet that are others than those of its newest version."""
    stored = plaque_newest(plaque=plaque)
    names = [one.attname for one in Plaque._meta.concrete_fields if one.attname not in NO_VALUE]
    new = {name: getattr(plaque, name) for name in names}
    return {name: value for name, value in new.items() if value != getattr(stored, name)}


def plaques_later(
    *,
    plaques: Sequence[Plaque],
    values: Mapping[str, Any],
    put_up: Sequence[Table],
    said: Sequence[Sequence[str]],
    begins: str,
    effective_from: datetime,
    by: Who,
    now: datetime,
) -> PlaqueDue:
    """Keep what changes from a moment on. plaques: with the change, not stored; put_up: open tables that take it.

    The caller has the transaction. Refuses `already_begun`, and a game that is not dealt to so many seats.
    """
    if effective_from <= now:
        raise Refusal("already_begun", "S-005")
    names = {one.name: one for one in plaques}
    for table in put_up:
        if table.plaque is not None and table.plaque.name in names:
            fits(plaque=names[table.plaque.name], seats=table.seats)
    return PlaqueDue.objects.create(
        names=list(names),
        values=dict(values),
        put_up=sorted(one.pk for one in put_up),
        said=[list(one) for one in said],
        begins=begins,
        effective_from=effective_from,
        asked_by=by.key,
        asked_alias=by.alias,
        asked_at=now,
    )


def plaques_withdraw(*, pk: int, by: Who, now: datetime) -> PlaqueDue:
    """Nothing of it comes into force. Refuses `not_waiting`, when somebody was quicker or its moment has come."""
    with transaction.atomic():
        due = PlaqueDue.objects.select_for_update().get(pk=pk)
        if not due.waits:
            raise Refusal("not_waiting", "S-005", state=due.get_state_display(), by=due.ended_alias)
        _end(due, PlaqueDue.State.WITHDRAWN, by, now)
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
    """What the audit's rows of a change are about: the plaque, or the charge of several."""
    if len(names) > 1:
        return "house charge", "all"
    return Plaque.objects.filter(name=names[0]).latest("version")


def plaques_waiting(name: str = "") -> list[PlaqueDue]:
    """What waits, the soonest first: of one plaque, or of all."""
    found = PlaqueDue.objects.filter(state=PlaqueDue.State.WAITS)
    return [one for one in found if not name or name in one.names]


def plaques_begin(*, now: datetime) -> int:
    """Bring into force what is due, the oldest first; how many. What is refused waits on and says why."""
    due = PlaqueDue.objects.filter(state=PlaqueDue.State.WAITS, effective_from__lte=now)
    return sum(_begin(pk, now) for pk in due.values_list("pk", flat=True))


def _begin(pk: int, now: datetime) -> bool:
    try:
        with transaction.atomic():
            plaques_held()
            due = PlaqueDue.objects.select_for_update().get(pk=pk)
            if not due.waits:  # withdrawn a moment ago
                return False
            _in_force(due, now)
    except Refusal as refusal:
        _held_up(pk, refusal, now)
        return False
    return True


def _in_force(due: PlaqueDue, now: datetime) -> None:
    """All of its plaques, or none."""
    for table in due.put_up:  # by number, as everybody locks them
        locked(table)
    for name in due.names:
        plaque = Plaque.objects.filter(name=name).latest("version")
        at = _tables(due, name)
        for field, value in due.values.items():
            setattr(plaque, field, value)
        plaque_publish_and_put_up(plaque=plaque, put_up=at, actor=due.asked_by, now=now)
    clock = _Clock()
    _end(due, PlaqueDue.State.BEGUN, clock, now)
    record(
        clock,
        "plaque_published",
        now=now,
        about=about(due.names),
        before={label: before for label, before, _ in due.said},
        after={label: after for label, _, after in due.said},
        reason=f"as {due.asked_alias} asked, from {due.begins}",
    )


def _tables(due: PlaqueDue, name: str) -> list[Table]:
    """Those that are still open under a plaque of that name."""
    found = Table.objects.select_related("stream", "plaque").filter(
        pk__in=due.put_up, plaque__name=name
    )
    return [one for one in found if one.is_open]


def _held_up(pk: int, refusal: Refusal, now: datetime) -> None:
    why = {"code": refusal.code, "rule": refusal.rule, "facts": dict(refusal.facts)}
    with transaction.atomic():
        due = PlaqueDue.objects.select_for_update().get(pk=pk)
        if due.waits and due.held_up.get("code") != refusal.code:  # it is tried again and again
            due.held_up = why
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


def _end(due: PlaqueDue, state: PlaqueDue.State, by: Who, now: datetime) -> None:
    due.state, due.ended_at, due.ended_alias, due.held_up = state, now, by.alias, {}
    due.save(update_fields=["state", "ended_at", "ended_alias", "held_up"])
