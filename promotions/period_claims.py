"""Claims of the high hands of periods that have ended."""

from datetime import datetime, timedelta

from journal.unix_time import milliseconds
from promotions.at_tables import version_of
from promotions.claims import TableClaim, conditions_in_log, dealt_in, hit_claimed
from promotions.high_hands import leading_hand
from promotions.models import Hit, PostedHighHand
from staff.models import Room

ACTOR = "system.promotions"
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
    """Claim a period's high hand, once."""
    leader = leading_hand(room.pk, promotion, period_ends)
    if leader is None:
        return False
    version = version_of(room.pk, promotion)
    if version is None:
        return False
    known = Hit.objects.filter(
        fund__room=room, promotion=promotion, table=leader.table.name, hand=leader.hand
    )
    if known.exists():
        return False
    claim = TableClaim(
        promotion=promotion,
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
        command_id=f"{promotion}.{period_ends}",
        actor=ACTOR,
        now=now,
    )
    return True
