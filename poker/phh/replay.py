"""Drive the engine from a recorded hand. What was done stands, even where a house rule would refuse it."""

from collections.abc import Callable, Iterator
from decimal import Decimal, InvalidOperation

import msgspec

from poker import cards, reading
from poker import commands as c
from poker.cards import UNKNOWN
from poker.decide import draws
from poker.decide.last_card import coming, is_last
from poker.decide.showdown import beaten, waiting
from poker.decide.street import ROUND
from poker.engine import run
from poker.events import Event
from poker.phh.holes import Holes
from poker.phh.openers import opened_by, upcards
from poker.phh.read import SCALE, Recording
from poker.phh.table import posts, table_for
from poker.refusal import Refusal
from poker.state import Hand, Table

STANDS = frozenset(
    {"capped", "not_reopened", "below_minimum", "over_maximum_bet", "between_limits"}
)
SHORT = (3, 0)  # a stub and burns that serve nobody: a burn, the common card, the one that is kept
Moments = Iterator["Moment"]


class Moment(msgspec.Struct, frozen=True):
    """The table after one command; `stood` names the rule that would have refused it."""

    table: Table
    command: c.Command
    events: tuple[Event, ...]
    stood: str = ""


def replay(recording: Recording) -> Iterator[Moment]:
    """Every command of the hand with the table after it, to the last pot. Refuses what the file cannot say."""
    return Replay(recording).moments()


def finishing(recording: Recording, table: Table) -> tuple[int, ...]:
    """The stacks after the hand, in the order of the file's players."""
    return tuple(seat.stack or 0 for seat in table.seats[: len(recording.stacks)])


