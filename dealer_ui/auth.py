"""Identify the tablet of a request by a cookie that only the server can read."""

from http.cookies import SimpleCookie
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tables.models import Device
from tables.pairing import KeptDevice, device_kept, device_known

COOKIE = "floorbook_device"
COOKIE_AGE = 400 * 24 * 3600  # the longest time that browsers keep a cookie


def device_of(request: HttpRequest) -> Device | None:
    """Return the paired tablet of a request; None if unknown or revoked."""
    return find_device(request.COOKIES.get(COOKIE, ""))


def find_device(token: str) -> Device | None:
    return device_known(token=token) if token else None


def kept_device(token: str) -> KeptDevice | None:
    """Return the tablet as this process last read it; None if it has not."""
    return device_kept(token=token) if token else None


def socket_token(scope: dict[str, Any]) -> str:
    cookies: SimpleCookie = SimpleCookie()
    for name, value in scope["headers"]:
        if name == b"cookie":
            cookies.load(value.decode("latin-1"))
    return cookies[COOKIE].value if COOKIE in cookies else ""


def set_device_cookie(response: HttpResponse, token: str) -> None:
    """Set the tablet's token as a cookie that scripts and other sites cannot read."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=COOKIE_AGE,
        httponly=True,
        samesite="Strict",
        secure=settings.SESSION_COOKIE_SECURE,
    )
