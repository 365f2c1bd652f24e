"""Forms of desk and director, parsed into commands."""

from collections.abc import Mapping

import msgspec
from django.http import QueryDict

from poker.amounts import parse_amount
from poker.logs.codec import tag
from poker.refusal import Refusal
from staff.permissions import Permission
from tournaments.rules import commands as c
from tournaments.rules.state import Entry, Tournament

DESK: tuple[type[c.TournamentCommand], ...] = (c.Enter, c.Buy, c.VoidEntry, c.SeatAlternates)
DIRECTOR: tuple[type[c.TournamentCommand], ...] = (
    c.AddTable,
    c.RemoveTable,
    c.BringFlight,
    c.CloseRegistration,
    c.FixPool,
    c.StartClock,
    c.PauseClock,
    c.ShiftClock,
    c.MoveClock,
    c.BustPlayer,
    c.UndoBust,
    c.OrderMoves,
    c.ReleaseMove,
    c.FinishMove,
    c.CancelMove,
    c.BreakTable,
    c.UndoBreak,
    c.Redraw,
    c.WaiveStop,
    c.BeginHandForHand,
    c.FinishHand,
    c.EndHandForHand,
    c.ColorUp,
    c.Penalize,
    c.EndPenalty,
    c.UndoPenalty,
    c.CountStacks,
    c.AgreeDeal,
    c.UndoDeal,
    c.Pay,
    c.HoldPayout,
    c.BagStack,
    c.VerifyBag,
    c.EndDay,
    c.BeginDay,
    c.CloseEvent,
)
COMMANDS = {tag(kind): kind for kind in (*DESK, *DIRECTOR)}
# Seats are drawn by the server, and the rulebook's choices are filled in. A page does not choose them.
DRAWN = ("seats", "numbers", "dealt_in", "by_director", "token", "units", "round_of", "takes")
TYPED_SEATS = (c.AddTable,)  # their `seats` is the number of seats, which the director types
AMOUNTS = ("left",)


def permission_for(ask: str) -> Permission:
    """Return the permission that a command needs."""
    return "tournaments.sell_entry" if COMMANDS.get(ask) in DESK else "tournaments.direct_event"


def parse_command(
    posted: QueryDict, event: Tournament, *, by_director: bool
) -> c.TournamentCommand:
    """Return the command of a form. by_director: a director sends it.

    Raises `Refusal`: `unknown_ask`, `bad_ask`, `not_an_amount`.
    """
    name = posted.get("ask", "")
    kind = COMMANDS.get(name)
    if kind is None:
        raise Refusal("unknown_ask", "", name=name[:40])
    if kind is c.VoidEntry:
        return _void(posted, event, by_director=by_director)
    arguments: dict[str, object] = {
        field.name: _read(field.name, posted.get(field.name, ""))
        for field in msgspec.structs.fields(kind)
        if _is_posted(posted, kind, field)
    }
    arguments |= _SEVERAL[kind](posted) if kind in _SEVERAL else {}
    return _convert(kind, arguments)


def _is_posted(
    posted: QueryDict, kind: type[c.TournamentCommand], field: msgspec.structs.FieldInfo
) -> bool:
    """Return whether the form fills in a field of the command. A field that may be left out may be blank."""
    if field.name in DRAWN and (field.name != "seats" or kind not in TYPED_SEATS):
        return False
    text = posted.get(field.name)
    return text is not None and bool(text.strip() or field.required)


def _read(field: str, text: str) -> object:
    if field in AMOUNTS:
        return parse_amount(text.strip(), least=0)
    stripped = text.strip()
    number = stripped.replace(",", "")
    return number if number.lstrip("-").isdecimal() else stripped


def _convert(
    kind: type[c.TournamentCommand], arguments: Mapping[str, object]
) -> c.TournamentCommand:
    try:
        return msgspec.convert({**arguments, "ask": tag(kind)}, kind, strict=False)
    except msgspec.ValidationError as error:
        raise Refusal("bad_ask", "", name=tag(kind), detail=str(error)[:200]) from error


def _void(posted: QueryDict, event: Tournament, *, by_director: bool) -> c.TournamentCommand:
    """Return the command that voids an entry; once the player has arrived, only a director may send it."""
    number = _number(posted.get("entry", ""))
    entry: Entry | None = event.find(number)
    is_dealt_in = entry is not None and entry.status == "seated" and not entry.coming
    return c.VoidEntry(
        number,
        posted.get("reason", "").strip()[:200],
        dealt_in=is_dealt_in and event.clock.runs,
        by_director=by_director,
    )


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else 0


def _moves(posted: QueryDict) -> dict[str, object]:
    """Read the moves, each as entry, table, seat, new table and new seat separated by tabs.

    reason: why the director sends another player than the suggested one.
    """
    moves: list[dict[str, object]] = []
    for text in posted.getlist("move"):
        parts = text.split("\t")
        if len(parts) != 5:
            raise Refusal("bad_ask", "", name="order_moves", detail=text[:40])
        names = ("entry", "table", "seat", "to_table", "to_seat")
        reason = posted.get("reason", "").strip()[:200]
        moves.append({**dict(zip(names, parts, strict=True)), "reason": reason})
    return {"moves": moves}


def _by_entry(posted: QueryDict, prefix: str) -> list[tuple[int, str]]:
    fields = [name for name in posted if name.startswith(f"{prefix}-")]
    return [(_number(name.removeprefix(f"{prefix}-")), posted.get(name, "")) for name in fields]


def _stacks(posted: QueryDict) -> dict[str, object]:
    counted = [(number, text) for number, text in _by_entry(posted, "stack") if text.strip()]
    return {"stacks": [(number, _read("stack", text)) for number, text in counted]}


def _shares(posted: QueryDict) -> dict[str, object]:
    shares = _by_entry(posted, "share")
    return {"shares": [(number, parse_amount(text.strip(), least=0)) for number, text in shares]}


def _tables(posted: QueryDict) -> dict[str, object]:
    return {"tables": posted.getlist("tables")}


def _reserved(posted: QueryDict) -> dict[str, object]:
    """Read the numbers of reserved seats, separated by commas or spaces."""
    return {"reserved": posted.get("reserved", "").replace(",", " ").split()}


_SEVERAL = {
    c.AddTable: _reserved,
    c.OrderMoves: _moves,
    c.CountStacks: _stacks,
    c.AgreeDeal: _shares,
    c.Redraw: _tables,
}
