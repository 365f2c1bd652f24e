"""The terms of a promotion: who wins what, as data that managers edit and a second one publishes."""

from typing import Literal

import msgspec

from poker.promotion_terms import HandFloor, TablePromotion, Tier
from poker.refusal import Refusal
from promotions.rules.fund_state import AwardTerms, Pool
from promotions.rules.mystery import FEWEST, MOST

Kind = Literal["bad_beat", "high_hand", "royal", "splash", "mystery"]
AT_TABLES = ("bad_beat", "high_hand", "royal", "mystery")  # kinds that the log of a hand decides
BY_PERIOD = ("high_hand", "splash")
DAY_MINUTES = 24 * 60
ALL = 100  # percent


class TierTerms(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tier of a bad beat: losing and winning hand at least, and the percentage of the pool that it pays."""

    key: str
    losing: HandFloor
    winning: HandFloor
    pool: Pool = "primary"
    percent: int = 100


class Schedule(msgspec.Struct, frozen=True, omit_defaults=True):
    """Periods of a day, in minutes since midnight; hours that pass midnight have their end before their start.

    every: minutes of a period; weekdays: on which the hours begin, Monday is 0, () is all.
    """

    first: int = 0
    last: int = DAY_MINUTES
    every: int = 60
    weekdays: tuple[int, ...] = ()


class PromotionTerms(msgspec.Struct, frozen=True, omit_defaults=True):
    """One version of a promotion. Amounts are in the smallest unit.

    prize: of a high hand, a royal flush or a splash pot; prizes: of the boxes of a mystery board; players: dealt in at
    least, of a splash pot seated at least; split: percentages of losing hand, winning hand and the others dealt in;
    asks: questions that no log answers; voids, text: for the public page; board, runs: which of several counts.
    """

    kind: Kind
    title: str
    games: tuple[str, ...] = ()
    tiers: tuple[TierTerms, ...] = ()
    floor: HandFloor | None = None
    both_cards: bool = True
    pocket_pair: bool = True
    kicker_plays: bool = False
    players: int = 0
    pot: int = 0
    excluded: tuple[str, ...] = ()
    board: Literal["first", "any"] = "first"
    runs: Literal["first", "any"] = "first"
    schedule: Schedule | None = None
    prize: int = 0
    prizes: tuple[int, ...] = ()
    split: tuple[int, int, int] = (50, 25, 25)
    asks: tuple[str, ...] = ()
    voids: tuple[str, ...] = ()
    text: str = ""


def check_terms(terms: PromotionTerms, title: str) -> None:
    """Refuse terms that can't be published.

    Raises `Refusal`: `terms_no_tier`, `terms_split`, `terms_prize`, `terms_prizes`, `terms_floor`, `terms_schedule`.
    """
    if terms.kind == "bad_beat" and not terms.tiers:
        raise Refusal("terms_no_tier", "", title=title)
    is_whole = terms.kind != "bad_beat" or sum(terms.split) == ALL
    if not is_whole or any(not 1 <= tier.percent <= ALL for tier in terms.tiers):
        raise Refusal("terms_split", "", title=title)
    if terms.kind in ("high_hand", "royal", "splash") and terms.prize <= 0:
        raise Refusal("terms_prize", "", title=title)
    if terms.kind == "mystery":
        _check_boxes(terms, title)
    if terms.kind in BY_PERIOD and (terms.schedule is None or terms.schedule.every < 1):
        raise Refusal("terms_schedule", "", title=title)


def _check_boxes(terms: PromotionTerms, title: str) -> None:
    """Raises `Refusal`: `terms_prizes`, `terms_floor`."""
    is_count_right = FEWEST <= len(terms.prizes) <= MOST
    if not is_count_right or any(prize <= 0 for prize in terms.prizes):
        raise Refusal("terms_prizes", "", title=title, fewest=FEWEST, most=MOST)
    if terms.floor is None:
        raise Refusal("terms_floor", "", title=title)


def award_terms(terms: PromotionTerms, tier_key: str) -> AwardTerms:
    """Return what a claim of a tier pays. A kind without tiers pays its prize to the winning hand."""
    for tier in terms.tiers:
        if tier.key == tier_key:
            losing, winning, others = terms.split
            return AwardTerms(
                pool=tier.pool,
                percent=tier.percent,
                losing=losing,
                winning=winning,
                others=others,
            )
    if terms.kind == "mystery":
        return AwardTerms(boxes=True)
    return AwardTerms(prize=terms.prize)


def period(schedule: Schedule, weekday: int, minute: int) -> tuple[int, int] | None:
    """Return start and end of the period of a local minute of the day, None outside the schedule.

    Both are minutes since the midnight before this minute: a start below 0 is on the day before.
    """
    passes_midnight = schedule.last <= schedule.first
    last = schedule.last + DAY_MINUTES if passes_midnight else schedule.last
    for days_before in (0, 1):
        begins_on = (weekday - days_before) % 7
        if schedule.weekdays and begins_on not in schedule.weekdays:
            continue
        shift = days_before * DAY_MINUTES
        at = minute + shift
        if schedule.first <= at < last:
            start = schedule.first + (at - schedule.first) // schedule.every * schedule.every
            return start - shift, min(start + schedule.every, last) - shift
    return None


def at_table(
    terms: PromotionTerms, key: str, starts: int = 0, ends: int = 0
) -> TablePromotion | None:
    """Return the promotion as a table decides it, None for a kind that no table decides."""
    kind = terms.kind
    if kind == "splash":
        return None
    return TablePromotion(
        key=key,
        kind=kind,
        title=terms.title,
        games=terms.games,
        tiers=tuple(Tier(tier.key, tier.losing, tier.winning) for tier in terms.tiers),
        floor=terms.floor,
        both_cards=terms.both_cards,
        pocket_pair=terms.pocket_pair,
        kicker_plays=terms.kicker_plays,
        players=terms.players,
        pot=terms.pot,
        excluded=terms.excluded,
        board=terms.board,
        runs=terms.runs,
        starts=starts,
        ends=ends,
        asks=terms.asks,
    )
