"""Invalid tokens: counted by IP address, sampled into the audit log, and rate-limited.

Only failing requests are limited, because the house's own systems may share the IP address and must not be locked out.
"""

from django.utils import timezone
from rest_framework.request import Request

from journal.device_context import network_of, use_device
from poker.refusal import Refusal
from staff.audit.recording import record
from staff.integrations import find_token
from staff.models import ApiToken
from web.api.caller import Caller
from web.api.throttles import HOUR, MinuteThrottle, count_in_window


class InvalidTokenThrottle(MinuteThrottle):
    """Limits the invalid tokens of an IP address to `API_STRANGERS`."""

    limit_setting = "API_STRANGERS"

    def key(self, request: Request) -> str:
        """Return the client's IP address."""
        return f"strange.{client_network(request)}"


def invalid_token_refusal(request: Request, text: str) -> Refusal:
    """Return the refusal of an invalid token: `bad_token`, or `strange_often` above `API_STRANGERS` in a minute."""
    address = client_network(request)
    token = find_token(text)
    throttle = InvalidTokenThrottle()
    tries = count_in_window(f"strange.{address}.{token.pk if token else 0}", HOUR, throttle.now)
    if _is_sampled(tries):
        _record(address, token, tries)
    if not throttle.allow_request(request, None):
        return Refusal("strange_often", "", seconds=throttle.wait())
    return Refusal("bad_token")


def client_network(request: Request) -> str:
    """Return the client's IP address; for IPv6 its /64 network, because a client controls all of its addresses."""
    return network_of(str(request.META.get("REMOTE_ADDR", "")))


def _is_sampled(tries: int) -> bool:
    """Return whether to record this attempt: the 1st, 10th and 100th of an hour. One row for each attempt could fill
    the database.
    """
    return str(tries).strip("0") == "1"


def _record(address: str, token: ApiToken | None, tries: int) -> None:
    who = Caller(token) if token else "unknown token"
    with use_device(address):
        record(
            who,
            "token_refused",
            now=timezone.now(),
            room=token.integration.room_id if token else None,
            after={"tries this hour": tries},
            refused=True,
            reason=_why(token),
        )


def _why(token: ApiToken | None) -> str:
    if token is None:
        return "unknown"
    if not token.integration.active:
        return f"…{token.hint}: the integration is shut off"
    return f"…{token.hint}: {'revoked' if token.revoked_at else 'expired'}"
