"""The phones of supervisors and dealers: allowing, testing and removing them."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from outbox.phones.models import AlertPhone
from outbox.phones.web_push import check_subscription
from poker.refusal import Refusal
from rulings.alerts.models import CallAlert
from rulings.alerts.queueing import queue
from staff.audit.recording import record
from staff.models import Staff
from staff.permissions import may, require

MAX_PHONES = 5  # for each person
TEST_PAUSE = timedelta(seconds=5)  # between two tests of one phone


def phones_of(staff: Staff) -> "QuerySet[AlertPhone]":
    """Return the phones of a staff member, whose browser sessions have not ended."""
    return AlertPhone.objects.filter(staff=staff, session__expire_date__gt=Now())


def require_phone(staff: Staff) -> None:
    """Admit supervisors, whom calls ring, and dealers, who get notices about their shifts.

    Raises `Refusal`: `not_allowed`.
    """
    if not may(staff, "roster.own_week"):
        require(staff, "tables.supervise")


def phone_allow(
    *,
    staff: Staff,
    session_key: str,
    endpoint: str,
    public_key: str,
    auth_secret: str,
    name: str,
    now: datetime,
) -> AlertPhone:
    """Let a browser show calls and notices until its session ends.

    The browser's earlier row is deleted, even if another person was signed in then. endpoint, public_key, auth_secret:
    from the browser's push service; name: the phone's name in the list of phones. Raises `Refusal`: `not_allowed`,
    `bad_alert_phone`, `too_many_phones`.
    """
    require_phone(staff)
    check_subscription(endpoint=endpoint, public_key=public_key, auth_secret=auth_secret)
    with transaction.atomic():
        # Counts two concurrent browsers correctly.
        Staff.objects.select_for_update().get(pk=staff.pk)
        AlertPhone.objects.filter(Q(endpoint=endpoint) | Q(session=session_key)).delete()
        if phones_of(staff).count() >= MAX_PHONES:
            raise Refusal("too_many_phones", "", most=MAX_PHONES)
        phone = AlertPhone.objects.create(
            staff=staff,
            session_id=session_key,
            endpoint=endpoint,
            public_key=public_key,
            auth_secret=auth_secret,
            name=name,
            made_at=now,
        )
        record(staff, "alert_phone_added", now=now, about=staff, after={"phone": name})
    return phone


def phone_remove(*, phone: AlertPhone, now: datetime) -> None:
    """Stop sending alerts to a phone."""
    with transaction.atomic():
        record(
            phone.staff,
            "alert_phone_removed",
            now=now,
            about=phone.staff,
            before={"phone": phone.name},
        )
        phone.delete()


def phone_test(*, phone: AlertPhone, now: datetime) -> CallAlert:
    """Send a test to a phone, on duty or not. Raises `Refusal`: `alert_rate`."""
    tests = CallAlert.objects.filter(phone=phone, kind=CallAlert.Kind.TEST)
    if tests.filter(made_at__gt=now - TEST_PAUSE).exists():
        raise Refusal("alert_rate", "", seconds=int(TEST_PAUSE.total_seconds()))
    return queue([phone], None, CallAlert.Kind.TEST, now=now)[0]


def is_test_underway(phone: AlertPhone, now: datetime) -> bool:
    """Return whether a test of the last minute has neither failed nor been confirmed by the phone."""
    tests = CallAlert.objects.filter(phone=phone, kind=CallAlert.Kind.TEST)
    test = tests.filter(made_at__gt=now - timedelta(minutes=1)).order_by("pk").last()
    if test is None or test.error:
        return False
    return phone.answered_at is None or phone.answered_at < test.made_at
