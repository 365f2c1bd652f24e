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
        self._to, self._number = to, number

    def connect(self) -> None:
        plain = socket.create_connection((self._number, self._to.port), EACH)
        if not self._to.secure:
            self.sock = plain
            return
        try:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(plain, server_hostname=self._to.host)
        except BaseException:
            plain.close()
            raise

    def cut(self) -> None:
        """The time is over, whoever still waits."""
        with suppress(OSError, AttributeError):
            self.sock.shutdown(socket.SHUT_RDWR)


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
