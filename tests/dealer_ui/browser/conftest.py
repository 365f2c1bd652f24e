"""Staged tablets, and a dealer on a cable."""

from tests.support.staged_fixtures import cable, dealer, screens, staged_tablets

__all__ = ["cable", "dealer", "screens", "staged_tablets"]
