"""Fixtures: staff of the audit tests and authenticator codes."""

from tests.support.staff_fixtures import (
    House,
    authenticator_code,
    enroll,
    game,
    house,
    room,
)

__all__ = ["House", "authenticator_code", "enroll", "game", "house", "room"]
