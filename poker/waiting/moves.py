"""Decide: must-move chains, who did not want to move, and the lists of a room when a table is broken."""

from collections.abc import Callable
from typing import Any

from poker.refusal import Refusal
from poker.waiting import commands as c
from poker.waiting import events as e
from poker.waiting.draft import Draft, why
from poker.waiting.state import CHANGES, Chain, Declined, Waiting


def set_chain(draft: Draft, command: c.SetChain, now: int) -> None:
    """Main tables and those that feed them. Refuses `chain_needs_both`, `chain_table_twice`."""
    before = draft.lists.chain(command.key)
    if not command.main and not command.feeders:
        if before is not None:
            draft.record(e.ChainEnded(command.key))
        return
    if not command.main or not command.feeders:
        raise Refusal("chain_needs_both")
    named = [*command.main, *command.feeders]
    elsewhere = {
        table
        for one in draft.lists.chains
        if one.key != command.key
        for table in (*one.main, *one.feeders)
    }
    for table in named:
        if named.count(table) > 1 or table in elsewhere:
            raise Refusal("chain_table_twice", "", table=table)
    if before is None or (before.main, before.feeders) != (command.main, command.feeders):
        draft.record(e.ChainSet(command.key, command.main, command.feeders, command.by, now))


def must_move(draft: Draft, command: c.MustMove, now: int) -> None:
    """The most senior goes to the main game, or another with a reason (S-004).

    Refuses `no_chain`, `not_a_main_table`, `seat_promised`, `not_senior`, `others_first`.
    """
    chain = _chain(draft, command.key)
    if command.to_table not in chain.main:
        raise Refusal("not_a_main_table", "S-004", table=command.to_table)
    draft.seat_free(command.to_table, command.to_seat)
    first = (*command.before, *command.ahead)
    if first and not command.reason.strip():
        if command.before:
            raise Refusal("others_first", "", name=command.name, first=first[0], ahead=len(first))
        raise Refusal("not_senior", "", name=command.name, first=first[0])
    draft.record(
        e.MustMoved(
            key=command.key,
            player=command.player,
            name=command.name,
            table=command.table,
            seat=command.seat,
            to_table=command.to_table,
            to_seat=command.to_seat,
            since=command.since,
            entry=command.entry,
            ahead=first,
            reason=command.reason.strip() if first else "",
        )
    )
    leave_lists(draft, command.player, command.table, "moved to the main game")


def decline(draft: Draft, command: c.Decline, now: int) -> None:
    """What the house does is the house's choice: it is written down with a reason. Refuses `no_chain`."""
    _chain(draft, command.key)
    reason = why(command.reason)
    told = Declined(command.player, command.name, command.since, command.what, reason, now)
    draft.record(e.MoveDeclined(command.key, told))


def leave_lists(draft: Draft, player: str, table: str, reason: str) -> None:
    """Who does not sit at a table any more changes no seat there."""
    for line in draft.lists.lines:
        for one in line.places:
            if line.kind == "seat_change" and line.of == table and one.player == player:
                draft.record(e.NameOff(one.number, reason))


def break_table(draft: Draft, command: c.BreakTable, now: int) -> None:
    """The draw, and what it changes of lists and chains. Refuses `reason_missing`."""
    reason = why(command.reason)
    draft.record(e.TableBroken(command.table, reason, command.drawn, command.chairs, command.draws))
    _chairs_gone(draft, command.table)
    _changes_gone(draft, command)
    for chain in draft.lists.chains:
        _out_of_chain(draft, chain, command.table, now)
    over = [one for one in command.drawn if not one.table]
    if over and draft.lists.line(command.key) is None:
        draft.record(e.LineOpened(command.key, command.title))
    said = f"{command.table} was broken, no chair was left"
    for place, (one, token) in enumerate(zip(over, command.tokens, strict=True), 1):
        _to_the_top(draft, command.key, one.player, one.name, token, place, said, now)


def _chairs_gone(draft: Draft, table: str) -> None:
    """Whom a list called to a chair of the table waits on, and the call counts for nothing."""
    for line in draft.lists.lines:
        for one in line.places:
            if one.table == table:
                until = draft.lists.policy.comes_until(one)
                draft.record(e.NameReleased(one.number, f"{table} was broken", until))


def _changes_gone(draft: Draft, command: c.BreakTable) -> None:
    gone = {one.player for one in command.drawn}
    for line in draft.lists.lines:
        if line.kind == "seat_change" and line.of == command.table:
            names = len(line.places)
            draft.record(e.LineClosed(line.key, names, f"{command.table} was broken"))
        elif line.kind in CHANGES:
            for one in line.places:
                if one.player in gone:
                    draft.record(e.NameOff(one.number, f"{command.table} was broken"))


def _out_of_chain(draft: Draft, chain: Chain, table: str, now: int) -> None:
    main = tuple(one for one in chain.main if one != table)
    feeders = tuple(one for one in chain.feeders if one != table)
    if (main, feeders) == (chain.main, chain.feeders):
        return
    if main and feeders:
        draft.record(e.ChainSet(chain.key, main, feeders, chain.by, now))
    else:
        draft.record(e.ChainEnded(chain.key))


def _to_the_top(
    draft: Draft, key: str, player: str, name: str, token: str, place: int, said: str, now: int
) -> None:
    line = draft.line(key)
    known = next((one for one in line.places if one.player == player), None)
    if known is None:
        one = Waiting(number=draft.lists.next, player=player, name=name, since=now, token=token)
        draft.record(e.NameAdded(key, one, place, said))
    elif line.at(known.number) != place:
        draft.record(e.NameMoved(known.number, line.at(known.number), place, said))


def _chain(draft: Draft, key: str) -> Chain:
    chain = draft.lists.chain(key)
    if chain is None:
        raise Refusal("no_chain", "S-004", list=key)
    return chain


MOVES: dict[type[c.Ask], Callable[[Draft, Any, int], None]] = {
    c.SetChain: set_chain,
    c.MustMove: must_move,
    c.Decline: decline,
    c.BreakTable: break_table,
}
