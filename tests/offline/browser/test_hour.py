"""A table without a network: nothing is lost, and both sides agree afterwards."""

from pathlib import Path

import pytest

from tests.offline.hour import run_hour
from tests.support.chromium import SHARED

pytestmark = pytest.mark.browser
HANDS = 6  # `make offline` deals thirty


@pytest.mark.release
def test_hands_dealt_without_a_network_are_stored_as_dealt(tmp_path: Path) -> None:
    summary = run_hour(SHARED.playwright, tmp_path, hands=HANDS, seed=1, environment={})
    assert summary.hands == HANDS
    assert (summary.lost, summary.doubled, summary.divergences) == (0, 0, 0)
    assert summary.screens_equal
    assert summary.times_equal
    assert summary.state_equal
    assert summary.push_checked
    assert summary.journal_clean
