"""Laws of the blinds: nobody gets more than an orbit for less than the blinds, nobody posts twice for one (H-16)."""

import os
from dataclasses import dataclass, field
from itertools import pairwise

from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from poker import commands as c
from poker import events as e
from poker.engine import run
from poker.refusal import Refusal
from poker.state import Table
from tests.support.law_examples import example_count
from tests.support.play import open_table_without_button

CHAIRS = 6
TWO = (5, 10)
THREE = (2, 5, 10)
quick = settings(
    max_examples=example_count(2000),
    derandomize="EXAMPLES" not in os.environ,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
METHODS = [("moving", "total"), ("moving", "big"), ("dead", "total")]


@dataclass
class Turn:
    """What one player had to do with one hand. free: it owed no entry post before; round: of blinds without a break."""

    hand: int
    seat: int
    paid: int
    free: bool
    round: int
    swept: int  # seats that the big blind has moved since the first hand
    big: int


@dataclass
class Night:
    """A game of blinds with players who come and go between hands."""

    table: Table
    turns: dict[str, list[Turn]] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)
    hands: int = 0
    rounds: int = 0
    swept: int = 0
    heads_up: bool = False
    newcomers: int = 0

    def execute(self, command: c.Command) -> tuple[e.Event, ...]:
        """Execute a command; nothing happens if it is refused."""
        try:
            outcome = run(self.table, command, now=1)
        except Refusal:
            return ()
        self.said.append(repr(command))
        self.table = outcome.state
        return tuple(outcome.events)

    def deal(self) -> None:
        before = self.table
        events = self.execute(c.Deal())
        if not events:
            return
        hand = self.table.hand
        assert hand is not None
        owed = {seat.number for seat in before.seats if seat.owes_entry}
        settled = [seat for seat in before.seats if seat.playing and seat.number not in owed]
        was_heads_up = self.heads_up
        self.heads_up = len(hand.parts) == 2
        few = len(settled) < len(before.plaque.blinds)
        if was_heads_up or self.heads_up or few:
            self.rounds += (
                1  # heads-up is a round of its own, and a game that starts again owes nothing
            )
            self.swept = 0
        elif self.hands:
            self.swept += (self.table.big - before.big - 1) % CHAIRS + 1
        for part in hand.parts:
            paid = sum(
                event.live + event.dead
                for event in events
                if isinstance(event, e.BlindPosted)
                and event.seat == part.seat
                and event.kind != "straddle"  # pays no blind
            )
            player = self.table.seats[part.seat - 1].player
            self.turns.setdefault(player, []).append(
                Turn(
                    hand=self.hands,
                    seat=part.seat,
                    paid=paid,
                    free=part.seat not in owed,
                    round=self.rounds,
                    swept=self.swept,
                    big=self.table.big,
                )
            )
        self.hands += 1
        self.execute(c.NextHand())


def night(blinds: tuple[int, ...], method: str, charged: str, players: int) -> Night:
    plaque = {
        "game": "holdem",
        "limit": "none",
        "small_bet": 10,
        "big_bet": 10,
        "blinds": blinds,
        "buy_in_min": 100,
        "buy_in_max": 1000,
        "chips": [1, 5, 25],
        "straddles": {"kinds": ["under_the_gun", "any_seat"], "most": 2},
    }
    table = open_table_without_button(plaque, seats=CHAIRS, button=method, skipped_blinds=charged)
    game = Night(table)
    for seat in range(players + 1, CHAIRS + 1):
        assert game.execute(c.LeaveSeat(seat))
    assert game.execute(c.SetButton(1))
    return game


def near_the_blinds(table: Table) -> list[int]:
    """Return the seats where a change may spare a player a blind."""
    around = [table.small, *(table.big + step for step in range(3))]
    return [(seat - 1) % CHAIRS + 1 for seat in around]


