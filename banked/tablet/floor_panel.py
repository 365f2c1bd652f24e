"""The floor call at a house-banked table: its stages, what can be reported, and what the house decides."""

from banked.rules.irregularities import BankedIrregularity, catalogue
from banked.rules.state import BankedTable
from banked.tablet.context import BankedContext
from dealer_ui.messages import call_keys
from dealer_ui.messages.floor import (
    REASONS,
    cancellation_notice,
    freeze_sentence,
    response_status,
)
from dealer_ui.screen.keys import key, opens, send
from dealer_ui.screen.model import FloorPanel, Key, ProposalPanel, RulingLine, Rung
from poker.calls import FloorCall
from poker.formatting import smart_quotes

# The keys of the first page, with the rows behind each.
GROUPS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "exposed",
        "Card exposed or out of turn",
        ("card_face_up", "two_cards", "hole_exposed", "drawn_past_17", "drawn_after_decision"),
    ),
    ("turn", "Box skipped or empty", ("card_to_empty_box", "box_skipped")),
    ("deck", "Shoe or cards", ("ten_found", "card_missing", "shoe_empty")),
    ("showdown", "Peek or insurance", ("peek_wrong", "insurance_not_offered", "reader_fails")),
    ("bet", "Wager or payout", ("wager_changed", "payout_wrong")),
)


def floor(table: BankedTable, context: BankedContext) -> FloorPanel:
    """Return the floor call. FLOOR sends it at once; play may go on, because no rule freezes a box."""
    call = table.floor
    return FloorPanel(
        called_at=call.at if call else None,
        delivered_at=call.delivered_at or None
        if call and isinstance(call.delivered_at, int)
        else None,
        paused=False,
        step=freeze_sentence(),
        heard=response_status(call),
        off=cancellation_notice(table.called_off) if not call else "",
        sent_with=f"Sent along: round {table.rounds} log"
        if table.rounds
        else "Sent along: the table",
        key=key("FLOOR", "Call the floor", do=send("call_floor")),
        rungs=[_rung(call, how, text) for how, text in call_keys.RUNGS],
        reasons=[
            key(
                text, f"Cancel the call: {text}", look="filled", do=send("cancel_floor", reason=why)
            )
            for why, text in REASONS
            if call
        ],
        groups=[_group(name, text) for name, text, _ in GROUPS] if call else [],
        rows={name: [_row(key_) for key_ in keys] for name, _, keys in GROUPS} if call else {},
        told=_proposal(call, context) if call and call.key else None,
    )


def _rung(call: FloorCall | None, how: str, text: str) -> Rung:
    if call is None:
        return Rung(text=text, at=None, by="")
    at = {"seen": call.seen_at, "coming": call.coming_at, "arrived": call.arrived_at}[how]
    by = {"seen": call.seen_by, "coming": call.coming_by, "arrived": call.arrived_by}[how]
    return Rung(text=text, at=at or None, by=by)


def _group(name: str, text: str) -> Key:
    return key(text, text, look="filled", do=opens("rows", group=name), group=name)


def _row(row_key: str) -> Key:
    text = smart_quotes(catalogue()[row_key].title)
    return key(text, text, look="filled", do=send("report", key=row_key))


def _proposal(call: FloorCall, context: BankedContext) -> ProposalPanel:
    """Return what the house decides about the reported irregularity."""
    row = catalogue()[call.key]
    remedy = row.remedy(context.decisions.get(call.key, ""))
    why = "A supervisor decides at this table."
    return ProposalPanel(
        title=smart_quotes(row.title),
        ask="",
        head="The house decides",
        basis=source_text(remedy.kind),
        result=smart_quotes(remedy.text),
        questions={},
        clause=clause_text(row),
        clause_name=row.clause,
        sources=source_text(remedy.kind),
        stub="",
        objects=key("Someone objects", "Someone objects", why=why),
        carry=key("Carry out", "Carry out", why=why),
        steps=[],
        more=0,
        facts=[],
    )


def clause_text(row: BankedIrregularity) -> str:
    """Return the clause of a row: its note, and every remedy that a house may choose."""
    remedies = " ".join(f"{i}. {item.text}" for i, item in enumerate(row.remedies, 1))
    return smart_quotes(" ".join(part for part in (row.note, remedies) if part))


def source_text(kind: str) -> str:
    """Return how sure a remedy is."""
    return {
        "memory": "House choice, from memory of the neighboring rule",
        "derived": "House choice, derived",
    }.get(kind, "House choice")


def ruling(table: BankedTable) -> RulingLine | None:
    """Return the last ruling of the round."""
    remedy = table.remedy
    number = table.round.number if table.round else table.rounds
    if remedy is None or remedy.hand not in (0, number):
        return None
    label = f"Ruling final · {remedy.ruling} · by {remedy.by}"
    return RulingLine(
        ruling=remedy.ruling,
        title="",
        final=label,
        result=smart_quotes(remedy.result),
        fresh=True,
        size="",
        done=None,
    )
