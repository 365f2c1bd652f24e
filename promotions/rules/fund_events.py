"""Events of a fund, in the past tense. Their tags are the stored names and never change."""

import msgspec

from poker.logs.versions import Upcasters
from promotions.rules.fund_state import (
    AwardTerms,
    ClaimFacts,
    Condition,
    FundPolicy,
    Pool,
    QuestionAnswer,
    Share,
)
from promotions.rules.mystery import Board
from promotions.rules.splashes import Splash

UPCASTERS: Upcasters = {}


class FundEvent(
    msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True, forbid_unknown_fields=True
):
    """Base of all events of a fund."""


class FundOpened(FundEvent, frozen=True, tag="fund.opened"):
    title: str
    policy: FundPolicy
    brought: int


class PolicySet(FundEvent, frozen=True, tag="fund.policy_set"):
    policy: FundPolicy
    reason: str
    approved: str


class DropLogged(FundEvent, frozen=True, tag="fund.dropped"):
    """amount: the day's drop so far, not what was added to it."""

    day: str
    amount: int
    percent: int


class BoxesCounted(FundEvent, frozen=True, tag="fund.counted"):
    """amount: the day's counts so far, not what was added to them."""

    day: str
    amount: int
    boxes: int
    variance: int


class Deposited(FundEvent, frozen=True, tag="fund.deposited"):
    amount: int
    receipt: str
    day: str


class AmountPosted(FundEvent, frozen=True, tag="fund.posted"):
    primary: int
    secondary: int
    reserve: int
    reason: str
    day: str
    at: int


class PostingUndone(FundEvent, frozen=True, tag="fund.posting_undone"):
    primary: int
    secondary: int
    reserve: int
    reason: str
    day: str


class Transferred(FundEvent, frozen=True, tag="fund.transferred"):
    pool: Pool | None
    amount: int
    receiver: str
    to_fund: int
    reason: str
    approved: str


class Received(FundEvent, frozen=True, tag="fund.received"):
    amount: int
    sender: str
    from_fund: int


class FundClosed(FundEvent, frozen=True, tag="fund.closed"):
    reason: str


class HitClaimed(FundEvent, frozen=True, tag="hit.claimed"):
    number: int
    facts: ClaimFacts
    terms: AwardTerms
    asks: tuple[str, ...]
    conditions: tuple[Condition, ...]


class QuestionAnswered(FundEvent, frozen=True, tag="hit.answered"):
    hit: int
    answer: QuestionAnswer


class HitWatched(FundEvent, frozen=True, tag="hit.watched"):
    hit: int
    by: str
    at: int


class HitVerified(FundEvent, frozen=True, tag="hit.verified"):
    hit: int
    by: str
    barred: tuple[str, ...]
    at: int


class HitAwarded(FundEvent, frozen=True, tag="hit.awarded"):
    """The shares of a verified hit. seeded: moved from the reserve to the next jackpot."""

    hit: int
    amount: int
    seeded: int
    shares: tuple[Share, ...]


class HitRefused(FundEvent, frozen=True, tag="hit.refused"):
    hit: int
    rule: str
    by: str
    at: int


class HitWithdrawn(FundEvent, frozen=True, tag="hit.withdrawn"):
    """The dealer undid the claim at the table, or a higher hand of its period came late."""

    hit: int
    at: int


class VerificationUndone(FundEvent, frozen=True, tag="hit.verification_undone"):
    hit: int
    reason: str


class HitSealed(FundEvent, frozen=True, tag="hit.sealed"):
    hit: int
    envelope: str
    deck: int
    by: str
    kept_until: str


class SharePaid(FundEvent, frozen=True, tag="share.paid"):
    hit: int
    seat: int
    form: str
    number: int
    day: str
    at: int


class PaymentUndone(FundEvent, frozen=True, tag="share.payment_undone"):
    hit: int
    seat: int
    reason: str
    day: str


class ShareHeld(FundEvent, frozen=True, tag="share.held"):
    hit: int
    seat: int
    reason: str


class ShareReleased(FundEvent, frozen=True, tag="share.released"):
    hit: int
    seat: int
    reason: str
    approved: str


class ShareRemitted(FundEvent, frozen=True, tag="share.remitted"):
    hit: int
    seat: int
    receiver: str
    reason: str
    approved: str


class SeedCommitted(FundEvent, frozen=True, tag="splash.seed_committed"):
    """The hash of a gaming day's seed."""

    day: str
    hash: str
    at: int


class SplashDrawn(FundEvent, frozen=True, tag="splash.drawn"):
    """The splash pot of a period. Its amount moves from the jackpot to what is to pay."""

    splash: Splash


class SplashPaid(FundEvent, frozen=True, tag="splash.paid"):
    splash: int
    hand: int
    slip: int
    day: str
    at: int


class SplashUnpaid(FundEvent, frozen=True, tag="splash.payment_undone"):
    """The deal was undone or the hand voided: the splash waits for the next deal."""

    splash: int
    day: str


class SplashReturned(FundEvent, frozen=True, tag="splash.returned"):
    splash: int
    reason: str


class SeedOpened(FundEvent, frozen=True, tag="splash.seed_opened"):
    day: str
    seed: str


class BoardLaid(FundEvent, frozen=True, tag="mystery.laid"):
    board: Board


class BoxTaken(FundEvent, frozen=True, tag="mystery.box_taken"):
    board: int
    box: int
    prize: int
    hit: int
    by: str
    at: int


class BoardOpened(FundEvent, frozen=True, tag="mystery.opened"):
    """The seed of a board: all boxes are taken, or the board was retired."""

    board: int
    seed: str
    reason: str
    at: int


EVENTS = (
    FundOpened,
    PolicySet,
    DropLogged,
    BoxesCounted,
    Deposited,
    AmountPosted,
    PostingUndone,
    Transferred,
    Received,
    FundClosed,
    HitClaimed,
    QuestionAnswered,
    HitWatched,
    HitVerified,
    HitAwarded,
    HitRefused,
    HitWithdrawn,
    VerificationUndone,
    HitSealed,
    SharePaid,
    PaymentUndone,
    ShareHeld,
    ShareReleased,
    ShareRemitted,
    SeedCommitted,
    SplashDrawn,
    SplashPaid,
    SplashUnpaid,
    SplashReturned,
    SeedOpened,
    BoardLaid,
    BoxTaken,
    BoardOpened,
)
