"""Settled claims that a fund's state no longer keeps, read from the log of the fund."""

from journal.projections import LogHead
from poker.logs.codec import tag
from promotions.funds import FUND
from promotions.rules import fund_events as e
from promotions.rules.fund_changes import on_hit
from promotions.rules.fund_state import FundState, Hit

ABOUT_HITS = (
    e.QuestionAnswered,
    e.HitWatched,
    e.HitVerified,
    e.HitAwarded,
    e.HitRefused,
    e.HitWithdrawn,
    e.VerificationUndone,
    e.HitSealed,
    e.SharePaid,
    e.PaymentUndone,
    e.ShareHeld,
    e.ShareReleased,
    e.ShareRemitted,
    e.BoxTaken,
)
NAMES = tuple(tag(event) for event in (e.HitClaimed, *ABOUT_HITS))


def settled_hit(fund_id: int, seq: int, number: int) -> Hit | None:
    """Return a claim as the log has it up to an entry; None if the fund has no claim with this number."""
    state = FundState()
    for row in LogHead(fund_id, seq).rows(*NAMES):
        event = FUND.codec.decode_event(row.name, row.version, row.data)
        state = _after(state, event, number)
    return state.hit(number)


def _after(state: FundState, event: e.FundEvent, number: int) -> FundState:
    """Apply an event if it is about this claim. The fund's money stays out of it."""
    if isinstance(event, e.HitClaimed):
        return FUND.evolve(state, event) if event.number == number else state
    if not isinstance(event, ABOUT_HITS) or event.hit != number:
        return state
    if isinstance(event, e.BoxTaken):
        return on_hit(state, number, board=event.board, box=event.box, box_prize=event.prize)
    return FUND.evolve(state, event)
