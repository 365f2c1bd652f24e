"""A draw: one number a seat, taken in order. PAT stands on the seat, the numbers on the count row (S-176).

What is told here is told for any seat of the order ("$seat"), so that the tablet goes on to the next seat with the
tap itself and not with the room's answer: two quick taps are two seats.
"""

from typing import Any

from dealer_ui import words
from dealer_ui.screen.arms import SEAT
from dealer_ui.screen.keys import Key, View, key, send
from dealer_ui.streets import street
from dealer_ui.words.draw import draws_told, drew_word
from poker.games.model import Street

FIRST = 2  # the cell of the count row that has the number 1


def draw(view: View) -> dict[str, Any] | None:
    """The keys of a draw; None when there is none.

    order: seats still to draw with their sentence; left: cards that may be dealt before the deck runs short, None
    where all say first; drew: what a pod shows by number.
    """
    told = view["draw"]
    if not told:
        return None
    waits = view["step"]["kind"] == "rebuild"
    order = [] if waits else list(view["step"]["seats"])
    # When all have said nobody is asked, and the numbers keep their places.
    most = told["most"] or _street(view).draw
    return {
        "order": [
            {"seat": seat, "step": words.draw_sentence(view, order[i:])}
            for i, seat in enumerate(order)
        ],
        "left": None if told["announced"] else max(view["ledger"]["stub"] - 1, 0),
        "caption": "The deck is made up first" if waits else f"Seat {SEAT} draws · pat on the seat",
        "row": [_number(count) for count in range(1, most + 1)],
        "pat": _pat(),
        "drew": [_drew(SEAT, count, count, saved=False) for count in range(most + 1)],
    }


def _street(view: View) -> Street:
    found = street(view, view["draw"]["street"])
    assert found is not None
    return found


def _number(count: int) -> Key:
    cards = "card" if count == 1 else "cards"
    return key(
        str(count),
        f"Seat {SEAT} draws {count}",
        sub=cards.upper(),
        look="filled",
        do=send("draw", seat=SEAT, count=count),
        number=count + FIRST - 1,
        series=True,
    )


def _pat() -> Key:
    do = send("draw", seat=SEAT, count=0)
    return key("PAT", f"Pat, seat {SEAT}", look="due", do=do, series=True)


def pod_keys(view: View, seat: View, fold: Key) -> list[Key]:
    """FOLD beside what the seat has drawn, or is to draw."""
    told = view["draw"]
    said = next((one for one in told["seats"] if one["seat"] == seat["seat"]), None)
    if said:
        saved = said["delivered"] == said["stated"]
        drew = _drew(seat["seat"], said["stated"], said["delivered"], saved=saved)
        return [fold, drew]
    return [fold, key("to draw", words.action_name("To draw,", seat), look="off", wait=True)]


def _drew(seat: Any, stated: int, delivered: int, *, saved: bool) -> Key:
    """Stated, discarded and delivered are one number; until they are, both are told (S-176)."""
    text = "PAT" if not stated else f"DREW {stated}"
    owed = stated != delivered
    sub = f"{delivered} dealt" if owed else ""
    name = f"Seat {seat} {drew_word(stated)}" + (f", {delivered} dealt" if owed else "")
    return key(text, name, sub=sub, look="off", said=True, saved=saved)


def pill(seat: View) -> dict[str, str]:
    """All draws of the hand, compact beside the name."""
    return {**draws_told(seat["draws"]), "look": "draws"}


def felt(view: View) -> dict[str, Any]:
    """Stub and draws; the stub of five-card draw lies under its marker while there is betting (S-173)."""
    betting = view["hand"]["stage"] in ("betting", "complete")
    marked = betting and view["game"]["key"] == "five_card_draw"
    return {"stub": view["ledger"]["stub"], "marked": marked, "groups": groups(view)}


def groups(view: View) -> list[dict[str, Any]]:
    """The draws on the felt: their burn, the cards exchanged so far, and which is the one that is on."""
    streets, here = view["hand"]["streets"], view["hand"]["street"]
    at = streets.index(here) if here in streets else 0
    told = []
    for index, coming in enumerate(streets[1:], start=1):
        reached = index <= at
        # Who was not dealt in, or has folded since, has fewer draws than there were.
        drawn = [seat["draws"][index - 1] for seat in view["seats"] if len(seat["draws"]) >= index]
        told.append(
            {
                "street": coming,
                "name": words.street_word(coming),
                "burn": view["board"]["burns"] >= index,
                "count": sum(count for count in drawn if count > 0) if reached else None,
                "current": index == at,
            }
        )
    return told


def rebuild(view: View) -> dict[str, Any]:
    """The deck ran short: what is gathered, shuffled and served, for a supervisor to confirm (H-45)."""
    plan = view["draw"]["plan"]
    gathers = any(step["do"] == "gather" for step in plan["steps"])
    owed = sum(cards for _, cards in plan.get("owed", ()))
    do = send("rebuild_deck") if gathers else None
    return {
        "title": "The deck runs short",
        "step": words.rebuild_yours(view),
        "lines": words.rebuild_lines(view),
        "out": words.stay_out(plan.get("excluded", ())),
        "note": words.rebuild_note(owed) if owed or not gathers else "",
        "key": key("MAKE UP\nTHE DECK", "Make up the deck as listed", look="due", do=do),
    }
