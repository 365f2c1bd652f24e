"""Drive the engine from a recorded hand. What was done stands, even where a house rule would refuse it."""

from collections.abc import Callable, Iterator
from decimal import Decimal, InvalidOperation

import msgspec

from poker import cards, reading
from poker import commands as c
from poker.decide.showdown import beaten, waiting
from poker.engine import create, run
from poker.events import Event
from poker.phh.read import SCALE, Recording
from poker.refusal import Refusal
from poker.rules import HouseRules
from poker.stakes import Rake, Stakes
from poker.state import Hand, Table

STANDS = frozenset({"capped", "not_reopened", "below_minimum", "over_maximum_bet"})


class Moment(msgspec.Struct, frozen=True):
    """The table after one command; `stood` names the rule that would have refused it."""

    table: Table
    command: c.Command
    events: tuple[Event, ...]
    stood: str = ""


def table_for(recording: Recording) -> Table:
    """A table at which the recorded hand comes next: seats, counted stacks, button, stakes."""
    count = len(recording.stacks)
    table = create("PHH", count).table
    for number, stack in enumerate(recording.stacks, 1):
        name = (
            recording.players[number - 1] if number <= len(recording.players) else f"Seat {number}"
        )
        # Names of recorded hands may be longer than a tablet shows.
        seat = c.SeatPlayer(number, f"p{number}", name[:40] or f"Seat {number}", stack)
        table = run(table, seat, now=0).table
    chip = min(recording.chips, default=1)
    blinds = tuple(sorted(abs(blind) for blind in recording.blinds if blind))
    stakes = Stakes(
        game=recording.game,
        limit=recording.limit,  # type: ignore[arg-type]
        small_bet=recording.small_bet,
        big_bet=max(recording.big_bet, *blinds, recording.small_bet),
        blinds=blinds,
        buy_in_min=chip,
        buy_in_max=chip * max(recording.stacks),
        chips=(chip,),
        rake=_rake(recording),
    )
    table = run(table, c.OpenTable(stakes, HouseRules(showing="may_muck")), now=0).table
    return run(table, c.SetButton(count), now=0).table


def _rake(recording: Recording) -> Rake:
    """The house's part as it was taken; files of other origin know none."""
    if not recording.rake and not recording.jackpot:
        return Rake()
    return Rake(
        kind="steps",
        steps=((0, recording.rake),),
        cap=recording.rake,
        no_flop_no_drop=False,
        jackpot=recording.jackpot,
    )


