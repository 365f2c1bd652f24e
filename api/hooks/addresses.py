"""Where a webhook may go: https, to public addresses, and to the address that was looked at."""

import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from django.conf import settings

from poker.refusal import Refusal

LONGEST = 500
HTTPS = 443
FIRST_FREE = 1024  # below are mail, shells and the like: none is a webhook's
# Public by their number, and yet a way to addresses that are not: translations and tunnels to others.
_TUNNELS = [ip_network(one) for one in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")]
Address = IPv4Address | IPv6Address


@dataclass(frozen=True, slots=True)
class Target:
    """An address of the web in its parts. path: with its query."""

    secure: bool
    host: str
    port: int
    path: str


def target(url: str) -> Target:
    """The parts of an address that may be one. Refuses `hook_url`."""
    if len(url) > LONGEST or not url.isascii() or any(one <= " " or one == "\x7f" for one in url):
        raise Refusal("hook_url", "", detail="it is too long, or has signs that no address has")
    try:
        parts = urlsplit(url)
        port, host = parts.port, parts.hostname or ""
    except ValueError:
        raise Refusal("hook_url", "", detail="it cannot be read") from None
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise Refusal("hook_url", "", detail="it has a name, a password or a mark in it")
    if parts.scheme != "https" and not (parts.scheme == "http" and settings.HOOKS_HTTP):
        raise Refusal("hook_url", "", detail="it is not https")
    if not host or port == 0:
        raise Refusal("hook_url", "", detail="it names no machine")
    secure = parts.scheme == "https"
    if secure and port is not None and port < FIRST_FREE and port != HTTPS:
        raise Refusal("hook_url", "", detail=f"port {port} is of something else than the web")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    found = Target(secure, host, port or (HTTPS if secure else 80), path)
    try:
        literal = ip_address(host)
    except ValueError:
        return found
    _refuse_inside(found, literal)
    return found


def resolved(to: Target) -> str:
    """The number to connect to: none where any of the machine's is inside the house. Refuses `hook_url`."""
    try:
        rows = socket.getaddrinfo(to.host, to.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Refusal("hook_url", "", detail="no such machine is found") from None
    numbers = [str(row[4][0]).partition("%")[0] for row in rows]
    if not numbers:
        raise Refusal("hook_url", "", detail="no such machine is found")
    for number in numbers:
        _refuse_inside(to, ip_address(number))
    return numbers[0]


def _refuse_inside(to: Target, number: Address) -> None:
    number = getattr(number, "ipv4_mapped", None) or number
    if not to.secure:
        if not number.is_loopback:
            raise Refusal("hook_url", "", detail="it is not https")
        return
    # A machine's own address of its net tells it who it is: nobody's webhook, also in the house.
    nowhere = number.is_multicast or number.is_unspecified or number.is_link_local
    if settings.HOOKS_PRIVATE and not nowhere:
        return
    tunnel = any(number in one for one in _TUNNELS if one.version == number.version)
    if not number.is_global or number.is_multicast or number.is_reserved or tunnel:
        raise Refusal("hook_url", "", detail="it is inside the house, or nowhere")
