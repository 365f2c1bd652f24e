"""Keys and felt of bomb pots, splash pots, hands with two boards, and boards that are run twice."""

from collections.abc import Callable

from msgspec.structs import replace

from dealer_ui import messages
from dealer_ui.messages import pots as texts
from dealer_ui.screen import straddles
from dealer_ui.screen.keys import key, opens, send
from dealer_ui.screen.model import (
    BoardStage,
    BombKeys,
    FeltNumber,
    Key,
    Look,
    Pill,
    PotCell,
    PotRow,
    PromptStage,
    StraddleStage,
)
from poker.view.model import BombPotView, SeatView, SplashPotView, TableView, present

BOTH = 2
DASH = chr(0x2013)


def offered(view: TableView) -> BombPotView | None:
    """Return the bomb pot that may be called for before this deal; None if there is none."""
    bomb = view.bomb_pot
    return bomb if bomb and _is_before_deal(view) and bomb.most and not bomb.called else None


def _is_before_deal(view: TableView) -> bool:
    """Return whether the next hand can be dealt and has not begun."""
    return view.table.open and view.hand.stage == "posts" and not view.hand.started


def splash_offered(view: TableView) -> SplashPotView | None:
    """Return the splash pot that may be announced before this deal; None if there is none."""
    splash = view.splash_pot
    return splash if splash and _is_before_deal(view) and not splash.announced else None


def is_called(view: TableView) -> bool:
    """Return whether the next hand is a bomb pot whose amounts are being collected."""
    bomb = view.bomb_pot
    return bool(bomb and bomb.called and not view.hand.started and view.hand.stage == "posts")


def deals_two_boards(view: TableView) -> bool:
    """Return whether the next street goes to two boards."""
    bomb = view.bomb_pot
    called = is_called(view) and bomb is not None and bomb.boards > 1
    return called or (bool(view.board.more) and not view.runs)


def is_due(view: TableView, bomb: BombPotView, now_ms: int) -> bool:
    """Return whether a bomb pot is due: the plaque's hands or its time are over, or this down has had none."""
    return bomb.due or bool(bomb.due_at and now_ms >= bomb.due_at)


def bomb_key(bomb: BombPotView, *, due: bool) -> Key:
    """Return BOMB POT with the amount and the boards of the last one."""
    boards = f", {bomb.boards} boards" if bomb.boards > 1 else ""
    name = as_name(bomb)
    return key(
        "BOMB POT",
        name,
        sub=f"{messages.money(bomb.amount)}{boards}",
        look="due" if due else "plain",
        do=send("bomb_pot", amount=bomb.amount, boards=bomb.boards),
    )


def splash_key(splash: SplashPotView) -> Key:
    """Return SPLASH POT with the last amount."""
    return key(
        "SPLASH POT",
        f"Next hand: {texts.splash_name(splash)}",
        sub=messages.money(splash.amount),
        look="plain",
        do=send("splash_pot", amount=splash.amount),
    )


def splash_change_key() -> Key:
    """Return CHANGE, which opens the pad with the amount of a splash pot."""
    return key(
        "CHANGE",
        "Change the amount of the splash pot",
        sub="amount",
        do=opens("amount", of="splash"),
    )


def pots_key(view: TableView) -> Key | None:
    """Return the key of MORE that opens the choice of pots; None if the next hand can have no splash pot."""
    if view.splash_pot is None or not _is_before_deal(view):
        return None
    bomb = offered(view) or is_called(view)
    text = "Bomb or\nsplash" if bomb else "Splash\npot"
    name = "Bomb pot or splash pot" if bomb else "Splash pot"
    return key(text, f"{name} for the next hand", look="filled", do=opens("pots"))


def pots_sheet(view: TableView) -> list[Key]:
    """Return the keys of the choice of pots: the bomb pot's two, then the splash pot's two; [] if it is not offered."""
    if pots_key(view) is None:
        return []
    keys = [*_bomb_choices(view), *_splash_choices(present(view.splash_pot))]
    return [replace(item, look="filled") if item.do else item for item in keys]


