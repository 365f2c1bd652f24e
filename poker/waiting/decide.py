"""Decide: what is asked of the lists becomes events and the next lists, or is refused whole."""

from collections.abc import Callable
from typing import Any

import msgspec

from poker.refusal import Refusal
from poker.waiting import commands as c
from poker.waiting import events as e
from poker.waiting import moves
from poker.waiting.draft import Draft, why
from poker.waiting.state import CHANGES, Line, Lists, Waiting

MINUTE = 60_000
MOST_NAMES = 2000  # on one list


class Outcome(msgspec.Struct, frozen=True):
    """What was made: the events in order, and the lists after them."""

    events: tuple[e.Told, ...]
    lists: Lists


def run(lists: Lists, command: c.Ask, *, now: int) -> Outcome:
    """Carry a command out. `now` is unix milliseconds. Raises `Refusal`; then nothing has happened."""
    draft = Draft(lists)
    _DECIDE[type(command)](draft, command, now)
    return Outcome(tuple(draft.events), draft.lists)


def _policy(draft: Draft, command: c.SetPolicy, now: int) -> None:
    if command.policy != draft.lists.policy:
        draft.record(e.PolicySet(command.policy))


def _open(draft: Draft, command: c.OpenLine, now: int) -> None:
    line = draft.lists.line(command.key)
    told = (command.key, command.title, command.kind, command.wants, command.of)
    if line is None or (line.key, line.title, line.kind, line.wants, line.of) != told:
        draft.record(e.LineOpened(*told))


def _close(draft: Draft, command: c.CloseLine, now: int) -> None:
    line = draft.line(command.key)
    if line.places and not command.reason.strip():
        raise Refusal("list_has_names", "", title=line.title, names=len(line.places))
    draft.record(e.LineClosed(command.key, len(line.places), command.reason.strip()))


def _add(draft: Draft, command: c.AddName, now: int) -> None:
    """Last on the list; a local before all who are none where the house has it so. Refuses twice on one list."""
    line, policy = draft.line(command.key), draft.lists.policy
    if any(one.player == command.player for one in line.places):
        raise Refusal("on_this_list", "", name=command.name, title=line.title)
    waits = sum(other.kind not in CHANGES for other, _ in draft.lists.of(command.player))
    if waits >= policy.most_lists and line.kind not in CHANGES:
        raise Refusal("too_many_lists", "", name=command.name, lists=waits)
    if len(line.places) >= MOST_NAMES:
        raise Refusal("list_full", "", title=line.title, names=MOST_NAMES)
    waiting = Waiting(
        number=draft.lists.next,
        player=command.player,
        name=command.name,
        since=now,
        here=command.here,
        until=0 if command.here else now + policy.call_in_minutes * MINUTE,
        local=command.local,
        token=command.token,
        wish=command.wish,
        told=command.told,
        give=command.give,
    )
    draft.record(e.NameAdded(command.key, waiting, _end(line, waiting, policy.locals_first)))


def _end(line: Line, waiting: Waiting, locals_first: bool) -> int:
    """The place of a new name, from 1: behind everybody, or behind the last local."""
    if locals_first and waiting.local:
        return next(
            (i for i, one in enumerate(line.places, 1) if not one.local), len(line.places) + 1
        )
    return len(line.places) + 1


def _arrive(draft: Draft, command: c.Arrive, now: int) -> None:
    _, one = draft.find(command.number)
    if not one.here:
        until = one.until if one.state == "called" else 0  # the clock of his call runs on
        draft.record(e.NameArrived(command.number, until))


def _call(draft: Draft, command: c.CallName, now: int) -> None:
    """The first who can be called, or another with a reason.

    Refuses `seat_promised`, `out_of_order`, `others_first`.
    """
    line, one = draft.find(command.number)
    if one.state != "waiting":
        raise Refusal("called_already", "", name=one.name, table=one.table, seat=one.seat)
    draft.seat_free(command.table, command.seat, command.number)
    ahead = _in_turn(line, one, command)
    until = now + draft.lists.policy.call_minutes * MINUTE
    reason = command.reason.strip() if ahead else ""
    draft.record(e.NameCalled(command.number, command.table, command.seat, until, ahead, reason))


def _in_turn(line: Line, one: Waiting, command: c.CallName | c.Seated) -> int:
    """How many names are passed over; none without a reason. Who is before him in a change depends on the chair."""
    own = one.state == "waiting" and line.kind not in CHANGES
    ahead = _ahead(line, one.number) if own else 0
    first = command.before if one.state == "waiting" else ()
    if not command.reason.strip():
        if first:
            raise Refusal("others_first", "", name=one.name, first=first[0], ahead=len(first))
        if ahead:
            raise Refusal("out_of_order", "", name=one.name, ahead=ahead)
    return ahead + len(first)


