"""Mystery boards of a room: a version that takes effect lays its board, and a manager lays or retires one."""

import logging
from datetime import datetime
from uuid import uuid4

from poker.refusal import Refusal
from promotions.at_tables import key_of
from promotions.funds import fund_execute, load_fund
from promotions.models import Promotion, PromotionVersion
from promotions.publishing import read_terms, version_at
from promotions.rules import fund_commands as c
from staff.models import Room

ACTOR = "system.promotions"
WITHDRAWN = "the promotion was withdrawn"
log = logging.getLogger(__name__)


def sync_boards(room: Room, now: datetime) -> int:
    """Lay and retire the boards of versions that took effect; return the number of commands."""
    rows = Promotion.objects.filter(room=room, kind="mystery", fund__isnull=False)
    return sum(_sync(promotion, now) for promotion in rows.order_by("pk"))


def _sync(promotion: Promotion, now: datetime) -> int:
    assert promotion.fund_id is not None
    version = version_at(promotion, now)
    _, fund = load_fund(promotion.fund_id)
    board = fund.open_board(promotion.key)
    wanted = key_of(version) if version else ""
    if board is not None and board.version != wanted:
        reason = f"version {version.number} took effect" if version else WITHDRAWN
        return _send(promotion.fund_id, c.RetireBoard(board.number, reason), now)
    if version is None or board is not None or fund.laid_versions.get(promotion.key) == wanted:
        return 0
    return _send(promotion.fund_id, board_command(version), now)


def board_command(version: PromotionVersion) -> c.LayBoard:
    """Return the command that lays the board of a version."""
    terms = read_terms(version.terms)
    return c.LayBoard(key_of(version), terms.title, terms.prizes)


def _send(fund_id: int, command: c.FundCommand, now: datetime) -> int:
    try:
        fund_execute(
            fund_id=fund_id, command_id=str(uuid4()), command=command, actor=ACTOR, now=now
        )
    except Refusal as refusal:
        log.info("fund %s: %s refused: %s", fund_id, type(command).__name__, refusal.code)
        return 0
    return 1
