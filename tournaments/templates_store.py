"""Templates of tournaments: saving versions, and events made from them."""

from collections.abc import Collection
from datetime import datetime, timedelta

import msgspec
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from poker.refusal import Refusal
from staff.audit.recording import record
from staff.models import Room, Staff
from tournaments.actions import tournament_create
from tournaments.models import ScheduledEvent, TournamentTemplate
from tournaments.rules.plan import Plan
from tournaments.rules.plan_check import check_plan

MOST_IN_SERIES = 60


def plan_of(template: TournamentTemplate) -> Plan:
    """Return the plan of a version of a template."""
    return msgspec.convert(template.body, Plan)


def current_templates(room: Room) -> list[TournamentTemplate]:
    """Return the newest version of each template of a room, by name, without retired ones."""
    rows = TournamentTemplate.objects.filter(room=room, retired_at=None)
    return list(_newest(rows.order_by("name", "-version")).values())


def retired_templates(room: Room) -> list[TournamentTemplate]:
    """Return the newest version of each retired template of a room, by name."""
    rows = TournamentTemplate.objects.filter(room=room).order_by("name", "-version")
    return [row for row in _newest(rows).values() if row.retired_at is not None]


def _newest(rows: Collection[TournamentTemplate]) -> dict[str, TournamentTemplate]:
    newest: dict[str, TournamentTemplate] = {}
    for row in rows:
        newest.setdefault(row.name, row)
    return newest


def versions_of(template: TournamentTemplate) -> list[TournamentTemplate]:
    """Return every version of a template, the newest first."""
    rows = TournamentTemplate.objects.filter(room=template.room_id, name=template.name)
    return list(rows.select_related("published_by").order_by("-version"))


def create_template(*, room: Room, plan: Plan, by: Staff, now: datetime) -> TournamentTemplate:
    """Save version 1 of a template. Raises `Refusal`: `template_name_taken`, or as `check_plan` does."""
    with transaction.atomic():
        Room.objects.select_for_update().get(pk=room.pk)
        if TournamentTemplate.objects.filter(room=room, name__iexact=plan.name).exists():
            raise Refusal("template_name_taken", "", name=plan.name)
        return save_template(room=room, name=plan.name, plan=plan, seen=0, by=by, now=now)


def save_template(
    *, room: Room, name: str, plan: Plan, seen: int, by: Staff, now: datetime
) -> TournamentTemplate:
    """Save the next version of a template. seen: the version on the sender's page, 0 for a new template.

    Raises `Refusal`: `template_moved_on`, or as `check_plan` does.
    """
    named = msgspec.structs.replace(plan, name=name)
    check_plan(named)
    with transaction.atomic():
        Room.objects.select_for_update().get(pk=room.pk)
        rows = TournamentTemplate.objects.filter(room=room, name=name)
        version = rows.aggregate(last=Max("version"))["last"] or 0
        if version != seen:
            raise Refusal("template_moved_on", "", version=version)
        template = TournamentTemplate.objects.create(
            room=room,
            name=name,
            version=version + 1,
            body=msgspec.to_builtins(named),
            published_at=now,
            published_by=by,
        )
        verb = "setting_changed" if seen else "setting_added"
        record(by, verb, now=now, about=template, room=room.pk, after={"version": template.version})
        return template


def retire_template(*, room: Room, name: str, by: Staff, now: datetime) -> None:
    """Take a template off the list; its events keep it."""
    _set_retired(room, name, now, by, now)


def restore_template(*, room: Room, name: str, by: Staff, now: datetime) -> None:
    """Put a retired template back on the list."""
    _set_retired(room, name, None, by, now)


def _set_retired(room: Room, name: str, at: datetime | None, by: Staff, now: datetime) -> None:
    with transaction.atomic():
        rows = TournamentTemplate.objects.filter(room=room, name=name)
        newest = rows.order_by("-version").first()
        rows.update(retired_at=at)
        after = {"retired": at is not None}
        record(by, "setting_changed", now=now, about=newest, room=room.pk, after=after)


def schedule_series(
    *,
    template: TournamentTemplate,
    starts: list[datetime],
    names: list[str],
    series: str,
    actor: str,
    now: datetime,
) -> list[ScheduledEvent]:
    """Create an event for each start from a template: all of them or none."""
    plan = plan_of(template)
    with transaction.atomic():
        return [
            tournament_create(
                room=template.room,
                plan=msgspec.structs.replace(plan, name=name or plan.name),
                starts_at=start,
                template=template,
                series=series,
                actor=actor,
                now=now,
            )
            for start, name in zip(starts, names, strict=True)
        ]


def daily_starts(
    first: datetime, count: int, every: int = 1, weekdays: Collection[int] = ()
) -> list[datetime]:
    """Return the starts of a series: the same local time of day, every so many days from the first one.

    weekdays: only these, with Monday as 0; then `every` is not used. Raises `Refusal`: `start_missing` for a time that
    the clocks skip that day.
    """
    local = timezone.localtime(first)
    time = local.replace(tzinfo=None)
    days = [every * index for index in range(count)]
    if weekdays:
        fitting = (
            day for day in range(7 * count + 7) if (time + timedelta(day)).weekday() in weekdays
        )
        days = [day for day, _ in zip(fitting, range(count), strict=False)]
    return [local_start(time + timedelta(days=day)) for day in days]


def local_start(wall: datetime) -> datetime:
    """Return a local date and time as a moment; an hour that comes twice is the first one.

    Raises `Refusal`: `start_missing` for a time that the clocks skip.
    """
    start = timezone.make_aware(wall)
    there = timezone.localtime(start.astimezone(timezone.get_fixed_timezone(0)))
    if there.replace(tzinfo=None) != wall:
        raise Refusal("start_missing", "", start=f"{wall:%a, %b %-d, %H:%M}")
    return start
