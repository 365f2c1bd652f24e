"""Templates of tournaments: saving versions, and events made from them."""

from datetime import datetime, timedelta

import msgspec
from django.db import transaction
from django.db.models import Max

from poker.refusal import Refusal
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
    """Return the newest version of each template of a room, by name."""
    rows = TournamentTemplate.objects.filter(room=room, retired_at=None).order_by(
        "name", "-version"
    )
    newest: dict[str, TournamentTemplate] = {}
    for row in rows:
        newest.setdefault(row.name, row)
    return list(newest.values())


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
        return TournamentTemplate.objects.create(
            room=room,
            name=name,
            version=version + 1,
            body=msgspec.to_builtins(named),
            published_at=now,
            published_by=by,
        )


def retire_template(*, room: Room, name: str, now: datetime) -> None:
    """Take a template off the list; its events keep it."""
    TournamentTemplate.objects.filter(room=room, name=name).update(retired_at=now)


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


def daily_starts(first: datetime, days: int, every: int = 1) -> list[datetime]:
    """Return the starts of a series: the same time of day, every so many days, in the room's time zone."""
    return [first + timedelta(days=every * index) for index in range(days)]
