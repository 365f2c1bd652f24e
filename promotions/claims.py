"""Claims on funds: from a table's log, or entered by the floor for a hand of the log."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from journal.unix_time import milliseconds
from poker.events import ButtonMoved, HandStarted
from poker.promotions import Condition as Checked
from poker.refusal import Refusal
from promotions.at_tables import key_of, version_of
from promotions.funds import FUND, FundResult, fund_execute
from promotions.hand_replay import logged_conditions
from promotions.models import PromotionVersion
from promotions.publishing import read_terms
from promotions.rule_texts import conditions
from promotions.rules import fund_commands as c
from promotions.rules.fund_state import ClaimFacts
from promotions.rules.terms import at_table, award_terms
from tables.hand_log import find_hand_range, hand_log
from tables.models import Table


@dataclass(frozen=True, slots=True)
class TableClaim:
    """A claim as the event of a table has it. promotion: key of the version; dealt: seat and player."""

    promotion: str
    tier: str
    board: int
    hand: int
    losing: tuple[int, ...]
    winning: tuple[int, ...]
    dealt: tuple[tuple[int, str], ...]
    at: int


def hit_claimed(
    *,
    room_id: int,
    table: str,
    claim: TableClaim,
    checked: Sequence[Checked],
    command_id: str,
    actor: str,
    now: datetime,
    is_part: bool = False,
) -> FundResult:
    """Record a claim on the fund of its promotion. With `is_part`, it is a part of the caller's transaction.

    checked: what the log of the hand has of each condition. Raises `Refusal`: `no_promotion`.
    """
    version = version_of(room_id, claim.promotion)
    if version is None or version.promotion.fund_id is None:
        raise Refusal("no_promotion", "", key=claim.promotion)
    command = claim_command(version, table, claim, checked)
    fund_id = version.promotion.fund_id
    if is_part:
        return FUND.execute_inside_transaction(
            fund_id, command, command_id=command_id, actor=actor, now=now, part_of="table"
        )
    return fund_execute(
        fund_id=fund_id, command_id=command_id, command=command, actor=actor, now=now
    )


def claim_command(
    version: PromotionVersion, table: str, claim: TableClaim, checked: Sequence[Checked]
) -> c.Claim:
    """Return the command with the terms of the version that the hand was dealt under."""
    terms = read_terms(version.terms)
    facts = ClaimFacts(
        promotion=claim.promotion,
        title=terms.title,
        tier=claim.tier,
        table=table,
        hand=claim.hand,
        board=claim.board,
        losing=claim.losing,
        winning=claim.winning,
        dealt=claim.dealt,
        at=claim.at,
    )
    return c.Claim(
        facts, award_terms(terms, claim.tier), terms.asks, conditions(terms, facts, checked)
    )


def conditions_in_log(version: PromotionVersion, table: Table, hand: int) -> tuple[Checked, ...]:
    """Return what the log of a hand has of a version's conditions on the first board."""
    promotion = at_table(read_terms(version.terms), key_of(version))
    return logged_conditions(table, hand, promotion) if promotion else ()


def claim_by_hand(
    *,
    version: PromotionVersion,
    table: Table,
    hand: int,
    tier: str,
    losing: tuple[int, ...],
    winning: tuple[int, ...],
    command_id: str,
    actor: str,
    now: datetime,
) -> FundResult:
    """Record a claim that the floor entered. Who was dealt in comes from the log of the hand.

    Raises `Refusal`: `claim_no_hand`, `not_dealt_in`, `claim_seats`.
    """
    dealt = dealt_in(table, hand)
    seats = {seat for seat, _ in dealt}
    missing = sorted({*losing, *winning} - seats)
    if missing:
        raise Refusal("not_dealt_in", "", seat=missing[0], hand=hand)
    needs_losing = bool(read_terms(version.terms).tiers)
    if not winning or {*losing} & {*winning} or bool(losing) != needs_losing:
        raise Refusal("claim_seats")
    claim = TableClaim(key_of(version), tier, 0, hand, losing, winning, dealt, milliseconds(now))
    return hit_claimed(
        room_id=table.room_id,
        table=table.name,
        claim=claim,
        checked=conditions_in_log(version, table, hand),
        command_id=command_id,
        actor=actor,
        now=now,
    )


def dealt_in(table: Table, hand: int) -> tuple[tuple[int, str], ...]:
    """Return seat and player of everyone dealt in. Raises `Refusal`: `claim_no_hand`."""
    hand_range = find_hand_range(table.stream, hand) if hand > 0 else None
    if hand_range is None:
        raise Refusal("claim_no_hand", "", table=table.name, hand=hand)
    players: dict[int, str] = {}
    order: tuple[int, ...] = ()
    for command in hand_log(table.stream, hand_range):
        for event in command.batch.events:
            if isinstance(event, HandStarted):
                players = {seat.number: seat.player for seat in event.table.seats}
            elif isinstance(event, ButtonMoved):
                order = event.order
    return tuple((seat, players.get(seat, "")) for seat in sorted(order))
