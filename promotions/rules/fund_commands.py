"""Commands to the log of a fund. Their tags are the wire names. Fields that the room fills in have a default."""

from typing import Annotated

import msgspec

from promotions.rules.fund_state import (
    AwardTerms,
    ClaimFacts,
    Condition,
    FundPolicy,
    PaymentForm,
    Pool,
)

MOST = 10**12
Amount = Annotated[int, msgspec.Meta(ge=1, le=MOST)]
AmountOrNone = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
SignedAmount = Annotated[int, msgspec.Meta(ge=-MOST, le=MOST)]
Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]
Title = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Day = Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d\d-\d\d$")]
Number = Annotated[int, msgspec.Meta(ge=1)]
Seat = Annotated[int, msgspec.Meta(ge=1, le=12)]


class FundCommand(
    msgspec.Struct, frozen=True, tag_field="ask", forbid_unknown_fields=True, omit_defaults=True
):
    """Base of all commands to a fund."""


class OpenFund(FundCommand, frozen=True, tag="open_fund"):
    """Open a fund. brought: money that is in its bank account already."""

    title: Title
    policy: FundPolicy = FundPolicy()
    brought: AmountOrNone = 0


class SetPolicy(FundCommand, frozen=True, tag="set_policy"):
    """Change the house choices of a fund, with a second manager. approved: filled in by the room."""

    policy: FundPolicy
    reason: Reason
    approved: str = ""
    by: str = ""


class RecordDrop(FundCommand, frozen=True, tag="record_drop"):
    """Record the fund's part of a gaming day's logged drop, all of it so far. An undone drop lowers it."""

    day: Day
    amount: SignedAmount
    percent: Percent


class RecordCount(FundCommand, frozen=True, tag="record_count"):
    """Record the fund's part of a gaming day's counted boxes, all of them so far."""

    day: Day
    amount: AmountOrNone
    boxes: AmountOrNone
    variance: SignedAmount = 0


class Deposit(FundCommand, frozen=True, tag="deposit"):
    """Record a deposit in the bank account. A negative amount corrects one."""

    amount: SignedAmount
    receipt: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    day: str = ""


class Post(FundCommand, frozen=True, tag="post"):
    """Add new money to the pools and publish the amounts. A negative reserve moves money to the jackpots."""

    primary: AmountOrNone
    secondary: AmountOrNone
    reserve: SignedAmount
    reason: Reason
    day: str = ""


class UndoPost(FundCommand, frozen=True, tag="undo_post"):
    """Take the last posting of this gaming day back."""

    reason: Reason
    day: str = ""


class Transfer(FundCommand, frozen=True, tag="transfer"):
    """Send money to another fund or to a stated receiver, with a second manager. Never to the house."""

    pool: Pool | None  # None: money that is not posted
    amount: Amount
    receiver: Title
    reason: Reason
    to_fund: int = 0
    approved: str = ""
    by: str = ""


class Receive(FundCommand, frozen=True, tag="receive"):
    """Receive money from another fund, in the transaction of its transfer."""

    amount: Amount
    sender: Title
    from_fund: int


class Close(FundCommand, frozen=True, tag="close_fund"):
    """Close an empty fund."""

    reason: Reason


class Claim(FundCommand, frozen=True, tag="claim"):
    """Record the claim of a table."""

    facts: ClaimFacts
    terms: AwardTerms
    asks: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()


class AnswerQuestion(FundCommand, frozen=True, tag="answer"):
    """Record what people answered."""

    hit: Number
    question: Reason
    is_clear: bool
    asked: Title
    by: str = ""


class Watch(FundCommand, frozen=True, tag="watch"):
    """Confirm as surveillance what the cameras show."""

    hit: Number
    by: str = ""


class Verify(FundCommand, frozen=True, tag="verify"):
    """Verify a claim. barred: keys of players who may not collect, filled in by the room."""

    hit: Number
    by: str = ""
    barred: tuple[str, ...] = ()


class Refuse(FundCommand, frozen=True, tag="refuse"):
    """Refuse a claim with a rule."""

    hit: Number
    rule: Reason
    by: str = ""


class Withdraw(FundCommand, frozen=True, tag="withdraw"):
    """Take a claim back: the dealer undid it at the table, or a higher hand of its period came late."""

    promotion: Title
    table: Title
    hand: int
    board: int = 0


