"""The access report: each person's role with its date and author, last use, lockout, second factor. Archived."""

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
    "alias",
    "badge",
    "name",
    "role",
    "works here",
    "role since",
    "given by",
    *(f"last use: {door}" for door in SIGN_IN_AREAS),
    "never used",
    "locked out",
    "second factor",
)


def report_make(*, by: Staff | None, now: datetime, quarter: str = "") -> AccessReport:
    """Create and archive a report. With `quarter`, as in the scheduled task, there is at most one for each quarter."""
    with transaction.atomic():
        if quarter and (report := AccessReport.objects.filter(quarter=quarter).first()):
            return report
        report = AccessReport.objects.create(
            made_at=now, made_by=by, quarter=quarter, rows=rows(now)
        )
        actor = by or "system.clock"
        record(
            actor, "access_report_made", now=now, about=report, after={"people": len(report.rows)}
        )
    return report


def report_sign(*, report: AccessReport, by: Staff, note: str, now: datetime) -> SignOff:
    """Sign a report as a manager, once. Raises `Refusal`: `signed_already`."""
    with transaction.atomic():
        locked_report = AccessReport.objects.select_for_update().get(pk=report.pk)
        before = SignOff.objects.filter(report=locked_report).first()
        if before is not None:
            raise Refusal("signed_already", "", name=before.by.alias)
        sign_off = SignOff.objects.create(
            report=locked_report, by=by, at=now, note=note.strip()[:300]
        )
        record(by, "access_report_signed", now=now, about=locked_report, reason=sign_off.note)
    return sign_off


def quarter_of(now: datetime) -> str:
    """Return the quarter in local time, such as 2026-Q4."""
    local = timezone.localtime(now)
    return f"{local.year}-Q{(local.month + 2) // 3}"


def rows(now: datetime) -> list[dict[str, object]]:
    """Return one row for each person, by alias; times are text in UTC, "" for never."""
    last_uses: dict[str, dict[str, str]] = {}
    for name, where, at in LastUse.objects.values_list("who", "where", "at"):
        last_uses.setdefault(name, {})[where] = _time(at)
    data = _role_changes()
    factors = set(TOTPDevice.objects.filter(confirmed=True).values_list("user_id", flat=True))
    return [
        _row(holder, last_uses.get(holder.key, {}), data, holder.user.pk in factors, now)
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
    last_uses: dict[str, str],
    data: dict[str, tuple[str, str]],
    factor: bool,
    now: datetime,
) -> dict[str, Any]:
    staff = holder if isinstance(holder, Staff) else None
    user = holder.user
    text = data.get(str(staff.pk)) if staff else None
    since, by = text or (_time(user.date_joined), NO_RECORD)
    is_locked_out = bool(staff and staff.delayed_until(now))
    roles = [*(["superuser"] if user.is_superuser else []), *(g.name for g in user.groups.all())]
    values = (
        holder.alias,
        staff.badge if staff else "",
        user.get_username(),
        ", ".join(sorted(roles)),
        user.is_active,
        since,
        by,
        *(last_uses.get(door, "") for door in SIGN_IN_AREAS),
        not last_uses,
        is_locked_out,
        factor,
    )
    return dict(zip(HEAD, values, strict=True))


def _role_changes() -> dict[str, tuple[str, str]]:
    """Return when and by whom each person was given the current role.

    The audit log has the field's label if the settings changed it, its name if the admin site did.
    """
    acts = AuditEvent.objects.filter(verb__in=("staff_added", "staff_changed"), about_kind="staff")
    changes_by_staff: dict[str, tuple[str, str]] = {}
    for key, after, at, alias, actor in acts.order_by("at", "id").values_list(
        "about_key", "after", "at", "alias", "who"
    ):
        if "role" in {name.lower() for name in after or {}}:
            changes_by_staff[key] = (_time(at), alias or actor)
    return changes_by_staff


def _time(at: datetime) -> str:
    return at.strftime("%Y-%m-%d %H:%M")
