"""Splash pots of a room: seeds are committed and opened, periods drawn, and what was drawn reaches its table."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import uuid4

from journal.unix_time import milliseconds
from poker import chips, codec
from poker import commands as t
from poker.promotion_terms import FundSplash
from poker.refusal import Refusal
from poker.state import Table as PokerTable
from promotions.at_tables import key_of, period_of
from promotions.funds import fund_execute, load_fund
from promotions.gaming_days import gaming_day
from promotions.models import Fund, Promotion, PromotionVersion
from promotions.publishing import read_terms, version_at
from promotions.rules import fund_commands as c
from promotions.rules.fund_state import FundState
from promotions.rules.splash_decide import short_of
from promotions.rules.splashes import Splash
from promotions.rules.terms import PromotionTerms
from staff.models import Room
from tables.actions import execute
from tables.models import Table

ACTOR = "system.promotions"
CLOSED = "the table closed"
TAKEN_BACK = "taken back before the deal"
TableStates = Sequence[tuple[Table, PokerTable]]
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RunningSplash:
    """A splash promotion in effect, with the start and the end of the period that runs now."""

    promotion: Promotion
    version: PromotionVersion
    terms: PromotionTerms
    starts: datetime
    ends: datetime


def sync_splashes(room: Room, states: TableStates, now: datetime) -> int:
    """Commit seeds, draw the periods that run, and bring the tables in line; return the number of commands."""
    rows = Promotion.objects.filter(room=room, kind="splash", fund__isnull=False)
    promotions = list(rows.select_related("fund", "room").order_by("pk"))
    sent = sum(_commit(promotion, now) for promotion in promotions)
    sent += sum(_draw(promotion, states, now) for promotion in promotions)
    for fund_id in sorted({promotion.fund_id for promotion in promotions if promotion.fund_id}):
        sent += _bring_to_tables(fund_id, states, now)
        sent += open_seeds(room, fund_id, now)
    return sent


def running_splash(promotion: Promotion, now: datetime) -> RunningSplash | None:
    """Return the period of a splash promotion that runs now; None without one."""
    version = version_at(promotion, now)
    if version is None:
        return None
    terms = read_terms(version.terms)
    period = period_of(terms, now)
    return RunningSplash(promotion, version, terms, *period) if period else None


def may_be_drawn(table: PokerTable, terms: PromotionTerms) -> bool:
    """Return whether a table takes part in a draw: open, one of the games, enough players, and chips for the prize."""
    if not table.is_open or table.event is not None or table.stakes is None:
        return False
    if terms.games and table.game.key not in terms.games:
        return False
    if sum(1 for seat in table.seats if seat.player) < max(1, terms.players):
        return False
    try:
        chips.check(terms.prize, table.plaque.chips)
    except Refusal:
        return False
    return True


def reason_not_drawn(
    running: RunningSplash, fund: FundState, tables: Sequence[str]
) -> Refusal | None:
    """Return why the period that runs is not drawn, as its refusal; None if it is or will be."""
    starts = milliseconds(running.starts)
    if fund.splash_periods.get(running.promotion.key, -1) >= starts:
        return None
    day = gaming_day(running.promotion.room, running.starts)
    committed = fund.seed(day)
    if committed is None or committed.at > starts:
        return Refusal("splash_no_seed", "", day=day)
    if not tables:
        return Refusal("splash_no_table", "", title=running.promotion.title)
    return short_of(fund, running.terms.prize)


def _commit(promotion: Promotion, now: datetime) -> int:
    """Publish the hashes of the seeds of this gaming day and the next one."""
    if promotion.fund_id is None or not promotion.versions.exists():
        return 0
    today = gaming_day(promotion.room, now)
    tomorrow = (date.fromisoformat(today) + timedelta(days=1)).isoformat()
    _, fund = load_fund(promotion.fund_id)
    missing = [day for day in (today, tomorrow) if fund.seed(day) is None]
    return sum(_send(promotion.fund_id, c.CommitSeed(day), now) for day in missing)


def _draw(promotion: Promotion, states: TableStates, now: datetime) -> int:
    """Draw the period that runs, once."""
    running = running_splash(promotion, now)
    if running is None or promotion.fund_id is None:
        return 0
    _, fund = load_fund(promotion.fund_id)
    starts = milliseconds(running.starts)
    tables = tuple(table.name for table, state in states if may_be_drawn(state, running.terms))
    is_drawn = fund.splash_periods.get(promotion.key, -1) >= starts
    if is_drawn or reason_not_drawn(running, fund, tables) is not None:
        return 0
    command = c.DrawSplash(
        promotion=key_of(running.version),
        title=promotion.title,
        gaming_day=gaming_day(promotion.room, running.starts),
        starts=starts,
        ends=milliseconds(running.ends),
        tables=tables,
        amount=running.terms.prize,
    )
    return _send(promotion.fund_id, command, now, f"{promotion.key}.{starts}")


def _bring_to_tables(fund_id: int, states: TableStates, now: datetime) -> int:
    """Announce what was drawn at its table, or return it if the table has closed."""
    _, fund = load_fund(fund_id)
    by_name = {table.name: (table, state) for table, state in states}
    sent = 0
    for splash in fund.due_splashes:
        table, state = by_name.get(splash.table, (None, None))
        if table is None or state is None or not state.is_open or state.event is not None:
            sent += _send(fund_id, c.ReturnSplash(splash.number, CLOSED), now)
        elif not _has(state, splash):
            sent += _announce(table, splash, now)
    return sent


def _has(state: PokerTable, splash: Splash) -> bool:
    """Return whether a table has this splash, announced or in the pot."""
    shown = [state.fund_splash, state.hand.fund_splash if state.hand else None]
    return any(item is not None and item.draw == splash.number for item in shown)


def _announce(table: Table, splash: Splash, now: datetime) -> int:
    command = t.AnnounceFundSplash(
        FundSplash(splash.promotion, splash.title, splash.number), splash.amount
    )
    try:
        _to_table(table, command, ACTOR, now)
    except Refusal as refusal:
        log.info("%s: splash %s waits: %s", table.name, splash.number, refusal.code)
        return 0
    return 1


def _to_table(table: Table, command: t.Command, actor: str, now: datetime) -> None:
    execute(
        table_id=table.pk,
        command_id=str(uuid4()),
        seen=None,
        command=command,
        actor=actor,
        now=now,
    )


def open_seeds(room: Room, fund_id: int, now: datetime) -> int:
    """Publish the seeds of gaming days that are over."""
    today = gaming_day(room, now)
    _, fund = load_fund(fund_id)
    days = [seed.day for seed in fund.seeds if not seed.seed and seed.day < today]
    return sum(_send(fund_id, c.OpenSeed(day), now) for day in days)


def splash_return(*, fund: Fund, number: int, reason: str, actor: str, now: datetime) -> None:
    """Return a splash pot to its fund before it is dealt. Raises `Refusal`: `no_splash`, `splash_in_hand`,
    `splash_status`.
    """
    _, state = load_fund(fund.pk)
    splash = state.splash(number)
    if splash is None:
        raise Refusal("no_splash", "", number=number)
    rows = Table.objects.filter(room=fund.room, name=splash.table).select_related("stream")
    table = rows.first()
    at_table = table_state(table) if table else None
    if table is None or at_table is None or not _has(at_table, splash):
        command = c.ReturnSplash(number, reason)
        fund_execute(
            fund_id=fund.pk, command_id=str(uuid4()), command=command, actor=actor, now=now
        )
        return
    if at_table.fund_splash is None or at_table.fund_splash.draw != number:
        raise Refusal("splash_in_hand", "", number=number)
    _to_table(table, t.WithdrawFundSplash(number), actor, now)


def table_state(table: Table) -> PokerTable:
    """Return the state of a table from its stream."""
    return codec.decode_state(bytes(table.stream.state))


def _send(fund_id: int, command: c.FundCommand, now: datetime, command_id: str = "") -> int:
    """Send a command of the room to a fund; return 1, or 0 if it was refused because something else came first."""
    try:
        fund_execute(
            fund_id=fund_id,
            command_id=command_id or str(uuid4()),
            command=command,
            actor=ACTOR,
            now=now,
        )
    except Refusal as refusal:
        log.info("fund %s: %s refused: %s", fund_id, type(command).__name__, refusal.code)
        return 0
    return 1
