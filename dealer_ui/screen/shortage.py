"""The short deck on stud's last street: the plan in small pictures, and the current counts (H-14, 1D)."""

from msgspec.structs import replace

from dealer_ui import messages
from dealer_ui.messages import act_reasons as reasons
from dealer_ui.messages import stud_notes
from dealer_ui.screen.keys import key, send
from dealer_ui.screen.model import Aside, Key, PlanStep, ShortStage, Stepper
from poker.view.model import LastCardView, TableView, last_card_view

COUNTED = ("opener", "betting", "complete")


def plan(view: TableView) -> LastCardView | None:
    """Return the plan for a short stub, from the end of the previous round until a player acts."""
    hand = view.hand
    last = view.last_card
    ahead = view.forecast
    if hand.stage == "complete" and ahead and hand.street == hand.streets[-2]:
        if ahead.plan is None:
            return None
        match: LastCardView | None = last_card_view(
            ahead.plan, stub=ahead.stub, burns=ahead.burns, may_correct=False
        )
    else:
        match = last if last and last.may_correct and hand.stage in COUNTED else None
    return match if match and match.kind != "normal" else None


def panel(view: TableView, plan_view: LastCardView, aside: Aside | None) -> ShortStage:
    """Return the title, who decides, the steps, and the counts to correct."""
    return ShortStage(
        title=stud_notes.shortage_title(plan_view, plan_view.stub),
        pill="Proposed · floor decides",
        steps=_steps(plan_view),
        line="Count off? Correct it",
        steppers=counts(view) or [],
        aside=aside,
    )


def first(view: TableView, plan_view: LastCardView) -> str:
    """Return who opens the last round, and why; before the deal only why."""
    opener = view.opener.seat if view.opener else 0
    return stud_notes.first_note(plan_view, opener, dealt=view.hand.stage != "complete")


def cited(view: LastCardView) -> str:
    """Return the rule's title and the source of the house's choice: "Short deck on the last card · TDA RP-10H(C)"."""
    return " · ".join(part for part in (messages.rule_title(view.rule), view.clause) if part)


def _steps(view: LastCardView) -> list[PlanStep]:
    """Return the steps as pictures.

    Collecting, shuffling and cutting are one picture each: the mixed cards, and what is left.
    """
    pictures: list[PlanStep] = []
    gathered = 0
    many = sum(step.do != "gather" for step in view.steps) > 4
    for step, before in zip(view.steps, [None, *view.steps], strict=False):
        cards = step.cards
        stub_text = f"{step.stub} left"
        match step.do:
            case "gather":
                gathered = cards
            case "shuffle":
                pile = [cards - gathered, gathered]
                mixed = f"{cards} cards" + (", cut" if many else "")
                mix_label = stud_notes.mix(*pile, short=many)
                pictures.append(replace(_picture("mix", mix_label, mixed), pile=pile))
            case "cut":
                pictures += [] if many else [_picture("cut", "Cut", f"{cards} cards")]
            case "burn":
                pictures.append(_picture("burn", "Burn one", stub_text))
            case "deal":
                bare = "no burn · " if before and before.do == "cut" else ""
                dealt = stud_notes.deals(cards, view.players)
                pictures.append(_picture("deal", dealt, bare + stub_text))
            case "common":
                pictures.append(_picture("up", "One up, center", stub_text))
    return pictures


def _picture(art: str, text: str, sub: str) -> PlanStep:
    return PlanStep(art=art, text=text, sub=sub)


def counts(view: TableView) -> list[Stepper] | None:
    """Return the steppers for the current stub, burns and players; None if no count is possible (counts_late)."""
    hand = view.hand
    last = view.last_card
    if not hand.started or hand.stage not in COUNTED or (last and not last.may_correct):
        return None
    pile = last or view.ledger
    now = {"stub": pile.stub, "burns": pile.burns, "players": view.count.still_in}
    # Fewer players may have been dealt in than were tapped.
    room = view.ledger.lost + view.ledger.muck
    most = {
        "stub": now["stub"] + room,
        "burns": now["burns"] + room,
        "players": view.count.of,
    }
    return [_stepper(now, what, most[what]) for what in now]


STEPPERS = {"stub": ("stub", "stub"), "burns": ("burns", "burns"), "players": ("in", "players in")}


def _stepper(now: dict[str, int], what: str, most: int) -> Stepper:
    word, name = STEPPERS[what]
    value = now[what]
    least = 2 if what == "players" else 0

    def step(by: int, sign: str) -> Key:
        able = least <= value + by <= most
        do = send("correct_counts", **(now | {what: value + by})) if able else None
        return key(sign, f"{value + by} {name}", do=do, why=reasons.NO_COUNT)

    return Stepper(
        word=word,
        value=value,
        less=step(-1, chr(0x2212)),
        more=step(1, "+"),
    )
