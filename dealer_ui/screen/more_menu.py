"""The sheet behind MORE: eighteen fixed positions, each with its own key."""

from collections.abc import Callable
from typing import Any

from dealer_ui import messages
from dealer_ui.messages.disabled_keys import disabled_reason, sitting
from dealer_ui.screen.keys import Key, View, in_hand, key, opens, send
from dealer_ui.screen.more_menu_stud import stud_key
from dealer_ui.screen.rotation import rotation_key

Do = dict[str, Any] | None
TIME = "Time"
CLOSES = "Open or close"
BETWEEN = ("closed", "button", "short", "posts")


def more(view: View) -> list[Key]:
    """Return the keys row by row. A key that does not apply keeps its position and gives the reason when tapped."""
    places = [rotation_key(view, place[0]) or stud_key(view, place[0]) or place for place in _KEYS]
    told = [key(text, name, look="filled", do=do(view)) for text, name, do in places]
    told = [place if place["do"] else place | {"why": _why(view, place["text"])} for place in told]
    return [_with_sum(view, place) if place["text"] == TIME else place for place in told]


def _why(view: View, text: str) -> str:
    if text == CLOSES and _between(view) and _sitting(view):
        return sitting(_sitting(view))
    return disabled_reason(text)


def _sitting(view: View) -> int:
    return sum(1 for seat in view["seats"] if seat["player"])


def _with_sum(view: View, place: Key) -> Key:
    """Return the key with the amount that each seat pays."""
    if not place["do"]:
        return place
    each = messages.money(view["game"]["time_charge"])
    return place | {"text": f"Time {each}", "name": f"{place['name']}, {each} each"}


def _running(view: View) -> bool:
    return bool(view["table"]["open"] and view["hand"]["started"])


def _between(view: View) -> bool:
    return view["hand"]["stage"] in BETWEEN


def _arm_when(test: Callable[[View], bool], of: str) -> Callable[[View], Do]:
    return lambda view: opens("arm", of=of) if test(view) else None


def _skip(view: View) -> Do:
    return opens("skip") if _running(view) and coming(view) else None


def _next_hand(view: View) -> Do:
    return send("next_hand") if view["table"]["open"] else None


def _cards(view: View) -> Do:
    return opens("cards") if _running(view) else None


def count_pot(view: View) -> Do:
    """Open the count of a pot that the log does not have."""
    if view["step"]["facts"].get("uncounted"):
        return opens("amount", of="pot")
    followed = view["tracking"] == "actions" and not view["hand"]["partial"]
    # With a wrong count the pot is open, and known again once the seats are named.
    waits = view["step"]["kind"] in ("name_out", "name_in")
    known = followed and (view["money"]["known"] or waits)
    return opens("amount", of="pot") if _running(view) and not known else None


def draw_button(view: View) -> Do:
    """Open the button draw, between hands at an open table."""
    return opens("picker", of="button") if view["table"]["open"] and _between(view) else None


def _tracking(view: View) -> Do:
    other = "streets" if view["tracking"] == "actions" else "actions"
    able = view["table"]["open"] and _between(view)
    return send("set_tracking", tracking=other) if able else None


def _open_close(view: View) -> Do:
    """Open or close the table. It closes between hands when its seats are empty, as on the floor's page."""
    if not view["table"]["open"]:
        return send("open_table")
    return opens("confirm", of="close") if _between(view) and not _sitting(view) else None


def _push(view: View) -> Do:
    """Open the push sheet at any time: a supervisor may sign in during a hand; a dealer must wait for its end."""
    return opens("push")


def _mirror(view: View) -> Do:
    return opens("mirror")


def _any_amount(view: View) -> Do:
    heads_up = len(in_hand(view)) == 2
    allowed = view["game"] and view["game"]["limit"] == "pot" and view["game"]["any_amount"]
    return send("agree_any_amount") if _running(view) and heads_up and allowed else None


def _opening(view: View) -> bool:
    """Return whether no player has come in and the seats before the first one in are all out."""
    streets = view["hand"]["streets"]
    due = any(seat["due"] and not seat["acted"] for seat in view["seats"])
    return bool(streets and view["hand"]["street"] == streets[0] and due)


def _time(view: View) -> Do:
    """Open the selection of who pays.

    All who owe are selected until a seat is tapped. The reminder's key skips this.
    """
    charged = view["table"]["open"] and view["game"] and view["game"]["time_charge"]
    return opens("time") if charged and _between(view) else None


def _posting(view: View) -> bool:
    return bool(view["hand"]["stage"] == "posts")


def _straddle(view: View) -> Do:
    """Send the straddle. Only one seat may, so no tap on the pod is needed."""
    return send("straddle", seat=view["may_straddle"]) if view["may_straddle"] else None


def _answers(view: View) -> bool:
    return any(seat["can_check"] or seat["can_call"] for seat in view["seats"])


_KEYS: tuple[tuple[str, str, Callable[[View], Do]], ...] = (
    ("Skip ahead", "Skip ahead to a street", _skip),
    ("Next hand", "Next hand, this one not logged", _next_hand),
    ("Cards", "Enter cards that are face up", _cards),
    ("Count pot", "Count the pot", count_pot),
    ("Check or call", "Check or call, then tap the seat", _arm_when(_answers, "call")),
    (
        "First in, raises",
        "First in with a raise, then tap the seat",
        _arm_when(_opening, "first_raise"),
    ),
    ("Seat", "Change a seat, then tap it", _arm_when(lambda view: True, "seat")),
    ("Straddle", "Straddle by the seat left of the big blind", _straddle),
    ("Short post", "Short post, then tap the seat", _arm_when(_posting, "post")),
    ("Draw button", "Draw cards for the button", draw_button),
    ("Verbal", "Verbal before chips, then tap the seat", _arm_when(_running, "said")),
    (
        "First in, calls",
        "First in with a call, then tap the seat",
        _arm_when(_opening, "first_call"),
    ),
    ("Log detail", "Switch between streets and folds with bets", _tracking),
    (CLOSES, "Open or close the table", _open_close),
    ("Next dealer", "Push the next dealer in", _push),
    ("Left-handed", "Mirror the tablet, left or right-handed", _mirror),
    (TIME, "Collect time from the seats you choose", _time),
    ("Any amount", "Heads-up pot limit, any amount agreed", _any_amount),
)


def coming(view: View) -> list[str]:
    """Return the streets that can be skipped to, the showdown last."""
    streets, current = view["hand"]["streets"], view["hand"]["street"]
    after = streets[streets.index(current) + 1 :] if current in streets else []
    return [*after, "showdown"] if current else []
