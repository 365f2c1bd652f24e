"""The sheets of one seat and of the cards: what stands on them, and what each key sends."""

from dealer_ui import words
from dealer_ui.screen.arms import SEAT
from dealer_ui.screen.keys import Key, View, in_hand, key, opens, send

COMES_IN = {
    "": "Back",
    "wait": "Wait for big blind",
    "post": "Post now",
    "after_button": "After the button",
}
WORDS = {"fold": "Fold", "check": "Check", "call": "Call", "raise": "Raise", "all-in": "All-in"}


def choices(view: View, seat: View) -> list[Key]:
    """The sheet of one seat: at most six keys."""
    if seat["state"] == "empty":
        return []
    return [*_comes_in(seat), *_goes_out(view, seat), *_button(view, seat)]


def _comes_in(seat: View) -> list[Key]:
    number = seat["seat"]
    return [
        key(
            COMES_IN[choice],
            words.action_name(COMES_IN[choice], seat),
            do=send("sit_in", seat=number, **({"choice": choice} if choice else {})),
        )
        for choice in seat["choices"]
    ]


def _goes_out(view: View, seat: View) -> list[Key]:
    """Nobody leaves with cards in hand, who sits out plays it first, bought chips wait (S-008, S-010, S-064)."""
    number, started = seat["seat"], view["hand"]["started"]
    dealt = started and seat["state"] == "in"
    chips = opens("amount", seat=number, of="chips_next" if started else "chips")
    # Anybody may quit any time (S-038): one tap, and UNDO takes it back.
    leave = None if dealt else send("leave_seat", seat=number)
    long = None if seat.get("long") else send("sit_out", seat=number, long=True)
    keys = [
        key("Sit out", words.action_name("Sit out", seat), do=send("sit_out", seat=number)),
        key("Add chips", words.action_name("Add chips to", seat), do=chips),
        key("Leave", words.action_name("Leave,", seat), do=leave),
        key("Away long", words.action_name("Away for long, tell the floor,", seat), do=long),
    ]
    if seat["away"]:
        return keys[1:]
    return (
        keys[:-1] if seat["choices"] else keys
    )  # six keys at most: who owes a way in sits out first


def _button(view: View, seat: View) -> list[Key]:
    """Between hands, for a supervisor, to a seat that plays."""
    if seat["choices"] or seat["away"] or not view["table"]["open"]:
        return []
    name, between = words.action_name("Button to", seat), not view["hand"]["started"]
    do = send("set_button", seat=seat["seat"]) if between else None
    off = opens("amount", seat=seat["seat"], of="off") if between else None
    return [
        key("Button here", name, do=do, supervised=True),
        key("Take chips off", words.action_name("Take chips off", seat), do=off, supervised=True),
    ]


def cards(view: View) -> list[Key]:
    """Faces of the board or of a hand; a hand given up unseen where the house allows it."""
    out, live = view["board"]["cards"], in_hand(view)
    board = opens("picker", of="board") if out else None
    hand = opens("arm", of="show") if live else None
    muck = opens("arm", of="muck") if view["may_muck"] else None
    up = opens("arm", of="up") if any(seat["up"] for seat in live) else None
    told = [key("Upcards", "Upcards of a seat, then tap it", look="filled", do=up)] if up else []
    return [
        key("The board", "The board", look="filled", do=board),
        key("A hand", "A hand, then tap the seat", look="filled", do=hand),
        key("Mucked", "Mucked unseen, then tap the seat", look="filled", do=muck),
        *told,
    ]


def said() -> list[Key]:
    """Words before chips, for the seat that is tapped: kept for a ruling, they move nothing (S-104)."""
    keys = [
        key(text, f"{text}, said by seat {SEAT}", do=send("declare", seat=SEAT, what=what))
        for what, text in WORDS.items()
    ]
    sum_ = opens("amount", seat=SEAT, of="said")
    return [*keys, key("A sum", f"A sum, said by seat {SEAT}", do=sum_)]
