"""Claims of the high hands of periods that have ended."""

import logging
from datetime import datetime, timedelta

from journal.unix_time import milliseconds
from poker.refusal import Refusal
from promotions.at_tables import version_of
from promotions.claims import TableClaim, conditions_in_log, dealt_in, hit_claimed
from promotions.funds import fund_execute, load_fund
from promotions.high_hands import leading_hand, posted_in_period
from promotions.models import Hit, PostedHighHand
from promotions.rules import fund_commands as c
from promotions.rules.fund_state import Hit as FundHit
from staff.models import Room

ACTOR = "system.promotions"
log = logging.getLogger(__name__)
LOOK_BACK = timedelta(days=2)  # a period that ended earlier was closed, or is claimed by the floor


def claim_ended_periods(room: Room, oldest_deal: int, now: datetime) -> int:
    """Claim the leading high hand of each period that has ended; return the number of claims.

    oldest_deal: when the oldest hand in progress was dealt, in Unix milliseconds; a period is open while one of its
    hands is played.
    """
    until = min(milliseconds(now), oldest_deal)
    since = milliseconds(now - LOOK_BACK)
    rows = PostedHighHand.objects.filter(
        table__room=room, period_ends__gt=since, period_ends__lte=until
    )
    periods = rows.order_by("period_ends").values_list("promotion", "period_ends").distinct()
    return sum(_claim(room, promotion, ends, now) for promotion, ends in periods)


def _claim(room: Room, promotion: str, period_ends: int, now: datetime) -> bool:
    """Claim a period's high hand, once.

    A higher hand may arrive after the claim, from a tablet that had no network: it replaces a claim on which no one
    has acted, and stands beside one that the floor is working on.
    """
    leader = leading_hand(room.pk, promotion, period_ends)
    if leader is None:
        return False
    version = version_of(room.pk, leader.promotion)
    if version is None:
        return False
    statuses = Hit.objects.filter(
        fund__room=room, promotion=leader.promotion, table=leader.table.name, hand=leader.hand
    ).values_list("status", flat=True)
    if any(status != "withdrawn" for status in statuses):
        return False
    if version.promotion.fund_id is not None:
        _withdraw_others(version.promotion.fund_id, leader, now)
    claim = TableClaim(
        promotion=leader.promotion,
        tier="",
        board=0,
        hand=leader.hand,
        losing=(),
        winning=(leader.seat,),
        dealt=dealt_in(leader.table, leader.hand),
        at=milliseconds(leader.at),
    )
    hit_claimed(
        room_id=room.pk,
        table=leader.table.name,
        claim=claim,
        checked=conditions_in_log(version, leader.table, leader.hand),
        command_id=f"high-hand.{leader.table_id}.{leader.seq}.{len(statuses)}",
        actor=ACTOR,
        now=now,
    )
    return True


def _withdraw_others(fund_id: int, leader: PostedHighHand, now: datetime) -> None:
    """Take back the claims of a period's other hands on which no one has acted."""
    rows = posted_in_period(leader.table.room_id, leader.promotion, leader.period_ends)
    others = rows.exclude(pk=leader.pk)
    hands = set(others.values_list("promotion", "table__name", "hand"))
    _, fund = load_fund(fund_id)
    for hit in fund.hits:
        is_other = (hit.facts.promotion, hit.facts.table, hit.facts.hand) in hands
        if is_other and hit.status == "claimed" and not hit.answers and not hit.watched_by:
            _withdraw(fund_id, hit, leader, now)


def _withdraw(fund_id: int, hit: FundHit, leader: PostedHighHand, now: datetime) -> None:
    facts = hit.facts
    try:
        fund_execute(
            fund_id=fund_id,
            command_id=f"higher.{hit.number}.{leader.table_id}.{leader.seq}",
            command=c.Withdraw(facts.promotion, facts.table, facts.hand, facts.board),
            actor=ACTOR,
            now=now,
        )
    except Refusal as refusal:
        # Someone on the floor acted at the same moment; both claims are theirs to decide.
        log.info("claim %s stays: %s", hit.number, refusal.code)
