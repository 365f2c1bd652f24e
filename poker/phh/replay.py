"""Replay a recorded hand through the engine. Recorded acts stand, even if a house rule would refuse them."""

from collections.abc import Callable, Iterator

import msgspec

from poker import cards, reading
from poker import commands as c
from poker import events as e
from poker.cards import UNKNOWN
from poker.cells import waiting
from poker.decide import draw_round
from poker.decide.last_card import coming, is_last
from poker.decide.street import ROUND
from poker.engine import TableOutcome, run
from poker.events import Event
from poker.later_pots import beaten
from poker.phh.field_values import amount_of, scale
from poker.phh.holes import HoleCards
from poker.phh.known_cards import BOARD, KnownCards
from poker.phh.openers import opened_by, upcards
from poker.phh.read import Recording
from poker.phh.table import posts, table_for
from poker.refusal import Refusal
from poker.state import Cell, Hand, Table

STANDS = frozenset(
    {
        "capped",
        "not_reopened",
        "below_minimum",
        "over_maximum_bet",
        "between_limits",
        "nobody_to_raise",  # chips that no one can call are returned
    }
)
# A stub and burns too short to deal everyone in: a burn, the common card, the last card.
SHORT = (3, 0)
MOST_WORDS = {"f": 0, "cc": 0, "pb": 0, "cbr": 1, "sd": 1, "sm": 1}  # after the verb
INFERABLE = (e.Folded, e.Checked, e.Called)
Moments = Iterator["RecordedStep"]


class RecordedStep(msgspec.Struct, frozen=True):
    """The table after one command; `stood` names the rule that would have refused it."""

    table: Table
    command: c.Command
    events: tuple[Event, ...]
    stood: str = ""


def replay(recording: Recording) -> Iterator[RecordedStep]:
    """Yield the table after every command of the hand, up to the last pot. Raises `Refusal` for missing facts."""
    return Replay(recording).moments()


def finishing(recording: Recording, table: Table) -> tuple[int, ...]:
    """Return the stacks after the hand, in the order of the file's players."""
    return tuple(seat.stack or 0 for seat in table.seats[: len(recording.stacks)])


