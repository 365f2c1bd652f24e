"""Whole lists: games that do not run yet, changes of seat and table, must-move chains; as the desk keeps them."""

from uuid import UUID, uuid4

from rest_framework.request import Request
from rest_framework.response import Response

from api.documented import documented
from api.endpoint import Endpoint, caller, read
from api.listing import no_parameters
from api.shapes import lines as shapes
from api.shapes import lists as of_lists
from api.views.lists import LIST, ROOM, again, ask, room_of
from desk_ui.players import player_written
from poker.refusal import Refusal
from poker.waiting import commands as c
from poker.waiting.events import NameAdded
from tables.lists.asking import Asked, lists_now
from tables.lists.changing import change_line
from tables.lists.games import key_of, title_of

ID = "0f3c4f3e-6a0e-4d55-9f7e-6b1d2a1c0a04"


def _once(request: Request, room: int, command: UUID, asked: c.Ask) -> Asked:
    return again(room, command) or ask(caller(request), room, command, asked)


class InterestView(Endpoint):
    """Lists for games that do not run yet."""

    scopes = {"POST": "lists:write"}

    @documented(
        "open_interest_lists",
        "Open a list for a game that does not run yet.",
        body=shapes.OpenInterest,
        answer=shapes.LineKept,
        path=ROOM,
        problems=(409, 422),
        example={"id": ID, "game": "Omaha 4/8", "wants": 5},
    )
    def post(self, request: Request, room: int) -> Response:
        """Of a plaque that the house has."""
        no_parameters(request)
        at, sent = room_of(request, room), read(request, shapes.OpenInterest)
        key = key_of(sent.game)
        title_of(key, at)
        asked = _once(request, at, sent.id, c.OpenLine(key, sent.game, "interest", sent.wants))
        return Response(shapes.line_kept(asked.seq, asked.repeated, asked.lists, key))


class CloseView(Endpoint):
    """Closing a list."""

    scopes = {"POST": "lists:write"}

    @documented(
        "close_lists",
        "Close a list; with a reason also one with names.",
        body=shapes.CloseList,
        answer=shapes.LineKept,
        path=LIST,
        problems=(409, 422),
        example={"id": ID, "reason": "the game does not open today"},
    )
    def post(self, request: Request, room: int, key: str) -> Response:
        """Who stands on it is off."""
        no_parameters(request)
        at, sent = room_of(request, room), read(request, shapes.CloseList)
        asked = _once(request, at, sent.id, c.CloseLine(key, sent.reason))
        return Response(shapes.line_kept(asked.seq, asked.repeated, asked.lists, key))


class ChangesView(Endpoint):
    """Asking for a change."""

    scopes = {"POST": "lists:write"}

    @documented(
        "ask_change_lists",
        "Put somebody who sits down for another seat at the table, or another table of the game.",
        body=shapes.AskChange,
        answer=of_lists.Kept,
        path=LIST,
        problems=(409, 422),
        example={"id": ID, "who": "Kettle", "kind": "seat_change", "wish": ["4", "5"]},
    )
    def post(self, request: Request, room: int, key: str) -> Response:
        """The list of it is opened by its first name. key: of the game's own list."""
        no_parameters(request)
        at, sent = room_of(request, room), read(request, shapes.AskChange)
        asked, of = again(at, sent.id), key
        if asked is None:
            player, alias = player_written(sent.who)
            line = change_line(at, key, sent.kind, player, alias)
            if lists_now(at).lists.line(line.key) is None:
                ask(caller(request), at, uuid4(), line)
            added = c.AddName(line.key, player, alias, wish=tuple(sent.wish))
            asked, of = ask(caller(request), at, sent.id, added), line.key
        number = next((e.waiting.number for e in asked.events if isinstance(e, NameAdded)), 0)
        return Response(of_lists.kept(asked.seq, asked.repeated, asked.lists, of, number))


class ChainView(Endpoint):
    """The must-move chain of a game."""

    scopes = {"GET": "lists:read", "POST": "lists:write"}

    @documented("read_chain_lists", "Which tables feed a game.", answer=shapes.ChainView, path=LIST)
    def get(self, request: Request, room: int, key: str) -> Response:
        """Without tables where there is no chain."""
        no_parameters(request)
        now = lists_now(room_of(request, room))
        if now.lists.line(key) is None and now.lists.chain(key) is None:
            raise Refusal("no_such_list", "", list=key[:40])
        return Response(shapes.chain_view(now.seq, now.lists.chain(key)))

    @documented(
        "set_chain_lists",
        "Say which tables feed a game; supervisors' and managers' programs.",
        body=shapes.SetChain,
        answer=shapes.ChainView,
        path=LIST,
        problems=(409, 422),
        example={"id": ID, "main": ["T1"], "feeders": ["T2"]},
    )
    def post(self, request: Request, room: int, key: str) -> Response:
        """Who set it up has decided each of its moves (S-004)."""
        no_parameters(request)
        at, sent, who = room_of(request, room), read(request, shapes.SetChain), caller(request)
        if not who.supervises:
            raise Refusal("needs_supervisor", "S-004", name="chain")
        chain = c.SetChain(key, tuple(sent.main), tuple(sent.feeders), who.key)
        asked = _once(request, at, sent.id, chain)
        return Response(shapes.chain_view(asked.seq, asked.lists.chain(key)))


class MovesView(Endpoint):
    """Must-moves."""

    scopes = {"POST": "lists:write"}

    @documented(
        "must_move_lists",
        "Move who is due to the main game, with every chip.",
        body=shapes.Move,
        answer=shapes.ChainView,
        path=LIST,
        problems=(409, 422),
        example={"id": ID, "player": "p7", "table": "T1", "seat": 5},
    )
    def post(self, request: Request, room: int, key: str) -> Response:
        """Somebody else only with a reason."""
        no_parameters(request)
        at, sent = room_of(request, room), read(request, shapes.Move)
        move = c.MustMove(key, sent.player, sent.table, sent.seat, sent.reason, sent.stake)
        asked = _once(request, at, sent.id, move)
        return Response(shapes.chain_view(asked.seq, asked.lists.chain(key)))


class DeclinesView(Endpoint):
    """Who does not want to move."""

    scopes = {"POST": "lists:write"}

    @documented(
        "decline_lists",
        "A player does not want to move, and what the house does.",
        body=shapes.Declined,
        answer=shapes.ChainView,
        path=LIST,
        problems=(409, 422),
        example={"id": ID, "player": "p7", "what": "last", "reason": "waits for a friend"},
    )
    def post(self, request: Request, room: int, key: str) -> Response:
        """With its reason."""
        no_parameters(request)
        at, sent = room_of(request, room), read(request, shapes.Declined)
        asked = _once(request, at, sent.id, c.Decline(key, sent.player, sent.what, sent.reason))
        return Response(shapes.chain_view(asked.seq, asked.lists.chain(key)))
