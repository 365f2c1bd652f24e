"""The sheets of a seat and of the cards: their keys and commands."""

from functools import cache

from msgspec.structs import replace

from dealer_ui.messages import act_reasons as reasons
from dealer_ui.messages.pots import board_word
from dealer_ui.screen.armed_keys import SEAT
from dealer_ui.screen.keys import in_hand, key, opens, send
from dealer_ui.screen.model import Key
from dealer_ui.screen.shortage import counts
from dealer_ui.screen.stud import is_stud
from poker.formatting import smart_quotes
from poker.view.model import SeatView, TableView

COMES_IN = {
    "": "Back in",
    "wait": "Wait for big blind",
    "post": "Post now",
    "after_button": "Behind the button",
}
WORDS = {"fold": "Fold", "check": "Check", "call": "Call", "raise": "Raise", "all-in": "All-in"}


def choices(view: TableView, seat: SeatView, who: str) -> list[Key]:
    """Return the sheet of a seat, at most six keys. who: the seat's name in the names of the keys."""
    if seat.state == "empty":
        return []
    if view.event is not None:
        return [_presence(seat, who), *_button(view, seat, who)]
    return [*_comes_in(seat, who), *_goes_out(view, seat, who), *_button(view, seat, who)]


def _presence(seat: SeatView, who: str) -> Key:
    """Return AWAY or BACK at a tournament table, where an absent player is dealt in (H-80)."""
    if seat.absent is True:
        name = f"Back at the table, {who}"
        return key("Back", name, do=send("sit_in", seat=seat.seat))
    name = f"Away from the table, blinded off, {who}"
    return key("Away", name, do=send("sit_out", seat=seat.seat))


def _comes_in(seat: SeatView, who: str) -> list[Key]:
    number = seat.seat
    return [
        key(
            COMES_IN[choice],
            f"{COMES_IN[choice]} {who}",
            do=send("sit_in", seat=number, **({"choice": choice} if choice else {})),
        )
        for choice in seat.choices
    ]


def _goes_out(view: TableView, seat: SeatView, who: str) -> list[Key]:
    """Return the keys for leaving and sitting out. No player leaves with cards, and bought chips wait for the end of
    the hand (S-008, S-010, S-064).
    """
    number = seat.seat
    started = view.hand.started
    dealt = started and seat.state == "in"
    chips = opens("amount", seat=number, of="chips")
    # A player may quit at any time (S-038): one tap, which UNDO reverts.
    leave = None if dealt else send("leave_seat", seat=number)
    long = None if seat.long else send("sit_out", seat=number, long=True)
    keys = [
        key("Sit out", f"Sit out {who}", do=send("sit_out", seat=number)),
        key("Add chips", f"Add chips to {who}", do=chips),
        key("Leave", f"Leave, {who}", do=leave, why=reasons.HAS_CARDS),
        key(
            "Player away",
            f"Player away, tell the floor, {who}",
            do=long,
            why=reasons.FLOOR_KNOWS,
        ),
    ]
    if seat.away:
        return keys[1:]
    # At most six keys: a player who still has to choose how to come in sits out first.
    return keys[:-1] if seat.choices else keys


def _button(view: TableView, seat: SeatView, who: str) -> list[Key]:
    """Return the button key, which a supervisor has between hands on a seat that plays."""
    if seat.choices or seat.away or not view.table.open:
        return []
    name = f"Button to {who}"
    between = not view.hand.started
    do = send("set_button", seat=seat.seat) if between else None
    off = opens("amount", seat=seat.seat, of="off") if between else None
    return [
        key("Button here", name, do=do, why=reasons.BETWEEN_HANDS, supervised=True),
        key(
            "Take chips off",
            f"Take chips off {who}",
            do=off,
            why=reasons.BETWEEN_HANDS,
            supervised=True,
        ),
    ]


def cards(view: TableView) -> list[Key]:
    """Return the cards sheet, at most six keys.

    They are board, hands and upcards, a hand given up unseen if the house allows it, the deck's count, and a bought
    card.
    """
    live = in_hand(view)
    hand = opens("arm", of="show") if live else None
    muck = opens("arm", of="muck") if view.may_muck else None
    keys = [
        *_board_keys(view),
        key("A hand", "A hand, then tap the seat", do=hand, why=reasons.NO_CARDS),
        key("Mucked", "Mucked unseen, then tap the seat", do=muck, why=reasons.NO_MUCK),
    ]
    if any(seat.up for seat in live) and not view.award:
        keys = [
            *keys,
            key("Upcards", "Enter upcards, seat by seat", do=opens("picker", of="up")),
            key(
                smart_quotes("One seat's upcards"),
                "Upcards of a seat, then tap it",
                do=opens("arm", of="up"),
            ),
        ]
    if is_stud(view) and counts(view):
        name = "Correct stub, burns and players"
        keys.append(key("Deck count", name, do=opens("counts")))
    if any(seat.can_buy for seat in view.seats):
        buys = key("Buy card", "Buys a card, then tap the seat", do=opens("arm", of="buy"))
        keys = [buys, *keys[1:]]  # games with bought cards have no board
    return [replace(item, look="filled") if item.do else item for item in keys]


def boards(view: TableView) -> list[list[str]]:
    """Return the cards of each board, one in most hands."""
    return [view.board.cards, *view.board.more]


def _board_keys(view: TableView) -> list[Key]:
    """Return a key to enter the cards of each board."""
    every = boards(view)
    if len(every) == 1:
        do = opens("picker", of="board", board=0) if every[0] else None
        return [key("The board", "The board", do=do, why=reasons.NO_BOARD)]
    word = board_word(view).capitalize()
    return [
        key(
            f"{word} {index + 1}",
            f"Enter the cards of {word.lower()} {index + 1}",
            do=opens("picker", of="board", board=index) if cards_out else None,
            why=reasons.NO_BOARD,
        )
        for index, cards_out in enumerate(every)
    ]


@cache
def declaration_sheet() -> list[Key]:
    """Return the verbal declarations for the tapped seat. They are logged for rulings and move no chips (S-104)."""
    keys = [
        key(text, f"{text}, said by seat {SEAT}", do=send("declare", seat=SEAT, what=what))
        for what, text in WORDS.items()
    ]
    sum_ = opens("amount", seat=SEAT, of="said")
    return [*keys, key("Amount", f"Amount, said by seat {SEAT}", do=sum_)]
