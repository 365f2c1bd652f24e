"""Write a hand that was dealt here as PHH text; what the format has no word for goes into `_fields`."""

import json
from collections.abc import Iterable
from itertools import takewhile

from poker import events as e
from poker.cards import UNKNOWN
from poker.events import Event
from poker.phh.order import Action, Round, in_order, put_back, take_back
from poker.phh.read import load, outward
from poker.phh.replay import finishing, replay
from poker.refusal import Refusal
from poker.state import Table
from poker.timeline import BARRIERS, Batch, fold


def write(batches: Iterable[Batch]) -> str:
    """The hand whose log this is, from its start on. Amounts are in the currency's unit.

    Refuses `phh_unfinished`, `phh_not_followed` (bets unknown) and `phh_no_word` (a game, limit or act that the
    format cannot say).
    """
    # What came after the hand without being undoable, such as other stakes, is no part of it.
    of_hand = takewhile(lambda batch: not isinstance(batch.events[0], BARRIERS), batches)
    events = [event for batch in fold(of_hand).standing for event in batch.events]
    if not any(isinstance(event, e.HandEnded) for event in events):
        raise Refusal("phh_unfinished")
    writer = _Writer()
    for event in events:
        writer.take(event)
        if isinstance(event, e.HandEnded):
            break
    text = writer.text()
    _check(text)
    return text


def _check(text: str) -> None:
    """What is written replays to the same result, or is not written: the log may have acts out of order."""
    recording = load(text)
    try:
        *_, last = replay(recording)
    except Refusal as refusal:
        raise Refusal("phh_not_followed", refusal.rule, **refusal.facts) from refusal
    if finishing(recording, last.table) != recording.finishing:
        raise Refusal("phh_not_followed")


