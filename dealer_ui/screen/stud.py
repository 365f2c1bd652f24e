"""Stud on the tablet: who opens, the tie by suit, and the felt of a game without a board."""

from typing import Any

from dealer_ui import words
from dealer_ui.screen import shortage
from dealer_ui.screen.keys import Key, Look, View, in_hand, key, send
from dealer_ui.screen.slots import free_slot
from dealer_ui.streets import streets
from dealer_ui.words import stud_said as said

MOST_TIED = 4  # one card of each suit
SKIPS = ("opener", "betting", "complete", "posts")
Numbers = list[dict[str, str]]


def is_stud(view: View) -> bool:
    """Whether the game that is dealt now is of stud's family."""
    return bool(view["game"] and view["game"]["family"] == "stud")


def asked(view: View) -> str:
    """What the first act of the round waits for: "bring_in", "high" or "low"; "" once it is named, or by streets."""
    told = view["opener"]
    if not told or told["seat"] or view["tracking"] == "streets" or view["award"]:
        return ""
    return str(told["kind"])


def seat_keys(view: View, seat: View) -> list[Key]:
    """TIE and LOW (in razz HIGH) while the bring-in is to be named; nothing at any other time (S-145, S-146)."""
    if asked(view) != "bring_in":
        return []
    return [_tie_key(view, seat), _low_key(view, seat)]


def _tie_key(view: View, seat: View) -> Key:
    number, tied = seat["seat"], [one["seat"] for one in view["opener"]["tied"]]
    room = number in tied or len(tied) < MOST_TIED
    look: Look = "set" if number in tied else "live" if view["hand"]["started"] else "calm"
    do = send("tie", seat=number) if seat["can_open"] and room else None
    return key("TIE", words.action_name("Tied for the bring-in,", seat), look=look, do=do)


def _low_key(view: View, seat: View) -> Key:
    word = said.bring_in_word(view)
    look: Look = "filled" if view["hand"]["started"] else "calm"
    do = send("opener", seat=seat["seat"]) if seat["can_open"] else None
    name = words.action_name(f"{word.capitalize()} card,", seat)
    return key(word.upper(), name, look=look, do=do)


def pills(view: View, seat: View) -> list[dict[str, str]]:
    """FIRST on the opener of a round, until somebody acts."""
    told = view["opener"]
    if not told or told["kind"] == "bring_in" or told["seat"] != seat["seat"]:
        return []
    return [{"text": "FIRST", "name": "first to act", "look": "first"}]


def may_name(view: View, seat: int) -> bool:
    """Whether a tap may still say that this seat is first: until somebody acts, also in place of another."""
    told = view["opener"]
    return bool(told and seat in told["could"] and seat != told["seat"])


def upcards(seat: View) -> list[str]:
    """Upcards in the order dealt, once one of them is known (S-042)."""
    up: list[str] = seat["up"]
    return up if any(card != "??" for card in up) else []


def stage(view: View, numbers: Numbers) -> dict[str, Any] | None:
    """What stud has on the stage; None where the stage shows what it shows in every game."""
    hand = view["hand"]
    if not is_stud(view) or not view["table"]["open"]:
        return None
    if hand["started"] and _tied(view):
        return {"kind": "tie", **_tie(view), "aside": _aside(view, numbers, _antes(view))}
    if plan := shortage.plan(view):
        note = shortage.first(view, plan)
        return {"kind": "short", **shortage.panel(view, plan), "aside": _aside(view, numbers, note)}
    if not hand["started"] and asked(view) not in ("high", "low"):
        return None
    return _felt(view, numbers)


def held(view: View) -> int:
    """Cards of a whole hand: one less beside a common card (S-156); two before there is a game."""
    if not view["game"]:
        return 2
    last = view["last_card"]
    return int(view["game"]["hole"]) - int(bool(last and last["kind"] == "common"))


def each(view: View) -> str:
    """What everybody is dealt first, "two down and one up"; "" outside stud."""
    return said.dealt(view, view["hand"]["streets"][0]) if is_stud(view) else ""


def _aside(view: View, numbers: Numbers, note: str) -> dict[str, Any] | None:
    """POT and MATCH in a slot without a seat while something else is on the stage."""
    place = free_slot(view["table"]["seats"])
    return {"place": place, "pot": numbers[0], "match": numbers[1], "note": note} if place else None


def _antes(view: View) -> str:
    """On the first round, what the pot began with."""
    hand = view["hand"]
    if not view["count"] or hand["street"] not in hand["streets"][:1]:
        return ""
    count, ante, money = view["count"]["of"], view["game"]["ante"], view["money"]
    posted = count * ante
    if money["known"]:  # short stacks ante what they have
        posted = money["pot"] - sum(seat["front"] for seat in view["seats"])
    return said.antes(count, ante, posted)


def _under_pot(view: View) -> str:
    """The antes; later why the opener is first, while the pots that lie there take the caption's place for it."""
    if antes := _antes(view):
        return antes
    return note(view) if len(view["money"]["pots"]) > 1 else ""


def _tied(view: View) -> bool:
    """Whether seats are tied for the bring-in; once it is named, until somebody acts."""
    told = view["opener"]
    if not told or told["kind"] != "bring_in" or len(told["tied"]) < 2:
        return False
    return not told["seat"] or all(s["acted"] in (None, "brought_in") for s in view["seats"])


