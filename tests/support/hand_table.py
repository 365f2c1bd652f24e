"""A table without a room: the simulation's dealer taps directly into the engine."""

from random import Random

from poker import commands as c
from poker.codec import parse_command
from poker.engine import create, run
from poker.events import Event
from poker.games import GAMES
from poker.rules import HouseRules
from poker.stakes import Rake, Stakes
from poker.state import Table
from poker.timeline import CommandEvents, recent, undo
from poker.view import view
from school.hands.play import DealerHabits, Dealing, TapRequest, View
from school.hands.player_style import random_style

RAKE = Rake(kind="percent", basis_points=1000, cap=500, unit=100, jackpot=100, jackpot_from=2000)


def make_plaque(key: str, limit: str) -> Stakes:
    """Return a plausible plaque of a game."""
    game = GAMES[key]
    is_big_bet = limit in ("none", "pot")
    return Stakes(
        game=key,
        limit=limit,  # type: ignore[arg-type]
        small_bet=200 if is_big_bet else 400,
        big_bet=200 if is_big_bet else 800 if limit in ("split", "spread") else 400,
        blinds=(100, 200) if game.button else (),
        ante=0 if game.button else 100,
        bring_in=0 if game.button else 200,
        buy_in_min=2000,
        buy_in_max=40_000,
        chips=(100, 500, 2500),
        rake=RAKE,
    )


class HandTable:
    """An open table with counted chips that stores every command."""

    def __init__(self, stakes: Stakes, players: int, rng: Random, *, tracking: str = "actions"):
        outcome = create("T", 10)
        self.table: Table = outcome.state
        self.log = [CommandEvents("0", outcome.events)]
        self.bought = 0
        for seat in range(1, players + 1):
            stack = rng.randrange(20, 200) * 100
            self.bought += stack
            self.execute(c.SeatPlayer(seat, f"p{seat}", f"N{seat}", stack))
        self.execute(c.OpenTable(stakes, HouseRules(), tracking))  # type: ignore[arg-type]
        if self.table.game.button:
            self.execute(c.SetButton(1))

    def execute(self, command: c.Command) -> tuple[Event, ...]:
        """Execute a command. Raises `Refusal`."""
        is_undo = isinstance(command, c.Undo)
        outcome = undo(recent(self.log)) if is_undo else run(self.table, command, now=1)
        self.table = outcome.state
        if outcome.events:
            self.log.append(CommandEvents(str(len(self.log)), outcome.events))
        return outcome.events

    def deal_hands(self, rng: Random, hands: int, habits: DealerHabits) -> int:
        """Deal up to this many hands while two players have chips; return how many were dealt."""
        tempers = {f"p{seat}": random_style(rng) for seat in range(1, 11)}
        dealing = Dealing(rng, tempers.__getitem__, habits)
        for number in range(hands):
            seen = view(self.table)
            if seen.hand.stage == "short":
                return number
            taps = dealing.hand(seen)
            tap = next(taps)
            while True:
                try:
                    tap = taps.send(self._get_view(tap))
                except StopIteration:
                    break
        return hands

    def _get_view(self, tap: TapRequest) -> View:
        if tap.name:
            self.execute(parse_command(tap.name, tap.args))
        return view(self.table)
