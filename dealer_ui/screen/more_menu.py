"""The sheet behind MORE: three named rows of four cells.

Each cell is reserved for one kind of key. A key that does not apply is absent, and the others keep their cells.
"""

from collections.abc import Callable

from dealer_ui import messages
from dealer_ui.screen import bounty, pots
from dealer_ui.screen.keys import in_hand, key, opens, send
from dealer_ui.screen.model import Action, Key, MenuRow
from dealer_ui.screen.stud import is_stud, may_name
from poker.view.model import SeatView, TableView, present

MenuCell = Callable[[TableView], Key | None]
BETWEEN = ("closed", "button", "short", "posts")
CHANGES_NOTHING = (None, "folded")  # acts before the first player is in


def more(view: TableView) -> list[MenuRow]:
    return [MenuRow(name=name, keys=[cell(view) for cell in cells]) for name, cells in _ROWS]


def _is_running(view: TableView) -> bool:
    return bool(view.table.open and view.hand.started)


def _is_between(view: TableView) -> bool:
    return bool(view.table.open and view.hand.stage in BETWEEN)


def _is_posting(view: TableView) -> bool:
    return bool(view.hand.stage == "posts")


def _key(text: str, name: str, do: Action) -> Key:
    return key(text, name, look="filled", do=do)


def _arm(text: str, name: str, of: str) -> Key:
    return _key(text, f"{name}, then tap the seat", opens("arm", of=of))


# This hand


def _answer(view: TableView) -> Key | None:
    """Return BOMB POT, the choice of pots or STRADDLE before the deal; then FOLDED TO until a player is in, and CHECK
    OR CALL after that.
    """
    if (choice := pots.pots_key(view)) is not None:
        return choice
    if (bomb := pots.offered(view)) is not None:
        do = send("bomb_pot", amount=bomb.amount, boards=bomb.boards)
        return _key("Bomb\npot", pots.as_name(bomb), do)
    if pots.is_called(view):
        return _key("No bomb\npot", "Deal a normal hand instead", send("bomb_pot", on=False))
    if view.may_straddle:  # only one seat may straddle, so no tap on a pod is needed
        name = "Straddle by the seat left of the big blind"
        return _key("Straddle", name, send("straddle", seat=view.may_straddle))
    if _is_opening(view):
        return _arm("Folded\nto", "First in", "first_in")
    if any(seat.can_check or seat.can_call for seat in view.seats):
        return _arm("Check\nor call", "Check or call", "call")
    return None


def _is_opening(view: TableView) -> bool:
    """Return whether no player is in yet and all seats before the first one to act are out."""
    streets = view.hand.streets
    seats = view.seats
    first = bool(streets) and view.hand.street == streets[0]
    return first and any(seat.due for seat in seats) and not any(map(_has_come_in, seats))


def _has_come_in(seat: SeatView) -> bool:
    return seat.acted not in CHANGES_NOTHING


def _verbal(view: TableView) -> Key | None:
    if _is_running(view):
        return _arm("Verbal\nbet", "Verbal before chips", "said")
    if _is_posting(view) and not is_stud(view):
        return _arm("Short\npost", "Short post", "post")
    return None


def _cards(view: TableView) -> Key | None:
    if _is_running(view) or (is_stud(view) and _is_posting(view)):
        return _key("Exposed\ncard", "Enter cards that are face up", opens("cards"))
    if not _is_between(view) or is_stud(view):
        return None
    if view.hand.stage == "button":
        name = "Auto draw: the room draws the cards for the button"
        return _key("Auto\ndraw", name, send("draw_button", system=True))
    return _key("Draw\nbutton", "Draw cards for the button", opens("picker", of="button"))


def _skip(view: TableView) -> Key | None:
    if _is_running(view):
        if coming(view):
            return _key("Skip\na street", "Skip ahead to a street", opens("skip"))
        return next_hand()
    if not _is_between(view):
        return None
    other = "streets" if view.tracking == "actions" else "actions"
    text = {"streets": "Streets\nonly", "actions": "Every\naction"}[other]
    name = {"streets": "Log streets only", "actions": "Log every action"}[other]
    return _key(text, name, send("set_tracking", tracking=other))


