"""The key over the count row: a jackpot to claim, a claim that waits, or a high hand in two taps."""

from msgspec.structs import replace

from dealer_ui import messages
from dealer_ui.messages import promotions as texts
from dealer_ui.messages.texts import Sentence
from dealer_ui.screen.keys import key, opens, send
from dealer_ui.screen.model import (
    Caption,
    Check,
    ClaimStage,
    FeltNote,
    Key,
    Pod,
    PromotionPanel,
)
from poker.view.model import PromotionView, SeatView, TableView, present

HIGH_CAPTION = Caption(
    text="The posted hand goes to the board and the floor", note="Paid when the round ends"
)


def is_offered(view: TableView) -> bool:
    """Return whether a promotion may be claimed now; nothing else is then the next step."""
    item = view.promotion
    return item is not None and not item.claimed_at and view.step.kind in ("showdown", "award")


def _may_claim_in_call(view: TableView) -> bool:
    """Return whether a promotion may be claimed although the floor was called for something else first."""
    item = view.promotion
    return item is not None and not item.claimed_at and view.step.kind == "floor"


def is_claimed(view: TableView) -> bool:
    return view.step.kind == "claim"


def panel(view: TableView) -> PromotionPanel | None:
    """Return the key over the count row and what it opens; None if the row shows its counts."""
    if is_claimed(view) and view.promotion is not None:
        return _claimed(view, view.promotion)
    if is_offered(view) or _may_claim_in_call(view):
        return _offered(present(view.promotion))
    if view.high_hand is not None and not view.paused:
        return _high_hand(view)
    return None


def _offered(item: PromotionView) -> PromotionPanel:
    return PromotionPanel(
        key=key(
            texts.key_text(item),
            f"Call the floor: {item.title}, {texts.hands_text(item)}",
            sub=texts.hands_text(item),
            look="due",
            do=send("claim_promotion", promotion=item.key, board=item.board),
        )
    )


def _claimed(view: TableView, item: PromotionView) -> PromotionPanel:
    return PromotionPanel(
        key=key(
            texts.claimed_text(item),
            f"{item.title} claimed",
            sub=texts.claimed_help(view),
            why="The claim waits for the floor. Leave deck, board and hands as they are.",
        ),
        hold=texts.HOLD,
        at=item.claimed_at,
    )


def _high_hand(view: TableView) -> PromotionPanel:
    high = present(view.high_hand)
    sub = f"seat {high.seat}, {high.name}"
    award = view.award
    total = sum(pot.amount or 0 for pot in award.pots) if award else 0
    now, then = texts.high_step(high, messages.money(total) if total else "")
    return PromotionPanel(
        key=key(
            "HIGH HAND",
            f"Compare with the posted high hand: {sub}",
            sub=sub,
            look="expected",
            do=opens("high_hand"),
        ),
        post=key(
            "POST HIGH HAND",
            f"Post the high hand: {sub}",
            sub=sub,
            look="due",
            do=send("post_high_hand", promotion=high.key, seat=high.seat),
        ),
        step=Sentence(now=now, then=then),
        caption=HIGH_CAPTION,
        stage=ClaimStage(
            cards=view.board.cards,
            lines=[f"Seat {high.seat}, {_name(view, high.seat)}", high.name],
            notes=[FeltNote(text=text, at=at or None) for text, at in texts.high_lines(high)],
        ),
    )


def _name(view: TableView, number: int) -> str:
    return next((seat.name for seat in view.seats if seat.seat == number), "")


def undo(view: TableView) -> Key | None:
    """Return UNDO without effect once a supervisor answered the claim; None while it may be tapped."""
    label = messages.undo_label(view.undo, view.opener)
    if not is_claimed(view) or not texts.is_answered(view):
        return None
    return key("UNDO", f"Undo: {label}", sub=label, why=texts.FLOOR_DECIDES)


def stage(view: TableView) -> ClaimStage | None:
    """Return the felt while a claim waits: what must stay, and what the log proves."""
    item = view.promotion
    if not is_claimed(view) or item is None:
        return None
    boards = [view.board.cards, *view.board.more]
    return ClaimStage(
        cards=boards[item.board] if item.board < len(boards) else [],
        lines=list(texts.HELD_LINES),
        checks=[Check(text=text, proved=proved) for text, proved in texts.checks(item)],
    )


def caption(view: TableView) -> Caption | None:
    """Return the caption of the key over the count row; None if the row shows its counts."""
    item = view.promotion
    if item is None:
        return None
    if is_claimed(view):
        return Caption(text="Read from the log", note="The floor asks the rest")
    if is_offered(view):
        return Caption(text=texts.posted_text(item), note=texts.lowest_text(item))
    return None


def seat_keys(view: TableView, seat: SeatView) -> list[Key]:
    """Return the one key of a seat with cards while a claim waits; [] otherwise."""
    if not is_claimed(view) or seat.state != "in":
        return []
    names = dict(present(view.promotion).names) if view.promotion else {}
    why = "The claim waits for the floor. Leave this hand as it is."
    text = "stays face up" if seat.shown else "stays as it is"
    name = messages.action_name("Stays on the table,", seat)
    return [
        key(text, name, look="folded", strong=True, line=names.get(seat.seat, ""), why=why),
    ]


def calm(pod: Pod) -> Pod:
    """Return a seat whose amber keys have only a ring, because one key alone is the next step."""
    return replace(pod, keys=[calm_key(item) for item in pod.keys])


def calm_key(item: Key) -> Key:
    return replace(item, look="expected") if item.look == "due" else item
