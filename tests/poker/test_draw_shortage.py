"""The deck that runs short on a draw (S-176 S-177, H-45, H-46, H-49): cases as data, and conserved cards."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from poker.draw_shortage import DrawPlan, draw_shortage
from poker.refusal import Refusal
from poker.rules import HouseRules, read

CASES = tomllib.loads(
    (Path(__file__).parent / "data" / "draw_shortage.toml").read_text(encoding="utf-8")
)["case"]


def parse_pairs(text: str) -> list[tuple[int, int]]:
    return [(int(seat), int(cards)) for seat, cards in (part.split("=") for part in text.split())]


def plan_text(plan: DrawPlan, stub: int, burns: int) -> str:
    """Return a plan in the notation of the data file."""
    parts = []
    for step in plan.steps:
        match step.do:
            case "deal":
                parts.append(f"{step.seat}+{step.cards}")
            case "gather":
                parts.append(f"{step.pile}+{step.cards}")
            case "shuffle":
                parts.append(f"mix {step.cards}")
            case "burn":
                parts.append("burn")
        stub = step.stub
        burns = step.burns
    return f"{', '.join(parts)} -> {stub}+{burns}"


@pytest.mark.parametrize("case", [pytest.param(c, id=c["title"]) for c in CASES])
def test_draw_shortage_case(case: dict[str, Any]):
    plan = draw_shortage(
        parse_pairs(case["owed"]),
        case["stub"],
        case["burns"],
        read(case.get("house", {})),
        earlier=case["earlier"],
        discards=dict(parse_pairs(case["drawn"])),
        burned=case.get("burned", False),
    )
    assert plan_text(plan, case["stub"], case["burns"]) == case["steps"]
    assert plan.kind == case["kind"]
    assert plan.excluded == tuple(case.get("excluded", []))
    assert plan.owed == tuple(parse_pairs(case.get("short", "")))
    assert plan.supervisor is False, "the dealer rebuilds, unless the house wants a supervisor"
    rows = {"normal": "", "rebuild": "draw_deck_shortage"}
    assert plan.row == ("draw_shortage_still_short" if plan.owed else rows[plan.kind])


@pytest.mark.parametrize(
    ("stub", "burns", "earlier_rounds", "cards_drawn"),
    [(-1, 0, 0, 0), (1, -1, 0, 0), (1, 0, -1, 0), (1, 0, 0, -1), (40, 3, 5, 5)],
)
def test_impossible_counts_are_refused(
    stub: int, burns: int, earlier_rounds: int, cards_drawn: int
):
    with pytest.raises(Refusal, match="deck_count"):
        draw_shortage(
            [(1, 2)],
            stub,
            burns,
            HouseRules(),
            earlier=earlier_rounds,
            discards={2: cards_drawn},
            burned=True,
        )


@given(
    cards_owed=st.lists(st.tuples(st.integers(1, 8), st.integers(0, 5)), unique_by=lambda x: x[0]),
    thrown_by_seat=st.dictionaries(st.integers(1, 8), st.integers(0, 5)),
    stub=st.integers(1, 20),
    burns=st.integers(0, 4),
    earlier_rounds=st.integers(0, 12),
    burned=st.booleans(),
    joins=st.sampled_from(["served", "others", "earlier"]),
    burns_join=st.booleans(),
    reused=st.sampled_from(["once", "always"]),
)
def test_cards_are_conserved(
    cards_owed: list[tuple[int, int]],
    thrown_by_seat: dict[int, int],
    stub: int,
    burns: int,
    earlier_rounds: int,
    burned: bool,
    joins: Any,
    burns_join: bool,
    reused: Any,
):
    """No card is invented, the last one is kept, each seat gets its cards in order or the plan says
    otherwise; one rebuild.
    """
    discards = thrown_by_seat | dict(cards_owed)
    rules = HouseRules(draw_shortage=joins, draw_shortage_burns=burns_join, rebuilt_burn=reused)
    if stub + burns + earlier_rounds + sum(discards.values()) > 52:
        return
    plan = draw_shortage(
        cards_owed, stub, burns, rules, earlier=earlier_rounds, discards=discards, burned=burned
    )
    piles = {
        "earlier": earlier_rounds,
        "drawn": sum(cards for seat, cards in discards.items() if seat not in plan.excluded),
    }
    cards_by_seat = dict.fromkeys(dict(cards_owed), 0)
    for step in plan.steps:
        match step.do:
            case "deal":
                stub -= step.cards
                cards_by_seat[step.seat] += step.cards
            case "burn":
                stub = stub - 1
                burns = burns + 1
            case "gather" if step.pile == "burns":
                assert step.cards == burns
                stub = stub + burns
                burns = 0
            case "gather":
                assert step.cards == piles.pop(step.pile)
                stub += step.cards
        assert (step.stub, step.burns) == (stub, burns)
        assert stub >= 1
        assert burns >= 0
    short = dict(plan.owed)
    assert {seat: cards for seat, cards in cards_owed if cards != cards_by_seat[seat]} == {
        seat: cards_by_seat[seat] + short[seat] for seat in short
    }
    assert list(short) == [seat for seat, _ in cards_owed if seat in short]
    assert set(plan.excluded) <= set(discards)
    if plan.owed:  # nothing more could be dealt: only the last card is left
        assert stub == 1
