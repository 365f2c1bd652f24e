"""Between two hands: pushes, time, chips, and players who leave, sit out, come in or return."""

import math
from random import Random

from poker.cards import DECK
from poker.view.model import SeatView, present
from school.hands.play import TapRequest, Taps, View
from tools.simulation.dealer_rotation import DealerRotation
from tools.simulation.desk import Desk
from tools.simulation.night import Night, SimulatedTable
from tools.simulation.player_arrivals import SimulatedPlayer

MINUTE = 60.0


class BetweenHands:
    """A dealer's tasks at one table before the next hand."""

    def __init__(
        self, night: Night, seats: SimulatedTable, line_up: DealerRotation, desk: Desk
    ) -> None:
        self.night = night
        self.chairs = seats
        self.line_up = line_up
        self.desk = desk
        self.rng: Random = night.rng(f"between/{seats.table.name}")

    def hands(self, view: View) -> Taps:
        """Yield the taps, in seat order."""
        while view.paused:
            view = yield TapRequest(seconds=10)
        for _ in range(12):
            if view.step.kind != "remedy":
                break
            view = yield TapRequest("step_done", seconds=4)
        view = yield from self._button(view)
        if self.line_up.due(self.chairs):
            yield TapRequest(seconds=6)
            self.line_up.push(self.chairs)
            view = yield TapRequest()
        view = yield from self._time(view)
        view = yield from self._rolled_back(view)
        for number, person in sorted(self.chairs.sitters.items()):
            view = yield from self._player(view, number, person)
        return view

    def _rolled_back(self, view: View) -> Taps:
        """After a ruling has rolled the log back, let players leave again, and treat others as not seated."""
        sitters = self.chairs.sitters
        for number, person in sorted(sitters.items()):
            if view.seats[number - 1].player != person.key:
                self.desk.player_left(self.chairs, number, person)
        for seat in view.seats:
            if seat.player and seat.seat not in sitters:
                view = yield TapRequest("leave_seat", {"seat": seat.seat}, 3)
        return view

    def _button(self, view: View) -> Taps:
        """Draw for the button: a card for each seat, and the highest wins it."""
        if view.hand.stage != "button":
            return view
        seats = view.step.seats
        cards = self.rng.sample(DECK, len(seats))
        drawn = {str(seat): card for seat, card in zip(seats, cards, strict=True)}
        return (yield TapRequest("draw_button", {"cards": drawn}, 25))

    def _time(self, view: View) -> Taps:
        game = view.game
        if not game or not game.time_charge:
            return view
        since = self.night.clock.milliseconds - game.time_at
        if since < game.time_minutes * 60_000:
            return view
        self.night.book.sums["time collections"] += 1
        return (yield TapRequest("collect_time", seconds=20))

    def _player(self, view: View, number: int, person: SimulatedPlayer) -> Taps:
        """Handle one seat: the player leaves, sits out, returns, buys chips or chooses how to come in."""
        at = self.night.clock.seconds
        seat = view.seats[number - 1]
        if person.unwelcome or at >= person.leaves or self._broke(seat, person):
            view = yield TapRequest("leave_seat", {"seat": number}, 3)
            self.desk.player_left(self.chairs, number, person)
            return view
        if at >= person.away and not seat.away:
            person.away = math.inf
            person.back = at + MINUTE * self.rng.uniform(3, 22)
            return (yield TapRequest("sit_out", {"seat": number}, 2))
        if seat.away and at >= person.back:
            person.back = math.inf
            if seat.choices:
                choice = {"choice": self.rng.choice(seat.choices)}
                view = yield TapRequest("sit_in", {"seat": number, **choice}, 3)
        elif seat.new and not seat.entry and seat.choices and not seat.away:
            choice = {"choice": self.rng.choice(seat.choices)}
            view = yield TapRequest("sit_in", {"seat": number, **choice}, 3)
        return (yield from self._chips(view, number, person))

    def _broke(self, seat: SeatView, person: SimulatedPlayer) -> bool:
        """Return whether the player is out of chips and does not rebuy."""
        return bool(self.chairs.counted and seat.stack == 0 and person.stakes <= 1)

    def _chips(self, view: View, number: int, person: SimulatedPlayer) -> Taps:
        """Rebuy, or add to a small stack."""
        seat = view.seats[number - 1]
        (least, most) = present(view.game).buy_in
        stack = seat.stack
        if stack is None:
            if self.rng.random() < 0.004 and person.stakes > 1:
                person.stakes -= 1
                args = {"seat": number, "amount": _round(least)}
                return (yield TapRequest("add_chips", args, 6))
            return view
        if stack >= least // 2 or person.stakes <= 1 or (stack and self.rng.random() < 0.8):
            return view
        person.stakes -= 1
        wanted_amount = min(
            most - stack, max(least - stack, 0) + self.rng.randint(0, 4) * (least // 2)
        )
        amount = _round(max(wanted_amount, least - stack))
        if stack + amount > most:
            return view
        return (yield TapRequest("add_chips", {"seat": number, "amount": amount}, 8))


def _round(amount: int) -> int:
    """Return the amount rounded up to whole chips of 500."""
    return -(-amount // 500) * 500
