"""What funds do after a command at a table, in its transaction. The table's log always comes first."""

from poker.events import PromotionClaimed, Undone
from poker.promotions import Condition, conditions
from promotions.at_tables import version_of
from promotions.claims import TableClaim, hit_claimed
from promotions.funds import FUND
from promotions.rules.fund_commands import Withdraw
from tables.stored_commands import StoredAtTable

EVENTS = (PromotionClaimed, Undone)


def follow_table(stored: StoredAtTable) -> None:
    """Record the claim of a command on its fund, or take it back if the dealer undid it.

    Raises `Refusal`: `no_promotion`, `claim_in_work`.
    """
    for event in stored.events:
        if isinstance(event, PromotionClaimed):
            _record(stored, event)
        elif isinstance(event, Undone):
            _withdraw(stored)


def _record(stored: StoredAtTable, event: PromotionClaimed) -> None:
    claim = TableClaim(
        promotion=event.promotion,
        tier=event.tier,
        board=event.board,
        hand=event.hand,
        losing=event.losing,
        winning=event.winning,
        dealt=event.dealt,
        at=event.at,
    )
    hit_claimed(
        room_id=stored.room_id,
        table=stored.state.name,
        claim=claim,
        checked=_conditions(stored, event),
        command_id=stored.command_id,
        actor=stored.actor,
        now=stored.now,
        is_part=True,
    )


def _conditions(stored: StoredAtTable, event: PromotionClaimed) -> tuple[Condition, ...]:
    """Return what the log had of each condition when the dealer tapped."""
    hand = stored.before.hand
    dealt = hand.promotions if hand else ()
    promotion = next((item for item in dealt if item.key == event.promotion), None)
    return conditions(promotion, stored.before, event.board) if promotion else ()


def _withdraw(stored: StoredAtTable) -> None:
    """Take the claim back that the table had before and has no longer."""
    claim = stored.before.claim
    if claim is None or stored.state.claim is not None:
        return
    version = version_of(stored.room_id, claim.promotion)
    if version is None or version.promotion.fund_id is None:
        return
    FUND.lock(version.promotion.fund_id)
    FUND.execute_inside_transaction(
        version.promotion.fund_id,
        Withdraw(claim.promotion, stored.before.name, claim.hand, claim.board),
        command_id=stored.command_id,
        actor=stored.actor,
        now=stored.now,
        part_of="table",
    )
