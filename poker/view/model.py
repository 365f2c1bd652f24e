"""The view of a table as values: what screens, the map, the floor's pages, the API and the tablet read.

Money is in the smallest unit, times are Unix milliseconds, and texts are left to the screens. A field is encoded under
its own name, except those whose name is reserved in Python. The engine decides what a key may do; a screen only offers
it. An amount of the award, of the step or of the UNDO label is None if the pot was not counted.
"""

from typing import Literal, Protocol, TypeVar

import msgspec
from msgspec import UNSET, UnsetType, field

from poker.betting import BetKind
from poker.calls import CanceledCall, FloorCall, HeldPot
from poker.draw_shortage import DrawPlan
from poker.json_types import JsonObject
from poker.next_hand import StraddleKind
from poker.promotion_terms import HandFloor, PostedHand, PromotionKind
from poker.promotions import ConditionKey
from poker.stakes import BountyKind
from poker.state import BountyPayment, Entry, HandKind, Tracking, UndoLabel
from poker.step import Step
from poker.stud_shortage import Kind, ShortagePlan
from poker.table_event import TableEvent

# The stage of a hand, or between hands whether the table is closed, or waits for its button or for
# players.
TableStage = Literal[
    "closed",
    "button",
    "short",
    "posts",
    "draw",
    "opener",
    "betting",
    "complete",
    "showdown",
    "award",
]
SeatState = Literal["empty", "away", "waiting", "sitting", "in", "folded", "dead"]

T = TypeVar("T")


def present(part: T | None) -> T:
    """Return a part of a view that must exist. Raises `LookupError` if it does not."""
    if part is None:
        raise LookupError("The view has no such part now.")
    return part


class HeadView(msgspec.Struct, frozen=True):
    """The table itself: when it was opened or closed, and why it was closed."""

    name: str = ""
    seats: int = 0
    open: bool = False
    since: int = 0
    why: str = ""


class GameView(msgspec.Struct, frozen=True):
    """The game dealt now, on its plaque.

    halves: of a pot; bought: the rank that buys a card; hole: cards of a full hand; any_amount: heads-up players may
    agree on any amount; announced: all declare before the draw (H-48); buy_in: least and most; time_charge: from each
    of `time_seats` every `time_minutes`, last taken at `time_at`.
    """

    key: str
    title: str
    family: str
    deck: int
    bring_in: int
    halves: list[str]
    bought: str
    limit: str
    small_bet: int
    big_bet: int
    blinds: list[int]
    ante: int
    straddle: bool
    hole: int
    any_amount: bool
    announced: bool
    buy_in: tuple[int, int]
    time_charge: int = 0
    time_minutes: int = 0
    time_at: int = 0
    time_seats: list[int] = []


class SubstantialView(msgspec.Struct, frozen=True):
    """The counts for H-01, and its definition; None if not tracked."""

    by: str
    players: int | None
    with_chips: int | None
    acts: int | None


class HandView(msgspec.Struct, frozen=True):
    """The hand in progress, or the next one.

    substantial: None before a hand has started; kinds: unset for an ordinary hand.
    """

    number: int = 0
    started: bool = False
    street: str = ""
    streets: list[str] = []
    stage: TableStage = "closed"
    partial: bool = False
    substantial: SubstantialView | None = None
    confirm_misdeal: bool = False
    kinds: list[HandKind] | UnsetType = UNSET


class LockView(msgspec.Struct, frozen=True):
    """A lock-up of an empty seat: when it ends, for whom it is, or a note."""

    until: int
    player: str
    name: str
    reason: str


class OccupantView(msgspec.Struct, frozen=True):
    """Who has a seat, or why it is locked up: the part of `SeatView` that lists of many tables read."""

    seat: int
    player: str = ""
    name: str = ""
    lock: LockView | None = None
    opens_after_hand: bool = False  # its player left, and was dealt into the hand in progress


class _StoredOccupant(msgspec.Struct, frozen=True):
    seat: int
    player: str = ""
    name: str = ""
    lock: LockView | None = None
    state: SeatState = "empty"


