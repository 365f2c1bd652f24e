"""The access report: each person's role, since when and by whom, last use, lockout, second factor. Archived."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice

from poker.refusal import Refusal
from staff.account_holders import AccountHolder, BadgelessAccount
from staff.audit.recording import record
from staff.models import AccessReport, AuditEvent, LastUse, SignOff, Staff
from staff.sessions import SIGN_IN_AREAS

NO_RECORD = "no record"  # the role is from the initial setup, or older than the audit log
HEAD = (
    *("alias", "badge", "name", "role", "works here", "role since", "given by"),
    *(f"last use: {door}" for door in SIGN_IN_AREAS),
    *("never used", "locked out", "second factor"),
)


def report_make(*, by: Staff | None, now: datetime, quarter: str = "") -> AccessReport:
    """Create and archive a report. With `quarter`, as the scheduled task does, at most one per quarter."""
    with transaction.atomic():
        if quarter and (report := AccessReport.objects.filter(quarter=quarter).first()):
            return report
        made = AccessReport.objects.create(made_at=now, made_by=by, quarter=quarter, rows=rows(now))
        who = by or "system.clock"
        record(who, "access_report_made", now=now, about=made, after={"people": len(made.rows)})
    return made


def report_sign(*, report: AccessReport, by: Staff, note: str, now: datetime) -> SignOff:
    """Sign a report as a manager, once. Raises `Refusal`: `signed_already`."""
    with transaction.atomic():
        held = AccessReport.objects.select_for_update().get(pk=report.pk)
        before = SignOff.objects.filter(report=held).first()
        if before is not None:
            raise Refusal("signed_already", "", name=before.by.alias)
        sign_off = SignOff.objects.create(report=held, by=by, at=now, note=note.strip()[:300])
        record(by, "access_report_signed", now=now, about=held, reason=sign_off.note)
    return sign_off


def quarter_of(now: datetime) -> str:
    """Return the quarter in local time, such as 2026-Q4."""
    local = timezone.localtime(now)
    return f"{local.year}-Q{(local.month + 2) // 3}"


def rows(now: datetime) -> list[dict[str, object]]:
    """Return one row per person, by alias; times are text in UTC, "" for never."""
    used: dict[str, dict[str, str]] = {}
    for name, where, at in LastUse.objects.values_list("who", "where", "at"):
        used.setdefault(name, {})[where] = _time(at)
    data = _role_changes()
    factors = set(TOTPDevice.objects.filter(confirmed=True).values_list("user_id", flat=True))
    return [
        _row(holder, used.get(holder.key, {}), data, holder.user.pk in factors, now)
        for holder in holders()
    ]


def holders() -> list[AccountHolder]:
    """Return staff by alias, then accounts without a badge that may sign in by password."""
    people = Staff.objects.select_related("user").prefetch_related("user__groups")
    users = User.objects.filter(Q(is_staff=True) | Q(is_superuser=True), staff=None)
    accounts = [
        BadgelessAccount(user) for user in users.prefetch_related("groups").order_by("username")
    ]
    return [*people.order_by("alias"), *accounts]


def _row(
    holder: AccountHolder,
    used: dict[str, str],
    data: dict[str, tuple[str, str]],
    factor: bool,
    now: datetime,
) -> dict[str, Any]:
    staff, user = holder if isinstance(holder, Staff) else None, holder.user
    text = data.get(str(staff.pk)) if staff else None
    since, by = text or (_time(user.date_joined), NO_RECORD)
    locked = bool(staff and staff.delayed_until(now))
    roles = [*(["superuser"] if user.is_superuser else []), *(g.name for g in user.groups.all())]
    values = (
        holder.alias,
        staff.badge if staff else "",
        user.get_username(),
        ", ".join(sorted(roles)),
        user.is_active,
        since,
        by,
        *(used.get(door, "") for door in SIGN_IN_AREAS),
        not used,
        locked,
        factor,
    )
    return dict(zip(HEAD, values, strict=True))


def _role_changes() -> dict[str, tuple[str, str]]:
    """Return when and by whom each person was given the current role.

    Settings record the field by its label, the admin site by its name.
    """
    acts = AuditEvent.objects.filter(verb__in=("staff_added", "staff_changed"), about_kind="staff")
    changes_by_staff: dict[str, tuple[str, str]] = {}
    for key, after, at, alias, who in acts.order_by("at", "id").values_list(
        "about_key", "after", "at", "alias", "who"
    ):
        if "role" in {name.lower() for name in after or {}}:
            changes_by_staff[key] = (_time(at), alias or who)
    return changes_by_staff


def _time(at: datetime) -> str:
    return at.strftime("%Y-%m-%d %H:%M")
