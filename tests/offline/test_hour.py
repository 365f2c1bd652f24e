"""A table without a network: nothing is lost, and both sides agree afterwards."""

from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests.offline.hour import run_hour

pytestmark = pytest.mark.browser
HANDS = 6  # `make offline` deals thirty


def test_hands_dealt_without_a_network_are_stored_as_dealt(tmp_path: Path) -> None:
    with sync_playwright() as play:
        summary = run_hour(play, tmp_path, hands=HANDS, seed=1, environment={})
    assert summary.hands == HANDS
    assert (summary.lost, summary.doubled, summary.divergences) == (0, 0, 0)
    assert summary.screens_equal
    assert summary.times_equal
    assert summary.state_equal
    assert summary.push_checked
    assert summary.journal_clean
