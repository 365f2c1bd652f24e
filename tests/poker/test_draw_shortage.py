"""The deck that runs short on a draw (S-176 S-177, H-45, H-46, H-49): cases as data, and cards conserved."""

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


def pairs(text: str) -> list[tuple[int, int]]:
    return [(int(seat), int(cards)) for seat, cards in (word.split("=") for word in text.split())]


def told(plan: DrawPlan, stub: int, burns: int) -> str:
    """A plan in the words of the data file."""
    words = []
    for step in plan.steps:
        match step.do:
            case "deal":
                words.append(f"{step.seat}+{step.cards}")
            case "gather":
                words.append(f"{step.pile}+{step.cards}")
            case "shuffle":
                words.append(f"mix {step.cards}")
            case "burn":
                words.append("burn")
        stub, burns = step.stub, step.burns
    return f"{', '.join(words)} -> {stub}+{burns}"


@pytest.mark.parametrize("case", [pytest.param(c, id=c["title"]) for c in CASES])
def test_case(case: dict[str, Any]):
    plan = draw_shortage(
        pairs(case["owed"]),
        case["stub"],
        case["burns"],
        read(case.get("house", {})),
        earlier=case["earlier"],
        discards=dict(pairs(case["drawn"])),
        burned=case.get("burned", False),
    )
    assert told(plan, case["stub"], case["burns"]) == case["steps"]
    assert plan.kind == case["kind"]
    assert plan.excluded == tuple(case.get("excluded", []))
    assert plan.owed == tuple(pairs(case.get("short", "")))
    assert plan.supervisor is False, "the dealer rebuilds, unless the house wants a supervisor"
    rows = {"normal": "", "rebuild": "draw_deck_shortage"}
    assert plan.row == ("draw_shortage_still_short" if plan.owed else rows[plan.kind])


@pytest.mark.parametrize(
    ("stub", "burns", "earlier", "drawn"),
    [(-1, 0, 0, 0), (1, -1, 0, 0), (1, 0, -1, 0), (1, 0, 0, -1), (40, 3, 5, 5)],
)
def test_counts_that_cannot_be(stub: int, burns: int, earlier: int, drawn: int):
    with pytest.raises(Refusal, match="deck_count"):
        draw_shortage(
            [(1, 2)],
            stub,
            burns,
            HouseRules(),
            earlier=earlier,
            discards={2: drawn},
            burned=True,
        )


@given(
    owed=st.lists(st.tuples(st.integers(1, 8), st.integers(0, 5)), unique_by=lambda x: x[0]),
    others=st.dictionaries(st.integers(1, 8), st.integers(0, 5)),
    stub=st.integers(1, 20),
    burns=st.integers(0, 4),
    earlier=st.integers(0, 12),
    burned=st.booleans(),
    joins=st.sampled_from(["served", "others", "earlier"]),
    burns_join=st.booleans(),
    again=st.sampled_from(["once", "always"]),
)
def test_cards_are_conserved(
    owed: list[tuple[int, int]],
    others: dict[int, int],
    stub: int,
    burns: int,
    earlier: int,
    burned: bool,
    joins: Any,
    burns_join: bool,
    again: Any,
):
    """No card from nowhere, the last one kept, everyone gets what is owed in order or it is said; one rebuild."""
    discards = others | dict(owed)
    rules = HouseRules(draw_shortage=joins, draw_shortage_burns=burns_join, rebuilt_burn=again)
    if stub + burns + earlier + sum(discards.values()) > 52:
        return
    plan = draw_shortage(
        owed, stub, burns, rules, earlier=earlier, discards=discards, burned=burned
    )
    piles = {
        "earlier": earlier,
        "drawn": sum(cards for seat, cards in discards.items() if seat not in plan.excluded),
    }
    got = dict.fromkeys(dict(owed), 0)
    for step in plan.steps:
        match step.do:
            case "deal":
                stub -= step.cards
                got[step.seat] += step.cards
            case "burn":
                stub, burns = stub - 1, burns + 1
            case "gather" if step.pile == "burns":
                assert step.cards == burns
                stub, burns = stub + burns, 0
            case "gather":
                assert step.cards == piles.pop(step.pile)
                stub += step.cards
        assert (step.stub, step.burns) == (stub, burns)
        assert stub >= 1
        assert burns >= 0
    short = dict(plan.owed)
    assert {seat: cards for seat, cards in owed if cards != got[seat]} == {
        seat: got[seat] + short[seat] for seat in short
    }
    assert list(short) == [seat for seat, _ in owed if seat in short]
    assert set(plan.excluded) <= set(discards)
    if plan.owed:  # nothing more could be dealt: only the last card is left
        assert stub == 1