def _bomb_choices(view: TableView) -> list[Key]:
    if is_called(view):
        off = key("No bomb pot", "No bomb pot in the next hand", do=send("bomb_pot", on=False))
        return [off, replace(change_key(), text="Change\nbomb pot", sub="")]
    bomb = offered(view)
    if bomb is None:
        return []
    called = replace(bomb_key(bomb, due=False), text="Bomb pot")
    return [called, replace(change_key(), text="Change\nbomb pot", sub="")]


def _splash_choices(splash: SplashPotView) -> list[Key]:
    if not splash.announced:
        announced = replace(splash_key(splash), text="Splash pot")
        return [announced, replace(splash_change_key(), text="Change\nsplash pot", sub="")]
    off = key("No splash pot", "No splash pot in the next hand", do=send("splash_pot", on=False))
    if splash.title:
        off = replace(off, do=None, why=texts.SPLASH_OF_FUND)
    change = key(
        "Change\nsplash pot", "Change the amount of the splash pot", why=texts.SPLASH_FIRST
    )
    return [off, change]


def as_name(bomb: BombPotView) -> str:
    return f"Next hand: {texts.bomb_pot_name(bomb)}"


def change_key() -> Key:
    """Return CHANGE, which opens the pad with amount and boards."""
    return key(
        "CHANGE",
        "Change amount or boards of the bomb pot",
        sub="$ or boards",
        do=opens("amount", of="bomb"),
    )


def bomb_keys(view: TableView) -> BombKeys | None:
    """Return what the pad of a bomb pot offers; None if none can be called for."""
    bomb = view.bomb_pot
    if bomb is None or not (offered(view) or is_called(view)):
        return None
    boards = [
        key(
            f"{boards} BOARD{'S' if boards > 1 else ''}",
            f"Bomb pot with {texts.boards_text(boards)}",
            look="filled",
            do=send("bomb_pot", boards=boards),
        )
        for boards in range(1, bomb.most + 1)
    ]
    return BombKeys(boards=boards)


def seat_keys(view: TableView, seat: SeatView) -> list[Key]:
    """Return the seat's keys while runs are agreed on, or while the amounts of a bomb pot are collected; else []."""
    if asks_for_runs(view):
        return _run_keys(view, seat)
    if is_called(view) and not seat.all_in:
        return _collect_keys(seat, present(view.bomb_pot))
    return []


def _collect_keys(seat: SeatView, bomb: BombPotView) -> list[Key]:
    """Return AWAY and SHORT: everyone is assumed to post, and only exceptions are tapped."""
    away = messages.action_name("Away, left out:", seat)
    short = messages.action_name("Less than the bomb pot:", seat)
    return [
        key("AWAY", away, look="calm", do=send("sit_out", seat=seat.seat)),
        key(
            "SHORT",
            short,
            sub=f"< {messages.money(bomb.amount)}",
            look="calm",
            do=opens("amount", seat=seat.seat, of="post"),
        ),
    ]


def collect_pills(view: TableView, seat: SeatView) -> list[Pill]:
    """Return the pill of the amount that a seat is assumed to post."""
    if not is_called(view) or seat.state != "in" or seat.all_in:
        return []
    amount = messages.money(present(view.bomb_pot).amount)
    return [Pill(text=f"{amount}?", name=f"posts {amount}, assumed", look="inferred")]


def asks_for_runs(view: TableView) -> bool:
    """Return whether the players left may still agree on the number of runs."""
    return bool(view.runs and view.runs.most > 1 and not view.paused)


def _run_keys(view: TableView, seat: SeatView) -> list[Key]:
    """Return ONCE and TWICE of a seat; a second tap on TWICE is three times, where the house allows it."""
    runs = present(view.runs)
    wanted = dict(runs.agreed).get(seat.seat, 0)
    more = min(max(wanted, 1) + 1, runs.most)
    word = texts.TIMES[more]
    once = key(
        "ONCE",
        messages.action_name("Once,", seat),
        look="set" if wanted == 1 else "live",
        do=None if wanted == 1 else send("agree_runs", seat=seat.seat, runs=1),
        why=f"Seat {seat.seat} wants one run.",
    )
    agreed = wanted == more
    look: Look = "live"
    if agreed:
        look = "set"
    elif runs.count == 1 and wanted != 1:
        look = "expected"
    again = key(
        "TWICE" if more == BOTH else "3 TIMES",
        messages.action_name(f"{word.capitalize()},", seat),
        sub="agreed" if agreed else "",
        look=look,
        do=None if agreed else send("agree_runs", seat=seat.seat, runs=more),
        why=f"Seat {seat.seat} agreed to {word}. ONCE takes it back.",
    )
    return [once, again]