class UndoVerify(FundCommand, frozen=True, tag="undo_verify"):
    """Take a verification back, while no share is paid."""

    hit: Number
    reason: Reason


class Seal(FundCommand, frozen=True, tag="seal"):
    """Record the sealed envelope with hand and deck. kept_until: filled in by the room."""

    hit: Number
    envelope: Annotated[str, msgspec.Meta(min_length=1, max_length=20)]
    deck: Annotated[int, msgspec.Meta(ge=1, le=110)]
    by: str = ""
    kept_until: str = ""


class Pay(FundCommand, frozen=True, tag="pay"):
    """Pay a share. may_collect: filled in by the room from the registry; otherwise the share is held."""

    hit: Number
    seat: Seat
    form: PaymentForm
    may_collect: bool = True
    day: str = ""


class UndoPayment(FundCommand, frozen=True, tag="undo_payment"):
    """Take the record of a payment back."""

    hit: Number
    seat: Seat
    reason: Reason
    day: str = ""


class Hold(FundCommand, frozen=True, tag="hold"):
    """Hold a share of a person who may not collect, such as staff of the room."""

    hit: Number
    seat: Seat
    reason: Reason


class Release(FundCommand, frozen=True, tag="release"):
    """Let a held share be paid to its player, with a second manager."""

    hit: Number
    seat: Seat
    reason: Reason
    approved: str = ""
    by: str = ""


class Remit(FundCommand, frozen=True, tag="remit"):
    """Send a held share where the regulator states, with a second manager."""

    hit: Number
    seat: Seat
    receiver: Title
    reason: Reason
    approved: str = ""
    by: str = ""


class CommitSeed(FundCommand, frozen=True, tag="commit_seed"):
    """Publish the hash of a gaming day's seed. hash: filled in by the room, which keeps the seed."""

    gaming_day: Day
    hash: str = ""


class DrawSplash(FundCommand, frozen=True, tag="draw_splash"):
    """Draw the table that gets a period's splash pot. seed: filled in by the room; it is not stored."""

    promotion: Title
    title: Title
    gaming_day: Day
    starts: int
    ends: int
    tables: tuple[str, ...]
    amount: Amount
    seed: str = ""


class PaySplash(FundCommand, frozen=True, tag="pay_splash"):
    """Pay a splash pot: the chips are in the pot of a hand."""

    splash: Number
    hand: int
    day: str = ""


class UnpaySplash(FundCommand, frozen=True, tag="unpay_splash"):
    """Take the payment of a splash pot back: its deal was undone, or its hand voided. The splash stays due."""

    splash: Number
    day: str = ""


class ReturnSplash(FundCommand, frozen=True, tag="return_splash"):
    """Return a splash pot that was not dealt to the jackpot."""

    splash: Number
    reason: Reason


class OpenSeed(FundCommand, frozen=True, tag="open_seed"):
    """Publish the seed of a gaming day that is over. seed, day: filled in by the room."""

    gaming_day: Day
    seed: str = ""
    day: str = ""


class LayBoard(FundCommand, frozen=True, tag="lay_board"):
    """Lay a mystery board. hash: filled in by the room, which keeps the seed."""

    promotion: Title
    title: Title
    prizes: tuple[Amount, ...]
    hash: str = ""


class PickBox(FundCommand, frozen=True, tag="pick_box"):
    """Open the box that the player of a verified claim chose. seed: filled in by the room; it is not stored."""

    hit: Number
    box: Number
    by: str = ""
    seed: str = ""


class RetireBoard(FundCommand, frozen=True, tag="retire_board"):
    """Publish the seed of a mystery board; no box of it is picked any longer. seed: filled in by the room."""

    board: Number
    reason: Reason
    seed: str = ""


COMMANDS = (
    OpenFund,
    SetPolicy,
    RecordDrop,
    RecordCount,
    Deposit,
    Post,
    UndoPost,
    Transfer,
    Receive,
    Close,
    Claim,
    AnswerQuestion,
    Watch,
    Verify,
    Refuse,
    Withdraw,
    UndoVerify,
    Seal,
    Pay,
    UndoPayment,
    Hold,
    Release,
    Remit,
    CommitSeed,
    DrawSplash,
    PaySplash,
    UnpaySplash,
    ReturnSplash,
    OpenSeed,
    LayBoard,
    PickBox,
    RetireBoard,
)
