"""The allowed targets of outgoing requests: https to a public address. The connection uses the checked address."""

import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from django.conf import settings

from poker.refusal import Refusal

URL_LENGTH = 500
HTTPS = 443
MIN_PORT = 1024  # lower ports belong to mail, shells and other services
# Public addresses that lead to private addresses, by translation or tunnel.
_TUNNELS = [
    ip_network(network) for network in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")
]
Address = IPv4Address | IPv6Address


@dataclass(frozen=True, slots=True)
class PostTarget:
    """The parts of a URL that a POST needs."""

    secure: bool
    host: str
    port: int
    path: str  # includes the query


def parse_url(url: str) -> PostTarget:
    """Parse and check a URL. Raises `Refusal`: `hook_url`."""
    if (
        len(url) > URL_LENGTH
        or not url.isascii()
        or any(item <= " " or item == "\x7f" for item in url)
    ):
        raise Refusal("hook_url", "", detail="too long, or has invalid characters")
    try:
        parts = urlsplit(url)
        port = parts.port
        host = parts.hostname or ""
    except ValueError:
        raise Refusal("hook_url", "", detail="it can't be read") from None
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise Refusal("hook_url", "", detail="it contains a user name, password or fragment")
    if parts.scheme != "https" and not (parts.scheme == "http" and settings.HOOKS_HTTP):
        raise Refusal("hook_url", "", detail="it isn't https")
    if not host or port == 0:
        raise Refusal("hook_url", "", detail="no host name")
    secure = parts.scheme == "https"
    if secure and port is not None and port < MIN_PORT and port != HTTPS:
        raise Refusal("hook_url", "", detail=f"port {port} isn't allowed")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    target = PostTarget(secure, host, port or (HTTPS if secure else 80), path)
    try:
        literal = ip_address(host)
    except ValueError:
        return target
    _refuse_inside(target, literal)
    return target


def resolve_public_address(to: PostTarget) -> str:
    """Return the IP address to connect to.

    Raises `Refusal`: `hook_url`, even if only one of the host's addresses is private.
    """
    try:
        rows = socket.getaddrinfo(to.host, to.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Refusal("hook_url", "", detail="host not found") from None
    numbers = [str(row[4][0]).partition("%")[0] for row in rows]
    if not numbers:
        raise Refusal("hook_url", "", detail="host not found")
    for number in numbers:
        _refuse_inside(to, ip_address(number))
    return numbers[0]


def _refuse_inside(to: PostTarget, number: Address) -> None:
    number = getattr(number, "ipv4_mapped", None) or number
    if not to.secure:
        if not number.is_loopback:
            raise Refusal("hook_url", "", detail="it isn't https")
        return
    # Refuse link-local, multicast and unspecified addresses even if private addresses are allowed.
    nowhere = number.is_multicast or number.is_unspecified or number.is_link_local
    if settings.HOOKS_PRIVATE and not nowhere:
        return
    tunnel = any(number in item for item in _TUNNELS if item.version == number.version)
    if not number.is_global or number.is_multicast or number.is_reserved or tunnel:
        raise Refusal("hook_url", "", detail="it's a private or unreachable address")
