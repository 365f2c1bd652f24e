"""Waiting lists: read, and kept as the desk keeps them."""

from collections.abc import Callable
from typing import Any, TypeVar
from uuid import UUID, uuid4

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.caller import Caller
from api.documented import documented
from api.endpoint import Endpoint, caller, read
from api.listing import no_parameters
from api.shapes import lists as shapes
from desk_ui.players import player_written
from poker.refusal import Refusal
from poker.waiting import commands as c
from poker.waiting.events import NameAdded
from tables.lists.asking import Asked, answered_before, lists_ask, lists_now
from tables.lists.games import title_of
from tables.models import Room

ROOM = {"room": "The room's number."}
LIST = ROOM | {"key": "The key of the list, as the lists have it."}
Sent = TypeVar("Sent", bound=shapes.Sent)
NAME = ROOM | {"number": "The name's number, as its list has it."}


def room_of(request: Request, room: int) -> int:
    """Refuses `not_found`."""
    if not caller(request).within(Room.objects.filter(pk=room), "pk").exists():
        raise Refusal("not_found")
    return room


class ListsView(Endpoint):
    """A room's lists."""

    scopes = {"GET": "lists:read"}

    @documented("list_lists", "The waiting lists of a room.", answer=shapes.RoomLists, path=ROOM)
    def get(self, request: Request, room: int) -> Response:
        """In the order in which they were opened."""
        no_parameters(request)
        now = lists_now(room_of(request, room))
        lists = [shapes.list_item(line) for line in now.lists.lines]
        return Response(shapes.RoomLists(now.seq, lists))


class ListView(Endpoint):
    """One list."""

    scopes = {"GET": "lists:read"}

    @documented("read_lists", "A list with its names.", answer=shapes.OneList, path=LIST)
    def get(self, request: Request, room: int, key: str) -> Response:
        """In their order."""
        no_parameters(request)
        now = lists_now(room_of(request, room))
        line = now.lists.line(key)
        if line is None:
            raise Refusal("no_such_list", "", list=key[:40])
        return Response(shapes.one_list(now.seq, line))


class NamesView(Endpoint):
    """A list's names."""

    scopes = {"POST": "lists:write"}

    @documented(
        "put_down_lists",
        "Put a name down, last; the list of a game that the house has is opened by its first name.",
        body=shapes.PutDown,
        answer=shapes.Kept,
        path=LIST,
        problems=(409, 422),
        example={"id": "0f3c4f3e-6a0e-4d55-9f7e-6b1d2a1c0a02", "who": "Kettle"},
    )
    def post(self, request: Request, room: int, key: str) -> Response:
        """As the desk does."""
        no_parameters(request)
        at, sent = room_of(request, room), read(request, shapes.PutDown)
        asked = again(at, sent.id)
        if asked is None:
            player, alias = player_written(sent.who)
            if lists_now(at).lists.line(key) is None:
                opened = c.OpenLine(key, title_of(key[:40], at))
                ask(caller(request), at, uuid4(), opened)
            wish = tuple(sent.wish)
            added = c.AddName(key, player, alias, sent.here, sent.local, wish=wish)
            asked = ask(caller(request), at, sent.id, added)
        number = next((e.waiting.number for e in asked.events if isinstance(e, NameAdded)), 0)
        return Response(shapes.kept(asked.seq, asked.repeated, asked.lists, key, number))


def again(room: int, command: UUID) -> Asked | None:
    """The answer to a command that was carried out already."""
    return answered_before(room_id=room, command_id=str(command))


def ask(who: Caller, room: int, command: UUID, asked: c.Ask) -> Asked:
    """In the name of the program."""
    return lists_ask(
        room_id=room,
        command_id=str(command),
        command=asked,
        actor=who.key,
        now=timezone.now(),
    )


def _carried(
    request: Request,
    room: int,
    number: int,
    kind: type[Sent],
    command: Callable[[int, Sent], c.Ask],
) -> Response:
    """One command to a name, once."""
    no_parameters(request)
    at, sent, who = room_of(request, room), read(request, kind), caller(request)
    if getattr(sent, "transfer", "") and not who.supervises:
        raise Refusal("needs_supervisor", "S-003", name="seat")
    asked = again(at, sent.id) or ask(who, at, sent.id, command(number, sent))
    return Response(shapes.kept(asked.seq, asked.repeated, asked.lists, "", number))


def _named(
    act: str,
    says: str,
    kind: type[Sent],
    command: Callable[[int, Sent], c.Ask],
    **example: Any,
) -> type[Endpoint]:
    """A view of one command. kind: of its body; command: what it asks of the lists."""
    body = {"id": "0f3c4f3e-6a0e-4d55-9f7e-6b1d2a1c0a03"} | example

    class Made(Endpoint):
        scopes = {"POST": "lists:write"}

        @documented(
            f"{act}_lists",
            says,
            body=kind,
            answer=shapes.Kept,
            path=NAME,
            problems=(409, 422),
            example=body,
        )
        def post(self, request: Request, room: int, number: int) -> Response:
            return _carried(request, room, number, kind, command)

    Made.__name__ = act.title().replace("_", "")
    Made.__doc__ = says
    return Made


NAMED: dict[str, type[Endpoint]] = {
    "arrive": _named(
        "arrive", "A call-in is in the room.", shapes.Plain, lambda n, sent: c.Arrive(n)
    ),
    "call": _named(
        "call",
        "Call a name to a chair.",
        shapes.CallTo,
        lambda n, sent: c.CallName(n, sent.table, sent.seat, sent.reason),
        table="T7",
        seat=5,
    ),
    "hold": _named(
        "hold",
        "The called player answered: hold the chair.",
        shapes.Plain,
        lambda n, sent: c.HoldSeat(n),
    ),
    "seat": _named(
        "seat",
        "The player sits: off the list, into the chair.",
        shapes.SeatAt,
        lambda n, sent: c.Seated(
            n, sent.table, sent.seat, sent.reason, sent.stake, sent.transfer, sent.said
        ),
        table="T7",
        seat=5,
    ),
    "pass": _named(
        "pass_on",
        "The player lets this call go by and keeps the place.",
        shapes.Plain,
        lambda n, sent: c.PassOn(n),
    ),
    "page": _named(
        "page", "Page a called player once more.", shapes.Plain, lambda n, sent: c.PageAgain(n)
    ),
    "take-back": _named(
        "take_back",
        "Take a call or a held chair back.",
        shapes.Why,
        lambda n, sent: c.TakeBack(n, sent.reason),
        reason="that chair is broken",
    ),
    "leave": _named(
        "leave",
        "Take a name off the list.",
        shapes.Why,
        lambda n, sent: c.TakeOff(n, sent.reason),
        reason="went home",
    ),
    "move": _named(
        "move",
        "Give a name another place.",
        shapes.MoveTo,
        lambda n, sent: c.MoveName(n, sent.to, sent.reason),
        to=1,
        reason="was called by mistake",
    ),
}