class Replay:
    """Turns the file's actions into commands at a separate table."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.seats = {f"p{number}": number for number in range(1, len(recording.stacks) + 1)}
        self.table = table_for(recording)
        self.holes = HoleCards(recording.dealt)
        self.known = KnownCards()
        self.read: dict[int, tuple[str, ...]] = {}  # hands of the showdown
        self.shown: dict[int, tuple[str, ...]] = {}  # shown before the last card; () mucked

    def moments(self) -> Moments:
        """Play the hand to its end."""
        yield self.do(c.Deal(posts(self.recording)))
        for number, action in enumerate(self.recording.actions, 1):
            try:
                yield from self.play(action)
            except Refusal as refusal:
                raise _at(refusal, number, action) from refusal
        try:
            yield from self.award()
        except Refusal as refusal:  # the actions end too early
            actions = self.recording.actions
            raise _at(refusal, len(actions), actions[-1] if actions else "") from refusal

    @property
    def hand(self) -> Hand:
        """Return the hand in progress."""
        hand = self.table.hand
        if hand is None:
            raise Refusal("phh_malformed", "", detail="an action after the end of the hand")
        return hand

    def do(self, command: c.Command, stood: str = "") -> RecordedStep:
        """Execute one command at the table."""
        return self.take(command, run(self.table, command, now=0), stood)

    def take(self, command: c.Command, outcome: TableOutcome, stood: str) -> RecordedStep:
        """Make the outcome of a command the table's next step."""
        # A dealer's tap implies the steps before it, a file's line does not; in our own files it is
        # a tap.
        if not self.recording.awards:
            _require_acts(outcome.events)
        self.table = outcome.state
        return RecordedStep(outcome.state, command, outcome.events, stood)

    def play(self, action: str) -> Moments:
        """Play one line of the file's actions."""
        text = action.split("#")[0].split()
        match text:
            case [player, verb, *rest] if player in self.seats:
                return self.act(self.seats[player], verb, rest)
            case ["d", "dh", player, dealt]:
                return self.deal(self.seat(player), cards.parse(dealt))
            case ["d", "db", dealt]:
                return self.board(cards.parse(dealt))
            case [player, _, *_]:
                raise _no_player(player)
            case []:
                return iter(())
            case _:
                raise Refusal("phh_malformed", "", detail="this action is not understood")

    def deal(self, seat: int, dealt: tuple[str, ...]) -> Moments:
        """Deal cards to a player: hole cards, stud's next street, or a draw."""
        street = self.hand.street
        if self.holes.full(seat, street) and not self.at_the_end():
            self.check_deck()
            yield self.close("S-157" if self.comes_short() else "")  # folded cards were dealt again
            street = self.hand.street
        self.holes.deal(seat, dealt, street)
        self.known.deal(seat, dealt, self.live)

    def board(self, dealt: tuple[str, ...]) -> Moments:
        """Deal the next street's board; in stud, the common card (S-156)."""
        self.check_deck()
        self.known.deal(BOARD, dealt, self.live)
        if self.recording.dealt.family != "stud":
            yield self.do(c.CloseStreet(self.hand.still_in(), dealt))
            return
        if not self.comes_short():
            # One card for everyone, although our stub and burns would have been enough.
            yield self.do(c.CorrectCounts(*SHORT, self.hand.still_in()), stood="H-14")
        yield self.close()
        yield self.do(c.ShowBoard(dealt))

    def check_deck(self) -> None:
        """Note that the deck is short if stud's last street has fewer cards in the stub than players."""
        if is_last(self.table, self.hand.street + 1):
            self.known.short |= coming(self.table, self.hand.still_in()).kind != "normal"

    def live(self) -> set[int]:
        """Return the seats that have not folded."""
        return {part.seat for part in self.hand.live()}

    def comes_short(self) -> bool:
        """Return whether the next street is stud's last and the deck has only a common card for it (S-156)."""
        hand = self.hand
        last = is_last(self.table, hand.street + 1)
        return last and coming(self.table, hand.still_in()).kind == "common"

    def close(self, stood: str = "") -> RecordedStep:
        """Close the round; the next street is dealt."""
        return self.do(c.CloseStreet(self.hand.still_in()), stood)

    def at_the_end(self) -> bool:
        """Return whether no street is left to deal."""
        return self.hand.street == len(self.table.game.streets) - 1

    def seat(self, player: str) -> int:
        """Return the seat of a player label."""
        if player not in self.seats:
            raise _no_player(player)
        return self.seats[player]

    def act(self, seat: int, verb: str, rest: list[str]) -> Moments:
        """Play a player's action."""
        if verb not in VERBS:
            raise Refusal("phh_malformed", "", detail=f"verb {verb[:40]!r} is not of this game")
        if len(rest) > MOST_WORDS[verb]:
            raise Refusal("phh_malformed", "", detail=f"{rest[-1][:40]!r} is one word too many")
        return VERBS[verb](self, seat, rest)

    def open(self, seat: int) -> Moments:
        """Open a stud round at its first actor, if the upcards do not decide it."""
        for step in opened_by(self.table, seat, self.holes):
            yield self.take(*step)

    def fold(self, seat: int, rest: list[str]) -> Moments:
        """Fold a hand; before a bring-in it is no one's turn, and a fold does not open the round."""
        hand = self.hand
        if hand.stage == "opener" and (hand.street or not self.recording.bring_in):
            yield from self.open(seat)
        yield self.do(c.Act(seat, "fold"))

    def bring_in(self, seat: int, rest: list[str]) -> Moments:
        """Play the bring-in. After an all-in low card it is the next seat's call (TDA RP-10E)."""
        if not self.recording.bring_in or self.hand.street:
            raise Refusal("phh_malformed", "", detail="there is no bring-in to post")
        if self.hand.stage == "opener":
            yield from self.open(seat)
        if self.hand.opener != seat:
            yield self.do(c.Act(seat, "call"))

    def check_or_call(self, seat: int, rest: list[str]) -> Moments:
        """Check or call; the format has one word for both."""
        hand = self.hand
        if hand.stage == "opener":
            yield from self.open(seat)
            hand = self.hand
        owes = hand.round.level > hand.parts[hand.index(seat)].committed
        yield self.do(c.Act(seat, "call" if owes else "check"))

    def bet(self, seat: int, rest: list[str]) -> Moments:
        """Bet or raise to an amount; an amount that our rules refuse is recorded as let stand."""
        to = self.amount(rest)
        hand = self.hand
        if hand.stage == "opener":
            yield from self.open(seat)
            hand = self.hand
        what = "raise" if hand.round.level else "bet"
        part = hand.parts[hand.index(seat)]
        if part.stack is not None and to == part.committed + part.stack:
            what = "all_in"
        try:
            yield self.do(c.Act(seat, what, to))  # type: ignore[arg-type]
        except Refusal as refusal:
            if refusal.code not in STANDS:
                raise
            yield self.do(c.Act(seat, what, to, stood=True), stood=refusal.rule)  # type: ignore[arg-type]

    def amount(self, rest: list[str]) -> int:
        """Return the amount in the smallest unit."""
        if not rest:
            raise Refusal("phh_malformed", "", detail="a bet without an amount")
        scaled = amount_of(rest[0]) * scale()
        if scaled != int(scaled) or scaled <= 0:
            raise Refusal("phh_malformed", "", detail=f"{rest[0]} isn't an amount")
        return int(scaled)

    def draw(self, seat: int, rest: list[str]) -> Moments:
        """Exchange cards, or none (S-176). A draw after a complete round is ahead of the log."""
        discards = cards.parse(rest[0]) if rest else ()
        yield self.do(c.Draw(seat, len(discards)))
        hole_cards = self.holes.of(seat)
        self.holes.discard(seat, discards)
        self.known.discard(seat, discards, hole_cards, self.live)
        while self.table.hand is not None and draw_round.shortage(self.table) is not None:
            yield self.do(c.RebuildDeck())
            self.known.short = True

    def show_or_muck(self, seat: int, rest: list[str]) -> Moments:
        """Show or muck a hand. Before the last card it waits until the hand is complete."""
        if self.hand.stage == "complete" and self.at_the_end():
            yield self.close()
        text = cards.parse(rest[0]) if rest and rest[0] != "-" else ()
        self.known.show(seat, text, self.holes.of(seat), self.live)
        if self.hand.stage != "showdown" and self.recording.dealt.family != "flop":
            self.shown[seat] = self.holes.whole(seat, text) if rest else ()
            return
        yield self.show(seat, text or self.holes.of(seat) if rest else ())

    def show(self, seat: int, text: tuple[str, ...]) -> RecordedStep:
        """Show a hand, or muck it if no cards are given."""
        if not text:
            return self.do(c.Muck(seat))
        self.read[seat] = text
        cards_here = self.hand.parts[
            self.hand.index(seat)
        ].cards  # leave out a hand that our deck did not have
        return self.do(c.ShowHand(seat, text[:cards_here] if self.alone() else text))

    def alone(self) -> bool:
        """Return whether the file dealt everyone a last card where our deal has a common one."""
        last = self.hand.last_card
        return last is not None and last.plan.kind == "common" and UNKNOWN in self.hand.board

    def award(self) -> Moments:
        """Push the pots: to the last player in, or to the hands that read best."""
        yield from self.finish()
        for pot, *players in self.recording.awards:
            hand = self.table.hand
            # A pot with one contender is pushed with the one before it.
            if hand is not None and (not hand.pots or Cell(pot) in waiting(hand)):
                low = dict(self.recording.lows).get(pot)
                odd = dict(self.recording.odd).get(pot)
                yield self.do(c.AwardPot(tuple(players), pot, low, odd))
        while self.table.hand is not None:
            yield self.do(self.winners())

    def finish(self) -> Moments:
        """Play what the file leaves out before the showdown, and show hands that it showed before the last card."""
        while self.table.hand is not None and self.hand.stage in ROUND:
            yield self.close()
            if not self.shown:
                break
        if self.shown and self.table.hand is not None:
            for command in upcards(self.table, self.holes):  # upcards of streets without betting
                yield self.do(command)
        for seat, text in self.shown.items():
            if self.table.hand is not None:
                yield self.show(seat, self.holes.whole(seat, text) if text else ())

    def winners(self) -> c.AwardPot:
        """Return the award of the next pot, half by half (S-090, S-164)."""
        hand = self.hand
        live = hand.live()
        if len(live) == 1:
            return c.AwardPot((live[0].seat,))
        contenders = self.live()
        if hand.pots:
            cell = waiting(hand)[0]
            contenders = set(hand.pots[cell.pot].seats) - beaten(hand, cell.board)
        else:
            contenders &= _last_pot(hand)
        hands = [(seat, self.read.get(seat, ())) for seat in sorted(contenders)]
        if not all(hole for _, hole in hands):
            raise Refusal("cards_unseen", "S-090", seats=sorted(s for s, hole in hands if not hole))
        board = () if self.alone() else hand.board
        first, *others = reading.by_half(self.table.ranking, hands, board).values()
        return c.AwardPot(first, low=others[0] if others and others[0] else None)


# An action's verb to the method that plays it: the seat, the words after the verb.
VERBS: dict[str, Callable[[Replay, int, list[str]], Moments]] = {
    "f": Replay.fold,
    "cc": Replay.check_or_call,
    "cbr": Replay.bet,
    "pb": Replay.bring_in,
    "sd": Replay.draw,
    "sm": Replay.show_or_muck,
}


def _no_player(player: str) -> Refusal:
    return Refusal("phh_malformed", "", detail=f"there is no player {player[:40]!r}")


def _require_acts(events: tuple[Event, ...]) -> None:
    """Raise `Refusal`: `phh_malformed` if an act was inferred, which no line of the file has."""
    for event in events:
        if isinstance(event, INFERABLE) and event.inferred:
            detail = f"p{event.seat} was due to act first, and the file has no act of it"
            raise Refusal("phh_malformed", "S-081", detail=detail)


def _at(refusal: Refusal, number: int, action: str) -> Refusal:
    """Return the refusal with the action that it is about."""
    return refusal.with_facts(action=action, number=number)


def _last_pot(hand: Hand) -> set[int]:
    """Return who can win the pot awarded first: the live seats with the highest contribution."""
    top = max(part.total for part in hand.live())
    return {part.seat for part in hand.live() if part.total == top}
