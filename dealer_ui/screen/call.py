"""A floor call: how far it got, what may have happened, and taking it back with a reason."""

from typing import Any

from dealer_ui import words
from dealer_ui.called import Called
from dealer_ui.screen.keys import Key, View, key, opens, send
from dealer_ui.screen.proposal import told
from dealer_ui.words import call as said
from dealer_ui.words.floor import (
    REASONS,
    called_off,
    final,
    heard,
    is_held,
    ruling_title,
    sent_with,
    step_size,
)
from dealer_ui.words.ruled import left_unsaid
from dealer_ui.words.steps import step_sentence
from poker.irregular.model import Row
from poker.irregular.reported import COME, CONDUCT

BOTH = {"draw": ("draw", "early"), "early": ("early", "draw")}  # groups behind one key


def floor(view: View, called: Called | None) -> dict[str, Any]:
    """FLOOR sends first and asks nothing; called, it stands in coral with its age."""
    call = view["floor"]
    rows = called.rows if called else ()
    family = view["game"]["family"] if view["game"] else ""
    return {
        "called_at": call["at"] if call else None,
        "paused": view["paused"],
        "step": words.freeze_sentence(),
        "heard": heard(call),
        "off": called_off(view.get("called_off")) if not call else "",
        "sent_with": sent_with(view) if view["hand"]["number"] else "",
        "key": key("FLOOR", "Call the floor", do=send("call_floor")),
        "rungs": [_rung(call, how, text) for how, text in said.RUNGS],
        "reasons": [
            key(
                text, f"Cancel the call: {text}", look="filled", do=send("cancel_floor", reason=why)
            )
            for why, text in REASONS
            if call
        ],
        "groups": [_group(group, family, rows) for group in said.groups_of(family)] if call else [],
        "rows": _rows(rows, said.groups_of(family)) if call else {},
        "told": told(view, called.weighed) if called and called.weighed else None,
    }


def _rung(call: View | None, how: str, text: str) -> dict[str, Any]:
    """One state of the call after it was delivered: when, and by whom."""
    at = call[f"{how}_at"] if call else 0
    return {"text": text, "at": at or None, "by": call[f"{how}_by"] if call else ""}


def _group(group: str, family: str, rows: tuple[Row, ...]) -> Key:
    text = said.group_words(group, family)
    if group == COME:
        return key(text, text, look="filled", do=send("report", key=COME), group=group)
    able = group == CONDUCT or any(row.group in BOTH.get(group, (group,)) for row in rows)
    do = opens("rows", group=group) if able else None
    return key(text, text, look="filled", do=do, group=group, why="" if able else said.NOTHING)


def _rows(rows: tuple[Row, ...], groups: tuple[str, ...]) -> dict[str, list[Key]]:
    """The irregularities behind each key, likeliest first; a tap reports one."""
    found = {
        group: [_row(row) for row in rows if row.group in BOTH.get(group, (group,))]
        for group in groups
        if group != COME
    }
    return found | {CONDUCT: [_incident(), *found[CONDUCT]]}


def _incident() -> Key:
    """Somebody's conduct is no irregularity of the game: it stops no hand, and the seat is asked for its incident."""
    do, then = send("report", key=CONDUCT), opens("arm", of="conduct")
    return key(said.INCIDENT, said.INCIDENT, look="filled", do=do, then=then)


def _row(row: Row) -> Key:
    text = said.title_words(row.title)
    return key(text, text, look="filled", do=send("report", key=row.key))


def ruling(view: View) -> dict[str, Any] | None:
    """The last ruling of the hand: its number, its words for once, and DONE while a step of it comes first."""
    remedy = view["remedy"]
    if not remedy:
        return None
    due = view["step"]["kind"] == "remedy"
    step = step_sentence(view)
    unsaid, size = left_unsaid(view["step"], step), step_size(step, key=due)
    return {
        "ruling": remedy["ruling"],
        "title": ruling_title(view, unsaid),
        "final": final(remedy, held=is_held(view)),
        "result": words.spoken(remedy["result"]),
        "fresh": not remedy["done"],
        "size": f"{size} above".strip() if unsaid else size,
        "done": key("DONE", "Done: this step of the ruling", look="due", do=send("step_done"))
        if due
        else None,
    }
