"""Commands to waitlists as at the desk: interest lists, seat and table changes, must-move chains."""

from uuid import uuid4

from rest_framework.request import Request
from rest_framework.response import Response

from poker.refusal import Refusal
from tables.game_keys import list_key, title_of
from waitlist.actions import WAITLIST, load_waitlists
from waitlist.api import schemas
from waitlist.api.views import LIST, execute, execute_once, stored_response
from waitlist.pages.player_lookup import find_player
from waitlist.rules import commands as c
from waitlist.rules.events import PlayerAdded
from waitlist.seat_changes import seat_change_list
from web.api.endpoint import Endpoint, caller, read_body
from web.api.openapi import documented
from web.api.pagination import no_parameters
from web.api.rooms import ROOM, room_of

ID = "0f3c4f3e-6a0e-4d55-9f7e-6b1d2a1c0a04"


class InterestListView(Endpoint):
    """Interest lists."""

    scopes = {"POST": "lists:write"}

    @documented(
        "open_interest_lists",
        "Open an interest list.",
        body=schemas.OpenInterestBody,
        answer=schemas.WaitlistCommandResult,
        path=ROOM,
        problems=(409, 422),
        example={"id": ID, "game": "Omaha 4/8", "wants": 5},
    )
    def post(self, request: Request, room: int) -> Response:
        """For a game with a plaque in this room."""
        no_parameters(request)
        at = room_of(request, room)
        open_interest_body = read_body(request, schemas.OpenInterestBody)
        key = list_key(open_interest_body.game)
        title = title_of(key, at)
        opened = c.OpenWaitlist(key, title, "interest", open_interest_body.wants)
        result = execute_once(request, at, open_interest_body, opened)
        return Response(schemas.waitlist_result(result.seq, result.repeated, result.state, key))


class CloseView(Endpoint):
    """Closing of a waitlist."""

    scopes = {"POST": "lists:write"}

    @documented(
        "close_lists",
        "Close a list. A list with names on it needs a reason.",
        body=schemas.CloseBody,
        answer=schemas.WaitlistCommandResult,
        path=LIST,
        problems=(409, 422),
        example={"id": ID, "reason": "game won't open today"},
    )
    def post(self, request: Request, room: int, key: str) -> Response:
        """Everyone on it is removed."""
        no_parameters(request)
        at = room_of(request, room)
        close_body = read_body(request, schemas.CloseBody)
        closed = schemas.command_of(c.CloseWaitlist, close_body, key=key)
        result = execute_once(request, at, close_body, closed)
        return Response(schemas.waitlist_result(result.seq, result.repeated, result.state, key))


class ChangesView(Endpoint):
    """Seat and table change requests."""

    scopes = {"POST": "lists:write"}

    @documented(
        "ask_change_lists",
        "Add a seat or table change request for a seated player.",
        body=schemas.SeatChangeBody,
        answer=schemas.EntryResult,
        path=LIST,
        problems=(409, 422),
        example={"id": ID, "who": "Kettle", "kind": "seat_change", "wish": ["4", "5"]},
    )
    def post(self, request: Request, room: int, key: str) -> Response:
        """The first name opens the change list. `key` is the game's own list."""
        no_parameters(request)
        at = room_of(request, room)
        seat_change_body = read_body(request, schemas.SeatChangeBody)
        result = stored_response(at, seat_change_body.id)
        of = key
        if result is None:
            player, alias = find_player(seat_change_body.who)
            lists = load_waitlists(at)
            line = seat_change_list(at, lists, key, seat_change_body.kind, player, alias)
            if lists.waitlist(line.key) is None:
                execute(caller(request), at, uuid4(), line)
            added = c.AddPlayer(line.key, player, alias, wish=tuple(seat_change_body.wish))
            result = execute(caller(request), at, seat_change_body.id, added)
            of = line.key
        number = next((e.waiting.number for e in result.events if isinstance(e, PlayerAdded)), 0)
        return Response(schemas.entry_result(result.seq, result.repeated, result.state, of, number))