class _Writer:
    """Collects a hand's facts as its events go by."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.number = 0
        self.order: tuple[int, ...] = ()
        self.antes: dict[int, int] = {}
        self.antes_dead = False
        self.blinds: dict[int, int] = {}
        self.dead_posts: dict[int, int] = {}
        self.actions: list[Action | Round] = []  # seat 0 is the dealer
        self.showdown = False
        self.forced: dict[int, int] = {}  # chips put in before the deal
        self.posted: dict[int, int] = {}  # of them the live ones
        self.forced_in: set[int] = set()
        self.shown: dict[int, tuple[str, ...]] = {}
        self.put_in: dict[int, int] = {}
        self.front: dict[int, int] = {}
        self.all_in: set[int] = set()
        self.broke: set[int] = set()  # all-in, and nothing of it came back
        self.back: dict[int, int] = {}
        self.won: dict[int, int] = {}
        self.awards: list[list[int]] = []
        self.rake = 0
        self.jackpot = 0

    def take(self, event: Event) -> None:
        """One event of the hand."""
        handler = getattr(self, f"on_{type(event).__name__}", None)
        if handler is not None:
            handler(event)

    # Each method below is named after its event.

    def on_HandStarted(self, event: e.HandStarted) -> None:
        self.table, self.number = event.table, event.number

    def on_ButtonMoved(self, event: e.ButtonMoved) -> None:
        self.order = event.order

    def on_AntePosted(self, event: e.AntePosted) -> None:
        self.antes[event.seat] = event.amount
        self.antes_dead = event.dead
        self.pay(event.seat, event.amount, event.all_in)

    def on_BlindPosted(self, event: e.BlindPosted) -> None:
        sign = -1 if event.kind == "entry" else 1
        self.blinds[event.seat] = sign * event.live
        self.front[event.seat] = event.live
        if event.dead:
            self.dead_posts[event.seat] = event.dead
        self.pay(event.seat, event.live + event.dead, event.all_in)

    def on_HoleCardsDealt(self, event: e.HoleCardsDealt) -> None:
        if not self.forced_in and not self.forced:
            self.forced, self.posted = dict(self.put_in), dict(self.front)
            self.forced_in = set(self.all_in)
        self.broke = set(self.forced_in)
        for seat in event.order:
            self.actions.append((seat, f"dh {event.each}"))

    def on_HandMisdealt(self, event: e.HandMisdealt) -> None:
        # What came after the deal never happened; the forced bets stay for the redeal.
        self.actions.clear()
        self.shown.clear()
        self.put_in, self.front, self.all_in = (
            dict(self.forced),
            dict(self.posted),
            set(self.forced_in),
        )

    def on_BettingOpened(self, event: e.BettingOpened) -> None:
        opened = Round(
            due=event.due,
            level=event.level,
            posted=dict(self.front),
            put=self.front,
            broke=frozenset(self.broke),
            closed=event.closed,
        )
        self.actions.append(opened)

    @property
    def rounds(self) -> list[Round]:
        """The betting rounds so far."""
        return [action for action in self.actions if isinstance(action, Round)]

    def on_HandKilled(self, event: e.HandKilled) -> None:
        # The format has no word for it: a hand that is dead in its turn folds, at the showdown it mucks.
        if self.showdown:
            self.actions.append((event.seat, "sm"))
        else:
            self.rounds[-1].folded.add(event.seat)

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
            self.rounds[-1].folded.add(event.seat)
            return
        take_back(self.rounds, event.seat, event.returned).folded.add(event.seat)
        self.put_in[event.seat] = self.put_in.get(event.seat, 0) - event.returned
        if event.returned:
            self.all_in.discard(event.seat)
            self.broke.discard(event.seat)

    def on_Reinstated(self, event: e.Reinstated) -> None:
        put_back(self.rounds, event.seat, event.amount)
        self.pay(event.seat, event.amount, False)

    def on_Checked(self, event: e.Checked) -> None:
        self.say(event.seat, 0, False)

    def on_Called(self, event: e.Called) -> None:
        self.front[event.seat] = self.front.get(event.seat, 0) + event.amount
        self.say(event.seat, event.amount, event.all_in)

    def on_BetMade(self, event: e.BetMade) -> None:
        self.rounds[-1].bets.append((event.seat, event.to))
        more = event.to - self.front.get(event.seat, 0)
        self.front[event.seat] = event.to
        self.say(event.seat, more, event.all_in)

    def say(self, seat: int, chips: int, all_in: bool) -> None:
        """A check, a call or a bet."""
        acts = self.rounds[-1].acts
        acts[seat] = acts.get(seat, 0) + 1
        if all_in:
            self.rounds[-1].all_in.add(seat)
        self.pay(seat, chips, all_in)

    def on_UncalledReturned(self, event: e.UncalledReturned) -> None:
        self.back[event.seat] = self.back.get(event.seat, 0) + event.amount
        self.broke.discard(event.seat)

    def on_BoardDealt(self, event: e.BoardDealt) -> None:
        self.actions.append((0, "d db " + "".join(event.cards)))

    def on_BoardShown(self, event: e.BoardShown) -> None:
        left = list(event.cards)
        for i, action in enumerate(self.actions):
            if not isinstance(action, Round) and action[0] == 0:
                count = len(action[1].removeprefix("d db ")) // 2
                self.actions[i] = (0, "d db " + "".join(left[:count]))
                left = left[count:]

    def on_HandShown(self, event: e.HandShown) -> None:
        self.shown[event.seat] = event.cards
        self.actions.append((event.seat, "sm " + "".join(event.cards)))

    def on_HandMucked(self, event: e.HandMucked) -> None:
        self.actions.append((event.seat, "sm"))

    def on_PotAwarded(self, event: e.PotAwarded) -> None:
        for seat, chips in event.award.shares:
            self.won[seat] = self.won.get(seat, 0) + chips
        players = [self.order.index(seat) + 1 for seat, _ in event.award.shares]
        self.awards.append([event.award.pot, *players])

    def on_RakeTaken(self, event: e.RakeTaken) -> None:
        self.rake, self.jackpot = event.rake, event.jackpot

    def pay(self, seat: int, chips: int, all_in: bool) -> None:
        """Chips that a seat put in."""
        self.put_in[seat] = self.put_in.get(seat, 0) + chips
        if all_in:
            self.all_in.add(seat)
            self.broke.add(seat)

    def stacks(self, table: Table) -> tuple[list[int], bool]:
        """Stacks before the hand, and whether all were counted: others get what the hand cannot exhaust."""
        most = max(self.put_in.values(), default=0) + max(table.plaque.buy_in_max, 1)
        found, counted = [], True
        for seat in self.order:
            stack = table.seats[seat - 1].stack
            counted = counted and stack is not None
            if stack is None:
                stack = self.put_in.get(seat, 0) if seat in self.all_in else most
            found.append(stack)
        return found, counted

    def words(self, seat: int, words: str) -> str:
        """One action as the format says it."""
        if seat == 0:
            return words
        player = self.order.index(seat) + 1
        if words.startswith("dh "):
            dealt = self.shown.get(seat, (UNKNOWN,) * int(words[3:]))
            return f"d dh p{player} {''.join(dealt)}"
        return f"p{player} {words}"

    def text(self) -> str:
        """The file."""
        table = self.table
        if table is None:
            raise Refusal("phh_unfinished")
        stakes = table.plaque
        variant = dict(table.game.phh).get(stakes.limit)
        if variant is None:
            raise Refusal("phh_no_word", "", what=f"{stakes.game} {stakes.limit}")
        before, counted = self.stacks(table)
        after = [
            stack - self.put_in.get(seat, 0) + self.back.get(seat, 0) + self.won.get(seat, 0)
            for seat, stack in zip(self.order, before, strict=True)
        ]
        cross = len(self.order) == 2  # the format lists two players' blinds crosswise
        fields: list[tuple[str, object]] = [
            ("variant", variant),
            ("ante_trimming_status", not self.antes_dead),
            ("antes", self.listed(self.antes, cross)),
            ("blinds_or_straddles", self.listed(self.blinds, cross)),
            *(
                [("small_bet", outward(stakes.small_bet)), ("big_bet", outward(stakes.big_bet))]
                if variant == "FT"
                else [("min_bet", outward(stakes.small_bet))]
            ),
            ("starting_stacks", [outward(stack) for stack in before]),
            (
                "actions",
                [self.words(seat, words) for seat, words in in_order(self.actions, self.order)],
            ),
            ("table", table.name),
            ("hand", self.number),
            ("seats", list(self.order)),
            ("players", [table.seats[seat - 1].name for seat in self.order]),
            ("finishing_stacks", [outward(stack) for stack in after]),
            ("_stacks_counted", counted),
            ("_dead_posts", self.listed(self.dead_posts, False)),
            ("_awards", self.awards),
            ("_rake", outward(self.rake)),
            ("_jackpot", outward(self.jackpot)),
            ("_chips", [outward(chip) for chip in stakes.chips]),
        ]
        # JSON's strings, numbers, lists and booleans are TOML's too.
        return "".join(f"{name} = {json.dumps(value)}\n" for name, value in fields)

    def listed(self, by_seat: dict[int, int], crosswise: bool) -> list[int | float]:
        """Amounts in the order of the players."""
        values = [outward(by_seat.get(seat, 0)) for seat in self.order]
        return values[::-1] if crosswise else values
