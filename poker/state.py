"""The state of one table as an immutable value: seats, button, the hand in progress, an open floor call."""

from typing import Literal, NamedTuple

import msgspec

from poker import stakes as plaques
from poker.calls import CanceledCall, FloorCall, HeldPot, Remedy, RemedyStep
from poker.games import GAMES, Game, Street
from poker.ledger import Ledger
from poker.promotion_terms import FundSplash, TablePromotion
from poker.rules import HouseRules
from poker.stakes import BountyKind, Rake, Stakes
from poker.stud_shortage import ShortagePlan
from poker.table_event import TableEvent

Tracking = Literal["streets", "actions"]
Entry = Literal["", "wait", "post", "after_button"]
# Why a stack was picked up (H-53): a limit of the room, the player's own wish, or the supervisor's
# decision
PickUpReason = Literal["minutes", "blinds", "walking", "asked", "decided"]
# Why the house brings a player with less than the minimum buy-in, or more than the maximum (S-003,
# S-004).
Transfer = Literal["", "broken_game", "limit_changed", "related", "must_move"]
Stage = Literal["deal", "draw", "opener", "betting", "complete", "showdown", "award"]
Life = Literal["in", "folded", "dead"]
OUT_OF_REACH = -1  # the level of a part that has not acted in this round


class Lock(msgspec.Struct, frozen=True, omit_defaults=True):
    """A reservation of an empty seat: when it ends (Unix milliseconds), for whom it is, or a note."""

    until: int
    player: str = ""
    name: str = ""
    reason: str = ""


class QueuedPlaque(msgspec.Struct, frozen=True, omit_defaults=True):
    """The plaque posted during a hand, which applies from the next hand on."""

    stakes: Stakes
    rules: HouseRules = HouseRules()


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat. Money in the smallest unit."""

    number: int
    player: str = ""
    name: str = ""
    away: bool = False
    stack: int | None = None  # None if the tablet does not count it
    # Blinds that passed while the player was away (S-064).
    missed: Literal["none", "small", "both"] = "none"
    new: bool = False  # has not yet posted to come in (S-062)
    entry: Entry = ""
    passed: bool = False  # the button has passed since
    short: int = 0  # chips for a short blind in the next hand (S-059)
    no_button: bool = False  # may not have the button until the next full blind (S-059)
    coming: int = 0  # chips bought during this hand (S-010)
    held: int = 0  # chips of the last hand that were returned
    off: int = 0  # chips removed for incidentals since sitting down
    paid: int = 0  # chips from a held pot paid during this hand, the player's once it is over
    away_at: int = 0  # when the player left the table (Unix milliseconds)
    long: bool = False  # a long absence, reported to the floor
    others_away: int = 0  # players who were already away when this one left
    passed_by: int = 0  # big blinds that passed since then
    spared: bool = False  # sat down since the last time charge and pays from the next on
    # Not at the seat of a tournament table: dealt in, posts, and the hand is dead after the deal (H-80).
    absent: bool = False
    lock: Lock | None = None  # the lock-up of an empty seat

    @property
    def taken(self) -> bool:
        return self.player != ""

    @property
    def playing(self) -> bool:
        """Return whether the player is present and, unless the stack is uncounted, has chips."""
        return self.player != "" and not self.away and self.stack != 0

    @property
    def owes_entry(self) -> bool:
        """Return whether blinds are owed before a hand: new player, or missed blinds (S-062, S-064)."""
        return self.new or self.missed != "none"


class BombPot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hand in which everyone posts the same amount, with one board or more (H-70)."""

    amount: int
    boards: int = 1


class HandKind(msgspec.Struct, frozen=True, omit_defaults=True):
    """What sets a hand apart from an ordinary one; `poker.hand_kinds.KINDS` has the keys.

    count: boards of a bomb pot, straddles or runs; amount: what everyone posts, or the chips of the last straddle, of
    the sleeper or of the kill's blind, 0 for none.
    """

    kind: str
    count: int = 1
    amount: int = 0


