"""The state of a fund: where each cent of the players' money is, and the claims on it.

Amounts are in the smallest unit, times in Unix milliseconds, days are gaming days such as "2026-11-29".
"""

from typing import Literal

import msgspec

from promotions.rules.mystery import Board
from promotions.rules.splashes import CommittedSeed, Splash

Pool = Literal["primary", "secondary", "reserve"]
Basis = Literal["counted", "deposited"]
Part = Literal["losing", "winning", "other"]
PaymentForm = Literal["cash", "chips", "check"]
ShareStatus = Literal["open", "paid", "held", "remitted"]
HitStatus = Literal["claimed", "verified", "hit", "refused", "withdrawn"]
FundStatus = Literal["", "open", "closed"]

MOST_DAYS = 62  # gaming days that the state keeps; older ones no longer change
MOST_HITS = 12  # settled claims that the state keeps; the log and its rows have all
MOST_SPLASHES = 40  # splash pots that are paid or returned
MOST_SEEDS = 8  # gaming days whose seed is open
MOST_BOARDS = 3  # mystery boards whose seed is open
ALL = 100  # percent


class FundPolicy(msgspec.Struct, frozen=True, omit_defaults=True):
    """House choices of a fund.

    The limits of payment and evidence begin with those of WAC 230-15-405; 0 turns one off.
    """

    percent: int = 100  # of the jackpot drop of the room
    primary: int = 90  # percent of new money that a posting proposes for the jackpot
    secondary: int = 0  # percent proposed for the secondary jackpot; the rest is for the reserve
    seed: int = 0  # the next jackpot starts with this much of the reserve
    basis: Basis = "counted"  # a posting adds no more than was counted, or than was deposited
    pays_before_deposit: bool = False
    cash_limit: int = 500_000  # above it a check
    seal_from: int = 50_000  # from this amount hand and deck are sealed before a share is paid
    keep_days: int = 7  # days that they are kept
    surveillance: bool = True  # surveillance confirms each hit


class DayFigures(msgspec.Struct, frozen=True, omit_defaults=True):
    """A gaming day of the ledger. percent: of the room's drop on that day; posted: jackpots after the last posting."""

    percent: int = 0
    logged: int = 0
    counted: int = 0
    variance: int = 0  # counted minus logged, of the day's own jackpot boxes
    boxes: int = 0  # counted boxes
    deposited: int = 0
    added: int = 0  # by postings, to all pools
    posted: int = 0
    paid: int = 0


