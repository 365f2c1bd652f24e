"""Every row of table 1D dealt from the first card on, by each policy of H-14 (S-024, S-149, S-153 to S-157, V36, V37).

`test_shortage.py` has the plans as values; here whole hands are walked: what is shown before the street, what the
ledger holds after it, and who acts first.
"""

import tomllib
from pathlib import Path
from typing import Any, get_args

import pytest

from poker import commands as c
from poker.cards import DECK
from poker.engine import create, run
from poker.rules import HouseRules
from poker.stakes import Stakes
from poker.state import Table
from poker.stud_shortage import Policy, ShortagePlan, plan
from poker.view import view
from poker.view_paths import plain
from tests.support.shortages import shortage_text

ROWS = tomllib.loads(
    (Path(__file__).parent / "data" / "shortage_1d.toml").read_text(encoding="utf-8")
)["row"]
POLICIES: tuple[Policy, ...] = get_args(Policy)
CELLS = [
    pytest.param(row, policy, id=f"{'-'.join(map(str, row['seats']))}-{policy}")
    for row in ROWS
    for policy in POLICIES
]
STAKES = Stakes("stud", "split", 4, 8, ante=1, bring_in=2, buy_in_min=1, buy_in_max=9, chips=(1,))
# Sixth street's upcards by seat, 1 to 8: seat 1 is high with its kings, with the ace of hearts seat 2 is.
UP = (
    "KdKc8h7s",
    "AdQc9h6s",
    "3c4d6c8s",
    "2d5d7d9c",
    "2c5c7cTh",
    "2h5h7hTc",
    "2s5s9sTs",
    "3d6d8d9d",
)
COMMON = "Ah"


def open_table(seats: int, policy: Policy) -> Table:
    table = create("T", seats).state
    for seat in range(1, seats + 1):
        table = run(table, c.SeatPlayer(seat, f"p{seat}", f"Player {seat}"), now=0).state
    rules = HouseRules(stud_shortage=policy)
    return run(table, c.OpenTable(STAKES, rules), now=0).state


def run_commands(table: Table, *commands: c.Command) -> Table:
    for command in commands:
        table = run(table, command, now=0).state
        assert table.hand is None or table.hand.ledger.total() == len(DECK)
    return table


def fold_to(table: Table, left: int) -> Table:
    """Close the round with this many players: the last seats fold."""
    assert table.hand is not None
    live = [part.seat for part in table.hand.live()]
    return run_commands(table, *(c.Act(seat, "fold") for seat in live[left:]))


def play_to_sixth_street(cards_dealt: list[int], policy: Policy) -> Table:
    """Third to sixth street with as many players as the row has on each, then the seats that stay for seventh.

    Seat 1 opens every street. Rounds are checked or called by the counts, as at the table.
    """
    table = run_commands(open_table(cards_dealt[0], policy), c.NameOpener(1))
    for players in cards_dealt[1:4]:
        table = run_commands(fold_to(table, players), c.CloseStreet(players), c.NameOpener(1))
    return fold_to(table, cards_dealt[4])


@pytest.mark.parametrize(("row", "policy"), CELLS)
def test_last_card_is_dealt_by_the_shortage_table(row: dict[str, Any], policy: Policy):
    players = row["seats"][4]
    before = play_to_sixth_street(row["seats"], policy)
    assert before.hand is not None
    assert (before.hand.ledger.stub, before.hand.ledger.burns) == (row["stub"], 3)
    foretold = plain(view(before))["forecast"]
    after = run_commands(before, c.CloseStreet(players))
    assert after.hand is not None
    last = after.hand.last_card
    assert last is not None
    assert shortage_text(last.plan, row["stub"]) == row.get(policy, row.get("others"))
    assert (foretold["kind"], foretold["stub"]) == (last.plan.kind, row["stub"])
    check_piles(before, after, last.plan)
    check_first(after, last.plan)


def check_piles(before: Table, after: Table, plan: ShortagePlan) -> None:
    """Check that the ledger holds what the last step left, with the muck untouched and every card
    accounted for (S-157).
    """
    assert before.hand is not None
    assert after.hand is not None
    pile = after.hand.ledger
    players = after.hand.still_in()
    assert (pile.stub, pile.burns) == (plan.steps[-1].stub, plan.steps[-1].burns)
    common = plan.kind == "common"
    assert pile.board == len(after.hand.board) == common
    assert pile.hands == players * (6 if common else 7)
    assert pile.muck == before.hand.ledger.muck
    assert {part.cards for part in after.hand.live()} == {6 if common else 7}
    assert {len(part.up) for part in after.hand.live()} == {4}


def check_first(after: Table, plan: ShortagePlan) -> None:
    """Check sixth street's opener; with a common card, the dealer is asked (H-14)."""
    assert after.hand is not None
    view_data = plain(view(after))
    if plan.first == "with_common":
        assert (after.hand.stage, view_data["opener"]["seat"]) == ("opener", 0)
        after = run_commands(after, c.NameOpener(2))
    assert after.hand is not None
    opener = 2 if plan.first == "with_common" else 1
    assert (after.hand.stage, after.hand.opener) == ("betting", opener)
    due = plain(view(after))["step"]
    assert due["seats"][0] == opener
    assert due["kind"] == ("opener" if plan.kind == "normal" else "last_card")


@pytest.mark.parametrize(("row", "policy"), CELLS)
def test_first_to_act_on_the_last_card_follows_from_entered_upcards(
    row: dict[str, Any], policy: Policy
):
    """With entered upcards no opener is named: the kings open, or the common ace's pair where it counts."""
    seat_counts = row["seats"]
    table = run_commands(open_table(seat_counts[0], policy), c.NameOpener(1))
    for players in seat_counts[1:4]:
        table = run_commands(fold_to(table, players), c.CloseStreet(players))
    for seat, text in enumerate(UP[: seat_counts[3]], 1):
        upcards_shown = tuple(text[i : i + 2] for i in range(0, 8, 2))
        table = run_commands(table, c.ShowUpcards(seat, upcards_shown))
    assert table.hand is not None
    assert table.hand.opener == 1
    table = run_commands(fold_to(table, seat_counts[4]), c.CloseStreet(seat_counts[4]))
    assert table.hand is not None
    last = table.hand.last_card
    assert last is not None
    if last.plan.first == "with_common":
        assert table.hand.stage == "opener"
    else:
        assert (table.hand.stage, table.hand.opener) == ("betting", 1)
    if last.plan.kind == "common":
        table = run_commands(table, c.ShowBoard((COMMON,)))
        assert table.hand is not None
        assert table.hand.opener == (2 if last.plan.first == "with_common" else 1)


@pytest.mark.parametrize("policy", POLICIES)
def test_corrected_stub_count_changes_the_last_card_plan(policy: Policy):
    """Dealt by the tablet's count, then by the dealer's: each row's stub with seven players gives its own plan."""
    table = run_commands(play_to_sixth_street([8, 8, 8, 7, 7], policy), c.CloseStreet(7))
    for stub in (2, 3, 4, 6, 7):
        table = run_commands(table, c.CorrectCounts(stub, 3, 7))
        assert table.hand is not None
        last = table.hand.last_card
        assert last is not None
        assert last.plan == plan(7, stub, policy)
        assert table.hand.ledger.lost == 2 - stub
