"""Decides commands about mystery boards: a box is picked once, and its prize is what the hit pays."""

from poker.handlers import DecideOn
from poker.logs.outcome import Draft
from poker.refusal import Refusal
from promotions.rules import fund_commands as c
from promotions.rules import fund_events as e
from promotions.rules.drawings import seed_hash
from promotions.rules.fund_shares import shares
from promotions.rules.fund_state import FundState, Hit
from promotions.rules.mystery import FEWEST, MOST, Board, arrangement, promotion_of

FundDraft = Draft[FundState, e.FundEvent]
COMPLETE = "all boxes are taken"


def _lay(draft: FundDraft, command: c.LayBoard, now: int) -> None:
    """Raises `Refusal`: `board_prizes`, `board_open`."""
    if not FEWEST <= len(command.prizes) <= MOST:
        raise Refusal("board_prizes", "", fewest=FEWEST, most=MOST)
    if draft.state.open_board(promotion_of(command.promotion)) is not None:
        raise Refusal("board_open", "", title=command.title)
    draft.record(
        e.BoardLaid(
            Board(
                number=draft.state.laid + 1,
                version=command.promotion,
                title=command.title,
                hash=command.hash,
                prizes=tuple(sorted(command.prizes, reverse=True)),
                at=now,
            )
        )
    )


def check_prize(fund: FundState, hit: Hit) -> None:
    """Raise `Refusal` if the claim could pick a prize that the fund doesn't have: `no_board`, `pool_short`."""
    board = None if hit.box else fund.open_board(promotion_of(hit.facts.promotion))
    if board is None and not hit.box:
        raise Refusal("no_board", "", title=hit.facts.title)
    most = board.highest_left if board else hit.box_prize
    if fund.primary < most:
        raise Refusal("pool_short", "", pool="primary", amount=fund.primary)


def award_box(draft: FundDraft, number: int) -> None:
    """Fix the shares of a verified claim that has its box."""
    hit = draft.state.hit(number)
    assert hit is not None
    rows = shares(hit.facts, hit.terms, hit.box_prize, hit.barred)
    draft.record(e.HitAwarded(hit.number, hit.box_prize, 0, rows))


def _pick(draft: FundDraft, command: c.PickBox, now: int) -> None:
    """Raises `Refusal`: `no_hit`, `not_mystery`, `hit_decided`, `no_board`, `no_mystery_box`, `mystery_box_taken`,
    `board_seed`, `pool_short`.
    """
    fund = draft.state
    hit = fund.hit(command.hit)
    if hit is None:
        raise Refusal("no_hit", "", number=command.hit)
    if not hit.terms.boxes:
        raise Refusal("not_mystery", "", title=hit.facts.title)
    if hit.status != "verified":
        raise Refusal("hit_decided", "", number=hit.number, status=hit.status)
    check_prize(fund, hit)
    board = fund.open_board(promotion_of(hit.facts.promotion))
    assert board is not None  # a verified claim that waits has no box yet
    if command.box > len(board.prizes):
        raise Refusal("no_mystery_box", "", box=command.box, most=len(board.prizes))
    if board.box(command.box) is not None:
        raise Refusal("mystery_box_taken", "", box=command.box)
    _check_seed(board, command.seed)
    prize = arrangement(command.seed, board.number, board.version, board.prizes)[command.box - 1]
    draft.record(e.BoxTaken(board.number, command.box, prize, hit.number, command.by, now))
    award_box(draft, hit.number)
    if len(board.taken) + 1 == len(board.prizes):
        draft.record(e.BoardOpened(board.number, command.seed, COMPLETE, now))


def _retire(draft: FundDraft, command: c.RetireBoard, now: int) -> None:
    """Raises `Refusal`: `no_board`, `pick_open`, `board_seed`."""
    fund = draft.state
    board = fund.board(command.board)
    if board is None or not board.is_open:
        raise Refusal("no_board", "", title=board.title if board else "")
    for hit in fund.hits:
        is_of_board = promotion_of(hit.facts.promotion) == board.promotion
        if is_of_board and hit.terms.boxes and hit.status == "verified":
            raise Refusal("pick_open", "", number=hit.number)
    _check_seed(board, command.seed)
    draft.record(e.BoardOpened(board.number, command.seed, command.reason.strip(), now))


def _check_seed(board: Board, seed: str) -> None:
    """Raises `Refusal`: `board_seed`."""
    if seed_hash(seed) != board.hash:
        raise Refusal("board_seed", "", title=board.title)


MYSTERY: dict[type[c.FundCommand], DecideOn[FundDraft]] = {
    c.LayBoard: _lay,
    c.PickBox: _pick,
    c.RetireBoard: _retire,
}