def change(data: st.DataObject, game: Night) -> None:
    """Let one player leave, sit out, return, change seats or come from elsewhere."""
    taken = [seat for seat in game.table.seats if seat.taken]
    empty = [seat.number for seat in game.table.seats if not seat.taken]
    kind = data.draw(st.sampled_from(["out", "out", "in", "in", "leave", "move", "new", "again"]))
    if kind in ("new", "again") and empty:
        game.newcomers += kind == "new"
        key = f"n{game.newcomers}" if kind == "new" else "again"
        seat = data.draw(st.sampled_from(empty))
        game.execute(c.SeatPlayer(seat, key, key))
        game.execute(c.SitIn(seat, data.draw(st.sampled_from(["wait", "post", "after_button"]))))
    if not taken:
        return
    number = data.draw(st.sampled_from([*near_the_blinds(game.table), *(s.number for s in taken)]))
    if kind == "out":
        game.execute(c.SitOut(number))
    elif kind == "in":
        game.execute(c.SitIn(number, "")) or game.execute(
            c.SitIn(number, data.draw(st.sampled_from(["wait", "post"])))
        )
    elif kind == "leave":
        game.execute(c.LeaveSeat(number))
    elif kind == "move" and empty:
        game.execute(c.ChangeSeat(number, data.draw(st.sampled_from(empty))))


def play(data: st.DataObject, game: Night) -> None:
    for _ in range(data.draw(st.integers(3, 30))):
        for _ in range(data.draw(st.sampled_from([0, 0, 1, 2, 3, 4]))):
            change(data, game)
        for _ in range(data.draw(st.sampled_from([0, 0, 1, 2]))):
            game.execute(c.Straddle(data.draw(st.integers(1, CHAIRS))))
        game.deal()
    note("\n".join(game.said))


def owed_in_an_orbit(blinds: tuple[int, ...], charged: str) -> int:
    """Return the least that every orbit costs; a house that charges only big blinds forgives skipped small ones."""
    return sum(blinds) if charged == "total" else blinds[-1]


@quick
@given(
    st.data(),
    st.sampled_from([TWO, THREE]),
    st.sampled_from(METHODS),
    st.integers(3, CHAIRS),
)
def test_no_one_gets_more_than_an_orbit_for_less_than_the_blinds(
    data: st.DataObject, blinds: tuple[int, ...], method: tuple[str, str], players: int
) -> None:
    game = night(blinds, *method, players)
    play(data, game)
    least = owed_in_an_orbit(blinds, method[1])
    for player, turns in game.turns.items():
        for first in range(len(turns) - CHAIRS + 1):
            orbit = turns[first : first + CHAIRS]
            if orbit[0].round == orbit[-1].round:
                assert sum(turn.paid for turn in orbit) >= least, (player, orbit)


@quick
@given(
    st.data(),
    st.sampled_from([TWO, THREE]),
    st.sampled_from(METHODS),
    st.integers(3, CHAIRS),
)
def test_no_one_posts_twice_for_one_blind(
    data: st.DataObject, blinds: tuple[int, ...], method: tuple[str, str], players: int
) -> None:
    game = night(blinds, *method, players)
    play(data, game)
    for player, turns in game.turns.items():
        posts = [turn for turn in turns if turn.free and turn.paid]
        for turn in posts:
            assert turn.paid <= sum(blinds), (player, turn)
        bigs = [turn for turn in posts if turn.paid >= blinds[-1]]
        for before, after in pairwise(bigs):
            stayed = before.seat == after.seat and before.round == after.round
            if stayed and turns.index(after) - turns.index(before) == after.hand - before.hand:
                assert lap(after) > lap(before), (player, before, after)


def lap(turn: Turn) -> int:
    """Return how often the big blind has come to this seat since the round began."""
    first = turn.big - turn.swept  # where it was then, in seats that may be below 1
    return (turn.big - turn.seat - (first - turn.seat) // CHAIRS * CHAIRS) // CHAIRS