def _tie(view: View) -> dict[str, Any]:
    """A row for each tied seat, four suits from the highest to the lowest; it stays until somebody acts."""
    word = said.bring_in_word(view)
    tied = sorted(view["opener"]["tied"], key=lambda one: int(one["seat"]))[:MOST_TIED]
    return {
        "title": f"Tied {word}",
        "ends": ["highest suit", "lowest suit"],
        "rows": [_row(view, one, word) for one in tied],
        "size": f"rows-{len(tied)}",
    }


def _row(view: View, one: View, word: str) -> dict[str, Any]:
    seat = next(seat for seat in view["seats"] if seat["seat"] == one["seat"])
    first = view["opener"]["seat"] == seat["seat"]
    taken = {other["suit"] for other in view["opener"]["tied"] if other is not one}
    return {
        "seat": seat["seat"],
        "player": seat["name"],
        "word": word if first else "",
        "cells": [_cell(seat, suit, one["suit"], taken, first) for suit in said.SUITS],
    }


def _cell(seat: View, suit: str, chosen: str | None, taken: set[str | None], first: bool) -> Key:
    name = words.action_name(said.SUITS[suit].capitalize() + ",", seat)
    here = suit == chosen
    do = None if here or suit in taken else send("suit", seat=seat["seat"], suit=suit)
    look: Look = "set" if here else "filled"
    told = key(suit.upper(), name + (", chosen" if here else ""), look=look, do=do)
    return told | {"suit": suit, "chosen": here, "first": here and first}


def _felt(view: View, numbers: Numbers) -> dict[str, Any]:
    """The streets with their burns, or who is high; the pot below. A common card lies in the centre."""
    return {
        "kind": "stud",
        "groups": [_group(view, index) for index in range(len(streets(view)))],
        "ask": _ask(view),
        "common": _common(view),
        "numbers": numbers,
        "antes": _under_pot(view) if view["hand"]["started"] else "",
        "forecast": _forecast(view),
    }


def _ask(view: View) -> dict[str, Any] | None:
    """A key for each seat that may be high (in razz low), in the order of the seats."""
    kind = asked(view)
    if kind not in ("high", "low"):
        return None
    title = f"Who is {kind}?" + (" Name it, or log its bet" if view["hand"]["started"] else "")
    return {"title": title, "keys": [_seat_key(seat, kind) for seat in view["seats"]]}


def _seat_key(seat: View, kind: str) -> Key:
    number, able = seat["seat"], seat["state"] == "in" and seat["can_open"]
    name = words.action_name(f"{kind.capitalize()} hand, first to act,", seat)
    do = send("opener", seat=number) if able else None
    return key(str(number), name, look="filled", do=do)


def _group(view: View, index: int) -> dict[str, Any]:
    """One street: its burn, its cards down and up, the key that skips to it."""
    one, hand = streets(view)[index], view["hand"]
    here = hand["streets"].index(hand["street"]) if hand["street"] else -1
    out = hand["started"] and index <= here
    return {
        "street": one.name,
        "burn": (_burned(view, index, here) if out else "none") if one.burn else "",
        "cards": ["down"] * one.hole + ["up"] * one.up,
        "out": out,
        "current": out and index == here,
        "key": None if out else _skip(view, one.name),
    }


def _burned(view: View, index: int, here: int) -> str:
    """Burns that were gathered into the stub are no longer there: the last ones of the pile are."""
    return "out" if here - index < view["board"]["burns"] else "gone"


def _skip(view: View, street: str) -> Key:
    count = view["count"]
    able = count and count["in"] >= 2 and view["hand"]["stage"] in SKIPS and view["hand"]["started"]
    name = f"{street.capitalize()} street, skip to it with {count['in'] if count else 0} players in"
    return key("", name, do=send("skip_to", street=street, count=count["in"]) if able else None)


def _common(view: View) -> dict[str, Any] | None:
    """The card for all, and for how many (S-156)."""
    told = view["last_card"]
    if not told or told["kind"] != "common" or not view["board"]["cards"]:
        return None
    burns, live = view["board"]["burns"], len(in_hand(view))
    # Who folds no longer plays it; where some have a card of their own it is for the rest.
    share = live if told["share"] == told["players"] else min(told["share"], live)
    return {
        "card": view["board"]["cards"][0],
        "title": "Common card",
        "burns": burns,
        "burned": "burn" if burns == 1 else "burns",
        "share": f"plays for {share}",
    }


def _forecast(view: View) -> str:
    """Quietly, from the first round on: whether the deck will reach everybody's last card."""
    told, hand = view["forecast"], view["hand"]
    if not told or told["kind"] == "normal" or not hand["started"] or view["floor"]:
        return ""
    return said.forecast(told, hand["streets"][-1])


def note(view: View) -> str:
    """The rule of what was just decided, for the right of the caption; "" leaves it to the step."""
    if not is_stud(view):
        return ""
    if plan := shortage.plan(view):
        return shortage.cited(plan)
    told = view["opener"]
    if not told or not (told["seat"] or _tied(view)):
        return ""
    rule, reason = said.opener_rule(told)
    return " · ".join(part for part in (words.citation(rule), reason) if part)
