"""A simulated dealer, who reads the tablet's view of a hand and sends the tablet's commands."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from random import Random

from poker.json_types import JsonObject
from poker.rules import HouseRules
from poker.view.model import SeatView, TableView, present
from school.hands.physical_cards import PhysicalCards
from school.hands.player_style import PlayerStyle, choose_action

View = TableView
DEFAULTS = HouseRules()
CLAIM = "claim_promotion"


@dataclass(frozen=True, slots=True)
class TapRequest:
    """A tap after a number of seconds. Without a name, the dealer only looks at the tablet."""

    name: str = ""
    args: JsonObject = field(default_factory=dict)
    seconds: float = 0.0


Taps = Generator[TapRequest, View, View]  # yields taps, receives views, returns the last view
Trouble = Callable[[View], Taps]


@dataclass(frozen=True, slots=True)
class DealerHabits:
    """How often a dealer does something, from 0 to 1."""

    explicit: float = 0.1  # taps a check or call that the tablet would infer
    faces: float = 0.1  # enters cards
    slips: float = 0.004  # undoes a tap and repeats it


class Dealing:
    """A dealer at a table."""

    def __init__(
        self,
        rng: Random,
        temper: Callable[[str], PlayerStyle],
        habits: DealerHabits | None = None,
        rules: HouseRules = DEFAULTS,
        most: int = 0,
    ) -> None:
        """most: the stack of players whose chips are not counted, in the smallest unit; 0 for the maximum buy-in."""
        self.rng = rng
        self.rules = rules
        self.most = most
        self.temper = temper
        self.habits = habits or DealerHabits()
        self.felt: PhysicalCards | None = None
        self.luck: dict[int, float] = {}
        self.street = -1

    def hand(self, view: View, trouble: Trouble | None = None) -> Taps:
        """Deal a hand to its end. trouble: something that goes wrong once during the hand."""
        self.felt = PhysicalCards(present(view.game).key, self.rng, self.rules)
        self.street = -1
        number = view.hand.number
        when = self.rng.randint(1, 12) if trouble else 0
        turns = 0
        if view.may_straddle and self.rng.random() < 0.1:
            view = yield TapRequest(seconds=1)
            if view.may_straddle:  # checked now, because players may have come or gone
                view = yield from self._tap(view, "straddle", 0, seat=view.may_straddle)
        while view.hand.number == number and view.hand.stage not in ("short", "closed"):
            turns += 1
            if turns > 400:
                raise RuntimeError(f"hand {number} does not end: {view.step}")
            last = view.hand.stage in ("showdown", "award")
            if trouble and (turns >= when or last):
                view = yield from trouble(view)
                trouble = None
                continue
            view = yield from self._turn(view)
        return view

    def _turn(self, view: View) -> Taps:
        if view.paused:
            return (yield TapRequest(seconds=15))
        if view.step.kind == "remedy" and not self._implied(view):
            return (yield TapRequest("step_done", seconds=6))
        self._dealt(view)
        match view.hand.stage:
            case "posts":
                return (yield from self._tap(view, "deal", self.rng.uniform(14, 24)))
            case "draw":
                return (yield from self._draw(view))
            case "opener":
                return (yield from self._opener(view))
            case "betting":
                return (yield from self._betting(view))
            case "complete":
                return (yield from self._count(view, self.rng.uniform(4, 8)))
            case _:
                return (yield from self._end(view))

    def _implied(self, view: View) -> bool:
        """Return whether the dealer skips the taps of a ruling's steps, which the next deal implies."""
        return view.hand.stage == "posts" and self.rng.random() < 0.3

    def _tap(self, view: View, name: str, seconds: float, **args: object) -> Taps:
        """Tap, and occasionally undo the tap and repeat it.

        If a player sat down in between, UNDO would undo that, so the tap stays.
        """
        view = yield TapRequest(name, args, seconds)
        if self.rng.random() < self.habits.slips and view.undo and not view.paused:
            own = view.undo
            view = yield TapRequest(seconds=3)
            if view.undo == own and not view.paused:
                yield TapRequest("undo")
                view = yield TapRequest(name, args, min(2, seconds))
        return view

    def _dealt(self, view: View) -> None:
        """Deal the physical cards up to the current street."""
        felt = self.felt
        hand = view.hand
        if felt is None or not hand.started or hand.street not in hand.streets:
            return
        street = hand.streets.index(hand.street)
        if street == self.street:
            return
        if street != self.street + 1:
            felt.sure = felt.sure and self.street < 0
        self.street = street
        seats = _order(view)
        felt.reach(street, seats)
        for seat in seats:
            before = self.luck.get(seat, 0.5) if street else self.rng.random()
            self.luck[seat] = 0.55 * before + 0.45 * self.rng.random() if street else before

    def _draw(self, view: View) -> Taps:
        draw = present(view.draw)
        if view.step.kind == "rebuild":
            if draw.plan and any(item.do == "gather" for item in draw.plan.steps):
                return (yield TapRequest("rebuild_deck", seconds=30))
            return (yield from self._count(view, 5))
        seat = draw.due
        most = next(s.can_draw for s in view.seats if s.seat == seat) if seat else None
        if most is None:
            return (yield from self._count(view, 5))
        count = min(most, self.rng.choice((0, 0, 1, 1, 1, 2, 2, 3)))
        if self.felt is not None:
            self.felt.draw(seat, count)
        return (yield from self._tap(view, "draw", self.rng.uniform(3, 6), seat=seat, count=count))

    def _opener(self, view: View) -> Taps:
        felt = self.felt
        could = present(view.opener).could or _order(view)
        if felt is not None and felt.sure and self.rng.random() < self.habits.faces:
            return (yield from self._upcards(view, felt))
        seat = felt.opener(_order(view), self.rules) if felt is not None else 0
        if seat not in could:
            seat = self.rng.choice(could)
        return (yield from self._tap(view, "opener", self.rng.uniform(2, 4), seat=seat))

    def _upcards(self, view: View, felt: PhysicalCards) -> Taps:
        """Enter upcards seat by seat until they determine who acts first."""
        for seat in view.seats:
            cards = felt.up.get(seat.seat, [])
            if seat.state == "in" and len(cards) == len(seat.up):
                args = {"seat": seat.seat, "cards": cards}
                view = yield from self._tap(view, "show_up", 2, **args)
                if view.hand.stage != "opener":
                    return view
        could = present(view.opener).could or _order(view)
        return (yield from self._tap(view, "opener", 2, seat=self.rng.choice(could)))

    def _betting(self, view: View) -> Taps:
        if view.tracking == "streets":
            return (yield from self._by_streets(view))
        thought = 0.0
        most = self.most or present(view.game).buy_in[1]
        first = view.hand.street == view.hand.streets[0]
        for seat in due_seats(view):
            temper = self.temper(seat.player)
            luck = self.luck.get(seat.seat, 0.5)
            act = choose_action(seat, temper, luck, first=first, most=most, rng=self.rng)
            thought += self.rng.uniform(1.5, 5)
            if not act:
                continue
            plain = act["what"] in ("check", "call")
            if plain and self.rng.random() >= self.habits.explicit:
                continue
            return (yield from self._tap(view, "act", thought, **act))
        return (yield from self._count(view, thought + self.rng.uniform(2, 5)))

    def _by_streets(self, view: View) -> Taps:
        """Play a round without logging bets: occasionally tap a fold, then the number still in."""
        left = view.count.still_in
        seats = [s.seat for s in view.seats if s.can_fold]
        if left > 2 and seats and self.rng.random() < 0.35:
            seat = self.rng.choice(seats)
            return (
                yield from self._tap(view, "act", self.rng.uniform(4, 9), seat=seat, what="fold")
            )
        if self.felt is not None:
            self.felt.sure = False
        count = max(2, left - self.rng.choice((0, 0, 1, 1, 2, 3)))
        waits = self.rng.uniform(14, 35)
        return (yield from self._tap(view, "close_street", waits, count=count))

    def _count(self, view: View, seconds: float) -> Taps:
        """Tap the number still in, which ends the round and deals the next street."""
        left = view.count.still_in
        return (yield from self._tap(view, "close_street", seconds, count=left, lit=left))

    def _end(self, view: View) -> Taps:
        """Play the showdown: enter cards, then award pot after pot."""
        facts = view.step.facts
        if facts.get("count_pot"):
            return (yield from self._tap(view, "count_pot", 8, amount=self._pile(view)))
        if facts.get("alone"):
            return (yield from self._tap(view, "award", self.rng.uniform(3, 6)))
        felt = self.felt
        entered = felt is not None and felt.sure and self.rng.random() < self.habits.faces
        if felt is not None and entered and view.hand.stage == "showdown":
            view = yield from self._shown(view, felt)
            view = yield from take_promotions(view)
        if view.hand.stage in ("showdown", "award") and not view.paused:
            args = self._award(view)
            return (yield from self._tap(view, "award", self.rng.uniform(8, 18), **args))
        return view

    def _shown(self, view: View, felt: PhysicalCards) -> Taps:
        if felt.board and view.ledger.board == len(felt.board):
            view = yield from self._tap(view, "show_board", 5, cards=felt.board)
        won = _best(felt, _live(view))
        for seat in _live(view):
            cards = felt.hands.get(seat, [])
            if seat in won or self.rng.random() < 0.6:
                view = yield from self._tap(view, "show_hand", 4, seat=seat, cards=cards)
            elif view.may_muck and len(_live(view)) > 1:
                view = yield from self._tap(view, "muck", 2, seat=seat)
        return view

    def _award(self, view: View) -> dict[str, object]:
        """Return the arguments of an award of the current pot, read from the cards if they are known."""
        award = present(view.award)
        pot = award.pots[present(award.turn)]
        seats = [seat for seat in pot.seats if seat not in pot.out]
        won = self.felt.winners(seats) if self.felt is not None else {}
        halves = [list(those) for those in won.values()]
        if not halves or not halves[0]:
            return {"seats": self.rng.choice(award.units)}
        if len({seat for half in halves for seat in half}) > view.count.still_in:
            # Some of these seats folded without a tap (S-181), so only one of them is certain to be still in.
            return {"seats": [self.rng.choice(halves[0])]}
        if award.halves is None or not halves[1]:
            return {"seats": halves[0]}
        return {"seats": halves[0], "low": halves[1]}

    def _pile(self, view: View) -> int:
        """Return a random amount for a pot that is counted by hand."""
        game = present(view.game)
        return (game.big_bet or 2 * game.small_bet) * self.rng.randint(3, 14)


