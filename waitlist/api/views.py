"""Waitlists: read, and changed as at the desk."""

from uuid import UUID, uuid4

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from poker.refusal import Refusal
from tables.game_keys import title_of
from waitlist.actions import WAITLIST, WaitlistResult, load_waitlists
from waitlist.api import schemas
from waitlist.pages.player_lookup import find_player
from waitlist.rules import commands as c
from waitlist.rules.events import PlayerAdded
from waitlist.seatings import waitlist_execute
from web.api.caller import Caller
from web.api.endpoint import Endpoint, caller, read_body
from web.api.openapi import documented
from web.api.pagination import no_parameters
from web.api.rooms import ROOM, room_of

LIST = ROOM | {"key": "The key of the list."}
NAME = ROOM | {"number": "The name's number on its list."}


class ListsView(Endpoint):
    """A room's waitlists."""

    scopes = {"GET": "lists:read"}

    @documented("list_lists", "List a room's waitlists.", answer=schemas.RoomWaitlists, path=ROOM)
    def get(self, request: Request, room: int) -> Response:
        """In the order opened."""
        no_parameters(request)
        seq, waitlists = WAITLIST.load(room_of(request, room))
        lists = [schemas.list_item(waitlist) for waitlist in waitlists.lists]
        return Response(schemas.RoomWaitlists(seq, lists))


class ListView(Endpoint):
    """One waitlist."""

    scopes = {"GET": "lists:read"}

    @documented(
        "read_lists", "Get a list with its names.", answer=schemas.WaitlistDetail, path=LIST
    )
    def get(self, request: Request, room: int, key: str) -> Response:
        """In list order."""
        no_parameters(request)
        seq, waitlists = WAITLIST.load(room_of(request, room))
        waitlist = waitlists.waitlist(key)
        if waitlist is None:
            raise Refusal("no_such_list", "", list=key[:40])
        return Response(schemas.waitlist_detail(seq, waitlist))


class WaitlistEntriesView(Endpoint):
    """A waitlist's entries."""

    scopes = {"POST": "lists:write"}

    @documented(
        "put_down_lists",
        "Add a name to the end of a list. The first name opens the list.",
        body=schemas.AddEntryBody,
        answer=schemas.EntryResult,
        path=LIST,
        problems=(409, 422),
        example={"id": "0f3c4f3e-6a0e-4d55-9f7e-6b1d2a1c0a02", "who": "Kettle"},
    )
    def post(self, request: Request, room: int, key: str) -> Response:
        """Same as at the desk."""
        no_parameters(request)
        at = room_of(request, room)
        add_entry_body = read_body(request, schemas.AddEntryBody)
        result = stored_response(at, add_entry_body.id)
        if result is None:
            player, alias = find_player(add_entry_body.who)
            if load_waitlists(at).waitlist(key) is None:
                opened = c.OpenWaitlist(key, title_of(key[:40], at))
                execute(caller(request), at, uuid4(), opened)
            wish = tuple(add_entry_body.wish)
            added = c.AddPlayer(
                key, player, alias, add_entry_body.here, add_entry_body.local, wish=wish
            )
            result = execute(caller(request), at, add_entry_body.id, added)
        number = next((e.waiting.number for e in result.events if isinstance(e, PlayerAdded)), 0)
        return Response(
            schemas.entry_result(result.seq, result.repeated, result.state, key, number)
        )


def stored_response(room: int, command: UUID) -> WaitlistResult | None:
    """Return the stored result of a repeated command, if any."""
    return WAITLIST.find_result(WAITLIST.id_of_room(room), str(command))


def execute(
    caller: Caller, room: int, command: UUID, waitlist_command: c.WaitlistCommand
) -> WaitlistResult:
    return waitlist_execute(
        room_id=room,
        command_id=str(command),
        command=waitlist_command,
        actor=caller.key,
        now=timezone.now(),
    )


def execute_once(
    request: Request, room: int, body: schemas.CommandBody, command: c.WaitlistCommand
) -> WaitlistResult:
    """Execute a command, or return the stored result if its id was sent before."""
    return stored_response(room, body.id) or execute(caller(request), room, body.id, command)


def _command_view(
    operation: str,
    summary: str,
    command: type[c.SentCommand],
    body: type[schemas.CommandBody],
    **example: object,
) -> type[Endpoint]:
    """Return the view of a command on one entry. example: of the body, without its id."""

    class CommandView(Endpoint):
        scopes = {"POST": "lists:write"}

        @documented(
            f"{operation}_lists",
            summary,
            body=body,
            answer=schemas.EntryResult,
            path=NAME,
            problems=(409, 422),
            example={"id": "0f3c4f3e-6a0e-4d55-9f7e-6b1d2a1c0a03"} | example,
        )
        def post(self, request: Request, room: int, number: int) -> Response:
            no_parameters(request)
            at = room_of(request, room)
            sent = read_body(request, body)
            if getattr(sent, "transfer", "") and not caller(request).supervises:
                raise Refusal("needs_supervisor", "S-003", name="seat")
            result = execute_once(
                request, at, sent, schemas.command_of(command, sent, number=number)
            )
            return Response(
                schemas.entry_result(result.seq, result.repeated, result.state, "", number)
            )

    CommandView.__name__ = operation.title().replace("_", "")
    CommandView.__doc__ = summary
    return CommandView


COMMAND_VIEWS: dict[str, type[Endpoint]] = {
    "arrive": _command_view("arrive", "Check in a call-in.", c.MarkArrived, schemas.EmptyBody),
    "call": _command_view(
        "call", "Call a name to a seat.", c.CallPlayer, schemas.CallBody, table="T7", seat=5
    ),
    "hold": _command_view(
        "hold", "Hold the seat for a called player who answered.", c.HoldSeat, schemas.EmptyBody
    ),
    "seat": _command_view(
        "seat",
        "Seat the player and remove the name.",
        c.ConfirmSeated,
        schemas.SeatBody,
        table="T7",
        seat=5,
    ),
    "pass": _command_view(
        "pass_on", "Pass this call; the player keeps the spot.", c.PassCall, schemas.EmptyBody
    ),
    "page": _command_view("page", "Page a called player again.", c.PageAgain, schemas.EmptyBody),
    "take-back": _command_view(
        "take_back",
        "Cancel a call or a held seat.",
        c.CancelCall,
        schemas.ReasonBody,
        reason="broken chair",
    ),
    "leave": _command_view(
        "leave",
        "Remove a name from the list.",
        c.RemovePlayer,
        schemas.ReasonBody,
        reason="went home",
    ),
    "move": _command_view(
        "move",
        "Move a name on the list.",
        c.ChangePosition,
        schemas.PositionBody,
        to=1,
        reason="called by mistake",
    ),
}