def _ahead(line: Line, number: int) -> int:
    """Names before this one that wait in the room and were not called."""
    before = line.places[: line.at(number) - 1]
    return sum(1 for one in before if one.here and one.state == "waiting")


def _hold(draft: Draft, command: c.HoldSeat, now: int) -> None:
    _, one = draft.find(command.number)
    if one.state != "called":
        raise Refusal("not_called", "", name=one.name)
    draft.record(e.SeatHeld(command.number, now + draft.lists.policy.hold_minutes * MINUTE))


def _seated(draft: Draft, command: c.Seated, now: int) -> None:
    """He sits. A name that was not called is called by this; out of order only with a reason."""
    line, one = draft.find(command.number)
    draft.seat_free(command.table, command.seat, command.number)
    ahead = _in_turn(line, one, command)
    draft.record(
        e.NameSeated(
            command.number,
            command.table,
            command.seat,
            max(now - one.since, 0),
            ahead,
            command.reason.strip() if ahead else "",
        )
    )
    if command.origin and line.kind == "table_change":
        moves.leave_lists(draft, one.player, command.origin, "went to another table")


def _sat_down(draft: Draft, command: c.SatDown, now: int) -> None:
    """Somebody seated him at the table without the desk: where others were before him, that is said."""
    line, one = draft.find(command.number)
    ahead = 0 if one.state != "waiting" else _ahead(line, one.number)
    waited = max(now - one.since, 0)
    told = (command.number, command.table, command.seat, waited, ahead, "seated at the table")
    draft.record(e.NameSeated(*told))


def _page(draft: Draft, command: c.PageAgain, now: int) -> None:
    _, one = draft.find(command.number)
    if one.state == "waiting":
        raise Refusal("not_called", "", name=one.name)
    draft.record(e.NamePaged(command.number))


def _pass(draft: Draft, command: c.PassOn, now: int) -> None:
    _, one = draft.find(command.number)
    if one.state == "waiting":
        raise Refusal("not_called", "", name=one.name)
    _let_go(draft, one, lapsed=False)


def _let_go(draft: Draft, one: Waiting, *, lapsed: bool) -> None:
    """A call that went by: the place is kept as often as the house has it."""
    left = draft.lists.policy.passes - one.passed - 1
    if left >= 0:
        until = draft.lists.policy.comes_until(one)
        draft.record(e.NamePassed(one.number, left, lapsed=lapsed, until=until))
        return
    why = "no answer to a call" if lapsed else "passed once too often"
    draft.record(e.NameOff(one.number, why, lapsed=lapsed))


def _take_back(draft: Draft, command: c.TakeBack, now: int) -> None:
    """A tap on the wrong name costs nobody a call."""
    _, one = draft.find(command.number)
    if one.state == "waiting":
        raise Refusal("not_called", "", name=one.name)
    until = draft.lists.policy.comes_until(one)
    draft.record(e.NameReleased(one.number, why(command.reason), until))


def _off(draft: Draft, command: c.TakeOff, now: int) -> None:
    draft.find(command.number)
    draft.record(e.NameOff(command.number, why(command.reason)))


def _move(draft: Draft, command: c.MoveName, now: int) -> None:
    line, one = draft.find(command.number)
    reason = why(command.reason)
    to = min(command.to, len(line.places))
    before = line.at(one.number)
    if to != before:
        draft.record(e.NameMoved(one.number, before, to, reason))


def _lapse(draft: Draft, command: c.Lapse, now: int) -> None:
    """A call without an answer goes by; a held seat that nobody took and a call-in that never came are off."""
    for line in draft.lists.lines:
        for one in line.places:
            if not one.until or one.until > now:
                continue
            if one.state == "called":
                _let_go(draft, one, lapsed=True)
            else:
                why = "did not arrive at the seat" if one.state == "held" else "did not arrive"
                draft.record(e.NameOff(one.number, why, lapsed=True))


_DECIDE: dict[type[c.Ask], Callable[[Draft, Any, int], None]] = {
    c.SetPolicy: _policy,
    c.OpenLine: _open,
    c.CloseLine: _close,
    c.AddName: _add,
    c.Arrive: _arrive,
    c.CallName: _call,
    c.HoldSeat: _hold,
    c.Seated: _seated,
    c.PageAgain: _page,
    c.PassOn: _pass,
    c.TakeBack: _take_back,
    c.TakeOff: _off,
    c.MoveName: _move,
    c.Lapse: _lapse,
    c.SatDown: _sat_down,
    **moves.MOVES,
}
