"""Tables follow the promotions of their room: those in force, posted amounts, leading high hands, decided claims.

A comparison that a stopped server missed is made by the scheduled task.
"""

import logging
from datetime import datetime
from typing import Literal
from uuid import uuid4

from poker import commands as c
from poker.events import GameChanged, PlaqueChanged, TableOpened
from poker.refusal import Refusal
from poker.state import Table as PokerTable
from promotions.at_tables import table_promotions, version_of
from promotions.funds import StoredInFund, load_fund
from promotions.models import Promotion
from promotions.mystery_boards import sync_boards
from promotions.period_claims import ACTOR, claim_ended_periods
from promotions.rules.fund_events import HitRefused, HitVerified
from promotions.rules.fund_state import Hit
from promotions.splash_pots import sync_splashes, table_state
from staff.models import Room
from tables.actions import execute
from tables.models import Table
from tables.stored_commands import StoredAtTable

EVENTS = (TableOpened, PlaqueChanged, GameChanged)
DECIDED = (HitVerified, HitRefused)
OUTCOMES: dict[str, Literal["verified", "refused"]] = {
    "verified": "verified",
    "hit": "verified",
    "refused": "refused",
}
log = logging.getLogger(__name__)


def sync_opened(stored: StoredAtTable) -> None:
    """Send a table that opened, or that changed its game, the promotions of its room."""
    table = Table.objects.select_related("room", "stream").filter(pk=stored.stream_id).first()
    if table is not None and Promotion.objects.filter(room=table.room).exists():
        sync_table(table, stored.now)


def settle_table(stored: StoredInFund) -> None:
    """Let the table of a decided claim go on."""
    decided = {event.hit for event in stored.events if isinstance(event, DECIDED)}
    names = {hit.facts.table for hit in stored.state.hits if hit.number in decided}
    tables = Table.objects.filter(room=stored.room_id, name__in=names)
    for table in tables.select_related("room", "stream"):
        _settle(table, table_state(table), stored.now)


def sync_room(room: Room, now: datetime) -> int:
    """Bring the open tables of a room in line with its promotions, and claim the high hands of ended periods.

    Return the number of commands that were sent.
    """
    if not Promotion.objects.filter(room=room).exists():
        return 0
    tables = Table.objects.filter(room=room).select_related("room", "stream").order_by("pk")
    states = [(table, table_state(table)) for table in tables]
    sync_boards(room, now)
    deals = (state.hand.dealt_at for _, state in states if state.hand and state.hand.promotions)
    sent = claim_ended_periods(room, min(deals, default=2**62), now)
    for table, state in states:
        sent += _settle(table, state, now)
        sent += _send_promotions(table, state, now)
    return sent + sync_splashes(room, states, now)


def sync_table(table: Table, now: datetime) -> int:
    """Send a table the promotions that it should have; return the number of commands, 0 or 1."""
    return _send_promotions(table, table_state(table), now)


def _send_promotions(table: Table, state: PokerTable, now: datetime) -> int:
    if not state.is_open:
        return 0
    wanted = () if state.event else table_promotions(table.room, state.game.key, now)
    if wanted == state.promotions:
        return 0
    return _send(table, c.SetPromotions(wanted), now)


def _settle(table: Table, state: PokerTable, now: datetime) -> int:
    """Let a table go on whose claim the floor decided."""
    hit = _hit_of(table, state)
    outcome = OUTCOMES.get(hit.status) if hit else None
    if hit is None or outcome is None:
        return 0
    return _send(table, c.SettleClaim(hit.facts.hand, outcome, hit.rule, hit.decided_by), now)


def _hit_of(table: Table, state: PokerTable) -> Hit | None:
    """Return the hit of the claim for which a table waits."""
    claim = state.claim
    version = version_of(table.room_id, claim.promotion) if claim else None
    if claim is None or version is None or version.promotion.fund_id is None:
        return None
    _, fund = load_fund(version.promotion.fund_id)
    key = (claim.promotion, table.name, claim.hand, claim.board)
    return next(
        (
            hit
            for hit in reversed(fund.hits)
            if (hit.facts.promotion, hit.facts.table, hit.facts.hand, hit.facts.board) == key
        ),
        None,
    )


def _send(table: Table, command: c.Command, now: datetime) -> int:
    """Execute a command of the room at a table; return 0 if the table had moved on, which the next comparison sees."""
    try:
        execute(
            table_id=table.pk,
            command_id=str(uuid4()),
            seen=None,
            command=command,
            actor=ACTOR,
            now=now,
        )
    except Refusal as refusal:
        log.info("%s: %s refused: %s", table.name, type(command).__name__, refusal.code)
        return 0
    return 1
