"""Fixtures: an empty installation, and a browser that goes through its setup."""

from tests.support.setup_pages import setup

__all__ = ["setup"]
