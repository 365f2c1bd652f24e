"""Recomputes the draws of a fund from its log: splash pots of opened days, and boxes of opened mystery boards."""

from collections.abc import Iterator

from promotions.fund_statement import states
from promotions.funds import load_fund
from promotions.models import Fund
from promotions.rules import fund_events as e
from promotions.rules.drawings import seed_hash
from promotions.rules.fund_state import FundState
from promotions.rules.mystery import Board, arrangement
from promotions.rules.splashes import Splash, drawn_table


def check_draws(fund: Fund) -> Iterator[str]:
    """Yield a message for everything that the opened seeds don't give."""
    seq, _ = load_fund(fund.pk)
    draws: dict[str, list[Splash]] = {}
    for number, _, event, before, after in states(fund.pk, seq):
        match event:
            case e.SplashDrawn(splash=splash):
                draws.setdefault(splash.day, []).append(splash)
                yield from _check_moment(number, splash, before)
            case e.SeedOpened(day=day):
                yield from _check_day(number, event, before, draws.pop(day, []))
            case e.BoardOpened(board=board_number):
                board = after.board(board_number)
                assert board is not None
                yield from _check_board(number, board)


def _check_moment(entry: int, splash: Splash, fund: FundState) -> Iterator[str]:
    committed = fund.seed(splash.day)
    if committed is None or committed.at > splash.starts:
        yield f"entry {entry}: splash {splash.number} was drawn without a seed from before its period"


def _check_day(
    entry: int, event: e.SeedOpened, fund: FundState, splashes: list[Splash]
) -> Iterator[str]:
    committed = fund.seed(event.day)
    if committed is None or seed_hash(event.seed) != committed.hash:
        yield f"entry {entry}: the seed of {event.day} isn't the one that was committed"
        return
    for splash in splashes:
        table = drawn_table(event.seed, splash.promotion, splash.starts, splash.tables)
        if table != splash.table:
            yield f"entry {entry}: splash {splash.number} went to {splash.table}, the seed draws {table}"


def _check_board(entry: int, board: Board) -> Iterator[str]:
    if seed_hash(board.seed) != board.hash:
        yield f"entry {entry}: the seed of board {board.number} isn't the one that was committed"
        return
    boxes = arrangement(board.seed, board.number, board.version, board.prizes)
    for box in board.taken:
        if boxes[box.box - 1] != box.prize:
            prize = boxes[box.box - 1]
            yield f"entry {entry}: box {box.box} of board {board.number} paid {box.prize}, it holds {prize}"
