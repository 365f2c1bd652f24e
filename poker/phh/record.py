"""The result of a hand, collected event by event: chips, acts by round, awards. Cards: `poker.phh.dealt`."""

from itertools import chain, combinations

from poker import events as e
from poker.decide.showdown import shares_of
from poker.events import Event
from poker.evolve import evolve
from poker.phh.action_order import Action, RoundRecord, put_back, take_back
from poker.phh.dealt import DealtCards
from poker.refusal import Refusal
from poker.stakes import Stakes
from poker.state import EMPTY, Award, Hand, Table


class HandRecord:
    """Collects a hand's facts from its events; `now` is the table before the current event."""

    def __init__(self) -> None:
        self.now = EMPTY
        self.start = EMPTY
        self.number = 0
        self.order: tuple[int, ...] = ()
        self.antes: dict[int, int] = {}
        self.antes_dead = False
        self.blinds: dict[int, int] = {}
        self.dead_posts: dict[int, int] = {}
        self.killer = 0
        self.acts_last = 0  # a straddler whom the first round passes over (H-60)
        self.sizes: Stakes | None = (
            None  # the stakes of the first round, which may follow a straddle (H-61)
        )
        self.actions: list[Action | RoundRecord] = []  # seat 0 is the dealer
        self.showdown = False
        self.forced: dict[int, int] = {}  # chips put in before the deal
        self.posted: dict[int, int] = {}  # the live part of those chips
        self.forced_in: set[int] = set()
        self.put_in: dict[int, int] = {}
        self.front: dict[int, int] = {}
        self.all_in: set[int] = set()
        self.broke: set[int] = set()  # all-in, with nothing returned
        self.early: set[int] = set()  # went out before the next round opened
        self.back: dict[int, int] = {}
        self.won: dict[int, int] = {}
        self.awards: list[list[int]] = []
        self.lows: list[list[int]] = []
        self.odd: list[list[int]] = []
        self.rake = 0
        self.jackpot = 0

    def take(self, event: Event) -> None:
        """Process one event of the hand."""
        handler = getattr(self, f"on_{type(event).__name__}", None)
        if handler is not None:
            handler(event)
        self.now = evolve(self.now, event)
        self.dealt.take(event, self.now.hand)

    @property
    def hand(self) -> Hand:
        """Return the hand before the current event."""
        hand = self.now.hand
        assert hand is not None
        return hand

    @property
    def rounds(self) -> list[RoundRecord]:
        """Return the betting rounds so far."""
        return [action for action in self.actions if isinstance(action, RoundRecord)]

    # Each method below is named after its event.

    def on_HandStarted(self, event: e.HandStarted) -> None:
        self.start = event.table
        self.number = event.number
        self.dealt = DealtCards(event.table.game, self.actions)

    def on_BombPotStarted(self, event: e.BombPotStarted) -> None:
        raise Refusal("phh_no_word", "", what="a bomb pot")

    def on_SplashAdded(self, event: e.SplashAdded) -> None:
        raise Refusal("phh_no_word", "", what="a splash pot")

    def on_RunBegun(self, event: e.RunBegun) -> None:
        raise Refusal("phh_no_word", "", what="a board that is run twice")

    def on_ButtonMoved(self, event: e.ButtonMoved) -> None:
        self.order = event.order

    def on_AntePosted(self, event: e.AntePosted) -> None:
        self.antes[event.seat] = event.amount
        self.antes_dead = event.dead
        self.pay(event.seat, event.amount, event.all_in)

    def on_BlindPosted(self, event: e.BlindPosted) -> None:
        sign = -1 if event.kind == "entry" else 1
        before = self.blinds.get(event.seat, 0)
        if (
            event.kind == "straddle"
        ):  # on top of an entry post, which the file has as a negative blind
            before = abs(before)
        self.blinds[event.seat] = before + sign * event.live
        self.front[event.seat] = self.front.get(event.seat, 0) + event.live
        if event.kind == "kill":
            self.killer = event.seat
        if event.dead:
            self.dead_posts[event.seat] = event.dead
        self.pay(event.seat, event.live + event.dead, event.all_in)

    def on_HoleCardsDealt(self, event: e.HoleCardsDealt) -> None:
        if not self.forced_in and not self.forced:
            self.forced = dict(self.put_in)
            self.posted = dict(self.front)
            self.forced_in = set(self.all_in)
        self.broke = set(self.forced_in)

    def on_HandMisdealt(self, event: e.HandMisdealt) -> None:
        # Everything after the deal is void; the forced bets stay for the redeal.
        self.actions.clear()
        self.early.clear()
        self.dealt = DealtCards(self.start.game, self.actions)
        self.put_in = dict(self.forced)
        self.front = dict(self.posted)
        self.all_in = set(self.forced_in)

    def on_BroughtIn(self, event: e.BroughtIn) -> None:
        if event.seat in self.early:
            raise Refusal("phh_no_word", "", what="a bring-in of an absent player")
        self.front[event.seat] = event.amount
        self.pay(event.seat, event.amount, event.all_in)

    def on_BringInReturned(self, event: e.BringInReturned) -> None:
        """Another seat opened: drop the round this one opened."""
        opened = self.actions.pop()
        assert isinstance(opened, RoundRecord)
        self.early |= opened.folded
        self.front[event.seat] = self.front.get(event.seat, 0) - event.amount
        self.put_in[event.seat] = self.put_in.get(event.seat, 0) - event.amount
        if event.amount:
            self.all_in.discard(event.seat)
            self.broke.discard(event.seat)

    def on_BettingOpened(self, event: e.BettingOpened) -> None:
        self.dealt.flush()
        self.acts_last = self.acts_last or event.last
        self.sizes = self.sizes or self.now.plaque
        if not event.due and self.hand.stage == "opener":  # the fold left no one to bet against
            self.actions += [(seat, "f") for seat in self.order if seat in self.early]
            self.early.clear()
        opened = RoundRecord(
            due=self.first(event),
            level=event.level,
            posted=dict(self.front),
            put=self.front,
            broke=frozenset(self.broke),
            closed=event.closed,
            last=event.last,
            bring_in=self.hand.opener if event.bring_in else 0,
            folded=set(self.early),
        )
        self.early.clear()
        self.actions.append(opened)

    def first(self, opened: e.BettingOpened) -> int:
        """Return the first to act; in the file, a player who folded before the round opened is still in."""
        if not opened.due or not self.early:
            return opened.due
        turns = self.turns(after=opened.bring_in)
        still_in = self.early - self.all_in
        return next(seat for seat in turns if seat == opened.due or seat in still_in)

    def turns(self, *, after: bool = False) -> tuple[int, ...]:
        """Return every seat from the one that opens the round, or from the next `after` it (S-078, S-150, H-44)."""
        by_bet = self.start.rules.after_draw == "by_forced_bet" and not self.start.plaque.blinds
        opener = self.hand.opener or (self.hand.opened if by_bet else 0)
        drawn = self.start.game.family != "flop" and opener in self.order
        start = self.order.index(opener) + after if drawn else 0
        return (*self.order[start:], *self.order[:start])

    def on_HandKilled(self, event: e.HandKilled) -> None:
        # The format cannot express this: a hand that is dead on its turn folds; at the showdown it
        # mucks.
        if self.showdown:
            self.actions.append((event.seat, "sm"))
        else:
            self.went_out(event.seat)

    def went_out(self, seat: int) -> None:
        """Record a fold in the round in progress, or in the one not opened yet."""
        if self.hand.stage in ("draw", "opener"):
            self.early.add(seat)
        else:
            self.rounds[-1].folded.add(seat)

    def on_ShowdownReached(self, event: e.ShowdownReached) -> None:
        self.showdown = True

    def on_StreetSkipped(self, event: e.StreetSkipped) -> None:
        raise Refusal("phh_not_followed", "", street=event.street)

    def on_PotCollected(self, event: e.PotCollected) -> None:
        if not event.known:
            raise Refusal("phh_not_followed")
        self.front = {}

    def on_Folded(self, event: e.Folded) -> None:
        if not event.late:
            self.went_out(event.seat)
            return
        take_back(self.rounds, event.seat, event.returned).folded.add(event.seat)
        self.put_in[event.seat] = self.put_in.get(event.seat, 0) - event.returned
        if event.returned:
            self.all_in.discard(event.seat)
            self.broke.discard(event.seat)

    def on_Reinstated(self, event: e.Reinstated) -> None:
        self.early.discard(event.seat)
        put_back(self.rounds, event.seat, event.amount)
        self.pay(event.seat, event.amount, False)

    def on_Checked(self, event: e.Checked) -> None:
        self.say(event.seat, 0, False)

    def on_Called(self, event: e.Called) -> None:
        self.front[event.seat] = self.front.get(event.seat, 0) + event.amount
        self.say(event.seat, event.amount, event.all_in)

    def on_InferenceRewritten(self, event: e.InferenceRewritten) -> None:
        acts = self.rounds[-1].acts
        for seat in (event.seat, *event.opened, *event.asked):
            act = self.hand.parts[self.hand.index(seat)].last
            assert act is not None
            acts[seat] -= 1
            self.front[seat] = self.front.get(seat, 0) - act.amount
            self.put_in[seat] = self.put_in.get(seat, 0) - act.amount
            for all_in in (self.rounds[-1].all_in, self.all_in, self.broke):
                all_in.discard(seat)

    def on_BetMade(self, event: e.BetMade) -> None:
        current = self.rounds[-1]
        if event.seat == current.bring_in and not current.acts:
            # It opened for the full bet instead (S-116).
            current.due = event.seat
            current.bring_in = 0
            current.closed = ()
        current.bets.append((event.seat, event.to))
        more = event.to - self.front.get(event.seat, 0)
        self.front[event.seat] = event.to
        self.say(event.seat, more, event.all_in)

    def say(self, seat: int, chips: int, all_in: bool) -> None:
        """Record a check, a call or a bet."""
        acts = self.rounds[-1].acts
        acts[seat] = acts.get(seat, 0) + 1
        if all_in:
            self.rounds[-1].all_in.add(seat)
        self.pay(seat, chips, all_in)

    def on_UncalledReturned(self, event: e.UncalledReturned) -> None:
        self.back[event.seat] = self.back.get(event.seat, 0) + event.amount
        self.broke.discard(event.seat)

    def on_HandShown(self, event: e.HandShown) -> None:
        self.actions.append((event.seat, "sm " + "".join(event.cards)))

    def on_HandMucked(self, event: e.HandMucked) -> None:
        self.actions.append((event.seat, "sm"))

    def on_PotAwarded(self, event: e.PotAwarded) -> None:
        award = event.award
        for seat, chips in award.shares:
            self.won[seat] = self.won.get(seat, 0) + chips
        first, odd = pushed(self.now, award)
        self.awards.append([award.pot, *map(self.player, first)])
        if award.low:
            self.lows.append([award.pot, *map(self.player, award.low)])
        if odd:
            self.odd.append([award.pot, self.player(odd)])

    def on_RakeTaken(self, event: e.RakeTaken) -> None:
        self.rake = event.rake
        self.jackpot = event.jackpot

    def on_HandEnded(self, event: e.HandEnded) -> None:
        """Finish the hand: players who went out before a round that was never dealt can only muck if they are
        all-in.
        """
        if not self.early:
            return
        self.dealt.flush()
        able = {*self.early, *(part.seat for part in self.hand.live())} - self.all_in
        folds = len(able) > 1 or self.start.game.family == "stud"
        for seat in self.turns():
            if seat in self.early:
                self.actions.append((seat, "f" if folds and seat in able else "sm"))

    def pay(self, seat: int, chips: int, all_in: bool) -> None:
        """Record chips a seat put in."""
        self.put_in[seat] = self.put_in.get(seat, 0) + chips
        if all_in:
            self.all_in.add(seat)
            self.broke.add(seat)

    def player(self, seat: int) -> int:
        """Return the file's number for a seat."""
        return self.order.index(seat) + 1


def pushed(table: Table, award: Award) -> tuple[tuple[int, ...], int]:
    """Return who won the first half of a pot and who was first for its odd chip (0 by rule), from the shares."""
    won = [seat for seat, _ in award.shares]
    only_low = [seat for seat in award.low if seat in won]
    both = chain.from_iterable(combinations(only_low, size) for size in range(len(only_low) + 1))
    for more in both:
        first = tuple(seat for seat in won if seat not in award.low or seat in more)
        for odd in (0, *won) if first else ():
            if shares_of(table, award.cell, first, award.low, odd) == award.shares:
                return first, odd
    raise Refusal("phh_no_word", "", what="the shares of a pot")
