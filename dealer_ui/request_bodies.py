"""Request bodies, decoded strictly: typed, and limited in size."""

from collections.abc import Mapping
from typing import Annotated, TypeVar
from uuid import UUID

import msgspec
from django.http import HttpRequest

from dealer_ui.engine.wire import EncryptedPin
from journal.request_digest import set_request_content
from poker.calls import MOST_EARLIER_TAPS, EarlierTap
from poker.refusal import Refusal

MAX_BODY_BYTES = 16 * 1024
NUL = rb"\u0000"  # in JSON

Digits = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Seen = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class PairBody(msgspec.Struct, frozen=True):
    code: Digits


class SignInBody(msgspec.Struct, frozen=True):
    badge: Digits
    pin: Digits


class CommandBody(msgspec.Struct, frozen=True):
    """A command: its id, the last entry its sender has seen, its name and arguments.

    `listening`: the tablet gets the new screen through its socket, so the answer does not repeat it. `dealer`: the
    dealer who made the tap, according to the page; it is never sent under another name. `earlier`: with a floor call,
    the earlier taps that the tablet holds back. `age`: milliseconds since the tap, by the tablet's clock. `shown`: the
    last entry on the screen at the tap; `seen` may be later. `pin`: typed while the tablet had an engine and no
    network.
    """

    id: UUID
    seen: Seen
    name: Annotated[str, msgspec.Meta(max_length=40)]
    args: dict[str, object] = {}
    listening: bool = False
    dealer: Annotated[str, msgspec.Meta(max_length=40)] = ""
    earlier: Annotated[tuple[EarlierTap, ...], msgspec.Meta(max_length=MOST_EARLIER_TAPS)] = ()
    age: Annotated[int, msgspec.Meta(ge=0, le=2**53)] = 0
    shown: Seen | None = None
    pin: EncryptedPin | None = None


class IncidentBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The arguments of an incident: category, player, seat and hand of the tap."""

    category: Annotated[str, msgspec.Meta(max_length=40)]
    seat: Annotated[int, msgspec.Meta(ge=1, le=20)]
    player: Annotated[str, msgspec.Meta(max_length=40)]
    hand: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)] = 0
    note: Annotated[str, msgspec.Meta(max_length=4000)] = ""


Body = TypeVar("Body", bound=msgspec.Struct)


def read(request: HttpRequest, kind: type[Body]) -> Body:
    """Decode the body of a request. Raises `Refusal` if it is too large, malformed or a form."""
    body = read_bytes(request, most=MAX_BODY_BYTES)
    if NUL in body:  # the database cannot store it in a text
        raise Refusal("bad_request")
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal("bad_request", "", detail=str(error)) from error


def read_bytes(request: HttpRequest, *, most: int) -> bytes:
    """Return the body of a request, limited in size. Raises `Refusal`: `not_json` for a form, `too_large`."""
    if request.content_type == "multipart/form-data":
        raise Refusal("not_json")
    if int(request.META.get("CONTENT_LENGTH") or 0) > most or len(request.body) > most:
        raise Refusal("too_large", "", most=most)
    return request.body


def read_command(request: HttpRequest) -> CommandBody:
    """Decode a tablet's command, and set its content for the comparison with a stored one of the same id.

    Raises `Refusal` as `read` does.
    """
    command_body = read(request, CommandBody)
    set_request_content(f"tablet {command_body.name}", command_body.args)
    return command_body


def read_incident(args: Mapping[str, object]) -> IncidentBody:
    """Decode a tablet's incident. Raises `Refusal` if it is malformed."""
    try:
        return msgspec.convert(args, IncidentBody)
    except msgspec.ValidationError as error:
        raise Refusal("bad_request", "", detail=str(error)) from error
