"""Finishing places (TDA; the reference of tournaments): by the order of busts, shared where no one can tell.

Two players who bust in one hand at one table rank by the stack before the hand. At different tables in one hand of
hand-for-hand play they share their places.
"""

from typing import NamedTuple

from tournaments.rules.state import Bust, Entry, Tournament


class Place(NamedTuple):
    """The places that an entry shares: from `first` to `last`, which are equal if it shares with no one."""

    first: int
    last: int

    @property
    def is_shared(self) -> bool:
        return self.first != self.last


def places(event: Tournament) -> dict[int, Place]:
    """Return the place of each entry that is out, and of those who are left once nothing is left to play for."""
    left = _left(event)
    ranked: dict[int, Place] = {}
    if is_decided(event):
        ranked = {entry.number: Place(1, len(left)) for entry in left}
    before = len(left)
    for group in reversed(_groups(event.busts)):
        for tied in reversed(_ranks(group)):
            for bust in tied:
                ranked[bust.entry] = Place(before + 1, before + len(tied))
            before += len(tied)
    return ranked


def is_decided(event: Tournament) -> bool:
    """Return whether nothing is left to play for: one player, as many as a satellite has seats, or all was dealt."""
    left = _left(event)
    if len(left) <= 1:
        return True
    if event.pool is not None and len(left) <= event.pool.seats:
        return True
    partners = {number for number, _ in event.deal.shares} if event.deal else set()
    is_all_dealt = event.deal is not None and event.deal.left == 0
    return is_all_dealt and all(entry.number in partners for entry in left)


def _left(event: Tournament) -> list[Entry]:
    return [entry for entry in event.entries if entry.is_alive or entry.status == "winner"]


def _groups(busts: tuple[Bust, ...]) -> list[list[Bust]]:
    """Return busts that happened at the same moment of play, in the order of the time of the first of each.

    A tablet without the network sends a bust later than it happened, so the order of the log does not decide.
    """
    groups: dict[object, list[Bust]] = {}
    for bust in busts:
        if bust.round:
            key: object = ("round", bust.round)
        elif bust.hand:
            key = (bust.table, bust.hand)
        else:
            key = ("entry", bust.entry)
        groups.setdefault(key, []).append(bust)
    return sorted(groups.values(), key=lambda group: min(bust.at for bust in group))


def _ranks(group: list[Bust]) -> list[list[Bust]]:
    """Return who shares a place, the lowest place first."""
    tables = {bust.table for bust in group}
    stacks = [bust.stack for bust in group]
    if len(tables) > 1 or None in stacks:
        return [group]
    by_stack: dict[int, list[Bust]] = {}
    for bust in group:
        by_stack.setdefault(bust.stack or 0, []).append(bust)
    return [by_stack[stack] for stack in sorted(by_stack)]
