"""One signed POST to the number that was looked at: no redirect, little of the answer is read, in bounded time."""

import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException

from api.hooks.addresses import Target, resolved, target
from api.words import sentence
from poker.refusal import Refusal

EACH, WHOLE = 5.0, 10.0  # seconds: of one wait, and of all of it
READ = 4096  # bytes of an answer


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back. status: 0 where nothing did; error: "" for whatever was received (2xx)."""

    status: int
    error: str


class _Connection(HTTPConnection):
    """To a number, under the machine's name: what the name says later does not count."""

    def __init__(self, to: Target, number: str) -> None:
        super().__init__(to.host, to.port, timeout=EACH)
        self._to, self._number, self._over = to, number, False
        self._plain: socket.socket | None = None

    def connect(self) -> None:
        """The handshake is within the whole time, too: it can be dripped like an answer."""
        self.sock = self._plain = socket.create_connection((self._number, self._to.port), EACH)
        if self._over:
            raise TimeoutError
        if self._to.secure:
            context = ssl.create_default_context()
            # Only begun here: wrapping would take the socket away from `cut` until it is done.
            secured = context.wrap_socket(
                self._plain, server_hostname=self._to.host, do_handshake_on_connect=False
            )
            self.sock = self._plain = secured
            if self._over:
                raise TimeoutError
            secured.do_handshake()

    def cut(self) -> None:
        """The time is over, whoever still waits."""
        self._over = True
        if self._plain is not None:
            with suppress(OSError):  # the socket's own way: what is secured stays so to the end
                socket.socket.shutdown(self._plain, socket.SHUT_RDWR)


def send(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Send it; never raises for what the other side does."""
    try:
        to = target(url)
        connection = _Connection(to, resolved(to))
    except Refusal as refusal:
        return Answer(0, sentence(refusal)[:200])
    timer = threading.Timer(WHOLE, connection.cut)
    timer.daemon = True
    timer.start()
    try:
        connection.request("POST", to.path, body, dict(headers))
        answer = connection.getresponse()
        answer.read(READ)
    except (OSError, HTTPException, ValueError) as error:
        return Answer(0, f"no answer: {type(error).__name__}"[:200])
    finally:
        timer.cancel()
        connection.close()
    if 200 <= answer.status < 300:
        return Answer(answer.status, "")
    return Answer(answer.status, f"answered {answer.status}")
