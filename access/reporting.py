"""The access report: who has which role since when and by whom, last use, locked, second factor. Kept as it was."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice

from access.holders import Account, Holder
from access.leaving import DOORS
from access.models import AccessReport, SignOff
from audit.models import Act, LastUse
from audit.recording import record
from poker.refusal import Refusal
from tables.models import Staff

NOBODY = "no act is kept"  # the role came with the room, or before acts were written down
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
    return [
        _row(one, used.get(one.key, {}), given, one.user.pk in factors, now) for one in holders()
    ]


def holders() -> list[Holder]:
    """Everybody with a badge by alias, then accounts without one that may sign in by password."""
    people = Staff.objects.select_related("user").prefetch_related("user__groups")
    others = User.objects.filter(Q(is_staff=True) | Q(is_superuser=True), staff=None)
    accounts = [Account(one) for one in others.prefetch_related("groups").order_by("username")]
    return [*people.order_by("alias"), *accounts]


def _row(
    one: Holder,
    used: dict[str, str],
    given: dict[str, tuple[str, str]],
    factor: bool,
    now: datetime,
) -> dict[str, Any]:
    staff, user = one if isinstance(one, Staff) else None, one.user
    said = given.get(str(staff.pk)) if staff else None
    since, by = said or (_time(user.date_joined), NOBODY)
    locked = bool(staff and staff.locked_until and staff.locked_until > now)
    roles = [*(["superuser"] if user.is_superuser else []), *(g.name for g in user.groups.all())]
    values = (
        one.alias,
        staff.badge if staff else "",
        user.get_username(),
        ", ".join(sorted(roles)),
        user.is_active,
        since,
        by,
        *(used.get(door, "") for door in DOORS),
        not used,
        locked,
        factor,
    )
    return dict(zip(HEAD, values, strict=True))


def _given() -> dict[str, tuple[str, str]]:
    """When each got the present role, and by whom: settings name the field by its label, set-up pages by its name."""
    acts = Act.objects.filter(verb__in=("staff_added", "staff_changed"), about_kind="staff")
    found: dict[str, tuple[str, str]] = {}
    for key, after, at, alias, who in acts.order_by("at", "id").values_list(
        "about_key", "after", "at", "alias", "who"
    ):
        if "role" in {name.lower() for name in after or {}}:
            found[key] = (_time(at), alias or who)
    return found


def _time(at: datetime) -> str:
    return at.strftime("%Y-%m-%d %H:%M")
