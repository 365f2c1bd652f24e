"""The stud deck that runs short (S-024 S-153 to S-157, H-14, V36, V37): every cell of table 1D, and laws."""

import re
import tomllib
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement, pairwise
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from poker.refusal import Refusal
from poker.rules import HouseRules
from poker.stud_shortage import (
    Policy,
    ShortagePlan,
    ShortageStep,
    forecast,
    mid_deal,
    plan,
    stub_before_last,
)
from tests.support.shortages import shortage_text, steps_text

ROWS = tomllib.loads(
    (Path(__file__).parent / "data" / "shortage_1d.toml").read_text(encoding="utf-8")
)["row"]
POLICIES: tuple[Policy, ...] = get_args(Policy)
POLICY = st.sampled_from(POLICIES)
CELLS = [
    pytest.param(row, policy, id=f"{'-'.join(map(str, row['seats']))}-{policy}")
    for row in ROWS
    for policy in POLICIES
]
DEAL_COURSES = [
    seats[::-1] for seats in combinations_with_replacement(range(2, 9), 5)
]  # third to seventh


@pytest.mark.parametrize(("row", "policy"), CELLS)
def test_shortage_plan_matches_table_1d(row: dict[str, Any], policy: Policy):
    stub = stub_before_last(row["seats"][:4])
    assert stub == row["stub"]
    shortage = plan(row["seats"][4], stub, policy)
    assert shortage_text(shortage, stub) == row.get(policy, row.get("others"))


def test_table_1d_has_every_row_and_policy():
    """Fourteen rows of table 1D and five neighbors, each for five policies."""
    assert len(ROWS) == 19
    assert set(POLICIES) == {"guide", "guide_literal", "tda", "hrh", "rrop"}
    assert all(set(row) - {"seats", "stub", "others"} <= set(POLICIES) for row in ROWS)
    assert HouseRules().stud_shortage == "guide"


def test_plan_for_eight_players():
    """V36: four cards cannot be a burn and eight; shuffle them, burn one, one face up, two remain."""
    shortage = plan(8, 1, "guide")
    assert shortage.steps == (
        ShortageStep("gather", 3, 4, 0),
        ShortageStep("shuffle", 4, 4, 0),
        ShortageStep("cut", 4, 4, 0),
        ShortageStep("burn", 1, 3, 1),
        ShortageStep("common", 1, 2, 1),
    )
    assert (shortage.kind, shortage.first, shortage.share) == ("common", "sixth", 8)
    assert (shortage.rule, shortage.row) == ("S-156", "stud_deck_shortage_common")


def test_plan_for_seven_players():
    """V37: ten cards for seven, the burn and the last card; two remain."""
    shortage = plan(7, 7, "guide")
    assert (shortage.pool, shortage.need) == (10, 9)
    assert shortage.steps[-1] == ShortageStep("deal", 7, 2, 1)
    assert (shortage.rule, shortage.row) == ("S-155", "stud_deck_shortage_burns_enough")
    assert shortage.first == "upcards"


@pytest.mark.parametrize(
    ("policy", "stub", "players", "clause", "first"),
    [
        ("tda", 7, 7, "TDA RP-10H(A)", "upcards"),
        ("tda", 3, 7, "TDA RP-10H(B)", "sixth"),
        ("tda", 1, 8, "TDA RP-10H(C)", "sixth"),
        ("hrh", 7, 7, "HRH stud 5a-c", "upcards"),
        ("hrh", 3, 7, "HRH stud 5d", "sixth"),
        ("rrop", 7, 7, "RRoP, CA-DOJ", "upcards"),
        ("rrop", 1, 8, "RRoP, CA-DOJ", "with_common"),
        ("guide", 3, 7, "", "sixth"),
        ("guide_literal", 3, 7, "", "sixth"),
        ("rrop", 10, 5, "", "upcards"),
    ],
)
def test_plan_names_its_source_and_the_first_seat(
    policy: Policy, stub: int, players: int, clause: str, first: str
):
    """H-14: the clause of each policy and who opens the last round."""
    shortage = plan(players, stub, policy)
    assert (shortage.clause, shortage.first) == (clause, first)
    assert shortage.rule == (
        "S-153" if shortage.kind == "normal" else "H-14" if clause else "S-156"
    )


def test_stub_count_decides_the_plan():
    """One tap on the stub or the players gives the plan for what is on the table."""
    assert plan(8, 1, "guide").kind == "common"
    assert plan(6, 10, "guide").kind == "normal"
    assert plan(6, 5, "guide").kind == "shuffle"
    assert plan(6, 5, "guide", burns=2).kind == "common"


@pytest.mark.parametrize(
    ("players", "stub", "burns", "code"),
    [
        (8, 2, 3, "deck_count"),  # 48 in hands: four are left
        (2, -1, 3, "deck_count"),
        (2, 5, -1, "deck_count"),
        (-2, 5, 3, "deck_count"),
        (0, 50, 3, "deck_count"),
        (1, 5, 3, "count_one"),
        (4, 1, 1, "deck_too_short"),
        (4, 0, 0, "deck_too_short"),
    ],
)
@pytest.mark.parametrize("policy", ["guide", "tda", "rrop"])
def test_impossible_counts_are_refused(
    players: int, stub: int, burns: int, code: str, policy: Policy
):
    with pytest.raises(Refusal) as refusal_info:
        plan(players, stub, policy, burns=burns)
    assert refusal_info.value.code == code


