"""The digest of a client's request, which distinguishes a retry from another command under the same id.

It is a context variable, like the device: the entry point sets it, and the log stores and compares it. The digest
is keyed with the server's secret, so that it reveals no alias after the alias is erased.
"""

from collections.abc import Mapping
from contextvars import ContextVar

import msgspec
from django.utils.crypto import salted_hmac

DIGEST_LENGTH = 32  # hex digits
_DIGEST: ContextVar[str] = ContextVar("request_digest", default="")
_encoder = msgspec.json.Encoder(order="deterministic")


def request_digest() -> str:
    """Return the digest of the current request's content; "" for tasks and for requests without a command id."""
    return _DIGEST.get()


def set_request_content(where: str, content: Mapping[str, object]) -> None:
    """Set the digest of a command from its destination and its arguments as the client sent them.

    `content` must not contain a PIN or anything that a retry may change, such as the number of the last entry seen.
    """
    data = _encoder.encode((where, content))
    _DIGEST.set(
        salted_hmac("journal.request", data, algorithm="sha256").hexdigest()[:DIGEST_LENGTH]
    )


def reset_request_content() -> None:
    """Clear the digest after the response."""
    _DIGEST.set("")
