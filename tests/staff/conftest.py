"""Fixtures: staff of the audit tests and authenticator codes."""

from tests.support.staff_fixtures import (
    House,
    _fast_hashes,
    authenticator_code,
    enroll,
    game,
    house,
    room,
)

__all__ = ["House", "_fast_hashes", "authenticator_code", "enroll", "game", "house", "room"]
