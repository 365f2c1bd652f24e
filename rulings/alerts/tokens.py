"""The token of an alert: with it a phone confirms and answers one call for one person, without a page."""

from django.core import signing
from django.db.models.functions import Now

from poker.refusal import Refusal
from rulings.alerts.models import CallAlert

LIFETIME = 600  # seconds; a call lasts some minutes
SALT = "floorbook.alert"


def alert_token(alert: CallAlert) -> str:
    """Return the token of an alert, signed under `SECRET_KEY`."""
    return signing.dumps([alert.pk, alert.phone.staff_id, alert.call_id or 0], salt=SALT)


def alert_of(token: str) -> CallAlert:
    """Return the alert of a token, with its phone, staff member and call.

    Raises `Refusal`: `bad_alert_token`, including when the phone or the person no longer gets alerts;
    `late_alert_token`.
    """
    try:
        content = signing.loads(token, salt=SALT, max_age=LIFETIME)
    except signing.SignatureExpired:
        raise Refusal("late_alert_token") from None
    except signing.BadSignature:
        raise Refusal("bad_alert_token") from None
    number, staff, call = content
    alerts = CallAlert.objects.filter(
        pk=number,
        phone__staff=staff,
        phone__session__expire_date__gt=Now(),
        phone__staff__user__is_active=True,
    )
    alerts = alerts.filter(call=call) if call else alerts.filter(call=None)
    alert = alerts.select_related("phone__staff__user", "phone__session", "call__table").first()
    if alert is None:
        raise Refusal("bad_alert_token")
    return alert
