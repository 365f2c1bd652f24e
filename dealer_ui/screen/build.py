"""The whole screen, band by band."""

from collections.abc import Sequence
from typing import Any

from dealer_ui import words
from dealer_ui.called import Called
from dealer_ui.screen import call, conduct, deck, draw, stud
from dealer_ui.screen.arms import arms
from dealer_ui.screen.games import games
from dealer_ui.screen.keys import Key, View, key
from dealer_ui.screen.more import coming, more
from dealer_ui.screen.pad import chips
from dealer_ui.screen.seats import pods
from dealer_ui.screen.sheets import cards, said
from dealer_ui.screen.shortage import counts
from dealer_ui.screen.stage import stage
from dealer_ui.screen.time import time
from dealer_ui.words.rotation import rotation_name, rotation_turn, rotation_until
from rulings.wording.game import NOT_OPENED, game_name, log_level

NOBODY: conduct.Marks = {}
WIDEST = 64  # letters of two games beside each other in the header


def screen(
    view: View,
    *,
    now_ms: int,
    people: Sequence[View] = (),
    marks: conduct.Marks = NOBODY,
    called: Called | None = None,
) -> dict[str, Any]:
    """Everything the page lays out.

    `people` is the desk's short list of who may sit down, `marks` the standing of those who have one (S-045),
    `called` what the table's state says of an open floor call.
    """
    return {
        "now": now_ms,
        "seats": view["table"]["seats"],
        "hand": view["hand"]["number"],
        "running": view["hand"]["started"],
        "header": _header(view),
        "step": words.step_sentence(view),
        "pods": [
            pod | {"conduct": conduct.of_seat(seat, marks)}
            for pod, seat in zip(pods(view), view["seats"], strict=True)
        ],
        "family": view["game"]["family"] if view["game"] else "",
        "stage": stage(view),
        "caption": conduct.caption(view, marks),
        "count": deck.count_row(view),
        "draw": draw.draw(view),
        "secondary": deck.secondary(view),
        "undo": deck.undo(view),
        "award": deck.award(view),
        "time": time(view),
        "floor": call.floor(view, called),
        "ruling": call.ruling(view),
        "chips": chips(view),
        "buy_in": _buy_in(view),
        "more": more(view),
        "games": games(view),
        "skip": _skip(view),
        "arms": arms(),
        "counts": counts(view) if stud.is_stud(view) else None,
        "cards": {
            "hole": stud.held(view),
            "board": len(view["board"]["cards"]),
            "faces": [card for card in view["board"]["cards"] if card not in (None, "??")],
            "keys": cards(view),
        },
        "said": said(),
        "people": [{"player": who["player"], "name": who["name"]} for who in people],
        "footer": {"ledger": ledger(view)},
    }


def _header(view: View) -> dict[str, Any]:
    hand, dealer, rotation = view["hand"], view["dealer"], view["rotation"]
    number = f"Hand {hand['number']}" if hand["number"] else ""
    return {
        "table": view["table"]["name"],
        "game": _game(view) if view["game"] else NOT_OPENED,
        "turn": _next_game(view) or (rotation_turn(view) if rotation else ""),
        "until": rotation_until(rotation) if rotation else None,
        "hand": f"{number} · partial" if hand["partial"] else number,
        "log": "Table paused" if view["paused"] else log_level(view["tracking"]),
        "dealer": dealer["name"] if dealer else "",
        "since": dealer["since"] if dealer else None,
    }


def _next_game(view: View) -> str:
    """A plaque that was put up during this hand (S-005)."""
    coming = view.get("next_game")
    if not coming:
        return ""
    said = f"next hand {game_name(coming)}"
    return said if len(said) + len(_game(view)) <= WIDEST else "next hand another plaque"


def _game(view: View) -> str:
    """The game dealt now, with its rotation before it and its kill behind it (S-072)."""
    name, rotation, kill = game_name(view["game"]), view["rotation"], view["kill"]
    if rotation:
        name = f"{rotation_name(rotation)} · {name.removeprefix('Limit ')}"
    return f"{name} · KILL" if kill and kill["on"] else name


def _buy_in(view: View) -> dict[str, Any] | None:
    """What whoever sits down buys in for (S-001, S-007); None before the table was ever opened."""
    if not view["game"]:
        return None
    least, most = view["game"]["buy_in"]
    return {"least": least, "most": most, "range": f"{words.money(least)} to {words.money(most)}"}


def _skip(view: View) -> list[Key]:
    """The streets of the skip sheet; the count follows on the count row, which then says the street."""
    return [
        key(
            words.street_word(street).upper(),
            f"Skip to {words.the_street(street)}",
            do={"street": street},
            step=words.skip_sentence(street),
            caption=f"Players still in on {words.the_street(street)}"
            if street != "showdown"
            else "Players in the showdown",
            short=words.short_street(street),
        )
        for street in coming(view)
    ]


def ledger(view: View) -> list[dict[str, Any]]:
    """Where the 52 cards are, as a sum; before the deal as a forecast."""
    piles, deal = view["ledger"], view["deal"]
    if not piles:
        return []
    if deal:
        return [
            {"count": sum(piles.values()), "text": "in the deck · after the deal"},
            {"count": deal["cards"], "text": "+"},
            {"count": deal["stub"], "text": "stub"},
        ]
    # Folded hands are still cards that were dealt; a dealer counts them so.
    parts = [
        (piles["hands"] + piles["muck"], "dealt"),
        (piles["burns"], "burn" if piles["burns"] == 1 else "burns"),
        (piles["board"], "board"),
        (piles["drawn"] + piles["earlier"], "discards"),
        (piles["aside"], "set aside"),
        (piles["out"], "out of play"),
        (piles["lost"], "not found"),
        (piles["stub"], "stub"),
    ]
    # At a stud table four burns are counted, and so are none.
    always = ("burns",) if stud.is_stud(view) else ()
    shown = [(count, name) for count, name in parts if count or name in always]
    head = {"count": None, "text": f"{sum(piles.values())} ="}
    body = [
        {"count": count, "text": name + (" +" if index < len(shown) - 1 else "")}
        for index, (count, name) in enumerate(shown)
    ]
    return [head, *body]