class AwardTerms(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a hit pays: a percentage of a pool, a fixed prize, or the box that the player picks; and the three parts."""

    pool: Pool = "primary"
    percent: int = 0
    prize: int = 0
    losing: int = 0
    winning: int = 100
    others: int = 0
    boxes: bool = False  # the player picks a box of a mystery board


class Condition(msgspec.Struct, frozen=True, omit_defaults=True):
    """A condition of a claim, with its fact. met: as the log of the hand has it, None if the log does not know."""

    title: str
    fact: str = ""
    met: bool | None = True


class ClaimFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """A claim from a table, as its log has it. dealt: seat and player of everyone dealt in; at: the dealer's tap."""

    promotion: str  # key of its version, such as "bad-beat.3"
    title: str
    tier: str
    table: str
    hand: int
    board: int
    losing: tuple[int, ...]
    winning: tuple[int, ...]
    dealt: tuple[tuple[int, str], ...]
    at: int


class QuestionAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What people answered. asked: who was asked, such as "dealer"; by: who recorded it."""

    question: str
    is_clear: bool
    asked: str
    by: str
    at: int


class Share(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player's share of a hit. number: of its slip, 0 before payment; reason: for managers."""

    seat: int
    player: str
    part: Part
    amount: int
    status: ShareStatus = "open"
    form: str = ""
    number: int = 0
    at: int = 0
    reason: str = ""  # of a share that a person held


class Hit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A claim and what became of it.

    verified: waits for a claim of the same moment, with which it splits; hit: its shares are fixed.
    """

    number: int
    facts: ClaimFacts
    terms: AwardTerms
    asks: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    answers: tuple[QuestionAnswer, ...] = ()
    watched_by: str = ""  # surveillance
    watched_at: int = 0
    status: HitStatus = "claimed"
    barred: tuple[str, ...] = ()  # players who may not collect, at verification
    decided_by: str = ""
    decided_at: int = 0
    rule: str = ""  # on which it was refused
    amount: int = 0
    seeded: int = 0  # moved from the reserve to the next jackpot
    shares: tuple[Share, ...] = ()
    envelope: str = ""
    deck: int = 0  # cards counted
    sealed_by: str = ""
    kept_until: str = ""
    # Of a mystery board: the picked box keeps its prize even if the verification is undone.
    board: int = 0
    box: int = 0
    box_prize: int = 0

    def answer(self, question: str) -> QuestionAnswer | None:
        """Return the last answer to a question."""
        answers = (answer for answer in reversed(self.answers) if answer.question == question)
        return next(answers, None)

    def share(self, seat: int) -> Share | None:
        return next((share for share in self.shares if share.seat == seat), None)

    @property
    def is_settled(self) -> bool:
        """Return whether nothing more can be paid, held or decided."""
        if self.status in ("refused", "withdrawn"):
            return True
        return self.status == "hit" and all(
            share.status in ("paid", "remitted") for share in self.shares
        )


class Posting(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last posting, which can be undone on its day."""

    primary: int
    secondary: int
    reserve: int
    day: str
    at: int


class FundState(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fund. The money that came in equals the money in all places (`difference`)."""

    status: FundStatus = ""
    title: str = ""
    policy: FundPolicy = FundPolicy()
    # What came in.
    brought: int = 0  # at the opening, already in the bank
    counted: int = 0
    received: int = 0  # from other funds
    owed: int = 0  # by the house, after a corrected count that was already posted
    # Where it is.
    unposted: int = 0
    primary: int = 0
    secondary: int = 0
    reserve: int = 0
    due: int = 0  # shares to pay
    held: int = 0
    paid: int = 0
    sent: int = 0  # to other funds and stated receivers
    # Beside the balance.
    logged: int = 0
    deposited: int = 0
    days: dict[str, DayFigures] = {}
    hits: tuple[Hit, ...] = ()
    claims: int = 0  # so far
    slips: int = 0  # so far
    last_posting: Posting | None = None
    posted_at: int = 0
    posted_day: str = ""
    # Splash pots and mystery boards.
    seeds: tuple[CommittedSeed, ...] = ()
    splashes: tuple[Splash, ...] = ()
    splashed: int = 0  # splash pots so far
    splash_periods: dict[str, int] = {}  # start of the last period that was drawn, by promotion
    boards: tuple[Board, ...] = ()
    laid: int = 0  # boards so far
    laid_versions: dict[str, str] = {}  # version of the last board that was laid, by promotion

    @property
    def came_in(self) -> int:
        return self.brought + self.counted + self.received + self.owed

    @property
    def inside(self) -> int:
        """Return what is still in the fund."""
        return self.unposted + self.primary + self.secondary + self.reserve + self.due + self.held

    @property
    def difference(self) -> int:
        """Return what came in minus what is in all places; 0 by law."""
        return self.came_in - self.inside - self.paid - self.sent

    @property
    def bank(self) -> int:
        """Return what the bank must have."""
        return self.brought + self.received + self.deposited - self.paid - self.sent

    @property
    def available(self) -> int:
        """Return how much a posting may add."""
        if self.policy.basis == "counted":
            return self.unposted
        outside = self.primary + self.secondary + self.reserve + self.due + self.held
        return max(0, min(self.unposted, self.bank - outside))

    def pool(self, pool: Pool) -> int:
        amount: int = getattr(self, pool)
        return amount

    def hit(self, number: int) -> Hit | None:
        return next((hit for hit in self.hits if hit.number == number), None)

    def day(self, day: str) -> DayFigures:
        return self.days.get(day, DayFigures())

    def seed(self, day: str) -> CommittedSeed | None:
        """Return the seed of a gaming day."""
        return next((seed for seed in self.seeds if seed.day == day), None)

    def splash(self, number: int) -> Splash | None:
        return next((splash for splash in self.splashes if splash.number == number), None)

    @property
    def due_splashes(self) -> tuple[Splash, ...]:
        """Return the splash pots that wait for a deal."""
        return tuple(splash for splash in self.splashes if splash.status == "due")

    def board(self, number: int) -> Board | None:
        return next((board for board in self.boards if board.number == number), None)

    def open_board(self, promotion: str) -> Board | None:
        """Return the board of a promotion from which players pick."""
        boards = (board for board in self.boards if board.promotion == promotion and board.is_open)
        return next(boards, None)
