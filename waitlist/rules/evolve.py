"""Apply events to the waitlists, one small function per event. Nothing is refused here."""

from typing import TypeVar

from msgspec.structs import replace

from poker.handlers import Evolve
from waitlist.rules import events as e
from waitlist.rules.state import DeclinedMove, MustMoveChain, Waitlist, WaitlistEntry, Waitlists

Step = Evolve[Waitlists]
Named = TypeVar("Named", WaitlistEntry, DeclinedMove)


def evolve(waitlists: Waitlists, event: e.WaitlistEvent) -> Waitlists:
    """Return the waitlists after `event`. Raises `KeyError` for an event without a handler."""
    return _STEPS[type(event)](waitlists, event)


def _policy(waitlists: Waitlists, event: e.PolicySet) -> Waitlists:
    return replace(waitlists, policy=event.policy)


def _opened(waitlists: Waitlists, event: e.WaitlistOpened) -> Waitlists:
    before = waitlists.waitlist(event.key)
    entries = before.entries if before else ()
    waitlist = Waitlist(event.key, event.title, event.kind, event.wants, entries, event.of)
    if before is None:
        return replace(waitlists, lists=(*waitlists.lists, waitlist))
    return _put(waitlists, waitlist)


def _closed(waitlists: Waitlists, event: e.WaitlistClosed) -> Waitlists:
    return replace(
        waitlists,
        lists=tuple(waitlist for waitlist in waitlists.lists if waitlist.key != event.key),
    )


def _added(waitlists: Waitlists, event: e.PlayerAdded) -> Waitlists:
    waitlist = waitlists.waitlist(event.key)
    assert waitlist is not None
    at = event.at - 1
    entries = (*waitlist.entries[:at], event.waiting, *waitlist.entries[at:])
    waitlists = replace(waitlists, next=max(waitlists.next, event.waiting.number + 1))
    return _put(waitlists, replace(waitlist, entries=entries))


def _arrived(waitlists: Waitlists, event: e.PlayerArrived) -> Waitlists:
    return _change(waitlists, event.number, here=True, until=event.until)


def _called(waitlists: Waitlists, event: e.PlayerCalled) -> Waitlists:
    waitlist = waitlists.holding(event.number)
    assert waitlist is not None
    entry = waitlist.find(event.number)
    assert entry is not None
    return _change(
        waitlists,
        event.number,
        state="called",
        table=event.table,
        seat=event.seat,
        until=event.until,
        calls=entry.calls + 1,
    )


def _held(waitlists: Waitlists, event: e.SeatHeld) -> Waitlists:
    return _change(waitlists, event.number, state="held", until=event.until, here=True)


def _paged(waitlists: Waitlists, event: e.PlayerPaged) -> Waitlists:
    return waitlists


def _passed(waitlists: Waitlists, event: e.CallPassed) -> Waitlists:
    waitlist = waitlists.holding(event.number)
    assert waitlist is not None
    entry = waitlist.find(event.number)
    assert entry is not None
    free = {"state": "waiting", "table": "", "seat": 0, "passed": entry.passed + 1}
    return _change(waitlists, event.number, until=event.until, **free)


def _released(waitlists: Waitlists, event: e.CallCanceled) -> Waitlists:
    return _change(waitlists, event.number, state="waiting", table="", seat=0, until=event.until)


def _off(
    waitlists: Waitlists, event: e.PlayerSeated | e.PlayerRemoved | e.AdditionUndone
) -> Waitlists:
    waitlist = waitlists.holding(event.number)
    assert waitlist is not None
    left = tuple(entry for entry in waitlist.entries if entry.number != event.number)
    return _put(waitlists, replace(waitlist, entries=left))


def _moved(waitlists: Waitlists, event: e.PositionChanged) -> Waitlists:
    waitlist = waitlists.holding(event.number)
    assert waitlist is not None
    entry = waitlist.find(event.number)
    assert entry is not None
    left = [other for other in waitlist.entries if other.number != event.number]
    left.insert(event.to - 1, entry)
    return _put(waitlists, replace(waitlist, entries=tuple(left)))


def _undone(waitlists: Waitlists, event: e.ActionUndone) -> Waitlists:
    waitlist = waitlists.waitlist(event.key)
    assert waitlist is not None
    entries = [entry for entry in waitlist.entries if entry.number != event.waiting.number]
    entries.insert(event.at - 1, event.waiting)
    return _put(waitlists, replace(waitlist, entries=tuple(entries)))


def _chain_set(waitlists: Waitlists, event: e.ChainSet) -> Waitlists:
    before = waitlists.chain(event.key)
    declined = before.declined if before else ()
    chain = MustMoveChain(event.key, event.main, event.feeders, event.by, event.at, declined)
    return _with_chain(waitlists, chain)


def _chain_ended(waitlists: Waitlists, event: e.ChainEnded) -> Waitlists:
    return replace(
        waitlists, chains=tuple(chain for chain in waitlists.chains if chain.key != event.key)
    )