def test_deck_is_short_exactly_when_the_cards_do_not_suffice():
    """Every course of a hand: 3n + a4 + a5 + a6 + a7 + 4 over 52, one card less if the last is kept."""
    for third, *later_counts in DEAL_COURSES:
        stub = stub_before_last((third, *later_counts[:3]))
        assert stub >= 1
        for policy in POLICIES:
            room = 48 - 3 * third - (policy != "guide_literal")
            short = sum(later_counts) > room
            shortage = plan(later_counts[3], stub, policy)
            assert (shortage.kind != "normal") is short, (third, later_counts, policy)


def test_six_players_never_run_short():
    """S-024: the helper shows from seven seats on."""
    for third, *later_counts in DEAL_COURSES:
        if third <= 6:
            stub = stub_before_last((third, *later_counts[:3]))
            assert all(plan(later_counts[3], stub, policy).kind == "normal" for policy in POLICIES)


def deal_counts(seats: tuple[int, ...]) -> Iterator[tuple[int, int, int, tuple[int, ...]]]:
    """Return players, stub, burns and streets before the last, on each street from third to sixth."""
    stub = 52 - 3 * seats[0]
    for street in range(4):
        if street:
            stub -= 1 + seats[street]
        yield seats[street], stub, street, (1,) * (3 - street)


@pytest.mark.parametrize("policy", POLICIES)
def test_forecast_equals_the_plan_on_every_street(policy: Policy):
    """On each street the forecast is the plan if all stay, and on sixth the plan for the players who stay."""
    for seats in DEAL_COURSES:
        for players, stub, burns, ahead in deal_counts(seats):
            shortage_forecast = forecast(players, stub, policy, burns=burns, ahead=ahead)
            last = stub - sum(1 + players for _ in ahead)
            assert shortage_forecast.plan == plan(players, last, policy)
            assert (shortage_forecast.stub, shortage_forecast.short_on) == (last, 0)
            kinds = {
                fewer: plan(fewer, stub - sum(1 + fewer for _ in ahead), policy).kind
                for fewer in range(2, players)
            }
            assert shortage_forecast.plan is not None
            other_kinds = [fewer for fewer in kinds if kinds[fewer] != shortage_forecast.plan.kind]
            assert shortage_forecast.changes_at == max(other_kinds, default=0)
            assert (shortage_forecast.then.kind if shortage_forecast.then else None) == kinds.get(
                shortage_forecast.changes_at
            )


@pytest.mark.parametrize(
    ("players", "stub", "burns", "ahead", "now", "changes_at", "next_text"),
    [
        (8, 28, 0, (1, 1, 1), "common", 6, "shuffle"),  # third street
        (7, 31, 0, (1, 1, 1), "shuffle", 6, "normal"),
        (6, 34, 0, (1, 1, 1), "normal", 0, None),
        (8, 1, 3, (), "common", 2, "shuffle"),  # sixth street
        (7, 7, 3, (), "shuffle", 5, "normal"),
        (7, 4, 3, (), "common", 5, "shuffle"),
    ],
)
def test_forecast_names_the_change_of_plan(
    players: int,
    stub: int,
    burns: int,
    ahead: tuple[int, ...],
    now: str,
    changes_at: int,
    next_text: str | None,
):
    shortage_forecast = forecast(players, stub, "guide", burns=burns, ahead=ahead)
    assert shortage_forecast.plan is not None
    assert shortage_forecast.plan.kind == now
    assert shortage_forecast.changes_at == changes_at
    assert (shortage_forecast.then.kind if shortage_forecast.then else None) == next_text


def test_nine_players_run_out_before_the_last_street():
    """H-13: no policy covers a short sixth street, so there is no plan, but the count that has one."""
    shortage_forecast = forecast(9, 25, "guide", burns=0, ahead=(1, 1, 1))
    assert (shortage_forecast.plan, shortage_forecast.short_on, shortage_forecast.changes_at) == (
        None,
        3,
        7,
    )
    assert shortage_forecast.then is not None
    assert shortage_forecast.then.kind == "common"


def test_mississippi_deals_two_cards_on_one_street():
    """S-180: fourth and fifth come together, with one burn."""
    shortage_forecast = forecast(8, 28, "guide", burns=0, ahead=(2, 1))
    assert shortage_forecast.stub == 28 - 17 - 9
    assert shortage_forecast.plan is not None
    assert shortage_forecast.plan.kind == "common"
    assert shortage_forecast.plan.pool == 4


