"""Staged tablets, and a dealer on a cable."""

from tests.support.staged_fixtures import (
    cable,
    dealer,
    kept_tablets,
    one_page,
    reused_tablet,
    screens,
    stage_of_new_pages,
    stage_of_one_page,
    staged_tablets,
)

__all__ = [
    "cable",
    "dealer",
    "kept_tablets",
    "one_page",
    "reused_tablet",
    "screens",
    "stage_of_new_pages",
    "stage_of_one_page",
    "staged_tablets",
]
