"""Splash pots and mystery boards of a fund, as the ledger and the public page show them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from journal.unix_time import from_milliseconds
from promotions.models import Fund, Promotion
from promotions.publishing import version_at
from promotions.rules.fund_state import FundState, Hit
from promotions.rules.mystery import Board, promotion_of
from promotions.rules.splashes import CommittedSeed, Splash, subject
from promotions.splash_pots import may_be_drawn, reason_not_drawn, running_splash, table_state
from tables.models import Table
from web.messages.refusals import refusal_message

SHOWN_SPLASHES = 12
SHOWN_SEEDS = 6


@dataclass(frozen=True, slots=True)
class SplashRow:
    """A splash pot with its times. subject: stands for its period in the draw."""

    splash: Splash
    starts: datetime
    at: datetime
    subject: str


@dataclass(frozen=True, slots=True)
class WaitingPeriod:
    """A period that runs and isn't drawn, with the reason."""

    title: str
    ends: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class Box:
    """A box of a board. prize: None until it is taken, or until the board is opened."""

    number: int
    is_taken: bool
    prize: int | None


@dataclass(frozen=True, slots=True)
class BoardView:
    """A mystery board as anyone may see it."""

    board: Board
    laid_at: datetime
    opened_at: datetime | None
    boxes: list[Box]
    left: list[tuple[int, int]]


class DrawPanel:
    """The draws of a fund."""

    def __init__(self, fund: Fund, state: FundState, now: datetime) -> None:
        self.fund = fund
        self.state = state
        self.now = now

    @property
    def has_splashes(self) -> bool:
        return bool(self.state.seeds)

    @property
    def seeds(self) -> list[CommittedSeed]:
        """Return the committed seeds, the newest day first."""
        return sorted(self.state.seeds, key=lambda seed: seed.day, reverse=True)[:SHOWN_SEEDS]

    @property
    def splashes(self) -> list[SplashRow]:
        """Return the last splash pots, the newest first."""
        return [_splash_row(item) for item in self.state.splashes[: -SHOWN_SPLASHES - 1 : -1]]

    @property
    def waiting(self) -> list[WaitingPeriod]:
        """Return the periods that run and are not drawn, with their reasons."""
        rows = []
        promotions = Promotion.objects.filter(fund=self.fund, kind="splash").order_by("pk")
        for promotion in promotions.select_related("room"):
            running = running_splash(promotion, self.now)
            if running is None:
                continue
            tables = [
                table.name
                for table in _poker_tables(self.fund)
                if may_be_drawn(table_state(table), running.terms)
            ]
            refusal = reason_not_drawn(running, self.state, tables)
            if refusal is not None:
                reason = refusal_message(refusal)
                rows.append(WaitingPeriod(promotion.title, running.ends, reason))
        return rows

    @property
    def boards(self) -> list[BoardView]:
        """Return the open boards, then those that were opened, the newest first."""
        boards = sorted(self.state.boards, key=lambda board: (not board.is_open, -board.number))
        return [board_view(board) for board in boards]

    @property
    def boardless(self) -> list[Promotion]:
        """Return the mystery promotions in effect without a board from which players pick."""
        rows = Promotion.objects.filter(fund=self.fund, kind="mystery").order_by("pk")
        return [
            row
            for row in rows
            if version_at(row, self.now) is not None and self.state.open_board(row.key) is None
        ]


def _poker_tables(fund: Fund) -> Sequence[Table]:
    return list(Table.objects.filter(room=fund.room_id).select_related("stream").order_by("pk"))


def _splash_row(splash: Splash) -> SplashRow:
    return SplashRow(
        splash=splash,
        starts=from_milliseconds(splash.starts),
        at=from_milliseconds(splash.at),
        subject=subject(splash.promotion, splash.starts),
    )


def board_view(board: Board) -> BoardView:
    """Return a board with the prizes of its taken boxes only."""
    taken = {box.box: box.prize for box in board.taken}
    boxes = [
        Box(number, number in taken, taken.get(number))
        for number in range(1, len(board.prizes) + 1)
    ]
    opened_at = from_milliseconds(board.opened_at) if board.opened_at else None
    left = list(board.left.items())
    return BoardView(board, from_milliseconds(board.at), opened_at, boxes, left)


def pick_board(fund: FundState, hit: Hit) -> BoardView | None:
    """Return the board from which the player of a claim picks; None without one."""
    board = fund.open_board(promotion_of(hit.facts.promotion)) if hit.terms.boxes else None
    return board_view(board) if board is not None else None
