"""The deck that runs short on stud's last street: the plan in small pictures, and the counts as they lie (H-14, 1D)."""

from typing import Any

from dealer_ui import words
from dealer_ui.screen.keys import Key, View, key, send
from dealer_ui.words import stud_said as said

COUNTED = ("opener", "betting", "complete")


def plan(view: View) -> View | None:
    """What is done because the stub does not serve, from the complete round before it until somebody acts."""
    hand, last, ahead = view["hand"], view["last_card"], view["forecast"]
    if hand["stage"] == "complete" and ahead and hand["street"] == hand["streets"][-2]:
        found = ahead["plan"] and ahead["plan"] | {"stub": ahead["stub"], "burns": ahead["burns"]}
    else:
        found = last if last and last["may_correct"] and hand["stage"] in COUNTED else None
    return found if found and found["kind"] != "normal" else None


def panel(view: View, told: View) -> dict[str, Any]:
    """Title, who rules, the steps, and the counts to correct."""
    return {
        "title": said.shortage_title(told, told["stub"]),
        "pill": "Proposed · floor decides",
        "steps": _steps(told),
        "line": "Count on the table differs? Correct it",
        "steppers": counts(view) or [],
    }


def first(view: View, told: View) -> str:
    """Who opens the last round, and why; before it is dealt only why."""
    opener = view["opener"]["seat"] if view["opener"] else 0
    return said.first_note(told, opener, dealt=view["hand"]["stage"] != "complete")


def cited(told: View) -> str:
    """ "House rule H-14 · TDA RP-10H(C)"."""
    return " · ".join(part for part in (words.citation(told["rule"]), told["clause"]) if part)


def _steps(told: View) -> list[dict[str, Any]]:
    """Gathering, shuffling and cutting are one picture each at most: what is mixed, how many, what is left."""
    pictures: list[dict[str, Any]] = []
    gathered, many = 0, sum(step["do"] != "gather" for step in told["steps"]) > 4
    for step, before in zip(told["steps"], [None, *told["steps"]], strict=False):
        cards, left = step["cards"], f"{step['stub']} left"
        match step["do"]:
            case "gather":
                gathered = cards
            case "shuffle":
                pile = [cards - gathered, gathered]
                mixed = f"{cards} cards" + (", cut" if many else "")
                told_mix = said.mix(*pile, short=many)
                pictures.append(_picture("mix", told_mix, mixed) | {"pile": pile})
            case "cut":
                pictures += [] if many else [_picture("cut", "Cut", f"{cards} cards")]
            case "burn":
                pictures.append(_picture("burn", "Burn one", left))
            case "deal":
                bare = "no burn · " if before and before["do"] == "cut" else ""
                dealt = said.deals(cards, told["players"])
                pictures.append(_picture("deal", dealt, bare + left))
            case "common":
                pictures.append(_picture("up", "One up, centre", left))
    return pictures


def _picture(art: str, text: str, sub: str) -> dict[str, Any]:
    return {"art": art, "text": text, "sub": sub}


def counts(view: View) -> list[dict[str, Any]] | None:
    """Steppers for stub, burns and players as they lie; None where no count is taken (counts_late)."""
    hand, last = view["hand"], view["last_card"]
    if not hand["started"] or hand["stage"] not in COUNTED or (last and not last["may_correct"]):
        return None
    pile = last or view["ledger"]
    now = {"stub": pile["stub"], "burns": pile["burns"], "players": view["count"]["in"]}
    # Fewer may have been dealt than were tapped.
    room = view["ledger"]["lost"] + view["ledger"]["muck"]
    most = {
        "stub": now["stub"] + room,
        "burns": now["burns"] + room,
        "players": view["count"]["of"],
    }
    return [_stepper(now, what, most[what]) for what in now]


STEPPERS = {"stub": ("stub", "stub"), "burns": ("burns", "burns"), "players": ("in", "players in")}


def _stepper(now: dict[str, int], what: str, most: int) -> dict[str, Any]:
    word, name = STEPPERS[what]
    value, least = now[what], 2 if what == "players" else 0

    def step(by: int, sign: str) -> Key:
        able = least <= value + by <= most
        do = send("correct_counts", **(now | {what: value + by})) if able else None
        return key(sign, f"{value + by} {name}", do=do)

    return {
        "word": word,
        "value": value,
        "less": step(-1, chr(0x2212)),
        "more": step(1, "+"),
    }
