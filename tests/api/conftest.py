"""Fixtures: a small room and API clients with tokens."""

from tests.support.api_fixtures import (
    _unlimited_rates,
    create_client,
    game,
    house,
    room,
    webhook,
)

__all__ = [
    "_unlimited_rates",
    "create_client",
    "game",
    "house",
    "room",
    "webhook",
]
