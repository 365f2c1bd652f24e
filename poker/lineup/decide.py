"""Decide: what is asked of the line-up becomes events and the next line-up, or is refused whole."""

from collections.abc import Callable
from typing import Any

import msgspec

from poker.lineup import commands as c
from poker.lineup import events as e
from poker.lineup.evolve import evolve
from poker.lineup.state import MOST_TABLES, Box, Dealers, Duty, Policy, downs_of
from poker.refusal import Refusal

MOST_ON_DUTY = 1000


class Outcome(msgspec.Struct, frozen=True):
    """What was made: the events in order, and the line-up after them."""

    events: tuple[e.Told, ...]
    dealers: Dealers


class _Draft:
    """The line-up while a command is decided; nothing outside sees it until it holds as a whole."""

    def __init__(self, dealers: Dealers) -> None:
        self.dealers = dealers
        self.events: list[e.Told] = []

    def record(self, event: e.Told) -> None:
        self.events.append(event)
        self.dealers = evolve(self.dealers, event)

    def find(self, key: str) -> Duty:
        """Somebody on duty. Refuses `not_on_duty`."""
        one = self.dealers.find(key)
        if one is None:
            raise Refusal("not_on_duty", "", key=key)
        return one


def run(dealers: Dealers, command: c.Ask, *, now: int) -> Outcome:
    """Carry a command out. `now` is unix milliseconds. Raises `Refusal`; then nothing has happened."""
    draft = _Draft(dealers)
    _DECIDE[type(command)](draft, command, now)
    return Outcome(tuple(draft.events), draft.dealers)


def _policy(draft: _Draft, command: c.SetPolicy, now: int) -> None:
    said = msgspec.convert(msgspec.to_builtins(command.policy), Policy)
    if said != draft.dealers.policy:
        draft.record(e.PolicySet(said))


def _clock_in(draft: _Draft, command: c.ClockIn, now: int) -> None:
    """Somebody comes on duty, once. Refuses `on_duty`, `duty_full`."""
    there = draft.dealers.find(command.key)
    if there is not None:
        raise Refusal("on_duty", "", name=there.name)
    if len(draft.dealers.duty) >= MOST_ON_DUTY:
        raise Refusal("duty_full", "", most=MOST_ON_DUTY)
    draft.record(e.ClockedIn(command.key, command.name, now))


def _clock_out(draft: _Draft, command: c.ClockOut, now: int) -> None:
    one = _standing(draft, command.key)
    draft.record(e.ClockedOut(one.key, now))


def _begin_break(draft: _Draft, command: c.BeginBreak, now: int) -> None:
    one = _standing(draft, command.key)
    if one.until:
        raise Refusal("on_break", "", name=one.name)
    _word_gone(draft, one.key)
    draft.record(e.BreakBegan(one.key, now, now + draft.dealers.policy.rest))


def _aside(draft: _Draft, command: c.StandAside, now: int) -> None:
    one = _standing(draft, command.key)
    if one.aside:
        raise Refusal("aside_already", "", name=one.name)
    reason = _why(command.reason)
    _word_gone(draft, one.key)
    draft.record(e.StoodAside(one.key, now, reason))


def _return(draft: _Draft, command: c.Return, now: int) -> None:
    """Free from now on; whoever was away as long as a break has had one, even out of the order."""
    one = draft.find(command.key)
    if not one.until and not one.aside:
        raise Refusal("not_away", "", name=one.name)
    draft.record(e.Returned(one.key, now, rested=now - one.at >= draft.dealers.policy.rest))


def _assign(draft: _Draft, command: c.AssignNext, now: int) -> None:
    """Another dealer for a box, with a reason. A word for somebody who is named elsewhere moves him here."""
    box = _box(draft, command.table)
    word = draft.dealers.word(box.table)
    if command.out not in (None, box.dealer) or command.named not in (
        None,
        word.key if word else "",
    ):
        raise Refusal("box_moved_on", "", table=box.table)
    if not command.key:
        if word is not None:
            draft.record(e.NextCleared(box.table))
        return
    one = draft.find(command.key)
    if one.table == box.table:
        raise Refusal("deals_there", "", name=one.name, table=box.table)
    if one.aside:
        raise Refusal("stands_aside", "", name=one.name)
    instead = word.key if word else ""
    draft.record(e.NextAssigned(box.table, one.key, _why(command.reason), instead))


