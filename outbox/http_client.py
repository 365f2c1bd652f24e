"""A POST to a checked IP address, without redirects. The time and the bytes read from the answer are limited."""

import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException

from outbox.url_policy import PostTarget, parse_url, resolve_public_address
from poker.refusal import Refusal

WAIT_TIMEOUT = 5.0  # seconds of one wait
TOTAL_TIMEOUT = 10.0  # seconds of the whole request
MAX_ANSWER_BYTES = 4096  # longest part of an answer that is read


@dataclass(frozen=True, slots=True)
class PostResponse:
    """The result of a POST."""

    status: int  # 0 if there was no answer
    error: str  # "" if the answer was 2xx


class _Connection(HTTPConnection):
    """A connection to an IP address under the host's name, so that a later DNS change has no effect."""

    def __init__(self, to: PostTarget, number: str) -> None:
        super().__init__(to.host, to.port, timeout=WAIT_TIMEOUT)
        self._to = to
        self._number = number
        self._over = False
        self._plain: socket.socket | None = None

    def connect(self) -> None:
        """Connect within the total time, including the handshake, which a server can delay."""
        self.sock = self._plain = socket.create_connection(
            (self._number, self._to.port), WAIT_TIMEOUT
        )
        if self._over:
            raise TimeoutError
        if self._to.secure:
            context = ssl.create_default_context()
            # Do the handshake later: it would detach the socket, so that `cut` could not close it.
            tls_socket = context.wrap_socket(
                self._plain, server_hostname=self._to.host, do_handshake_on_connect=False
            )
            self.sock = self._plain = tls_socket
            if self._over:
                raise TimeoutError
            tls_socket.do_handshake()

    def cut(self) -> None:
        """Abort the connection at the time limit."""
        self._over = True
        if self._plain is not None:
            with suppress(OSError):  # the plain socket's method, because the TLS method could block
                socket.socket.shutdown(self._plain, socket.SHUT_RDWR)


def send(url: str, body: bytes, headers: Mapping[str, str]) -> PostResponse:
    """Send the POST. Errors of the other side do not raise an exception."""
    try:
        to = parse_url(url)
        connection = _Connection(to, resolve_public_address(to))
    except Refusal as refusal:
        return PostResponse(0, f"invalid address: {refusal.facts['detail']}"[:200])
    timer = threading.Timer(TOTAL_TIMEOUT, connection.cut)
    timer.daemon = True
    timer.start()
    try:
        connection.request("POST", to.path, body, dict(headers))
        answer = connection.getresponse()
        answer.read(MAX_ANSWER_BYTES)
    except (OSError, HTTPException, ValueError) as error:
        return PostResponse(0, f"no answer: {type(error).__name__}"[:200])
    finally:
        timer.cancel()
        connection.close()
    if 200 <= answer.status < 300:
        return PostResponse(answer.status, "")
    return PostResponse(answer.status, f"answered {answer.status}")
