"""Fixtures: an empty installation, and a browser that goes through its setup."""

from tests.support.setup_pages import _fast_hashes, setup

__all__ = ["_fast_hashes", "setup"]