def next_hand() -> Key:
    """Return END HAND, which goes to the next hand without logging the rest of this one."""
    return _key("End\nhand", "Next hand, this one not logged", send("next_hand"))


# Seats


def _seat(view: TableView) -> Key | None:
    return _arm("Sit in\nor leave", "Change a seat", "seat")


def _missed(view: TableView) -> Key | None:
    if _is_running(view) and any(may_name(view, seat.seat) for seat in view.seats):
        return _arm("Who is\nfirst", "Name who acts first", "first")
    owes = any(seat.choices and seat.missed != "none" for seat in view.seats)
    return _arm("Missed\nblinds", "Missed blinds", "missed") if owes else None


def _conduct(view: TableView) -> Key | None:
    taken = any(seat.state != "empty" for seat in view.seats)
    return _arm("Conduct\nreport", "Conduct report", "conduct") if taken else None


def _chips(view: TableView) -> Key | None:
    """Return CHIPS BOUGHT at a table whose stacks are counted."""
    counted = any(seat.stack is not None for seat in view.seats)
    return _arm("Chips\nbought", "Chips bought", "chips") if counted else None


# Table


def _push(view: TableView) -> Key | None:
    """Return NEXT DEALER, at any time: a supervisor may sign in during a hand; a dealer must wait for its end."""
    return _key("Next\ndealer", "Push the next dealer in", opens("push"))


def _look(view: TableView) -> Key | None:
    """Return the look of the tablet: between hands theme and suits, in a hand only the side for the hand."""
    if not _is_running(view):
        return _key("This\ntablet", "This tablet: left-handed, theme, suits", opens("look"))
    return _key("Left-\nhanded", "Mirror the tablet, left or right-handed", opens("mirror"))


def _time(view: TableView) -> Key | None:
    """Return TIME between hands. All seats that owe are selected until a seat is tapped; the reminder's key skips
    this.
    """
    if not _is_running(view):
        each = view.game.time_charge if view.game else 0
        if not each or not _is_between(view):
            return None
        amount = messages.money(each)
        name = f"Collect time from the seats you choose, {amount} each"
        return _key(f"Time\n{amount} each", name, opens("time"))
    if any(seat.can_buy for seat in view.seats):
        return _arm("Extra\ncard", "Extra card, then tap the seat", "buy")
    if any(seat.can_discard is True for seat in view.seats):
        return _arm("Card\nthrown", "Card thrown", "thrown")
    allowed = present(view.game).limit == "pot" and present(view.game).any_amount
    if not allowed or len(in_hand(view)) != 2:
        return None
    return _key("Any\namount", "Heads-up pot limit, any amount agreed", send("agree_any_amount"))


def _close(view: TableView) -> Key | None:
    """Return CLOSE TABLE between hands; until its seats are empty the next game of a rotation, or the bounty games.

    A table closes when its seats are empty, as on the floor's page; the key shows this when tapped. A table without a
    game offers the dealer school there.
    """
    if not view.table.open:
        return _key("Dealer\nschool", "Dealer school: practice on this tablet", opens("school"))
    if not _is_between(view):
        return None
    seated = sum(1 for seat in view.seats if seat.player)
    if seated and view.rotation and not view.hand.started:
        name = "Choose the next game in the rotation"
        return _key("Change\ngame", name, opens("games"))
    if seated and bounty.is_offered(view):
        return _key("Bounty\ngame", "Start, end or pay a bounty game", opens("games", of="bounty"))
    if seated:
        why = messages.players_seated(seated)
        return key("Close\ntable", "Close the table", look="filled", why=why)
    return _key("Close\ntable", "Close the table", opens("confirm", of="close"))


_ROWS: tuple[tuple[str, tuple[MenuCell, ...]], ...] = (
    ("This\nhand", (_answer, _verbal, _cards, _skip)),
    ("Seats", (_seat, _missed, _conduct, _chips)),
    ("Table", (_push, _look, _time, _close)),
)


def coming(view: TableView) -> list[str]:
    """Return the streets that can be skipped to, the showdown last."""
    streets = view.hand.streets
    current = view.hand.street
    after = streets[streets.index(current) + 1 :] if current in streets else []
    done = view.hand.stage in ("showdown", "award")
    return [*after, "showdown"] if current and not done else []
