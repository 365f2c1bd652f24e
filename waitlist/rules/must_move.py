"""Decide must-move chains, declined moves, and the waitlists when a table is broken."""

from poker.handlers import DecideOn
from poker.refusal import Refusal
from waitlist.rules import commands as c
from waitlist.rules import events as e
from waitlist.rules.draft import Draft, why
from waitlist.rules.state import CHANGES, DeclinedMove, MustMoveChain, WaitlistEntry


def set_chain(draft: Draft, command: c.SetChain, now: int) -> None:
    """Set main tables and feeder tables. Raises `Refusal`: `chain_needs_both`, `chain_table_twice`."""
    before = draft.state.chain(command.key)
    if not command.main and not command.feeders:
        if before is not None:
            draft.record(e.ChainEnded(command.key))
        return
    if not command.main or not command.feeders:
        raise Refusal("chain_needs_both")
    named = [*command.main, *command.feeders]
    elsewhere = {
        table
        for chain in draft.state.chains
        if chain.key != command.key
        for table in (*chain.main, *chain.feeders)
    }
    for table in named:
        if named.count(table) > 1 or table in elsewhere:
            raise Refusal("chain_table_twice", "", table=table)
    if before is None or (before.main, before.feeders) != (command.main, command.feeders):
        draft.record(e.ChainSet(command.key, command.main, command.feeders, command.by, now))


def must_move(draft: Draft, command: c.MustMove, now: int) -> None:
    """Move the most senior player to the main game, or another with a reason (S-004).

    Raises `Refusal`: `no_chain`, `not_a_main_table`, `seat_promised`, `not_senior`, `others_first`.
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
    remove_seat_changes(draft, command.player, command.table, "moved to the main game")


def decline(draft: Draft, command: c.Decline, now: int) -> None:
    """Record a declined move and the house's response, with a reason. Raises `Refusal`: `no_chain`."""
    _chain(draft, command.key)
    reason = why(command.reason)
    declined_move = DeclinedMove(
        command.player, command.name, command.since, command.what, reason, now
    )
    draft.record(e.MoveDeclined(command.key, declined_move))


def remove_seat_changes(draft: Draft, player: str, table: str, reason: str) -> None:
    """Remove the seat-change requests of a player who has left the table."""
    for waitlist in draft.state.lists:
        for entry in waitlist.entries:
            if waitlist.kind == "seat_change" and waitlist.of == table and entry.player == player:
                draft.record(e.PlayerRemoved(entry.number, reason))


def break_table(draft: Draft, command: c.BreakTable, now: int) -> None:
    """Record the draw and its effect on waitlists and chains. Raises `Refusal`: `reason_missing`."""
    reason = why(command.reason)
    draft.record(e.TableBroken(command.table, reason, command.drawn, command.chairs, command.draws))
    _chairs_gone(draft, command.table)
    _changes_gone(draft, command)
    for chain in draft.state.chains:
        _out_of_chain(draft, chain, command.table, now)
    over = [assignment for assignment in command.drawn if not assignment.table]
    if over and draft.state.waitlist(command.key) is None:
        draft.record(e.WaitlistOpened(command.key, command.title))
    text = f"{command.table} broke, no seat left"
    for position, (assignment, token) in enumerate(zip(over, command.tokens, strict=True), 1):
        _to_the_top(
            draft, command.key, assignment.player, assignment.name, token, position, text, now
        )


def _chairs_gone(draft: Draft, table: str) -> None:
    """Put players called to a seat of the table back to waiting; the call does not count."""
    for waitlist in draft.state.lists:
        for entry in waitlist.entries:
            if entry.table == table:
                until = draft.state.policy.comes_until(entry)
                draft.record(e.CallCanceled(entry.number, f"{table} was broken", until))


def _changes_gone(draft: Draft, command: c.BreakTable) -> None:
    gone = {assignment.player for assignment in command.drawn}
    for waitlist in draft.state.lists:
        if waitlist.kind == "seat_change" and waitlist.of == command.table:
            names = len(waitlist.entries)
            draft.record(e.WaitlistClosed(waitlist.key, names, f"{command.table} was broken"))
        elif waitlist.kind in CHANGES:
            for entry in waitlist.entries:
                if entry.player in gone:
                    draft.record(e.PlayerRemoved(entry.number, f"{command.table} was broken"))


def _out_of_chain(draft: Draft, chain: MustMoveChain, table: str, now: int) -> None:
    main = tuple(item for item in chain.main if item != table)
    feeders = tuple(item for item in chain.feeders if item != table)
    if (main, feeders) == (chain.main, chain.feeders):
        return
    if main and feeders:
        draft.record(e.ChainSet(chain.key, main, feeders, chain.by, now))
    else:
        draft.record(e.ChainEnded(chain.key))


def _to_the_top(
    draft: Draft, key: str, player: str, name: str, token: str, position: int, text: str, now: int
) -> None:
    waitlist = draft.waitlist(key)
    entry = next((entry for entry in waitlist.entries if entry.player == player), None)
    if entry is None:
        one = WaitlistEntry(
            number=draft.state.next, player=player, name=name, since=now, token=token
        )
        draft.record(e.PlayerAdded(key, one, position, text))
    elif waitlist.at(entry.number) != position:
        draft.record(e.PositionChanged(entry.number, waitlist.at(entry.number), position, text))


def _chain(draft: Draft, key: str) -> MustMoveChain:
    chain = draft.state.chain(key)
    if chain is None:
        raise Refusal("no_chain", "S-004", list=key)
    return chain


MOVES: dict[type[c.WaitlistCommand], DecideOn[Draft]] = {
    c.SetChain: set_chain,
    c.MustMove: must_move,
    c.Decline: decline,
    c.BreakTable: break_table,
}
