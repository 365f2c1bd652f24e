"""Bodies of requests, read strictly: typed, limited in size."""

from typing import Annotated, Any, TypeVar
from uuid import UUID

import msgspec
from django.http import HttpRequest

from poker.refusal import Refusal

LARGEST = 16 * 1024

Digits = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Seen = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class Pair(msgspec.Struct, frozen=True):
    """A one-time code."""

    code: Digits


class SignIn(msgspec.Struct, frozen=True):
    """Who wants to deal."""

    badge: Digits
    pin: Digits


class Sent(msgspec.Struct, frozen=True):
    """A command: its id, the entry that its sender saw last, its name and arguments.

    A tablet that is `listening` is told the new screen through its socket, and not twice. `dealer` is who made the
    tap, as the page was told; it is not sent under another name.
    """

    id: UUID
    seen: Seen
    name: Annotated[str, msgspec.Meta(max_length=40)]
    args: dict[str, Any] = {}
    listening: bool = False
    dealer: Annotated[str, msgspec.Meta(max_length=40)] = ""


class Reported(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The arguments of an incident: which category, and of whom, where and in which hand it was tapped."""

    category: Annotated[str, msgspec.Meta(max_length=40)]
    seat: Annotated[int, msgspec.Meta(ge=1, le=20)]
    player: Annotated[str, msgspec.Meta(max_length=40)]
    hand: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)] = 0
    note: Annotated[str, msgspec.Meta(max_length=4000)] = ""


Body = TypeVar("Body", Pair, SignIn, Sent)


def read(request: HttpRequest, kind: type[Body]) -> Body:
    """The body of a request as this kind. Refuses what is too large or malformed."""
    if int(request.META.get("CONTENT_LENGTH") or 0) > LARGEST or len(request.body) > LARGEST:
        raise Refusal("too_large", "", most=LARGEST)
    if b"\\u0000" in request.body:  # no database keeps it in a text
        raise Refusal("bad_request")
    try:
        return msgspec.json.decode(request.body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal("bad_request", "", detail=str(error)) from error


def reported(sent: Sent) -> Reported:
    """What a tablet says of an incident. Refuses what is malformed."""
    try:
        return msgspec.convert(sent.args, Reported)
    except msgspec.ValidationError as error:
        raise Refusal("bad_request", "", detail=str(error)) from error
