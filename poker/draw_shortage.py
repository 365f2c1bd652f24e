"""Short decks on a draw: stop before the last card, rebuild the deck, deal the rest (S-176, H-45, H-49)."""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from poker.cards import DECK_SIZE
from poker.refusal import Refusal
from poker.rules import HouseRules

Pile = Literal["earlier", "drawn", "burns"]


class DrawStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing the dealer does with `cards` cards, and the stub and burns after it.

    deal: down to `seat`; gather: the discards of earlier draws, the discards of this draw, or the burns go to the
    stub; shuffle and cut: that many cards, the cut card on the bottom.
    """

    do: Literal["burn", "deal", "gather", "shuffle", "cut"]
    cards: int
    stub: int
    burns: int
    seat: int = 0
    pile: Pile | Literal[""] = ""


class DrawPlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a draw is dealt from the cards available; folded hands are never used.

    `supervisor`: a supervisor confirms the piles before they are collected; `excluded`: seats whose discards stay out;
    `owed`: (seat, cards) that even the rebuilt deck does not cover and a ruling must settle
    (draw_shortage_still_short).
    """

    kind: Literal["normal", "rebuild"]
    steps: tuple[DrawStep, ...]
    rule: str
    supervisor: bool
    row: str = ""
    excluded: tuple[int, ...] = ()
    owed: tuple[tuple[int, int], ...] = ()


def draw_shortage(
    owed: Sequence[tuple[int, int]],
    stub: int,
    burns: int,
    rules: HouseRules,
    *,
    earlier: int,
    discards: Mapping[int, int],
    burned: bool,
    kept: int = 1,
) -> DrawPlan:
    """Plan to deal `owed`, (seat, cards) in order, keeping the last card; rebuild if the stub is not enough.

    `kept`: the cards that stay in the stub, more than the last one if a board is to come.

    `earlier`: discards of finished draws; `discards`: this draw's by seat, each still in its own place; `burned`: this
    draw's burn is out, or the house burns none (H-46). The draw may be partly dealt.
    """
    _check(owed, stub, burns, earlier, discards)
    table = _Draw(stub, burns, kept)
    waiting = [(seat, cards) for seat, cards in owed if cards]
    if waiting and not burned and stub > kept:
        table.burn()
        burned = True
    waiting = table.serve(waiting)
    if not waiting:
        return DrawPlan("normal", tuple(table.steps), "S-176", supervisor=False)
    excluded = _excluded(waiting, discards, rules)
    table.gather("earlier", earlier)
    table.gather("drawn", sum(cards for seat, cards in discards.items() if seat not in excluded))
    if rules.draw_shortage_burns:
        table.gather("burns", table.burns)
    table.shuffle()
    if table.stub > kept and (not burned or rules.rebuilt_burn == "always"):
        table.burn()
    waiting = table.serve(waiting)
    return DrawPlan(
        "rebuild",
        tuple(table.steps),
        "H-45",
        row="draw_shortage_still_short" if waiting else "draw_deck_shortage",
        supervisor=rules.draw_rebuild == "supervisor",
        excluded=excluded,
        owed=tuple(waiting),
    )


class _Draw:
    """Stub and burns while a draw is dealt."""

    def __init__(self, stub: int, burns: int, kept: int) -> None:
        self.stub = stub
        self.burns = burns
        self.kept = kept
        self.steps: list[DrawStep] = []

    def burn(self) -> None:
        self.stub -= 1
        self.burns += 1
        self.steps.append(DrawStep("burn", 1, self.stub, self.burns))

    def serve(self, waiting: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Deal in order, keeping the last cards; return the cards still owed."""
        owed = []
        for seat, cards in waiting:
            count = min(cards, max(self.stub - self.kept, 0))
            if count:
                self.stub -= count
                self.steps.append(DrawStep("deal", count, self.stub, self.burns, seat=seat))
            if count < cards:
                owed.append((seat, cards - count))
        return owed

    def gather(self, pile: Pile, cards: int) -> None:
        if cards == 0:
            return
        self.stub += cards
        self.burns -= cards if pile == "burns" else 0
        self.steps.append(DrawStep("gather", cards, self.stub, self.burns, pile=pile))

    def shuffle(self) -> None:
        if not any(step.do == "gather" for step in self.steps):
            return
        self.steps += [
            DrawStep("shuffle", self.stub, self.stub, self.burns),
            DrawStep("cut", self.stub, self.stub, self.burns),
        ]


def _excluded(
    waiting: Sequence[tuple[int, int]], discards: Mapping[int, int], rules: HouseRules
) -> tuple[int, ...]:
    """Return the seats whose discards in this draw stay out of the rebuilt deck (H-45)."""
    if rules.draw_shortage == "earlier":
        return tuple(discards)
    if rules.draw_shortage == "others":
        return (waiting[0][0],)
    return tuple(seat for seat, _ in waiting)


def _check(
    owed: Sequence[tuple[int, int]],
    stub: int,
    burns: int,
    earlier: int,
    discards: Mapping[int, int],
) -> None:
    numbers = (stub, burns, earlier, *discards.values(), *(cards for _, cards in owed))
    total = stub + burns + earlier + sum(discards.values())
    if min(numbers) < 0 or total > DECK_SIZE:
        raise Refusal("deck_count", "H-45", stub=stub, burns=burns, players=len(owed))
