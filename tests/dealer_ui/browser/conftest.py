"""Staged tablets, and a dealer on a cable."""

from tests.support.staged_fixtures import (
    cable,
    dealer,
    one_page,
    reused_tablet,
    screens,
    staged_tablets,
)

__all__ = ["cable", "dealer", "one_page", "reused_tablet", "screens", "staged_tablets"]
