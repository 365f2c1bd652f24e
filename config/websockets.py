"""Checks of a WebSocket's handshake: its origin, its path and the size of its headers."""

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import OriginValidator, WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host
from django.urls import re_path
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

Scope = dict[str, Any]
Application = Callable[[Scope, object, object], Awaitable[object]]

# The last route: an unknown path is refused with 403, and its socket closes.
unknown_path = re_path("", WebsocketDenier.as_asgi())

TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class RoomWebSocketProtocol(WebSocketsSansIOProtocol):
    """Refuses a handshake that the parser rejects, such as a header over 8 KB; uvicorn doesn't answer it."""

    def data_received(self, data: bytes) -> None:
        """Answer with 431 and close if no handshake could be read."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.write(TOO_LARGE)
            self.transport.close()


def same_origin(application: Application) -> Application:
    """Accept only pages of this site: the scheme, host and port of their origin equal those of the request.

    Origins in `CSRF_TRUSTED_ORIGINS` are accepted as well. All others are refused with 403.
    """

    async def check_origin(scope: Scope, receive: object, send: object) -> object:
        origins = _own_origins(scope) if _is_readable(_header(scope, b"origin")) else []
        return await OriginValidator(application, origins)(scope, receive, send)

    return check_origin


def _own_origins(scope: Scope) -> list[str]:
    """Return the origins of this site's pages, for a request to an allowed host."""
    host = _header(scope, b"host")
    domain, _ = split_domain_port(host)
    is_allowed = bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)
    own_origins = [f"{'https' if _is_secure(scope) else 'http'}://{host}"] if is_allowed else []
    return [*own_origins, *settings.CSRF_TRUSTED_ORIGINS]


def _is_secure(scope: Scope) -> bool:
    if scope.get("scheme") in ("wss", "https"):
        return True
    if settings.SECURE_PROXY_SSL_HEADER is None:
        return False
    name, secure = settings.SECURE_PROXY_SSL_HEADER
    header = name.removeprefix("HTTP_").replace("_", "-").lower()
    return _header(scope, header.encode()).partition(",")[0].strip() == secure


def _header(scope: Scope, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def _is_readable(origin: str) -> bool:
    """Return whether an origin has a host, and a port that is a number."""
    try:
        parts = urlsplit(origin)
        return bool(parts.hostname) and (parts.port is None or parts.port >= 0)
    except ValueError:
        return False
