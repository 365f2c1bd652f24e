"""What a fund does after a claim at a table, in the table's transaction. The table's log always comes first.

The table's event and command are listed in `config/command_effects.py` with these functions.
"""

from collections.abc import Iterable
from typing import Protocol

from promotions.claims import TableClaim, hit_claimed
from promotions.funds import FUND
from promotions.models import Fund
from tables.models import Table
from tables.stored_commands import StoredAtTable


class ClaimEvent(Protocol):
    """The event of a table with which a dealer claimed a promotion."""

    promotion: str
    tier: str
    board: int
    hand: int
    losing: tuple[int, ...]
    winning: tuple[int, ...]
    dealt: tuple[tuple[int, str], ...]
    at: int


def lock_funds(table_id: int) -> None:
    """Lock the funds of a table's room in the order of their logs."""
    rooms = Table.every.filter(pk=table_id).values("room")
    for fund_id in Fund.objects.filter(room__in=rooms).order_by("pk").values_list("pk", flat=True):
        FUND.lock(fund_id)


def follow_claims(stored: StoredAtTable, events: Iterable[ClaimEvent]) -> None:
    """Record the claims of a command at a table. Raises `Refusal`: `no_promotion`."""
    for event in events:
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
            command_id=stored.command_id,
            actor=stored.actor,
            now=stored.now,
            is_part=True,
        )
