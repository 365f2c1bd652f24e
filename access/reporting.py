"""The access report: who has which role since when and by whom, last use, locked, second factor. Kept as it was."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice

from access.models import AccessReport, SignOff
from audit.models import Act, LastUse
from audit.recording import record
from poker.refusal import Refusal
from tables.models import Staff

DOORS = ("tablet", "floor", "desk", "incidents", "setup")
HEAD = (
    *("alias", "badge", "name", "role", "works here", "role since", "given by"),
    *(f"last use: {door}" for door in DOORS),
    *("never used", "locked out", "second factor"),
)


def report_make(*, by: Staff | None, now: datetime, quarter: str = "") -> AccessReport:
    """Write down how it stands. quarter: of the job's own; a second one of it is not made."""
    with transaction.atomic():
        if quarter and (found := AccessReport.objects.filter(quarter=quarter).first()):
            return found
        made = AccessReport.objects.create(made_at=now, made_by=by, quarter=quarter, rows=rows(now))
        who = by or "system.clock"
        record(who, "access_report_made", now=now, about=made, after={"people": len(made.rows)})
    return made


def report_sign(*, report: AccessReport, by: Staff, note: str, now: datetime) -> SignOff:
    """A manager stands for it, once. Refuses `signed_already`."""
    with transaction.atomic():
        held = AccessReport.objects.select_for_update().get(pk=report.pk)
        before = SignOff.objects.filter(report=held).first()
        if before is not None:
            raise Refusal("signed_already", "", name=before.by.alias)
        made = SignOff.objects.create(report=held, by=by, at=now, note=note.strip()[:300])
        record(by, "access_report_signed", now=now, about=held, reason=made.note)
    return made


def quarter_of(now: datetime) -> str:
    """Such as 2026-Q4, by the room's clock."""
    local = timezone.localtime(now)
    return f"{local.year}-Q{(local.month + 2) // 3}"


def rows(now: datetime) -> list[dict[str, Any]]:
    """One a person, by alias; times as text in UTC, "" for never."""
    used: dict[str, dict[str, str]] = {}
    for who, where, at in LastUse.objects.values_list("who", "where", "at"):
        used.setdefault(who, {})[where] = _time(at)
    given = _given()
    factors = set(TOTPDevice.objects.filter(confirmed=True).values_list("user_id", flat=True))
    people = Staff.objects.select_related("user").prefetch_related("user__groups")
    return [
        _row(one, used.get(one.key, {}), given.get(str(one.pk)), one.user_id in factors, now)
        for one in people.order_by("alias")
    ]


def _row(
    staff: Staff, used: dict[str, str], given: tuple[str, str] | None, factor: bool, now: datetime
) -> dict[str, Any]:
    since, by = given or (_time(staff.user.date_joined), "before acts were kept")
    locked = staff.locked_until is not None and staff.locked_until > now
    values = (
        staff.alias,
        staff.badge,
        staff.user.get_username(),
        ", ".join(sorted(group.name for group in staff.user.groups.all())),
        staff.user.is_active,
        since,
        by,
        *(used.get(door, "") for door in DOORS),
        not used,
        locked,
        factor,
    )
    return dict(zip(HEAD, values, strict=True))


def _given() -> dict[str, tuple[str, str]]:
    """When each got the present role, and by whom."""
    acts = Act.objects.filter(verb__in=("staff_added", "staff_changed"), about_kind="staff")
    found: dict[str, tuple[str, str]] = {}
    for key, after, at, alias, who in acts.order_by("at", "id").values_list(
        "about_key", "after", "at", "alias", "who"
    ):
        if "role" in (after or {}):
            found[key] = (_time(at), alias or who)
    return found


def _time(at: datetime) -> str:
    return at.strftime("%Y-%m-%d %H:%M")