def take_promotions(view: View) -> Taps:
    """Claim a promotion that the shown hands win, wait for the floor, and post a high hand."""
    while view.promotion is not None and not view.promotion.claimed_at:
        args: JsonObject = {"promotion": view.promotion.key, "board": view.promotion.board}
        view = yield TapRequest(CLAIM, args, 4)
        while view.paused:
            view = yield TapRequest(seconds=10)
    while view.high_hand is not None:
        args = {"promotion": view.high_hand.key, "seat": view.high_hand.seat}
        view = yield TapRequest("post_high_hand", args, 6)
    return view


def due_seats(view: View) -> list[SeatView]:
    """Return the seats that owe action, in order."""
    due = [seat for seat in view.seats if seat.due]
    first = next((seat.seat for seat in due if seat.first), 0)
    return sorted(due, key=lambda seat: (seat.seat < first, seat.seat))


def _live(view: View) -> list[int]:
    return [seat.seat for seat in view.seats if seat.state == "in"]


def _order(view: View) -> list[int]:
    """Return the seats in the hand, from the left of the button; without a button, from the dealer's left."""
    seats = _live(view)
    button = next((seat.seat for seat in view.seats if seat.button), 0)
    return sorted(seats, key=lambda seat: (seat <= button, seat)) if button else seats


def _best(felt: PhysicalCards, seats: Sequence[int]) -> list[int]:
    return [seat for those in felt.winners(seats).values() for seat in those]
