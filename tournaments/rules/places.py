"""Finishing places (TDA; the reference of tournaments): by the order of busts, shared where no one can tell.

Two players who bust in one hand at one table rank by the stack before the hand. At different tables in one hand of
hand-for-hand play they share their places.
"""

from typing import NamedTuple

from tournaments.rules.state import Bust, Tournament


class Place(NamedTuple):
    """The places that an entry shares: from `first` to `last`, which are equal if it shares with no one."""

    first: int
    last: int

    @property
    def is_shared(self) -> bool:
        return self.first != self.last


def places(event: Tournament) -> dict[int, Place]:
    """Return the place of each entry that is out, and of the winner once only one is left."""
    left = [entry for entry in event.entries if entry.is_alive or entry.status == "winner"]
    ranked: dict[int, Place] = {}
    if len(left) == 1:
        ranked[left[0].number] = Place(1, 1)
    before = len(left)
    for group in reversed(_groups(event.busts)):
        for tied in reversed(_ranks(group)):
            for bust in tied:
                ranked[bust.entry] = Place(before + 1, before + len(tied))
            before += len(tied)
    return ranked


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