class BountyHand(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last hand as a bounty game reads it.

    dealt: the players dealt in who are still at the table; winners: those who won it by the house's rule; shown: the
    shown cards of each winner whose cards are all known.
    """

    number: int
    dealt: tuple[int, ...]
    winners: tuple[int, ...] = ()
    shown: tuple[tuple[int, tuple[str, ...]], ...] = ()


class BountyPayment(msgspec.Struct, frozen=True):
    """Chips that one player pays another in a bounty game; both are seats."""

    payer: int
    payee: int
    amount: int


class Bounty(msgspec.Struct, frozen=True, omit_defaults=True):
    """The bounty game that the players agreed to: seven-deuce (H-76) or stand-up (H-77).

    kind: "" while none runs; amount: what each player pays, kept for the next game; players, standing: the seats of a
    stand-up game, and those that still stand; left: seats whose player left while standing, until the next hand; hand:
    the last hand, None once the next one starts; paid: what was paid after it.
    """

    kind: BountyKind | Literal[""] = ""
    amount: int = 0
    players: tuple[int, ...] = ()
    standing: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    hand: BountyHand | None = None
    paid: tuple[BountyPayment, ...] = ()


class Runs(msgspec.Struct, frozen=True, omit_defaults=True):
    """The runs of a hand: `boards` share their first `shared` cards, and the rest is dealt for each from a street on.

    street: index of the last street that the runs share; current: the run that is dealt now, 0 for the first.
    """

    count: int
    street: int
    shared: int
    current: int = 0


class LastAct(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's last check or call of the round in progress, so that it can be taken back."""

    amount: int = 0  # chips it put in, 0 for a check
    inferred: bool = False  # no tap named the act
    # level, acted, assumed, chips and chips_on: the participant's `level`, `acted`, `assumed`,
    # `inferred` and `inferred_on` before it.
    level: int = OUT_OF_REACH
    acted: str = ""
    assumed: int = 0
    chips: int = 0
    chips_on: int = 0
    # first and first_chips: the seat had not acted, or put in chips, in this hand before (S-120).
    first: bool = False
    first_chips: bool = False

    @property
    def what(self) -> str:
        return "call" if self.amount else "check"


class LoggedAct(msgspec.Struct, frozen=True, array_like=True):
    """A seat's act in the hand in progress, as logged.

    street: index of the street; what: as in the command `Act`; to: chips in front of the seat after it; inferred: no
    tap named the act.
    """

    seat: int
    street: int
    what: str
    to: int = 0
    inferred: bool = False


class Participant(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's participation in the hand."""

    seat: int
    committed: int = 0  # live chips in this round
    total: int = 0  # contested chips of the whole hand
    dead: int = 0  # chips in the pot that are not part of a bet (S-057)
    # posted and forced: committed and total as they were before the deal.
    posted: int = 0
    forced: int = 0
    stack: int | None = None
    all_in: bool = False
    life: Life = "in"
    level: int = OUT_OF_REACH  # the bet when this seat last acted in the round
    acted: str = ""  # the last act of the round
    assumed: int = 0  # chips of calls inferred since the seat itself last acted
    counted: int = 0  # how much of `total` the dealer's count of the pot includes
    gone: bool = False  # the player folded and left the table
    cards: int = 0
    shown: tuple[str, ...] = ()
    up: tuple[str, ...] = ()  # upcards in the order dealt, "??" if not entered (S-042)
    # bought, declined: extra cards in baseball, dealt and not taken.
    bought: int = 0
    declined: int = 0
    # stated and got: cards this draw exchanges and has been dealt, -1 before the player announces.
    stated: int = -1
    got: int = 0
    thrown: int = 0  # discards of this draw while they are still in place
    threw: int = 0  # cards discarded before the coming street, by a tap on the seat (S-180)
    draws: tuple[int, ...] = ()  # cards drawn on each draw of the hand (S-176), -1 if not announced
    # The street, from 1, on which it folded or its hand was killed, 0 while it is in.
    out_on: int = 0
    # inferred and inferred_on: chips of the calls inferred for it on one street, and that street,
    # from 1.
    inferred: int = 0
    inferred_on: int = 0
    last: LastAct | None = None  # its last check or call of this round, None after a bet or a fold
    # The act, "check" or "call", that the dealer tapped and a rewritten inference took back,
    # until it acts again.
    asked: str = ""

    @property
    def can_act(self) -> bool:
        """Return whether the participant is still in with chips behind."""
        return self.life == "in" and not self.all_in


class Round(msgspec.Struct, frozen=True, omit_defaults=True):
    """The betting round."""

    # level and full_level: the bet, and the last full bet or raise.
    level: int = 0
    full_level: int = 0
    increment: int = 0  # what the next full raise adds
    raises: int = 0  # bets that count toward the cap
    due: int = -1  # index of the participant to act, -1 for none
    first: int = -1  # the participant that was due when the round opened
    bettor: int = 0  # seat of the last bet or raise, 0 for none
    began: int = 0  # players who could bet when the round began
    missing: int = 0  # chips that short or absent blinds lack
    closed: bool = False  # a count closed it, and calls were inferred from that
    skipped: bool = False  # it was not tracked
    # The bet is only stud's forced bet, which is completed and not raised (S-116).
    bring_in: bool = False
    # Index of a straddler who acts after everyone else (H-60), -1 for none.
    last: int = -1


class Pot(msgspec.Struct, frozen=True):
    """A pot to award: its chips and the live seats that can win it; index 0 is the main pot."""

    amount: int
    seats: tuple[int, ...]


class Cell(NamedTuple):
    """What one award pays: a pot's part on one board, both by index."""

    pot: int
    board: int = 0


class LastCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the last street of stud was dealt (H-14): the plan, and the counts it was based on."""

    plan: ShortagePlan
    before: Ledger  # the ledger before the street
    acts: int = 0  # acts of the hand up to then, to check that no one has acted before a correction
    up: bool = False  # whether the street's card is face up


class Award(msgspec.Struct, frozen=True, omit_defaults=True):
    """The award of a pot, or of its part on one board. Shares are (seat, chips); unknown chips are 0."""

    pot: int
    shares: tuple[tuple[int, int], ...]
    # The seats that won the second half, low or spade (S-164); () if there was none.
    low: tuple[int, ...] = ()
    # The seats that won the first half; () if no seat won the second, so that `shares` name them.
    high: tuple[int, ...] = ()
    board: int = 0

    @property
    def cell(self) -> Cell:
        return Cell(self.pot, self.board)


class BoundAct(msgspec.Struct, frozen=True, omit_defaults=True):
    """An act out of turn that stands if the action comes to its seat unchanged (TDA R53); `to` as in `Act`."""

    seat: int
    what: str
    to: int | None = None


class TurnClock(msgspec.Struct, frozen=True, omit_defaults=True):
    """The time of a seat on the clock (H-33): when it was called, in Unix milliseconds, and its seconds."""

    seat: int
    at: int
    seconds: int


class Hand(msgspec.Struct, frozen=True, omit_defaults=True):
    """The hand in progress. Participants are in dealing order: first left of the button, button last."""

    number: int
    button: int
    parts: tuple[Participant, ...]
    small: int = 0
    big: int = 0
    street: int = 0
    stage: Stage = "deal"
    round: Round = Round()
    opening: Round | None = None  # the first round as the forced bets made it
    ledger: Ledger = Ledger()
    boards: tuple[tuple[str, ...], ...] = ((),)
    # The pot as the dealer counted it, without bets since then (`pot_counted` includes them).
    counted: int | None = None
    # Players that a count takes out (negative: puts back in) beyond the seats that were named.
    unnamed: int = 0
    # Seat and chips of an uncalled bet returned with the last count, which could not be announced
    # before it.
    returned: tuple[int, int] | None = None
    partial: bool = False
    known: bool = True  # bets were tracked
    any_amount: bool = False
    acts: int = 0
    chip_acts: int = 0
    actors: tuple[int, ...] = ()
    chip_actors: tuple[int, ...] = ()
    pots: tuple[Pot, ...] = ()
    awards: tuple[Award, ...] = ()
    rake: int = 0
    jackpot: int = 0
    opener: int = 0  # the seat that opens this round of stud, 0 if not named
    before: int = 0  # the last round's opener
    # tied and suits: seats of equal upcards and their suits (S-146).
    tied: tuple[int, ...] = ()
    suits: tuple[tuple[int, str], ...] = ()
    opened: int = 0  # who bet first in the first round (S-175)
    last_card: LastCard | None = None
    unburned: bool = False  # this draw's burn waits for a rebuilt deck (H-45)
    waived: tuple[str, ...] = ()  # by a ruling, streets whose burn is already out
    # The same of a later board or run: pairs of a street and the board.
    waived_boards: tuple[tuple[str, int], ...] = ()
    top: str = ""  # by a ruling, a known card that is the next burn (H-20)
    aside: tuple[str, ...] = ()  # by a ruling, cards set aside
    bound: tuple[BoundAct, ...] = ()  # by a ruling, out-of-turn acts that stand (H-32)
    # By a ruling, seats and what they may still do in this round.
    limited: tuple[tuple[int, tuple[str, ...]], ...] = ()
    # By a ruling, seats that may declare themselves all-in for the pot before any bet (H-37).
    offered: tuple[int, ...] = ()
    log: tuple[LoggedAct, ...] = ()  # the acts in order
    # Command lines that a correction left to be decided again; the first is an act that no
    # longer fits (`poker.act_corrections`).
    held: tuple[str, ...] = ()
    corrections: int = 0  # acts of the hand that were corrected
    sleeper: tuple[int, int] | None = None  # seat and chips of a straddle that is not live yet
    straddle: int = 0  # the straddle that the bet sizes of this hand follow (H-61)
    clock: TurnClock | None = None  # the clock of the seat on it, until the seat acts
    bomb: BombPot | None = None
    kinds: tuple[HandKind, ...] = ()  # () for an ordinary hand
    splash: int = 0  # chips that the house added before the deal (H-75)
    fund_splash: FundSplash | None = None  # the promotion that pays them
    # Seats and the number of runs that each agreed to; `runs` once all agreed to more than one.
    agreed: tuple[tuple[int, int], ...] = ()
    runs: Runs | None = None
    # absent, served: seats of a tournament whose hands died after the deal (H-80), and those of them that serve a
    # penalty, which this hand counts down.
    absent: tuple[int, ...] = ()
    served: tuple[int, ...] = ()
    # The promotions that the table had when the hand was dealt, when that was (Unix milliseconds), and seat and player
    # of everyone dealt in; empty at a table without promotions.
    promotions: tuple[TablePromotion, ...] = ()
    dealt_at: int = 0
    dealt: tuple[tuple[int, str], ...] = ()
    # Keys of promotions that were claimed, or whose high hand was posted, in this hand.
    claimed: tuple[str, ...] = ()
    posted: tuple[str, ...] = ()

    @property
    def board(self) -> tuple[str, ...]:
        """Return the first board, the only one in most hands."""
        return self.boards[0]

    def center(self) -> tuple[str, ...]:
        """Return the cards of all boards; those that the runs share come once."""
        shared = self.runs.shared if self.runs else 0
        later = (card for board in self.boards[1:] for card in board[shared:])
        return (*self.boards[0], *later)

    def is_waived(self, street: str, board: int = 0) -> bool:
        """Return whether a ruling waived the burn of a street, on this board or in this run."""
        return (street, board) in self.waived_boards if board else street in self.waived

    def index(self, seat: int) -> int:
        """Return the index of a seat's participant; -1 if it was not dealt in. Most often it is the one due."""
        due = self.round.due
        if due >= 0 and self.parts[due].seat == seat:
            return due
        for i, part in enumerate(self.parts):
            if part.seat == seat:
                return i
        return -1

    def live(self) -> tuple[Participant, ...]:
        """Return the participants still in, as far as folded seats were named."""
        return tuple([part for part in self.parts if part.life == "in"])

    def still_in(self) -> int:
        """Return the number of players still in: the named ones less those a count takes out."""
        return len(self.live()) - self.unnamed

    @property
    def sure(self) -> bool:
        """Return whether the logged chips are right no matter which players a count took out without naming them."""
        return self.unnamed == 0 or (self.unnamed > 0 and not any(p.assumed for p in self.live()))

    def pot_counted(self) -> int | None:
        """Return the pot as the dealer counted it plus what was logged since; None if unknown.

        Inferred calls of unnamed players that a count took out are excluded, if the amount is the same whichever
        players they are.
        """
        if self.counted is None:
            return None
        since = self.counted + sum(part.total - part.counted for part in self.parts)
        guesses = [min(part.assumed, part.total - part.counted) for part in self.live()]
        guesses = [guess for guess in guesses if guess > 0]
        if self.unnamed <= 0 or not guesses:
            return since
        if len(set(guesses)) > 1 or len(guesses) < self.unnamed:
            return None
        return since - self.unnamed * guesses[0]

    def chips(self) -> int:
        """Return all chips put in and not returned, including dead money and the house's splash (S-119 gross)."""
        return self.splash + sum(part.total + part.dead for part in self.parts)


class OpenDrop(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last hand, if its pot was pushed without a count: its number, the house's charge, whether it had a flop
    (S-119), the players dealt in if the charge depends on them, and the chips of the pot that are not raked (H-75).
    """

    hand: int
    rake: Rake
    flop: bool = False
    players: int = 0
    unraked: int = 0


class HandResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the last hand paid: each pot without the house's part, main first, and (seat, chips, pots) by chips."""

    hand: int
    pots: tuple[int, ...]
    shares: tuple[tuple[int, int, int], ...]
    rake: int = 0
    jackpot: int = 0


class Dealer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who is dealing."""

    key: str
    name: str
    since: int  # in Unix milliseconds
    before: int = -1  # the table's hands before the first of this down, -1 if that was not recorded
    corrections: int = 0  # acts corrected in the finished hands of this down


class PromotionClaim(msgspec.Struct, frozen=True, omit_defaults=True):
    """A claim for which the table waits: its promotion and tier, the hand and board, seats, and the tap's time.

    called: whether the claim called the floor; otherwise a call was open already.
    """

    promotion: str
    tier: str
    board: int
    hand: int
    losing: tuple[int, ...]
    winning: tuple[int, ...]
    at: int
    called: bool = True


class UndoLabel(msgspec.Struct, frozen=True, omit_defaults=True):
    """What UNDO would undo, for its label.

    was: the inferred act that this one replaced, "check" or "call"; returned: its chips; street: the street that a
    count opened or on which an act was made; replaced: the act that a correction replaced; dropped: seats whose later
    act the correction dropped.
    """

    name: str
    what: str = ""
    seat: int = 0
    amount: int | None = 0  # None if the pot was not counted
    count: int = 0
    was: str = ""
    returned: int = 0
    street: str = ""
    replaced: LoggedAct | None = None
    dropped: tuple[int, ...] = ()


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """One table."""

    name: str
    seats: tuple[Seat, ...]
    is_open: bool = False
    stakes: Stakes | None = None
    rules: HouseRules = HouseRules()
    # The house rules of the next hand while the one in progress keeps its own.
    next_rules: HouseRules | None = None
    next_plaque: QueuedPlaque | None = None  # the plaque posted during it
    # since, why: when the table was last opened or closed (Unix milliseconds), and why it was
    # closed.
    since: int = 0
    why: str = ""
    tracking: Tracking = "actions"
    # button, small, big: seats of the last hand, 0 for none yet.
    button: int = 0
    small: int = 0
    big: int = 0
    # The seat of each blind of the plaque in the last hand, in the plaque's order.
    blinds: tuple[int, ...] = ()
    # The button was just drawn or placed and does not move before the next hand.
    fresh_button: bool = False
    straddle: int = 0  # a seat that will straddle
    bomb: BombPot | None = None  # the next hand is this bomb pot
    # The last bomb pot, the hand in which it was dealt, and when (Unix milliseconds).
    last_bomb: BombPot | None = None
    bomb_hand: int = 0
    bomb_at: int = 0
    # What the house adds to the next hand's pot, 0 for nothing, and the last amount announced (H-75).
    splash: int = 0
    last_splash: int = 0
    fund_splash: FundSplash | None = None  # the promotion that pays the announced splash
    bounty: Bounty | None = None  # None before the first bounty game of this plaque
    straddle_to: int = 0  # its amount, 0 for double the big blind
    # Straddles in turn after it: (seat, amount), 0 for double the one before.
    restraddles: tuple[tuple[int, int], ...] = ()
    straddled: int = 0  # the last straddle posted at this table
    time_at: int = 0  # when the time charge was last taken, Unix milliseconds
    hands: int = 0
    hand: Hand | None = None
    floor: FloorCall | None = None
    dealer: Dealer | None = None
    done: UndoLabel | None = None
    kill: bool = False  # whether the next hand is a kill hand
    killer: int = 0  # the seat that made it a kill hand (S-072)
    kill_leg: int = 0  # the seat that has won one pot of a leg-up kill (H-63), 0 for none
    # The game of a rotation now dealt, with its finished hands, the players dealt into its first
    # hand and when it began (Unix milliseconds).
    leg: int = 0
    leg_hands: int = 0
    leg_size: int = 0
    leg_at: int = 0
    remedy: Remedy | None = None  # open steps of a ruling
    impounded: tuple[HeldPot, ...] = ()  # held pots
    called_off: CanceledCall | None = None
    # The last hand until its pot is counted or the next hand starts.
    open_drop: OpenDrop | None = None
    # What the last hand paid, until the next hand starts; None if its pot was not counted.
    result: HandResult | None = None
    event: TableEvent | None = None  # the tournament that the table plays
    # Seats that the last hand left without chips, with their chips before it, fewest first.
    out: tuple[tuple[int, int], ...] = ()
    promotions: tuple[TablePromotion, ...] = ()  # those of the next hand
    claim: PromotionClaim | None = None  # for which the table waits

    def seat(self, number: int) -> Seat | None:
        """Return the seat with this number, or None."""
        return self.seats[number - 1] if 1 <= number <= len(self.seats) else None

    @property
    def straddles(self) -> tuple[tuple[int, int], ...]:
        """Return (seat, amount) of the straddles announced for the next hand, in turn; 0 for exactly double."""
        return ((self.straddle, self.straddle_to), *self.restraddles) if self.straddle else ()

    @property
    def followed(self) -> bool:
        """Return whether every chip of the hand in progress was logged, so that its pot is known."""
        hand = self.hand
        if hand is None:
            return self.tracking == "actions"
        return hand.known and self.tracking == "actions" and hand.sure

    @property
    def put_in(self) -> tuple[tuple[int, int], ...]:
        """Return (seat, cents) each seat has put into the hand in progress; empty if chips are not tracked."""
        if self.hand is None or not self.followed:
            return ()
        sums = ((part.seat, part.total + part.dead) for part in self.hand.parts)
        return tuple((seat, chips) for seat, chips in sums if chips)

    @property
    def pot(self) -> int | None:
        """Return the chips of the hand in progress, as logged or counted by the dealer; None if neither."""
        if self.hand is None:
            return 0
        return self.hand.chips() if self.followed else self.hand.pot_counted()

    @property
    def unraked(self) -> int:
        """Return the chips of the hand's pot that are not raked: the splash, unless the house rakes it (H-75)."""
        if self.hand is None or self.rules.splash_rake == "raked":
            return 0
        return self.hand.splash

    @property
    def _leg(self) -> Stakes:
        if self.stakes is None:
            raise LookupError("a table without a plaque has no stakes")
        return plaques.leg(self.stakes, self.leg) if self.stakes.rotation else self.stakes

    @property
    def plaque(self) -> Stakes:
        """Return the current stakes of an open table: the rotation's game, raised by a kill or a straddle."""
        now = self._leg
        if self.hand is not None and self.hand.straddle:
            return plaques.straddle_stakes(now, self.hand.straddle, kill=self.kill)
        return plaques.kill_stakes(now) if self.kill else now

    @property
    def game(self) -> Game:
        """Return the game dealt now; a kill or a straddle raises the stakes, and does not change the game."""
        return GAMES[self._leg.game]

    @property
    def ranking(self) -> str:
        """Return how the house reads the hands of the game."""
        return self.rules.ranking_of(self.game.ranking)

    @property
    def street(self) -> Street | None:
        return self.game.streets[self.hand.street] if self.hand else None


EMPTY = Table(name="", seats=())  # before the first entry of its log

__all__ = [
    "EMPTY",
    "Award",
    "BombPot",
    "BoundAct",
    "Bounty",
    "BountyHand",
    "BountyPayment",
    "Cell",
    "Dealer",
    "FloorCall",
    "Hand",
    "HandKind",
    "HandResult",
    "HeldPot",
    "LastAct",
    "LastCard",
    "Lock",
    "OpenDrop",
    "Participant",
    "Pot",
    "PromotionClaim",
    "QueuedPlaque",
    "Remedy",
    "RemedyStep",
    "Round",
    "Runs",
    "Seat",
    "Table",
    "TurnClock",
    "UndoLabel",
]
