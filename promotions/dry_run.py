"""What the terms of a promotion would have decided in the last month: its hands, played again from the log."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from msgspec.structs import replace

from journal.models import Entry
from journal.unix_time import milliseconds
from poker.events import Event, HandShown, HandStarted
from poker.logs.codec import tag
from poker.promotion_terms import TablePromotion
from poker.promotions import Asks, Decision, Eligible, NotEligible, eligible, high_hand
from poker.state import Table as PokerTable
from poker.timeline import CommandEvents, Timeline
from promotions.at_tables import period_of
from promotions.rules.terms import PromotionTerms, at_table
from staff.models import Room
from tables.hand_starts import hand_starts
from tables.models import Table
from tables.table_log import LoggedCommand, commands_between

MONTH = timedelta(days=31)
MOST_HANDS = 300
SHOWDOWN = ("showdown", "award")
DRY = "dry-run"


@dataclass(frozen=True, slots=True)
class DryHit:
    """A hand that the terms pay. asks: whether people would have been asked; value: compares high hands."""

    table: str
    hand: int
    at: datetime
    tier: str
    asks: bool
    value: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DryRun:
    """What the hands came to. hands: those that were read; left: older ones of the month that were not.

    missed: how many hands missed the terms by a condition other than their cards; paid: prizes, in the smallest unit.
    """

    hands: int
    left: int
    hits: tuple[DryHit, ...]
    missed: tuple[tuple[str, int], ...]
    paid: int


@dataclass(frozen=True, slots=True)
class _Hand:
    """A hand in the log with cards that were shown: entries after `since` up to `until`."""

    table: Table
    since: int
    until: int


def dry_run(room: Room, terms: PromotionTerms, now: datetime) -> DryRun | None:
    """Return what the terms would have decided in the newest hands of the month; None if no table decides the kind."""
    promotion = at_table(terms, DRY)
    if promotion is None:
        return None
    hands = sorted(_shown_hands(room, now - MONTH), key=lambda hand: hand[0], reverse=True)
    hits: list[DryHit] = []
    missed: Counter[str] = Counter()
    for _, hand in hands[:MOST_HANDS]:
        log = commands_between(hand.table.stream, since=hand.since, until=hand.until)
        state = _showdown(log, promotion)
        if state is None or state.hand is None:
            continue
        decision = _decision(promotion, state)
        if isinstance(decision, NotEligible):
            missed[decision.rule] += decision.rule not in ("hands", "game")
        else:
            hits.append(_hit(hand.table.name, log[0].at, promotion, state, decision))
    hits = _leaders(terms, hits) if terms.kind == "high_hand" else hits
    return DryRun(
        hands=min(len(hands), MOST_HANDS),
        left=max(0, len(hands) - MOST_HANDS),
        hits=tuple(hits),
        missed=tuple((rule, count) for rule, count in missed.most_common() if count),
        paid=terms.prize * len(hits),
    )


def _shown_hands(room: Room, since: datetime) -> Iterator[tuple[datetime, _Hand]]:
    """Yield the hands since a time in which cards were shown, with the time of their start."""
    shown = Entry.objects.filter(name=tag(HandShown), at__gte=since)
    for table in Table.objects.filter(room=room).select_related("stream"):
        starts = list(hand_starts(table.pk).filter(at__gte=since, undone=False).order_by("seq"))
        numbers = [start.seq for start in starts]
        entries = shown.filter(stream=table.stream).values_list("seq", flat=True)
        indexes = {bisect_right(numbers, seq) - 1 for seq in entries}
        for index in sorted(indexes - {-1}):
            is_last = index + 1 == len(numbers)
            until = table.stream.seq if is_last else numbers[index + 1] - 1
            yield starts[index].at, _Hand(table, numbers[index] - 1, until)


def _showdown(log: list[LoggedCommand], promotion: TablePromotion) -> PokerTable | None:
    """Return the table at the end of the hand's showdown, as if it had had the promotion."""
    timeline = Timeline()
    last: PokerTable | None = None
    for command in log:
        events = tuple(_with(promotion, event, command.at) for event in command.batch.events)
        timeline.then(CommandEvents(command.batch.command_id, events))
        hand = timeline.table.hand
        if hand is not None:
            last = timeline.table if hand.stage in SHOWDOWN else None
    return last


def _with(promotion: TablePromotion, event: Event, at: datetime) -> Event:
    if not isinstance(event, HandStarted):
        return event
    return replace(event, table=replace(event.table, promotions=(promotion,)), at=milliseconds(at))


def _decision(promotion: TablePromotion, table: PokerTable) -> Decision:
    """Return the best decision of the boards."""
    boards = range(len(table.hand.boards)) if table.hand else range(1)
    decisions = [eligible(promotion, table, board) for board in boards]
    won = (decision for decision in decisions if not isinstance(decision, NotEligible))
    return next(won, decisions[0])


def _hit(
    name: str,
    at: datetime,
    promotion: TablePromotion,
    table: PokerTable,
    decision: Eligible | Asks,
) -> DryHit:
    claim = decision.claim if isinstance(decision, Asks) else decision
    high = high_hand(promotion, table)
    return DryHit(
        table=name,
        hand=table.hand.number if table.hand else 0,
        at=at,
        tier=claim.tier,
        asks=isinstance(decision, Asks),
        value=high.value if high else (),
    )


def _leaders(terms: PromotionTerms, hits: list[DryHit]) -> list[DryHit]:
    """Return the highest hand of each period; of equal ones the first."""
    leaders: dict[datetime, DryHit] = {}
    for hit in sorted(hits, key=lambda item: item.at):
        running = period_of(terms, hit.at)
        if running is None:
            continue
        leader = leaders.get(running[0])
        if leader is None or hit.value > leader.value:
            leaders[running[0]] = hit
    return sorted(leaders.values(), key=lambda hit: hit.at, reverse=True)