def run_pills(view: TableView, seat: SeatView) -> list[Pill]:
    """Return the pill with the number of runs that a seat agreed to."""
    if not view.runs or seat.state != "in" or view.award or asks_for_runs(view):
        return []
    wanted = dict(view.runs.agreed).get(seat.seat)
    if not wanted:
        return []
    word = texts.TIMES[wanted]
    return [Pill(text=word, name=f"agreed to {word}", look="plain")]


def before_deal(
    view: TableView, now_ms: int, board: Callable[[], BoardStage]
) -> BoardStage | PromptStage | StraddleStage | None:
    """Return the decision before the deal: a bomb pot, a straddle or a splash pot; else None.

    board: returns the felt with its board and numbers.
    """
    if is_called(view):
        return board()
    bomb = offered(view)
    if bomb is not None and is_due(view, bomb, now_ms):
        return _bomb_offer(view, bomb, board().numbers, due=True)
    if (question := straddles.felt(view)) is not None:
        return question
    if bomb is not None and view.result is None:  # the payouts stay until the chips are pushed
        return _bomb_offer(view, bomb, board().numbers, due=False)
    splash = splash_offered(view)
    if splash is not None and view.result is None:
        return _splash_offer(view, splash, board().numbers)
    return None


def _splash_offer(view: TableView, splash: SplashPotView, numbers: list[FeltNumber]) -> PromptStage:
    return PromptStage(
        title=texts.SPLASH_OFFER,
        lines=texts.splash_lines(splash, view.hand.number),
        key=splash_key(splash),
        second=splash_change_key(),
        numbers=numbers[:2],
    )


def _bomb_offer(
    view: TableView, bomb: BombPotView, numbers: list[FeltNumber], *, due: bool
) -> PromptStage:
    return PromptStage(
        title=texts.BOMB_OFFER,
        lines=texts.bomb_lines(bomb, view.hand.number),
        key=bomb_key(bomb, due=due),
        second=change_key(),
        numbers=numbers[:2],
    )


def heads(view: TableView) -> list[str]:
    """Return the titles of the boards or runs that the pots are split by; [] if they are not."""
    boards = 1 + max((pot.board for pot in present(view.award).pots), default=0)
    word = texts.board_word(view).capitalize()
    return [f"{word} {number + 1}" for number in range(boards)] if boards > 1 else []


def split_rows(view: TableView) -> list[PotRow]:
    """Return a row for each pot, last side pot first, with its part on each board."""
    award = present(view.award)
    indexes = sorted({pot.pot for pot in award.pots}, reverse=True)
    return [_split_row(view, index) for index in indexes]


def _split_row(view: TableView, number: int) -> PotRow:
    award = present(view.award)
    indexes = [index for index, pot in enumerate(award.pots) if pot.pot == number]
    cells = [_cell(view, index) for index in indexes]
    sides = len({pot.pot for pot in award.pots}) - 1
    return PotRow(
        name=messages.pot_name(number, sides),
        seats=[],
        amount="",
        note="",
        turn=award.turn in indexes,
        cells=cells,
    )


def _cell(view: TableView, index: int) -> PotCell:
    """Return a pot's part on a board: who won it, or who can win it if it is awarded now."""
    award = present(view.award)
    pot = award.pots[index]
    turn = index == award.turn
    able = [seat for seat in pot.seats if seat not in pot.out] if turn else []
    seats = pot.winners or sorted(able)
    return PotCell(
        amount=messages.money_or_blank(pot.amount) or DASH,
        note=("+" if pot.winners else ", ").join(map(str, seats)),
        turn=turn,
        done=bool(pot.winners),
    )