def posts(recording: Recording) -> tuple[c.Post, ...]:
    """The file's forced bets. Two-handed, the format lists the button's last and blinds crosswise."""
    count = len(recording.stacks)

    def swapped(values: tuple[int, ...]) -> tuple[int, ...]:
        return values[::-1] if count == 2 else values

    found: list[c.Post] = []
    for seat, ante in enumerate(swapped(recording.antes), 1):
        if ante:
            dead = ante if recording.antes_dead else 0
            found.append(c.Post(seat, "ante", dead=dead, contested=ante - dead))
    blinds = sorted(
        (
            (abs(blind), seat, blind)
            for seat, blind in enumerate(swapped(recording.blinds), 1)
            if blind
        )
    )
    top = max((amount for amount, _, sign in blinds if sign > 0), default=0)
    for amount, seat, sign in blinds:
        kind = "entry" if sign < 0 else "big" if amount == top else "small"
        dead = recording.dead_posts[seat - 1] if recording.dead_posts else 0
        found.append(c.Post(seat, kind, live=amount, dead=dead))  # type: ignore[arg-type]
    return tuple(found)


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
        self.hole: dict[int, str] = {}

    def moments(self) -> Iterator[Moment]:
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

    def play(self, action: str) -> Iterator[Moment]:
        """One line of the file's actions."""
        words = action.split("#")[0].split()
        match words:
            case []:
                return
            case ["d", "dh", player, dealt]:
                self.hole[self.seat(player)] = dealt
            case ["d", "db", dealt]:
                yield self.do(c.CloseStreet(self.hand.still_in(), cards.parse(dealt)))
            case [player, verb, *rest]:
                if verb == "sm" and self.at_the_end():
                    yield self.do(c.CloseStreet(self.hand.still_in()))
                yield self.act(self.seat(player), verb, rest)
            case _:
                raise Refusal("phh_malformed", "", detail=f"action {action!r} is not understood")

    def at_the_end(self) -> bool:
        """The last round is complete: the file's next word is the showdown."""
        last = len(self.table.game.streets) - 1
        return self.hand.stage == "complete" and self.hand.street == last

    def seat(self, player: str) -> int:
        """The seat of a player label."""
        number = player[1:]
        count = len(self.recording.stacks)
        if player[:1] != "p" or not number.isdigit() or not 1 <= int(number) <= count:
            raise Refusal("phh_malformed", "", detail=f"there is no player {player!r}")
        return int(number)

    def act(self, seat: int, verb: str, rest: list[str]) -> Moment:
        """A player's word."""
        verbs: dict[str, Callable[[int, list[str]], Moment]] = {
            "f": lambda seat, _: self.do(c.Act(seat, "fold")),
            "cc": self.check_or_call,
            "cbr": self.bet,
            "sm": self.show_or_muck,
        }
        if verb not in verbs:
            raise Refusal("phh_malformed", "", detail=f"verb {verb!r} is not of this game")
        return verbs[verb](seat, rest)

    def check_or_call(self, seat: int, rest: list[str]) -> Moment:
        """The format has one word for both."""
        hand = self.hand
        owes = hand.round.level > hand.parts[hand.index(seat)].committed
        return self.do(c.Act(seat, "call" if owes else "check"))

    def bet(self, seat: int, rest: list[str]) -> Moment:
        """A bet or raise to an amount; one that our rules refuse is recorded as one that stood."""
        to = self.amount(rest)
        what = "raise" if self.hand.round.level else "bet"
        part = self.hand.parts[self.hand.index(seat)]
        if part.stack is not None and to == part.committed + part.stack:
            what = "all_in"
        try:
            return self.do(c.Act(seat, what, to))  # type: ignore[arg-type]
        except Refusal as refusal:
            if refusal.code not in STANDS:
                raise
            return self.do(c.Act(seat, what, to, stood=True), stood=refusal.rule)  # type: ignore[arg-type]

    def amount(self, rest: list[str]) -> int:
        """The amount in the smallest unit."""
        try:
            scaled = Decimal(rest[0]) * SCALE
        except (IndexError, InvalidOperation) as error:
            raise Refusal("phh_malformed", "", detail="a bet without an amount") from error
        if not scaled.is_finite() or scaled != int(scaled) or scaled <= 0:
            raise Refusal("phh_malformed", "", detail=f"{rest[0]} is no amount")
        return int(scaled)

    def show_or_muck(self, seat: int, rest: list[str]) -> Moment:
        """Cards turned up, or the hand given up."""
        if not rest:
            return self.do(c.Muck(seat))
        shown = self.hole.get(seat, "") if rest[0] == "-" else rest[0]
        return self.do(c.ShowHand(seat, cards.parse(shown)))

    def award(self) -> Iterator[Moment]:
        """Push the pots: to the last one in, or to the hands that read best."""
        if self.table.hand is not None and self.hand.stage in ("betting", "complete"):
            yield self.do(c.CloseStreet(self.hand.still_in()))
        for pot, *players in self.recording.awards:
            hand = self.table.hand
            # A pot with one contender is pushed with the one before it.
            if hand is not None and (not hand.pots or pot in waiting(hand)):
                yield self.do(c.AwardPot(tuple(players), pot))
        while self.table.hand is not None:
            yield self.do(c.AwardPot(self.winners()))

    def winners(self) -> tuple[int, ...]:
        """The seats that the next pot goes to."""
        hand = self.hand
        live = hand.live()
        if len(live) == 1:
            return (live[0].seat,)
        contenders = {part.seat for part in live}
        if hand.pots:
            contenders = set(hand.pots[waiting(hand)[0]].seats) - beaten(hand)
        else:
            contenders &= _last_pot(hand)
        shown = [(part.seat, part.shown) for part in live if part.seat in contenders]
        if not all(hole for _, hole in shown):
            raise Refusal("cards_unseen", "S-090", seats=sorted(s for s, hole in shown if not hole))
        return reading.winners(self.table.game.ranking, shown, hand.board)


def _last_pot(hand: Hand) -> set[int]:
    """Who can win the pot that is awarded first: the live seats with the highest contribution."""
    top = max(part.total for part in hand.live())
    return {part.seat for part in hand.live() if part.total == top}
