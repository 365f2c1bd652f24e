"""A dealer on a cable."""

from tests.support.staged_fixtures import cable, dealer

__all__ = ["cable", "dealer"]
