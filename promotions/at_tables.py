"""The promotions of a room as its tables decide them."""

from datetime import datetime, timedelta

from django.utils import timezone
from msgspec.structs import replace

from journal.unix_time import milliseconds
from poker.promotion_terms import TablePromotion
from promotions.funds import load_fund
from promotions.high_hands import leading_hand, posted_hand
from promotions.models import Promotion, PromotionVersion
from promotions.publishing import read_terms, version_at
from promotions.rules.terms import PromotionTerms, at_table, period
from staff.models import Room


def table_promotions(room: Room, game: str, now: datetime) -> tuple[TablePromotion, ...]:
    """Return the promotions of a table that deals this game, in the order in which the room created them."""
    rows = []
    for promotion in Promotion.objects.filter(room=room).order_by("pk"):
        version = version_at(promotion, now)
        if version is None:
            continue
        terms = read_terms(version.terms)
        if terms.games and game not in terms.games:
            continue
        row = _at_table(promotion, version, terms, now)
        if row is not None:
            rows.append(row)
    return tuple(rows)


def key_of(version: PromotionVersion) -> str:
    """Return the key of a version at tables and in logs, such as "bad-beat.3"."""
    return f"{version.promotion.key}.{version.number}"


def version_of(room_id: int, key: str) -> PromotionVersion | None:
    """Return the version with this key."""
    name, _, number = key.rpartition(".")
    if not (number.isascii() and number.isdecimal() and len(number) < 7):
        return None
    rows = PromotionVersion.objects.select_related("promotion__fund", "promotion__room")
    return rows.filter(promotion__room=room_id, promotion__key=name, number=int(number)).first()


def period_of(terms: PromotionTerms, now: datetime) -> tuple[datetime, datetime] | None:
    """Return start and end of the period that runs now, None outside the schedule.

    In the hour that a change of the clocks repeats, the periods of that hour come again.
    """
    if terms.schedule is None:
        return None
    local = timezone.localtime(now)
    minutes = period(terms.schedule, local.weekday(), local.hour * 60 + local.minute)
    if minutes is None:
        return None
    midnight = local.replace(hour=0, minute=0, second=0, microsecond=0)
    moments = (midnight + timedelta(minutes=minute) for minute in minutes)
    start, end = (moment.replace(fold=local.fold) for moment in moments)
    return start, end


def _at_table(
    promotion: Promotion, version: PromotionVersion, terms: PromotionTerms, now: datetime
) -> TablePromotion | None:
    starts, ends = 0, 0
    if terms.schedule is not None:
        running = period_of(terms, now)
        if running is None:
            return None
        starts, ends = (milliseconds(moment) for moment in running)
    row = at_table(replace(terms, title=promotion.title), key_of(version), starts, ends)
    if row is None:
        return None
    leader = leading_hand(promotion.room_id, row.key, ends) if row.kind == "high_hand" else None
    best = posted_hand(leader) if leader else None
    if row.kind == "mystery":
        return _with_board(row, promotion)
    return replace(row, amount=_amount(promotion, terms), best=best)


def _with_board(row: TablePromotion, promotion: Promotion) -> TablePromotion | None:
    """Return a mystery promotion with the highest prize that is left; None while no board has boxes."""
    if promotion.fund_id is None:
        return None
    _, fund = load_fund(promotion.fund_id)
    board = fund.open_board(promotion.key)
    return replace(row, amount=board.highest_left) if board is not None else None


def _amount(promotion: Promotion, terms: PromotionTerms) -> int:
    """Return the prize, or what the best tier pays of the posted amount."""
    if not terms.tiers or promotion.fund_id is None:
        return terms.prize
    _, fund = load_fund(promotion.fund_id)
    tier = terms.tiers[0]
    return fund.pool(tier.pool) * tier.percent // 100
