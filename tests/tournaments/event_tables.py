"""The tables of an event's room, and hands on them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch
from uuid import uuid4

from poker import codec
from poker import commands as p
from poker.commands import Command
from poker.state import Table as PokerTable
from tables.actions import execute
from tables.models import Table
from tests.tournaments.event_room import ACTOR, EventRoom, in_turn


class Tables:
    """The tables of an event's room."""

    def __init__(self, event_room: EventRoom) -> None:
        self.room = event_room

    def row(self, name: str) -> Table:
        return Table.objects.select_related("stream").get(room=self.room.room, name=name)

    def state(self, name: str) -> PokerTable:
        return codec.decode_state(bytes(self.row(name).stream.state))

    def send(self, name: str, command: Command, command_id: str = "") -> None:
        execute(
            table_id=self.row(name).pk,
            command_id=command_id or str(uuid4()),
            seen=None,
            command=command,
            actor=ACTOR,
            now=self.room.now,
        )

    def set_buttons(self) -> None:
        """Give the button of each table in play to its first player."""
        for table in self.room.event.tables:
            self.send(table.name, p.SetButton(min(seated(self.state(table.name)))))

    def deal_out(self, name: str) -> None:
        """Deal a hand in which everyone folds to one player."""
        self.send(name, p.Deal())
        while (hand := self.state(name).hand) is not None and len(hand.live()) > 1:
            self.send(name, p.Act(hand.parts[hand.round.due].seat, "fold"))
        if (hand := self.state(name).hand) is not None:
            self.send(name, p.AwardPot(seats=(hand.live()[0].seat,)))

    def lose_all_in(self, name: str, chips: int = 5_000) -> int:
        """Deal a hand in which the first to act is all-in against the next one and loses; return the seat."""
        self.send(name, p.Deal())
        loser = self._due(name)
        self.send(name, p.Act(loser, "all_in", chips))
        winner = self._due(name)
        self.send(name, p.Act(winner, "call"))
        while len(self._hand(name).live()) > 2:
            self.send(name, p.Act(self._due(name), "fold"))
        self.send(name, p.RunOut(2))
        while self.state(name).hand is not None:
            self.send(name, p.AwardPot(seats=(winner,)))
        return loser

    def _hand(self, name: str) -> Any:
        hand = self.state(name).hand
        assert hand is not None
        return hand

    def _due(self, name: str) -> int:
        hand = self._hand(name)
        return int(hand.parts[hand.round.due].seat)


def seated(state: PokerTable) -> dict[int, str]:
    """Return the names of a table's players by seat."""
    return {seat.number: seat.name for seat in state.seats if seat.taken}


@contextmanager
def even_draws() -> Iterator[None]:
    """Let draws fill the tables evenly, from seat 1."""
    with patch("tournaments.actions.shuffle", side_effect=in_turn):
        yield