def _must_moved(waitlists: Waitlists, event: e.MustMoved) -> Waitlists:
    """Clear the player's answer to an earlier offer."""
    chain = waitlists.chain(event.key)
    assert chain is not None
    left = tuple(
        declined_move for declined_move in chain.declined if declined_move.player != event.player
    )
    return _with_chain(waitlists, replace(chain, declined=left))


def _declined(waitlists: Waitlists, event: e.MoveDeclined) -> Waitlists:
    chain = waitlists.chain(event.key)
    assert chain is not None
    left = (
        declined_move
        for declined_move in chain.declined
        if declined_move.player != event.declined.player
    )
    return _with_chain(waitlists, replace(chain, declined=(*left, event.declined)))


def _with_chain(waitlists: Waitlists, chain: MustMoveChain) -> Waitlists:
    if waitlists.chain(chain.key) is None:
        return replace(waitlists, chains=(*waitlists.chains, chain))
    chains = tuple(chain if other.key == chain.key else other for other in waitlists.chains)
    return replace(waitlists, chains=chains)


def _renamed(waitlists: Waitlists, event: e.TableRenamed) -> Waitlists:
    chains = (
        replace(
            chain,
            main=_new_names(chain.main, event.table, event.to),
            feeders=_new_names(chain.feeders, event.table, event.to),
        )
        for chain in waitlists.chains
    )
    lines = (_list_renamed(waitlist, event) for waitlist in waitlists.lists)
    return replace(waitlists, lists=tuple(lines), chains=tuple(chains))


def _list_renamed(waitlist: Waitlist, event: e.TableRenamed) -> Waitlist:
    entries = (entry_renamed(entry, event.table, event.to) for entry in waitlist.entries)
    waitlist = replace(waitlist, entries=tuple(entries))
    if waitlist.kind != "seat_change" or waitlist.of != event.table:
        return waitlist
    # The key stays: rows of the list's changes, and pages that are open, refer to it.
    return replace(waitlist, of=event.to, title=seat_change_title(event.to))


def seat_change_title(table: str) -> str:
    """Return the title of a table's list of seat changes."""
    return f"Seat change, {table}"


def entry_renamed(entry: WaitlistEntry, table: str, to: str) -> WaitlistEntry:
    """Return an entry with another name for a table."""
    place = to if entry.table == table else entry.table
    return replace(entry, table=place, wish=_new_names(entry.wish, table, to))


def _new_names(names: tuple[str, ...], table: str, to: str) -> tuple[str, ...]:
    return tuple(to if name == table else name for name in names)


def _player_renamed(waitlists: Waitlists, event: e.PlayerRenamed) -> Waitlists:
    lines = (
        replace(waitlist, entries=tuple(_with_alias(entry, event) for entry in waitlist.entries))
        for waitlist in waitlists.lists
    )
    chains = (
        replace(chain, declined=tuple(_with_alias(move, event) for move in chain.declined))
        for chain in waitlists.chains
    )
    return replace(waitlists, lists=tuple(lines), chains=tuple(chains))


def _with_alias(named: Named, event: e.PlayerRenamed) -> Named:
    return replace(named, name=event.name) if named.player == event.player else named


def _recorded(waitlists: Waitlists, event: e.TableBroken | e.MoveUndone) -> Waitlists:
    """Change nothing: the changes to waitlists are separate events."""
    return waitlists


def _put(waitlists: Waitlists, waitlist: Waitlist) -> Waitlists:
    lists = tuple(waitlist if other.key == waitlist.key else other for other in waitlists.lists)
    return replace(waitlists, lists=lists)


def _change(waitlists: Waitlists, number: int, **changes: object) -> Waitlists:
    waitlist = waitlists.holding(number)
    assert waitlist is not None
    entries = tuple(_changed(entry, number, changes) for entry in waitlist.entries)
    return _put(waitlists, replace(waitlist, entries=entries))


def _changed(entry: WaitlistEntry, number: int, changes: dict[str, object]) -> WaitlistEntry:
    return replace(entry, **changes) if entry.number == number else entry


_STEPS: dict[type[e.WaitlistEvent], Step] = {
    e.PolicySet: _policy,
    e.WaitlistOpened: _opened,
    e.WaitlistClosed: _closed,
    e.PlayerAdded: _added,
    e.PlayerArrived: _arrived,
    e.PlayerCalled: _called,
    e.SeatHeld: _held,
    e.PlayerPaged: _paged,
    e.CallPassed: _passed,
    e.PlayerSeated: _off,
    e.PlayerRemoved: _off,
    e.PositionChanged: _moved,
    e.CallCanceled: _released,
    e.ChainSet: _chain_set,
    e.ChainEnded: _chain_ended,
    e.MustMoved: _must_moved,
    e.MoveDeclined: _declined,
    e.TableRenamed: _renamed,
    e.PlayerRenamed: _player_renamed,
    e.TableBroken: _recorded,
    e.ActionUndone: _undone,
    e.AdditionUndone: _off,
    e.MoveUndone: _recorded,
}
