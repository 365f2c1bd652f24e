"""Staged tablets."""

from tests.support.staged_fixtures import (
    kept_tablets,
    one_page,
    reused_tablet,
    screens,
    stage_of_new_pages,
    stage_of_one_page,
    staged_tablets,
)

__all__ = [
    "kept_tablets",
    "one_page",
    "reused_tablet",
    "screens",
    "stage_of_new_pages",
    "stage_of_one_page",
    "staged_tablets",
]
