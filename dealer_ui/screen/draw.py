"""A draw: one number per seat, in order. PAT is on the seat, the numbers on the count row (S-176).

Texts use "$seat" for any seat of the order, so that the tablet moves to the next seat with the tap, without waiting for
the server: two quick taps are for two seats.
"""

from dealer_ui import messages
from dealer_ui.messages import act_reasons as reasons
from dealer_ui.messages.draw import draws_label, drew_word
from dealer_ui.screen.armed_keys import SEAT
from dealer_ui.screen.keys import key, send
from dealer_ui.screen.model import (
    DrawGroup,
    DrawKeys,
    DrawsStage,
    DrawTurn,
    FeltNumber,
    Key,
    Pill,
    RebuildStage,
)
from dealer_ui.streets import street
from poker.games.model import Street
from poker.view.model import SeatView, TableView, present

FIRST_CELL = 2  # the cell of the count row with the number 1


def draw(view: TableView) -> DrawKeys | None:
    """Return the keys of a draw, or None.

    order: seats still to draw with their sentences; left: cards that can be dealt before the deck runs short, None if
    all players declare first; drew: text on a pod, by number.
    """
    draw_view = view.draw
    if not draw_view:
        return None
    waits = view.step.kind == "rebuild"
    order = [] if waits else list(view.step.seats)
    # When all have declared, no seat is due and the numbers keep their positions.
    most = draw_view.most or _street(view).draw
    return DrawKeys(
        order=[
            DrawTurn(seat=seat, step=messages.draw_sentence(view, order[i:]))
            for i, seat in enumerate(order)
        ],
        left=None if draw_view.announced else max(view.ledger.stub - draw_view.kept, 0),
        caption=messages.owed_text(view)
        if waits
        else f"Seat {SEAT} draws: a number, or PAT at the seat",
        row=[_number(count) for count in range(1, most + 1)],
        pat=_pat(),
        drew=[_drew(SEAT, count, count, saved=False) for count in range(most + 1)],
    )


def _street(view: TableView) -> Street:
    drawn_street = street(view, present(view.draw).street)
    assert drawn_street is not None
    return drawn_street


def _number(count: int) -> Key:
    cards = "card" if count == 1 else "cards"
    return key(
        str(count),
        f"Seat {SEAT} draws {count}",
        sub=cards.upper(),
        look="filled",
        do=send("draw", seat=SEAT, count=count),
        number=count + FIRST_CELL - 1,
        series=True,
    )


def _pat() -> Key:
    do = send("draw", seat=SEAT, count=0)
    return key("PAT", f"Pat, seat {SEAT}", look="expected", do=do, series=True)


def pod_keys(view: TableView, seat: SeatView, fold: Key) -> list[Key]:
    """Return FOLD and the cards that the seat has drawn or will draw."""
    draw_view = view.draw
    seat_draw = next((item for item in present(draw_view).seats if item.seat == seat.seat), None)
    if seat_draw:
        saved = seat_draw.delivered == seat_draw.stated
        drew = _drew(seat.seat, seat_draw.stated, seat_draw.delivered, saved=saved)
        return [fold, drew]
    due = next((other.seat for other in view.seats if other.can_draw is not None), 0)
    name = messages.action_name("To draw,", seat)
    why = reasons.draw_reason(seat.seat, due)
    return [fold, key("to draw", name, look="off", why=why, wait=True)]


def _drew(seat: int | str, stated: int, delivered: int, *, saved: bool) -> Key:
    """Return a draw. While declared and delivered numbers differ, both are shown (S-176)."""
    text = "PAT" if not stated else f"DREW {stated}"
    owed = stated != delivered
    sub = f"{delivered} dealt" if owed else ""
    name = f"Seat {seat} {drew_word(stated)}" + (f", {delivered} dealt" if owed else "")
    why = reasons.drew_reason(seat)
    return key(text, name, sub=sub, look="off", why=why, said=True, saved=saved)


def pill(seat: SeatView) -> Pill:
    """Return all draws of the hand as a short label next to the name."""
    label = draws_label(seat.draws)
    return Pill(label.text, label.name, look="draws")


def felt(view: TableView, numbers: list[FeltNumber]) -> DrawsStage:
    """Return stub and draws. During betting, the stub of five-card draw is under its marker (S-173)."""
    betting = view.hand.stage in ("betting", "complete")
    marked = betting and present(view.game).key == "five_card_draw"
    return DrawsStage(stub=view.ledger.stub, marked=marked, groups=groups(view), numbers=numbers)


def groups(view: TableView) -> list[DrawGroup]:
    """Return the draws on the table surface: the burn, the cards exchanged so far, and the current draw."""
    streets = view.hand.streets
    current = view.hand.street
    at = streets.index(current) if current in streets else 0
    draws = []
    for index, coming in enumerate(streets[1:], start=1):
        reached = index <= at
        # Players who were not dealt in or have folded have fewer draws than the hand.
        drawn = [seat.draws[index - 1] for seat in view.seats if len(seat.draws) >= index]
        draws.append(
            DrawGroup(
                street=coming,
                name=messages.street_word(coming),
                burn=view.board.burns >= index,
                count=sum(count for count in drawn if count > 0) if reached else None,
                current=index == at,
            )
        )
    return draws


def rebuild(view: TableView) -> RebuildStage:
    """Return the plan for a short deck, and the new stub to count (H-45). asks: whether a supervisor must confirm.
    stub: as logged, without the last card in `discards`; most: the most that a count can find.
    """
    plan = present(view.draw).plan
    ledger = view.ledger
    stub = next((step.stub for step in present(plan).steps if step.do == "shuffle"), 0)
    owed = sum(cards for _, cards in present(plan).owed)
    do = send("rebuild_deck") if stub else None
    why = reasons.DECK_SHORT
    return RebuildStage(
        title="The deck runs short",
        step=messages.rebuild_yours(view),
        lines=messages.rebuild_lines(view) if stub else [],
        note=messages.rebuild_note(owed) if owed or not stub else "",
        asks=bool(present(plan).supervisor),
        last=ledger.stub,
        stub=stub,
        most=stub + ledger.lost,
        key=key("STUB\nIS $stub", "Stub is $stub: rebuild the deck", look="due", do=do, why=why),
    )
