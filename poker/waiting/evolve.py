"""The lists after an event: one small function each; no rule refuses here."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from poker.waiting import events as e
from poker.waiting.state import Chain, Line, Lists, Waiting

Step = Callable[[Lists, Any], Lists]


def evolve(lists: Lists, event: e.Told) -> Lists:
    """The lists after `event`. Raises KeyError for an event that nobody has taught it."""
    return _STEPS[type(event)](lists, event)


def _policy(lists: Lists, event: e.PolicySet) -> Lists:
    return replace(lists, policy=event.policy)


def _opened(lists: Lists, event: e.LineOpened) -> Lists:
    before = lists.line(event.key)
    places = before.places if before else ()
    line = Line(event.key, event.title, event.kind, event.wants, places, event.of)
    if before is None:
        return replace(lists, lines=(*lists.lines, line))
    return _put(lists, line)


def _closed(lists: Lists, event: e.LineClosed) -> Lists:
    return replace(lists, lines=tuple(line for line in lists.lines if line.key != event.key))


def _added(lists: Lists, event: e.NameAdded) -> Lists:
    line = lists.line(event.key)
    assert line is not None
    at = event.at - 1
    places = (*line.places[:at], event.waiting, *line.places[at:])
    lists = replace(lists, next=max(lists.next, event.waiting.number + 1))
    return _put(lists, replace(line, places=places))


def _arrived(lists: Lists, event: e.NameArrived) -> Lists:
    return _change(lists, event.number, here=True, until=event.until)


def _called(lists: Lists, event: e.NameCalled) -> Lists:
    line = lists.holding(event.number)
    assert line is not None
    one = line.find(event.number)
    assert one is not None
    return _change(
        lists,
        event.number,
        state="called",
        table=event.table,
        seat=event.seat,
        until=event.until,
        calls=one.calls + 1,
    )


def _held(lists: Lists, event: e.SeatHeld) -> Lists:
    return _change(lists, event.number, state="held", until=event.until, here=True)


def _paged(lists: Lists, event: e.NamePaged) -> Lists:
    return lists


def _passed(lists: Lists, event: e.NamePassed) -> Lists:
    line = lists.holding(event.number)
    assert line is not None
    one = line.find(event.number)
    assert one is not None
    free = {"state": "waiting", "table": "", "seat": 0, "passed": one.passed + 1}
    return _change(lists, event.number, until=event.until, **free)


def _released(lists: Lists, event: e.NameReleased) -> Lists:
    return _change(lists, event.number, state="waiting", table="", seat=0, until=event.until)


def _off(lists: Lists, event: e.NameSeated | e.NameOff) -> Lists:
    line = lists.holding(event.number)
    assert line is not None
    left = tuple(one for one in line.places if one.number != event.number)
    return _put(lists, replace(line, places=left))


def _moved(lists: Lists, event: e.NameMoved) -> Lists:
    line = lists.holding(event.number)
    assert line is not None
    one = line.find(event.number)
    assert one is not None
    left = [other for other in line.places if other.number != event.number]
    left.insert(event.to - 1, one)
    return _put(lists, replace(line, places=tuple(left)))


def _chain_set(lists: Lists, event: e.ChainSet) -> Lists:
    before = lists.chain(event.key)
    declined = before.declined if before else ()
    chain = Chain(event.key, event.main, event.feeders, event.by, event.at, declined)
    return _with_chain(lists, chain)


def _chain_ended(lists: Lists, event: e.ChainEnded) -> Lists:
    return replace(lists, chains=tuple(one for one in lists.chains if one.key != event.key))


def _must_moved(lists: Lists, event: e.MustMoved) -> Lists:
    """What he said to an earlier offer is over."""
    chain = lists.chain(event.key)
    assert chain is not None
    left = tuple(one for one in chain.declined if one.player != event.player)
    return _with_chain(lists, replace(chain, declined=left))


def _declined(lists: Lists, event: e.MoveDeclined) -> Lists:
    chain = lists.chain(event.key)
    assert chain is not None
    left = (one for one in chain.declined if one.player != event.declined.player)
    return _with_chain(lists, replace(chain, declined=(*left, event.declined)))


def _with_chain(lists: Lists, chain: Chain) -> Lists:
    if lists.chain(chain.key) is None:
        return replace(lists, chains=(*lists.chains, chain))
    chains = tuple(chain if one.key == chain.key else one for one in lists.chains)
    return replace(lists, chains=chains)


def _broken(lists: Lists, event: e.TableBroken) -> Lists:
    """What it changes of the lists are events of their own."""
    return lists


def _put(lists: Lists, line: Line) -> Lists:
    lines = tuple(line if one.key == line.key else one for one in lists.lines)
    return replace(lists, lines=lines)


def _change(lists: Lists, number: int, **changes: object) -> Lists:
    line = lists.holding(number)
    assert line is not None
    places = tuple(_changed(one, number, changes) for one in line.places)
    return _put(lists, replace(line, places=places))


def _changed(one: Waiting, number: int, changes: dict[str, object]) -> Waiting:
    return replace(one, **changes) if one.number == number else one


_STEPS: dict[type[e.Told], Step] = {
    e.PolicySet: _policy,
    e.LineOpened: _opened,
    e.LineClosed: _closed,
    e.NameAdded: _added,
    e.NameArrived: _arrived,
    e.NameCalled: _called,
    e.SeatHeld: _held,
    e.NamePaged: _paged,
    e.NamePassed: _passed,
    e.NameSeated: _off,
    e.NameOff: _off,
    e.NameMoved: _moved,
    e.NameReleased: _released,
    e.ChainSet: _chain_set,
    e.ChainEnded: _chain_ended,
    e.MustMoved: _must_moved,
    e.MoveDeclined: _declined,
    e.TableBroken: _broken,
}