class Replay:
    """Turns the file's actions into commands at a table of its own."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.table = table_for(recording)
        self.holes = Holes(recording.dealt)
        self.read: dict[int, tuple[str, ...]] = {}  # hands of the showdown
        self.shown: dict[int, tuple[str, ...]] = {}  # turned up before the last card; () mucked

    def moments(self) -> Moments:
        """Play the hand to its end."""
        yield self.do(c.Deal(posts(self.recording)))
        for number, action in enumerate(self.recording.actions, 1):
            try:
                yield from self.play(action)
            except Refusal as refusal:
                refusal.facts["action"] = action
                refusal.facts["number"] = number
                raise
        yield from self.award()

    @property
    def hand(self) -> Hand:
        """The hand in progress."""
        hand = self.table.hand
        if hand is None:
            raise Refusal("phh_malformed", "", detail="an action after the end of the hand")
        return hand

    def do(self, command: c.Command, stood: str = "") -> Moment:
        """One command at the table."""
        outcome = run(self.table, command, now=0)
        self.table = outcome.table
        return Moment(outcome.table, command, outcome.events, stood)

    def play(self, action: str) -> Moments:
        """One line of the file's actions."""
        words = action.split("#")[0].split()
        match words:
            case []:
                return
            case ["d", "dh", player, dealt]:
                yield from self.deal(self.seat(player), cards.parse(dealt))
            case ["d", "db", dealt]:
                yield from self.board(cards.parse(dealt))
            case [player, verb, *rest]:
                yield from self.act(self.seat(player), verb, rest)
            case _:
                raise Refusal("phh_malformed", "", detail=f"action {action!r} is not understood")

    def deal(self, seat: int, dealt: tuple[str, ...]) -> Moments:
        """Cards to a player: of the deal, of stud's next street, or what a draw brings."""
        if self.holes.full(seat, self.hand.street) and not self.at_the_end():
            yield self.close("S-157" if self.comes_short() else "")  # folded cards were dealt again
        self.holes.deal(seat, dealt, self.hand.street)

    def board(self, dealt: tuple[str, ...]) -> Moments:
        """The next street's board; in stud the one card that all play (S-156)."""
        if self.recording.dealt.family != "stud":
            yield self.do(c.CloseStreet(self.hand.still_in(), dealt))
            return
        if not self.comes_short():  # one card for all, where our stub and burns would have served
            yield self.do(c.CorrectCounts(*SHORT, self.hand.still_in()), stood="H-14")
        yield self.close()
        yield self.do(c.ShowBoard(dealt))

    def comes_short(self) -> bool:
        """Whether the next street is stud's last one and the deck has only one card for all of it (S-156)."""
        hand = self.hand
        last = is_last(self.table, hand.street + 1)
        return last and coming(self.table, hand.still_in()).kind == "common"

    def close(self, stood: str = "") -> Moment:
        """The round is over; the next street is dealt."""
        return self.do(c.CloseStreet(self.hand.still_in()), stood)

    def at_the_end(self) -> bool:
        """No street is left to deal."""
        return self.hand.street == len(self.table.game.streets) - 1

    def seat(self, player: str) -> int:
        """The seat of a player label."""
        number = player[1:]
        count = len(self.recording.stacks)
        if player[:1] != "p" or not number.isdigit() or not 1 <= int(number) <= count:
            raise Refusal("phh_malformed", "", detail=f"there is no player {player!r}")
        return int(number)

    def act(self, seat: int, verb: str, rest: list[str]) -> Moments:
        """A player's word."""
        verbs: dict[str, Callable[[int, list[str]], Moments]] = {
            "f": self.fold,
            "cc": self.check_or_call,
            "cbr": self.bet,
            "pb": self.bring_in,
            "sd": self.draw,
            "sm": self.show_or_muck,
        }
        if verb not in verbs:
            raise Refusal("phh_malformed", "", detail=f"verb {verb!r} is not of this game")
        yield from verbs[verb](seat, rest)

    def open(self, seat: int) -> Moments:
        """The first word of a round of stud says who opened it, as far as the upcards do not."""
        if self.hand.stage == "opener":
            commands, stood = opened_by(self.table, seat, self.holes)
            for command in commands:
                yield self.do(command, stood if isinstance(command, c.NameOpener) else "")

    def fold(self, seat: int, rest: list[str]) -> Moments:
        """A hand given up; before a bring-in that is nobody's turn, and nobody opens by it."""
        if self.hand.street or not self.recording.bring_in:
            yield from self.open(seat)
        yield self.do(c.Act(seat, "fold"))

    def bring_in(self, seat: int, rest: list[str]) -> Moments:
        """The forced open. After a low card that is all-in it is a call of the next seat (TDA RP-10E)."""
        if not self.recording.bring_in or self.hand.street:
            raise Refusal("phh_malformed", "", detail="there is no bring-in to post")
        yield from self.open(seat)
        if self.hand.opener != seat:
            yield self.do(c.Act(seat, "call"))

    def check_or_call(self, seat: int, rest: list[str]) -> Moments:
        """The format has one word for both."""
        yield from self.open(seat)
        hand = self.hand
        owes = hand.round.level > hand.parts[hand.index(seat)].committed
        yield self.do(c.Act(seat, "call" if owes else "check"))

    def bet(self, seat: int, rest: list[str]) -> Moments:
        """A bet or raise to an amount; one that our rules refuse is recorded as one that stood."""
        to = self.amount(rest)
        yield from self.open(seat)
        what = "raise" if self.hand.round.level else "bet"
        part = self.hand.parts[self.hand.index(seat)]
        if part.stack is not None and to == part.committed + part.stack:
            what = "all_in"
        try:
            yield self.do(c.Act(seat, what, to))  # type: ignore[arg-type]
        except Refusal as refusal:
            if refusal.code not in STANDS:
                raise
            yield self.do(c.Act(seat, what, to, stood=True), stood=refusal.rule)  # type: ignore[arg-type]

    def amount(self, rest: list[str]) -> int:
        """The amount in the smallest unit."""
        try:
            scaled = Decimal(rest[0]) * SCALE
        except (IndexError, InvalidOperation) as error:
            raise Refusal("phh_malformed", "", detail="a bet without an amount") from error
        if not scaled.is_finite() or scaled != int(scaled) or scaled <= 0:
            raise Refusal("phh_malformed", "", detail=f"{rest[0]} is no amount")
        return int(scaled)

    def draw(self, seat: int, rest: list[str]) -> Moments:
        """Cards given up for as many others, or none (S-176). Who draws after a complete round is ahead of it."""
        given = cards.parse(rest[0]) if rest else ()
        yield self.do(c.Draw(seat, len(given)))
        self.holes.discard(seat, given)
        while self.table.hand is not None and draws.shortage(self.table) is not None:
            yield self.do(c.RebuildDeck())

    def show_or_muck(self, seat: int, rest: list[str]) -> Moments:
        """Cards turned up, or the hand given up. Before the last card it waits until the hand is complete."""
        if self.hand.stage == "complete" and self.at_the_end():
            yield self.close()
        said = cards.parse(rest[0]) if rest and rest[0] != "-" else ()
        if self.hand.stage != "showdown" and self.recording.dealt.family != "flop":
            self.shown[seat] = self.holes.whole(seat, said) if rest else ()
            return
        yield self.show(seat, said or self.holes.of(seat) if rest else ())

    def show(self, seat: int, said: tuple[str, ...]) -> Moment:
        """A hand that is turned up, or given up when nothing is said."""
        if not said:
            return self.do(c.Muck(seat))
        self.read[seat] = said
        cards_here = self.hand.parts[
            self.hand.index(seat)
        ].cards  # without one that our deck did not have
        return self.do(c.ShowHand(seat, said[:cards_here] if self.alone() else said))

    def alone(self) -> bool:
        """Whether the file dealt everybody a last card where we have one for all."""
        last = self.hand.last_card
        return last is not None and last.plan.kind == "common" and UNKNOWN in self.hand.board

    def award(self) -> Moments:
        """Push the pots: to the last one in, or to the hands that read best."""
        yield from self.finish()
        for pot, *players in self.recording.awards:
            hand = self.table.hand
            # A pot with one contender is pushed with the one before it.
            if hand is not None and (not hand.pots or pot in waiting(hand)):
                low, odd = dict(self.recording.lows).get(pot), dict(self.recording.odd).get(pot)
                yield self.do(c.AwardPot(tuple(players), pot, low, odd))
        while self.table.hand is not None:
            yield self.do(self.winners())

    def finish(self) -> Moments:
        """What the file leaves out before the showdown, and the hands that were turned up before the last card."""
        while self.table.hand is not None and self.hand.stage in ROUND:
            yield self.close()
            if not self.shown:
                break
        if self.shown and self.table.hand is not None:
            for command in upcards(self.table, self.holes):  # of streets that nobody could bet on
                yield self.do(command)
        for seat, said in self.shown.items():
            if self.table.hand is not None:
                yield self.show(seat, self.holes.whole(seat, said) if said else ())

    def winners(self) -> c.AwardPot:
        """Who the next pot goes to, half by half (S-090, S-164)."""
        hand = self.hand
        live = hand.live()
        if len(live) == 1:
            return c.AwardPot((live[0].seat,))
        contenders = {part.seat for part in live}
        if hand.pots:
            contenders = set(hand.pots[waiting(hand)[0]].seats) - beaten(hand)
        else:
            contenders &= _last_pot(hand)
        shown = [(seat, self.read.get(seat, ())) for seat in sorted(contenders)]
        if not all(hole for _, hole in shown):
            raise Refusal("cards_unseen", "S-090", seats=sorted(s for s, hole in shown if not hole))
        board = () if self.alone() else hand.board
        first, *others = reading.by_half(self.table.game.ranking, shown, board).values()
        return c.AwardPot(first, low=others[0] if others and others[0] else None)


def _last_pot(hand: Hand) -> set[int]:
    """Who can win the pot that is awarded first: the live seats with the highest contribution."""
    top = max(part.total for part in hand.live())
    return {part.seat for part in hand.live() if part.total == top}
