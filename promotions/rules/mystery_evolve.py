"""Applies events of mystery boards to a fund."""

from typing import Any

from msgspec.structs import replace

from poker.handlers import Evolve
from promotions.rules import fund_events as e
from promotions.rules.fund_changes import on_hit
from promotions.rules.fund_state import MOST_BOARDS, FundState
from promotions.rules.mystery import TakenBox


def _laid(fund: FundState, event: e.BoardLaid) -> FundState:
    opened = [board for board in fund.boards if not board.is_open]
    dropped = opened[: max(0, len(opened) - MOST_BOARDS)]
    kept = tuple(board for board in fund.boards if board not in dropped)
    board = event.board
    versions = {**fund.laid_versions, board.promotion: board.version}
    return replace(fund, boards=(*kept, board), laid=board.number, laid_versions=versions)


def _taken(fund: FundState, event: e.BoxTaken) -> FundState:
    board = fund.board(event.board)
    assert board is not None
    box = TakenBox(event.box, event.prize, event.hit, event.at)
    fund = _on_board(fund, event.board, taken=(*board.taken, box))
    return on_hit(fund, event.hit, board=event.board, box=event.box, box_prize=event.prize)


def _opened(fund: FundState, event: e.BoardOpened) -> FundState:
    return _on_board(fund, event.board, seed=event.seed, reason=event.reason, opened_at=event.at)


def _on_board(fund: FundState, number: int, **changes: Any) -> FundState:
    boards = (
        replace(board, **changes) if board.number == number else board for board in fund.boards
    )
    return replace(fund, boards=tuple(boards))


MYSTERY: dict[type[e.FundEvent], Evolve[FundState]] = {
    e.BoardLaid: _laid,
    e.BoxTaken: _taken,
    e.BoardOpened: _opened,
}
