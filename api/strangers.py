"""Tokens that open nothing: counted by address, written down now and then, and slowed down.

Only what fails is slowed down: behind one address may be the house's own programs, and nobody shall shut them out.
"""

import time
from ipaddress import ip_address, ip_network

from django.conf import settings
from django.utils import timezone
from rest_framework.request import Request

from api.caller import Caller
from api.counting import counted
from api.integrations import token_of
from api.models import Token
from audit.recording import record
from journal.origin import asked_from
from poker.refusal import Refusal

MINUTE, HOUR = 60, 3600


def refused(request: Request, text: str) -> Refusal:
    """What is said to whoever showed this: `bad_token`, above `API_STRANGERS` in a minute `strange_often`."""
    address, now = address_of(request), int(time.time())
    token = token_of(text)
    tries = counted(f"strange.{address}.{token.pk if token else 0}", HOUR, now)
    if _told(tries):
        _record(address, token, tries)
    if counted(f"strange.{address}", MINUTE, now) > settings.API_STRANGERS:
        return Refusal("strange_often", "", seconds=MINUTE - now % MINUTE)
    return Refusal("bad_token")


def address_of(request: Request) -> str:
    """From where it comes; of IPv6 the net, for whoever has one has all of its addresses."""
    said = str(request.META.get("REMOTE_ADDR", ""))
    try:
        found = ip_address(said.partition("%")[0])
    except ValueError:  # a socket of the machine has none
        return "here"
    return str(found) if found.version == 4 else str(ip_network((found, 64), strict=False))


def _told(tries: int) -> bool:
    """The first, the tenth, the hundredth of an hour: a row each would be a way to fill the database."""
    return str(tries).strip("0") == "1"


def _record(address: str, token: Token | None, tries: int) -> None:
    who = Caller(token) if token else "unknown token"
    with asked_from(address):
        record(
            who,
            "token_refused",
            now=timezone.now(),
            room=token.integration.room_id if token else None,
            after={"tries this hour": tries},
            refused=True,
            reason=_why(token),
        )


def _why(token: Token | None) -> str:
    if token is None:
        return "unknown"
    if not token.integration.active:
        return f"…{token.hint}: the program is shut out"
    return f"…{token.hint}: {'revoked' if token.revoked_at else 'expired'}"