def _section(draft: _Draft, command: c.SetSection, now: int) -> None:
    """Above the room's number it is warned of; above ten open tables it is refused."""
    tables = tuple(dict.fromkeys(command.tables))
    open_ = draft.dealers.open_of(tables)
    if open_ > MOST_TABLES:
        raise Refusal("section_too_large", "", name=command.name, tables=open_, most=MOST_TABLES)
    there = draft.dealers.section(command.key)
    before = there.tables if there else ()
    if command.before is not None and set(command.before) != set(before):
        raise Refusal("section_moved_on", "", name=command.name)
    if before != tables:
        draft.record(e.SectionSet(command.key, command.name, tables, open_))


def _follow(draft: _Draft, command: c.Follow, now: int) -> None:
    """The box as its table has it. What was followed before is not followed again."""
    box = draft.dealers.box(command.table)
    if not command.is_open:
        if box is not None:
            _closing(draft, box, now)
        return
    if box is None and command.opened and command.key:
        _reopened(draft, command, now)
        return
    if box is None:
        draft.record(e.BoxOpened(command.table, now))
        box = Box(command.table, now)
    if command.key:
        _pushed(draft, command, box)
    elif box.whose:
        out = _sits(draft, box)
        draft.record(e.BoxEmptied(box.table, now))
        _home(draft, out, now)


def _reopened(draft: _Draft, command: c.Follow, now: int) -> None:
    """Whoever dealt before the table was closed deals there again from now on, if he is on duty and free."""
    draft.record(e.BoxOpened(command.table, now, command.key, command.since))
    one = draft.dealers.find(command.key)
    if one is not None and one.is_free:
        rested = now - one.at >= draft.dealers.policy.rest
        draft.record(e.BoxTaken(command.table, one.key, now, 0 if rested else one.downs))


def _closing(draft: _Draft, box: Box, now: int) -> None:
    out = _sits(draft, box)
    draft.record(e.BoxClosed(box.table, now))
    _home(draft, out, now)


def _pushed(draft: _Draft, command: c.Follow, box: Box) -> None:
    if (box.whose, box.pushed) == (command.key, command.since):
        return
    if box.dealer == command.key and command.since <= box.since:
        return  # he has sat down anew since, which is no push at the table
    out = _sits(draft, box)
    one = draft.dealers.find(command.key)
    if one is None:
        draft.record(
            e.ClockedIn(command.key, command.name, command.since, command.rotates, command.table)
        )
        one = draft.find(command.key)
    elif one.table and one.table != command.table and one.at > command.since:
        return  # by now he deals elsewhere
    downs = _downs(one, command, draft.dealers.policy)
    draft.record(e.BoxTaken(command.table, command.key, command.since, downs))
    if out is not None and out.key != command.key:
        _home(draft, out, command.since)


def _downs(one: Duty, command: c.Follow, policy: Policy) -> int:
    """What a dealer comes in with: none after a rest; as before where a table's log was taken back."""
    if one.table:  # straight from another box
        return one.downs + downs_of(command.since - one.at, policy)
    if one.last == command.table and command.since < one.at:
        return max(0, one.downs - downs_of(one.at - command.since, policy))
    return 0 if command.since - one.at >= policy.rest else one.downs


def _sits(draft: _Draft, box: Box) -> Duty | None:
    return draft.dealers.find(box.dealer) if box.dealer else None


def _home(draft: _Draft, out: Duty | None, now: int) -> None:
    """A supervisor who had filled a box is no dealer of the rotation after it."""
    if out is not None and not out.rotates:
        draft.record(e.ClockedOut(out.key, now))


def _standing(draft: _Draft, key: str) -> Duty:
    """Somebody on duty who deals nowhere. Refuses `not_on_duty`, `deals_now`."""
    one = draft.find(key)
    if one.table:
        raise Refusal("deals_now", "", name=one.name, table=one.table)
    return one


def _word_gone(draft: _Draft, key: str) -> None:
    """Who goes away comes in nowhere: the suggestion counts again there."""
    for word in draft.dealers.assigned:
        if word.key == key:
            draft.record(e.NextCleared(word.table))


def _box(draft: _Draft, table: str) -> Box:
    box = draft.dealers.box(table)
    if box is None:
        raise Refusal("no_box", "", table=table)
    return box


def _why(reason: str) -> str:
    if not reason.strip():
        raise Refusal("reason_missing", "", command="dealers")
    return reason.strip()


_DECIDE: dict[type[c.Ask], Callable[[_Draft, Any, int], None]] = {
    c.SetPolicy: _policy,
    c.ClockIn: _clock_in,
    c.ClockOut: _clock_out,
    c.BeginBreak: _begin_break,
    c.StandAside: _aside,
    c.Return: _return,
    c.AssignNext: _assign,
    c.SetSection: _section,
    c.Follow: _follow,
}
