"""Promotions in the timeline of a hand."""

from datetime import UTC, datetime

import pytest

from floor_ui.hand_timeline import command_text
from poker import commands as c
from poker import engine
from poker.state import Table
from poker.timeline import CommandEvents
from tables.table_log import LoggedCommand
from tests.support.promotion_tables import (
    ACES_FULL_HIGH,
    ROYALS,
    at_showdown,
    jackpot_table,
    run,
    table_with,
)

CLAIM = c.ClaimPromotion("bad-beat.1")


def line_of(table: Table, command: c.Command) -> tuple[str, ...]:
    events = engine.run(table, command, now=1).events
    logged = LoggedCommand(1, datetime(2026, 1, 1, tzinfo=UTC), "x", CommandEvents("1", events))
    return command_text(logged)


def test_claim_names_the_seats() -> None:
    assert "Jackpot claimed: seat 7, beaten by seat 2" in line_of(jackpot_table(), CLAIM)
    royal = at_showdown(table_with(ROYALS), "QsJsTs2h2d", {2: "AsKs", 7: ""})
    assert "Royal flush claimed: seat 2" in line_of(royal, c.ClaimPromotion("royal.1"))


@pytest.mark.parametrize("outcome", ["verified", "refused"])
def test_settled_claim_has_its_outcome(outcome: str) -> None:
    settle = c.SettleClaim(1, outcome)  # type: ignore[arg-type]
    assert f"Claim {outcome}" in line_of(run(jackpot_table(), CLAIM), settle)


def test_posted_high_hand_has_its_name() -> None:
    table = at_showdown(table_with(ACES_FULL_HIGH), "Ks9d9c2h7s", {4: "KhKc", 8: ""})
    text = line_of(table, c.PostHighHand("high-hand.1", 4))
    assert "High hand of seat 4 posted: kings full of nines" in text
