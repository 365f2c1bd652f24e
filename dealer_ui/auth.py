"""Which tablet is asking: a cookie that only the server can read."""

from http.cookies import SimpleCookie
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tables.models import Device
from tables.pairing import device_known

COOKIE = "floorbook_device"
LASTS = 400 * 24 * 3600  # browsers keep no cookie longer


def device_of(request: HttpRequest) -> Device | None:
    """The paired tablet of a request, None when unknown or revoked."""
    return known(request.COOKIES.get(COOKIE, ""))


def known(token: str) -> Device | None:
    """The paired tablet of a token."""
    return device_known(token=token) if token else None


def socket_token(scope: dict[str, Any]) -> str:
    """The token that a WebSocket brings along."""
    cookies: SimpleCookie = SimpleCookie()
    for name, value in scope["headers"]:
        if name == b"cookie":
            cookies.load(value.decode("latin-1"))
    return cookies[COOKIE].value if COOKIE in cookies else ""


def remember(response: HttpResponse, token: str) -> None:
    """Give the tablet its token, out of reach of scripts and of other sites."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=LASTS,
        httponly=True,
        samesite="Strict",
        secure=settings.SESSION_COOKIE_SECURE,
    )