class ChainView(Endpoint):
    """The must-move chain of a game."""

    scopes = {"GET": "lists:read", "POST": "lists:write"}

    @documented(
        "read_chain_lists",
        "Get the must-move chain of a game.",
        answer=schemas.ChainView,
        path=LIST,
    )
    def get(self, request: Request, room: int, key: str) -> Response:
        """No tables if there's no chain."""
        no_parameters(request)
        seq, waitlists = WAITLIST.load(room_of(request, room))
        chain = waitlists.chain(key)
        if waitlists.waitlist(key) is None and chain is None:
            raise Refusal("no_such_list", "", list=key[:40])
        return Response(schemas.chain_view(seq, chain))

    @documented(
        "set_chain_lists",
        "Set the must-move chain of a game. Supervisor and manager roles only.",
        body=schemas.SetChainBody,
        answer=schemas.ChainView,
        path=LIST,
        problems=(409, 422),
        example={"id": ID, "main": ["T1"], "feeders": ["T2"]},
    )
    def post(self, request: Request, room: int, key: str) -> Response:
        """Set up a must-move chain; the person who sets it up approves each of its moves (S-004)."""
        no_parameters(request)
        at = room_of(request, room)
        set_chain_body = read_body(request, schemas.SetChainBody)
        who = caller(request)
        if not who.supervises:
            raise Refusal("needs_supervisor", "S-004", name="chain")
        chain = c.SetChain(key, tuple(set_chain_body.main), tuple(set_chain_body.feeders), who.key)
        result = execute_once(request, at, set_chain_body, chain)
        return Response(schemas.chain_view(result.seq, result.state.chain(key)))


class MovesView(Endpoint):
    """Must-moves."""

    scopes = {"POST": "lists:write"}

    @documented(
        "must_move_lists",
        "Move the player who is due to the main game, with all chips.",
        body=schemas.MustMoveBody,
        answer=schemas.ChainView,
        path=LIST,
        problems=(409, 422),
        example={"id": ID, "player": "p7", "table": "T1", "seat": 5},
    )
    def post(self, request: Request, room: int, key: str) -> Response:
        """Moving someone else needs a reason."""
        no_parameters(request)
        at = room_of(request, room)
        must_move_body = read_body(request, schemas.MustMoveBody)
        move = schemas.command_of(c.MustMove, must_move_body, key=key)
        result = execute_once(request, at, must_move_body, move)
        return Response(schemas.chain_view(result.seq, result.state.chain(key)))


class DeclinesView(Endpoint):
    """Declined must-moves."""

    scopes = {"POST": "lists:write"}

    @documented(
        "decline_lists",
        "Record that a player declined to move, and the house decision.",
        body=schemas.DeclineBody,
        answer=schemas.ChainView,
        path=LIST,
        problems=(409, 422),
        example={"id": ID, "player": "p7", "what": "last", "reason": "waiting for a friend"},
    )
    def post(self, request: Request, room: int, key: str) -> Response:
        """Needs a reason."""
        no_parameters(request)
        at = room_of(request, room)
        decline_body = read_body(request, schemas.DeclineBody)
        decline = schemas.command_of(c.Decline, decline_body, key=key)
        result = execute_once(request, at, decline_body, decline)
        return Response(schemas.chain_view(result.seq, result.state.chain(key)))


class UndoView(Endpoint):
    """Undo of an action."""

    scopes = {"POST": "lists:write"}

    @documented(
        "undo_lists",
        "Undo your own action on a list, within ten minutes: call, hold, pass, seat, remove, move.",
        body=schemas.EmptyBody,
        answer=schemas.UndoResult,
        path=ROOM | {"entry": "`seq` of the action's response."},
        problems=(409, 422),
        example={"id": ID},
    )
    def post(self, request: Request, room: int, entry: int) -> Response:
        """The entry returns to its position; a player who was seated or moved returns to the earlier seat."""
        no_parameters(request)
        at = room_of(request, room)
        empty_body = read_body(request, schemas.EmptyBody)
        result = execute_once(request, at, empty_body, c.UndoAction(entry))
        return Response(schemas.UndoResult(result.seq, result.repeated))
