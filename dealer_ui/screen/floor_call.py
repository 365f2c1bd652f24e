"""The floor call: its stages, the possible irregularities, and canceling it with a reason."""

from dealer_ui import messages
from dealer_ui.messages import call_keys
from dealer_ui.messages.floor import (
    REASONS,
    cancellation_notice,
    is_held,
    response_status,
    ruling_label,
    ruling_title,
    sent_with,
    step_size,
)
from dealer_ui.messages.ruling_steps import unshown_steps
from dealer_ui.messages.steps import step_sentence
from dealer_ui.screen.keys import key, opens, send
from dealer_ui.screen.model import FloorPanel, Key, RulingLine, Rung
from dealer_ui.screen.open_call import OpenCall
from dealer_ui.screen.proposal import proposal_panel
from poker.calls import FloorCall
from poker.irregularities.model import Irregularity
from poker.irregularities.report_checks import COME, CONDUCT
from poker.view.model import TableView

GROUPS_BEHIND_KEY = {"draw": ("draw", "early"), "early": ("early", "draw")}  # groups behind one key


def floor(view: TableView, called: OpenCall | None) -> FloorPanel:
    """Return the floor call. FLOOR sends it immediately; an open call is coral and shows its age."""
    call = view.floor
    rows = called.rows if called else ()
    family = view.game.family if view.game else ""
    return FloorPanel(
        called_at=call.at if call else None,
        delivered_at=call.delivered_at or None
        if call and isinstance(call.delivered_at, int)
        else None,
        paused=view.paused,
        step=messages.freeze_sentence(),
        heard=response_status(call),
        off=cancellation_notice(view.called_off) if not call else "",
        sent_with=sent_with(view) if view.hand.number else "",
        key=key("FLOOR", "Call the floor", do=send("call_floor")),
        rungs=[_rung(call, how, text) for how, text in call_keys.RUNGS],
        reasons=[
            key(
                text, f"Cancel the call: {text}", look="filled", do=send("cancel_floor", reason=why)
            )
            for why, text in REASONS
            if call
        ],
        groups=[_group(group, family, rows) for group in call_keys.groups_of(family)]
        if call
        else [],
        rows=_rows(rows, call_keys.groups_of(family)) if call else {},
        told=proposal_panel(view, called.weighed) if called and called.weighed else None,
    )


def _rung(call: FloorCall | None, how: str, text: str) -> Rung:
    """Return a stage of the call: its label, when it was reached, and by whom."""
    reached = (
        {
            "seen": (call.seen_at, call.seen_by),
            "coming": (call.coming_at, call.coming_by),
            "arrived": (call.arrived_at, call.arrived_by),
        }
        if call
        else {}
    )
    at, by = reached.get(how, (0, ""))
    return Rung(text=text, at=at or None, by=by)


def _group(group: str, family: str, rows: tuple[Irregularity, ...]) -> Key:
    text = call_keys.group_words(group, family)
    if group == COME:
        return key(text, text, look="filled", do=send("report", key=COME), group=group)
    able = group == CONDUCT or any(
        row.group in GROUPS_BEHIND_KEY.get(group, (group,)) for row in rows
    )
    do = opens("rows", group=group) if able else None
    return key(text, text, look="filled", do=do, group=group, why="" if able else call_keys.NOTHING)


def _rows(rows: tuple[Irregularity, ...], groups: tuple[str, ...]) -> dict[str, list[Key]]:
    """Return the irregularities behind each key, likeliest first. A tap reports the irregularity."""
    rows_by_group = {
        group: [_row(row) for row in rows if row.group in GROUPS_BEHIND_KEY.get(group, (group,))]
        for group in groups
        if group != COME
    }
    return rows_by_group | {CONDUCT: [_incident(), *rows_by_group[CONDUCT]]}


def _incident() -> Key:
    """Return the key for conduct. It is not an irregularity: it stops no hand, and the seat is selected first."""
    do = send("report", key=CONDUCT)
    then = opens("arm", of="conduct")
    return key(call_keys.INCIDENT, call_keys.INCIDENT, look="filled", do=do, then=then)


def _row(row: Irregularity) -> Key:
    text = call_keys.title_words(row.title)
    return key(text, text, look="filled", do=send("report", key=row.key))


def ruling(view: TableView) -> RulingLine | None:
    """Return the last ruling of the hand: its number, its text once, and DONE while one of its steps is due."""
    remedy = view.remedy
    if not remedy:
        return None
    due = view.step.kind == "remedy"
    step = step_sentence(view)
    unsaid = unshown_steps(view.step, step)
    size = step_size(step, key=due)
    return RulingLine(
        ruling=remedy.ruling,
        title=ruling_title(view, unsaid),
        final=ruling_label(remedy, held=is_held(view)),
        result=messages.spoken(remedy.result),
        fresh=not remedy.done,
        size=f"{size} above".strip() if unsaid else size,
        done=key("DONE", "Done: this step of the ruling", look="due", do=send("step_done"))
        if due
        else None,
    )