class Occupant(Protocol):
    """A seat of a view, `SeatView` or `OccupantView`."""

    @property
    def seat(self) -> int: ...
    @property
    def player(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def lock(self) -> LockView | None: ...


class InferredView(msgspec.Struct, frozen=True):
    """An act that no tap named, and the chips then in front of the seat."""

    what: str
    to: int


class RefusalView(msgspec.Struct, frozen=True):
    """Why a seat to act may not bet or raise."""

    code: str
    rule: str
    facts: dict[str, int]


class RaiseView(msgspec.Struct, frozen=True):
    """A bet or raise as totals that the chips can make.

    calls: chips of the calls before it, which `pot` and `half_pot` include; all_in: everything the seat has, None if
    the stack is not counted or the limit forbids it; max: None if there is no limit.
    """

    kind: BetKind
    calls: int
    min: int
    max: int | None
    pot: int | None
    all_in: int | None
    half_pot: int | None


class BoundView(msgspec.Struct, frozen=True):
    """An act out of turn that stands (H-32); `to`: its total, None if it has none."""

    what: str
    to: int | None


class SeatOptions(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat may do when the action gets to it, if the seats before it check or call.

    due, first: it is to act, or is before all others; can_draw: the most cards it may exchange; call_pot: after an
    agreement on any amount, the total that calls only the pot, else 0; no_raise: why a seat to act may not bet or
    raise; bound: an early act that stands by a ruling (H-32).
    """

    due: bool = False
    first: bool | UnsetType = UNSET
    can_fold: bool = False
    can_open: bool = False
    can_draw: int | None = None
    can_check: bool = False
    can_call: bool = False
    to_call: int = 0
    call_pot: int | None = 0
    raises: RaiseView | None = field(name="raise", default=None)
    no_raise: RefusalView | None = None
    bound: BoundView | UnsetType = UNSET
    can_discard: bool | UnsetType = UNSET  # may be tapped as having discarded (S-180)


class ActView(msgspec.Struct, frozen=True, array_like=True):
    """A seat's act of the hand in progress, which a tap may correct (S-012).

    street, to, inferred: as in `LoggedAct`; front: the chips in front of the seat before it; match: the bet then.
    """

    seat: int
    street: int
    what: str
    to: int
    inferred: bool
    front: int
    match: int


class SeatView(SeatOptions, frozen=True, kw_only=True):
    """One seat: its player, its chips and cards, and what it may do.

    missed, entry: missed blinds, and how the player comes in; choices: what `sit_in choice=` accepts for a seat that
    is away or owes a post, "" for no post; away: sits out, now or, with cards in this hand, from the next one; coming,
    held: chips bought during this hand, and those of the last one that were returned (S-010); front, dead: chips of
    this round in front, and chips of this hand in no bet; stake: the contested chips of an all-in seat; inferred: an
    act of this round that no tap named; was: the inferred act that the last tap replaced; stated: cards it exchanges
    in this draw; can_win: may be awarded the pot before the number still in was tapped; can_unfold: a folded hand may
    be put back, and owes `unfold_owes`; can_buy, offered: may show an upcard that gets another card, and was just
    dealt one.
    """

    seat: int
    name: str
    player: str
    state: SeatState
    button: bool
    blind: Literal["SB", "BB"] | None
    missed: Literal["none", "small", "both"] = "none"
    new: bool = False
    entry: Entry = ""
    away: bool = False
    absent: bool | UnsetType = UNSET  # not at a tournament table, and blinded off (H-80)
    away_at: int = 0
    long: bool = False
    others_away: int = 0  # players who were away already when this one left
    passed_by: int = 0  # big blinds that passed since then
    lock: LockView | None = None
    stack: int | None = None
    coming: int = 0
    held: int = 0
    choices: list[Entry] = []
    front: int = 0
    sleeper: int | UnsetType = UNSET  # chips of a straddle that is not live yet
    dead: int = 0
    all_in: bool = False
    acted: str | None = None
    inferred: InferredView | None = None
    was: str = ""
    shown: list[str] = []
    up: list[str] = []
    draws: list[int] = []
    stated: int | None = None
    reading: str | None = None
    can_win: bool = False
    can_unfold: bool = False
    unfold_owes: int = 0
    can_buy: bool = False
    offered: bool | UnsetType = UNSET
    stake: int | UnsetType = UNSET
    discarded: bool | UnsetType = UNSET  # has discarded before the coming street (S-180)


class PotView(msgspec.Struct, frozen=True):
    """A pot of finished rounds, before rake, and the seats that can win it."""

    name: str
    amount: int
    seats: list[int]


class MoneyView(msgspec.Struct, frozen=True):
    """The pot and the bet.

    match, bets: the bet, and how many bets count toward `cap`; None if bets are not tracked. dead: chips in no bet;
    pots: main and side pots of finished rounds, main first, once there is a side pot; min_raise, max: totals of a
    raise by the seat to act, None if it cannot raise, and `max` None if the stack is not counted and no limit applies.
    """

    pot: int = 0
    match: int | None = 0
    bets: int | None = 0
    cap: int | None = None
    known: bool = True
    dead: int = 0
    pots: list[PotView] = []
    max: int | None = None
    min_raise: int | None = None


class CountView(msgspec.Struct, frozen=True):
    """The number of players still in, of those dealt in, and the street that the next count opens.

    said: the dealer's count while it differs from the named seats; ready: the round is complete.
    """

    still_in: int = field(name="in", default=0)
    of: int = 0
    said: int | None = None
    expected: int = 0
    ready: bool = False
    opens: str = ""


class BoardView(msgspec.Struct, frozen=True):
    """The board: burns, cards in order, and how many cards each street deals. more: the cards of each further board."""

    burns: int = 0
    cards: list[str] = []
    slots: list[tuple[str, int]] = []
    more: list[list[str]] = []


class DealView(msgspec.Struct, frozen=True):
    """The deal ahead: seats in order, rounds, cards, and the stub after it.

    acts: behind a straddle, the seats in the order in which they act before the flop.
    """

    order: list[int]
    rounds: int
    cards: int
    stub: int
    acts: list[int] = []


class SplitView(msgspec.Struct, frozen=True):
    """One way to share a pot: shares by seat, and odd chips as (seat, chips) (H-10)."""

    shares: dict[str, int | None]
    odd: list[tuple[int, int]]


class AwardPotView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A pot to award, or its part on a board: net amount, who is in it and out of it, and who won which half of it."""

    pot: int
    name: str
    amount: int | None
    seats: list[int]
    out: list[int]
    winners: list[int]
    low: list[int]
    shares: dict[str, int | None]
    board: int = 0


class HalfView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Half of a pot: its seats with the best shown hand, and the ways to share it, by seats in rising order.

    units: as in `AwardView`.
    """

    half: str
    amount: int | None
    best: list[int]
    splits: dict[str, SplitView]
    units: list[list[int]] = []


class HalvesView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The halves of the current pot (S-164). both: the second half has a winner, because an earlier pot had one."""

    names: list[str]
    parts: list[HalfView]
    both: bool = False


class AwardView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The award, side pots first.

    turn: the index of the current pot; splits: the shares of the current pot by the contenders that may share it,
    "2+5": all sets of up to four; with more, each pair and all together; units: the seats that can win it, each with
    the seats it tied with in an earlier pot; halves: the same for each half of a hi-lo pot, single winners too.
    """

    pots: list[AwardPotView]
    turn: int | None
    rake: int | None
    jackpot: int | None
    total: int | None
    best: list[int]
    splits: dict[str, SplitView]
    halves: HalvesView | None
    units: list[list[int]] = []


class LedgerView(msgspec.Struct, frozen=True):
    """Where the cards of the deck are (S-019)."""

    drawn: int = 0
    earlier: int = 0
    lost: int = 0
    stub: int = 0
    burns: int = 0
    board: int = 0
    hands: int = 0
    muck: int = 0
    aside: int = 0
    out: int = 0

    def total(self) -> int:
        """Return the cards of the whole deck."""
        return sum(msgspec.structs.astuple(self))


class RemedyStepView(msgspec.Struct, frozen=True):
    """A step of a ruling that is still to be done, and whether it is due now."""

    say: str
    when: str
    now: bool
    ruling: str


class RemedyView(msgspec.Struct, frozen=True):
    """The hand's last ruling and its open steps; missed: steps that could no longer be recorded."""

    ruling: str
    result: str
    by: str
    key: str
    decision: str
    hand: int
    done: int
    missed: list[str]
    steps: list[RemedyStepView]


class TiedView(msgspec.Struct, frozen=True):
    """A seat tied for the bring-in, and its suit once tapped (S-146)."""

    seat: int
    suit: str | None


class OpenerView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who opens a round of stud.

    kind: "bring_in", "high" or in razz "low"; seat: 0 until named; could: seats that may be first; needed: those whose
    upcards would decide it; may_tie: suits decide; lowest: the lowest suit is first; likely: the best hand showing on
    the last street, if it can still be the best now, else 0.
    """

    kind: Literal["bring_in", "high", "low"]
    seat: int
    could: list[int]
    needed: list[int]
    rule: str
    tied: list[TiedView]
    may_tie: bool
    lowest: bool
    likely: int = 0


class ForecastView(msgspec.Struct, frozen=True):
    """The last street of stud if everyone stays, and the first smaller count that changes it.

    plan: the steps then, with this many `burns`; kind "short": a deck that does not even reach the last street.
    """

    kind: Kind | Literal["short"]
    players: int
    stub: int
    pool: int
    need: int
    rule: str
    changes_at: int
    then: Kind | Literal[""]
    burns: int
    plan: ShortagePlan | None


class LastCardView(ShortagePlan, frozen=True, kw_only=True):
    """How the last street of stud was dealt (H-14): the plan, and the stub and burns it was based on."""

    stub: int
    burns: int
    may_correct: bool


def last_card_view(plan: ShortagePlan, *, stub: int, burns: int, may_correct: bool) -> LastCardView:
    """Return a plan with the counts it was based on. may_correct: whether they may still be corrected."""
    return LastCardView(
        **msgspec.structs.asdict(plan), stub=stub, burns=burns, may_correct=may_correct
    )


class SeatDrawView(msgspec.Struct, frozen=True):
    """Cards that a seat exchanges, and how many it has been dealt."""

    seat: int
    stated: int
    delivered: int


class DrawView(msgspec.Struct, frozen=True):
    """The draw in progress (S-176).

    due: the seat that draws next, 0 if all have announced; most: the most cards it may exchange; seats: those that
    announced; announced: all announce first (H-48); plan: how the deck is rebuilt (H-45).
    """

    street: str
    due: int
    most: int
    seats: list[SeatDrawView]
    announced: bool
    plan: DrawPlan | None
    kept: int = 1  # cards that the draw leaves in the stub


class KillView(msgspec.Struct, frozen=True):
    """The plaque's kill (S-072): whether this is a kill hand, and the seat that made it one.

    legs: pots in a row that it takes; leg: the seat that has won one of two, 0 for none (H-63).
    """

    on: bool
    seat: int
    kind: str
    trigger: int
    post: int
    legs: int = 1
    leg: int = 0


class RotationGameView(msgspec.Struct, frozen=True):
    """A game of a rotation."""

    key: str
    title: str


class RotationView(msgspec.Struct, frozen=True):
    """The games of a rotation, the one dealt now and since when, and how many of its hands are over."""

    games: list[RotationGameView]
    leg: int
    by: Literal["hands", "orbit", "time", "choice"]
    count: int
    hands: int
    of: int
    since: int


class DealerView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The dealer in the box, and when the down began. hands, corrections: finished hands of this down and acts
    corrected in it.

    hands: None if the down began before that was recorded.
    """

    name: str
    since: int
    hands: int | None = None
    corrections: int = 0


class UncountedView(msgspec.Struct, frozen=True):
    """A pot that may be counted: its logged chips, and (pot, rake, jackpot) in rising order."""

    logged: int
    drops: list[tuple[int, int, int]]


class PushedView(msgspec.Struct, frozen=True):
    """Chips pushed to a seat, or dropped (seat 0). pots: how many it won of; chips: (chip, count), largest first."""

    seat: int
    amount: int
    pots: int
    chips: list[tuple[int, int]]


class ResultView(msgspec.Struct, frozen=True):
    """What the last hand paid, until the next one starts. pots: their amounts, main first; total: all chips of it."""

    hand: int
    seats: list[PushedView]
    rake: PushedView | None
    jackpot: PushedView | None
    pots: list[int]
    total: int


class BombPotView(msgspec.Struct, frozen=True):
    """The bomb pot of this hand, or the one that the table may call for (H-70).

    called: the next hand is one; played: this hand is one; most: boards that the deck allows for these players, 0 in a
    game without a board; due: the plaque's hands are over, or the dealer had none in this down; due_at: from when on
    one is due by the hour, in Unix milliseconds, 0 if the plaque sets no hour.
    """

    amount: int
    boards: int
    called: bool = False
    played: bool = False
    most: int = 0
    due: bool = False
    due_at: int = 0


class SplashPotView(msgspec.Struct, frozen=True):
    """The money that the house added to this hand's pot, or may add to the next one's (H-75).

    announced: it is added to the next hand; played: it lies in the pot of this hand; title: of the promotion that pays
    it, "" for the house's.
    """

    amount: int
    announced: bool = False
    played: bool = False
    title: str = ""


class BountyClaimView(msgspec.Struct, frozen=True):
    """A bounty that may be paid now.

    seat: the winner in seven-deuce, the last player standing in a stand-up game; known: the cards that were entered, or
    the log, show that it is due; payments: all that may be made, one for each other player.
    """

    seat: int
    known: bool
    payments: list[BountyPayment]


class BountyView(msgspec.Struct, frozen=True):
    """The bounty game of the table, and those that it may start (H-76, H-77).

    kind: "" while none runs; amount: what each player pays, or the usual amount; kinds: the games that may be started
    now; players, standing: seats of a stand-up game, and those that still stand; left: seats whose player left while
    standing, until the next hand; claims: what may be paid now; paid: what was paid after the last hand.
    """

    amount: int
    kind: Literal["", "seven_deuce", "stand_up"] = ""
    kinds: list[BountyKind] = []
    players: list[int] = []
    standing: list[int] = []
    left: list[int] = []
    claims: list[BountyClaimView] = []
    paid: list[BountyPayment] = []


class ConditionView(msgspec.Struct, frozen=True):
    """A condition of a promotion and what the log has of it. met: None if the log does not know it."""

    key: ConditionKey
    met: bool | None
    facts: JsonObject = {}


class PromotionView(msgspec.Struct, frozen=True):
    """A promotion that may be claimed for the shown hands, or that was claimed.

    board: the one that counts, of `boards`; losing: () unless a hand was beaten; names: of the shown hands by seat;
    lowest: the losing hand that qualifies; amount: as posted, 0 if it is not shown; claimed_at: when the dealer
    claimed it, in Unix milliseconds, 0 while it may be claimed.
    """

    key: str
    kind: PromotionKind
    title: str
    board: int
    boards: int
    losing: list[int]
    winning: list[int]
    names: list[tuple[int, str]]
    lowest: HandFloor | None
    conditions: list[ConditionView]
    amount: int = 0
    claimed_at: int = 0


class HighHandView(msgspec.Struct, frozen=True):
    """A shown hand that may be posted as the high hand. best: posted so far; ends: of the period, 0 for none."""

    key: str
    title: str
    seat: int
    name: str
    best: PostedHand | None
    amount: int = 0
    ends: int = 0


class RunsView(msgspec.Struct, frozen=True):
    """How often the rest of the board is dealt (H-73).

    most: runs that may be agreed on now, 1 if it is too late; agreed: (seat, runs); count: the runs that all agreed
    to; current: the run dealt now, 0 for the first; shared: board cards that all runs share.
    """

    most: int
    agreed: list[tuple[int, int]] = []
    count: int = 1
    current: int = 0
    shared: int = 0


class TurnClockView(msgspec.Struct, frozen=True):
    """Who holds up the hand, and the clock (H-33).

    seat: 0 if the order of action is uncertain, or no one is to act; seconds: those of the house rule, 0 if the room
    sets them; called_at: when TIME was called on the seat, in Unix milliseconds, 0 if it was not; given: its seconds;
    faces_bet: the hand is dead when the time is up, else the player checks (TDA R29).
    """

    seat: int
    seconds: int = 0
    called_at: int = 0
    given: int = 0
    faces_bet: bool = False


class StraddleView(msgspec.Struct, frozen=True):
    """A straddle of the next hand: kind, and the total in front of its seat."""

    seat: int
    kind: StraddleKind
    amount: int


class StraddleOfferView(msgspec.Struct, frozen=True):
    """A seat that may straddle next, with its least and most; replaces: those posted so far go back."""

    seat: int
    kind: StraddleKind
    least: int
    most: int
    replaces: bool = False


class StraddlingView(msgspec.Struct, frozen=True):
    """The straddles of the next hand: who may post one next, those posted, and the table's last amount, 0 for none."""

    offers: list[StraddleOfferView] = []
    posted: list[StraddleView] = []
    last: int = 0


class TableView(msgspec.Struct, frozen=True):
    """Everything a screen at the table may show: only what is public at the table.

    Between hands it has the next hand as it will start. The default is the view of a table without a log. `next_game`:
    the game of a plaque posted during this hand; may_straddle: the first seat that may straddle, 0 for none;
    straddling: between hands, None if the plaque has no straddles;
    uncounted: while the pot is unknown; button_tie: how a tie in the draw for the button is settled (H-25); acts:
    those of the hand in order, while they can be corrected; turn_clock: None in a house without the clock, and while
    no one holds up the hand; event: the tournament of the table; out: seats that the last hand left without chips, with
    their chips before it; promotion: due or claimed; high_hand: one that may be posted.
    """

    table: HeadView = HeadView()
    game: GameView | None = None
    next_game: GameView | None = None
    chips: list[int] = []
    tracking: Tracking = "actions"
    hand: HandView = HandView()
    step: Step = Step("open_table")
    seats: list[SeatView] = []
    money: MoneyView = MoneyView()
    count: CountView = CountView()
    board: BoardView = BoardView()
    deal: DealView | None = None
    award: AwardView | None = None
    ledger: LedgerView = LedgerView()
    undo: UndoLabel | None = None
    floor: FloorCall | None = None
    called_off: CanceledCall | None = None
    remedy: RemedyView | None = None
    impounded: list[HeldPot] = []
    paused: bool = False
    dealer: DealerView | None = None
    may_straddle: int = 0
    straddling: StraddlingView | None = None
    may_muck: bool = False
    opener: OpenerView | None = None
    forecast: ForecastView | None = None
    last_card: LastCardView | None = None
    draw: DrawView | None = None
    kill: KillView | None = None
    rotation: RotationView | None = None
    uncounted: UncountedView | None = None
    button_tie: Literal["suit", "redraw"] = "suit"
    acts: list[ActView] = []
    result: ResultView | None = None
    turn_clock: TurnClockView | None = None
    bomb_pot: BombPotView | None = None
    runs: RunsView | None = None
    event: TableEvent | None = None
    out: list[tuple[int, int]] = []
    splash_pot: SplashPotView | None = None
    bounty: BountyView | None = None
    promotion: PromotionView | None = None
    high_hand: HighHandView | None = None


def read_view(stored: object) -> TableView:
    """Return a view from JSON data, such as the one stored on a table's stream; `{}` is an empty view."""
    return msgspec.convert(stored, TableView)


def read_occupants(stored: object) -> list[OccupantView]:
    """Return the seats of a view from its JSON data; none if the table has no view yet."""
    return [
        OccupantView(
            seat=occupant.seat,
            player=occupant.player,
            name=occupant.name,
            lock=occupant.lock,
            opens_after_hand=not occupant.player and occupant.state != "empty",
        )
        for occupant in msgspec.convert(stored or [], list[_StoredOccupant])
    ]


def decode_view(text: str | bytes) -> TableView:
    """Return a view from JSON text."""
    return msgspec.json.decode(text, type=TableView)