MID_DEAL_CASES = [
    # players, served, stub, policy, kind, steps, share, betting
    (6, 3, 4, "guide", "normal", "deal 3", 0, True),
    (6, 2, 2, "rrop", "two_passes", "deal 1, mix 1+4, burn, deal 3", 0, True),
    (6, 1, 1, "tda", "two_passes", "mix 1+4, deal 5", 0, True),
    (6, 1, 4, "guide_literal", "two_passes", "deal 3, mix 1+4, burn, deal 2", 0, True),
    (7, 1, 1, "guide", "common", "mix 1+4, burn, common", 6, True),
    (7, 1, 1, "hrh", "common", "mix 1+4, burn, common", 6, False),
    (7, 0, 2, "hrh", "common", "deal 1, mix 1+4, burn, common", 6, False),
    (6, 0, 1, "hrh", "common", "mix 1+4, burn, common", 6, True),
]


@pytest.mark.parametrize(
    ("players", "served", "stub", "policy", "kind", "message", "share", "betting"), MID_DEAL_CASES
)
def test_shortage_found_while_dealing_has_a_plan(
    players: int,
    served: int,
    stub: int,
    policy: Policy,
    kind: str,
    message: str,
    share: int,
    betting: bool,
):
    """Row 88: on to the last card, scramble it with the burns, finish, or a common card for those without one."""
    plan = mid_deal(players, served, stub, policy)
    assert (plan.kind, steps_text(plan)) == (kind, message)
    assert (plan.share, plan.betting) == (share, betting)
    assert plan.row == ("" if kind == "normal" else "stud_shortage_found_mid_deal")


@pytest.mark.parametrize(("served", "stub"), [(7, 3), (-1, 3), (3, 20)])
def test_impossible_counts_during_the_deal_are_refused(served: int, stub: int):
    with pytest.raises(Refusal, match="deck_count"):
        mid_deal(7, served, stub, "guide")


def plan_or_code(get_plan: Callable[[], ShortagePlan]) -> ShortagePlan | str:
    """Return the plan, or the code of the refusal."""
    try:
        return get_plan()
    except Refusal as refusal:
        return refusal.code


def check_conserved(shortage: ShortagePlan, stub: int, burns: int) -> None:
    """Check that each step moves existing cards and that stub, burns and dealt cards add up."""
    total = stub + burns
    cards_dealt = 0
    for step in shortage.steps:
        match step.do:
            case "burn":
                stub = stub - 1
                burns = burns + 1
                assert step.cards == 1
            case "deal" | "common":
                stub = stub - step.cards
                cards_dealt = cards_dealt + step.cards
                assert step.cards >= 1
            case "gather":
                assert step.cards == burns
                stub = stub + burns
                burns = 0
            case _:
                assert step.cards == stub
        assert (step.stub, step.burns) == (stub, burns)
        assert min(stub, burns) >= 0
        assert stub + burns + cards_dealt == total


@given(
    players=st.integers(2, 8),
    stub=st.integers(0, 40),
    burns=st.integers(0, 6),
    policy=POLICY,
)
def test_any_plan_uses_only_cards_of_stub_and_burns(
    players: int, stub: int, burns: int, policy: Policy
):
    """S-157: cards come from stub and burns alone; all get one each, or all share one; one burn a shuffle."""
    match = plan_or_code(lambda: plan(players, stub, policy, burns=burns))
    if isinstance(match, str):
        too_many = stub + burns + 6 * players > 52
        assert match == ("deck_count" if too_many else "deck_too_short")
        assert too_many or stub + burns <= 2
        return
    check_conserved(match, stub, burns)
    cards_dealt = sum(step.cards for step in match.steps if step.do == "deal")
    common = sum(step.cards for step in match.steps if step.do == "common")
    assert (cards_dealt, common) == ((0, 1) if match.kind == "common" else (players, 0))
    assert match.share == (players if common else 0)
    if policy in ("guide", "tda", "hrh"):  # the last card stays in the dealer's hand
        assert match.steps[-1].stub >= 1
    mixed = [step.do for step in match.steps]
    assert mixed.count("gather") == (0 if match.kind == "normal" else mixed.count("shuffle")) <= 1
    for before, after in pairwise(mixed):
        assert (before == "gather") == (after == "shuffle")
        assert (before == "shuffle") == (after == "cut")


@given(players=st.integers(2, 8), data=st.data(), policy=POLICY)
def test_any_short_deal_is_completed(players: int, data: st.DataObject, policy: Policy):
    served = data.draw(st.integers(0, players - 1))
    burns = data.draw(st.integers(2, 4))
    room = 52 - 6 * players - served - burns
    stub = data.draw(st.integers(0, max(room, 0)))
    if room < 0:
        return
    match = plan_or_code(lambda: mid_deal(players, served, stub, policy, burns=burns))
    if isinstance(match, str):
        assert (match, stub + burns) == ("deck_too_short", 2)
        return
    check_conserved(match, stub, burns)
    cards_dealt = sum(step.cards for step in match.steps if step.do == "deal")
    assert cards_dealt + match.share == players - served
    assert all(re.match(r"burn|deal|gather|shuffle|cut|common", step.do) for step in match.steps)
