"""Screens of the tablet, as its engine builds them, and their keys."""

import json
from collections.abc import Iterator
from typing import Any

from tests.support.stage import NOW, fixture
from tests.support.view_json import screen


def fixture_screen(name: str, **change: Any) -> dict[str, Any]:
    return screen(fixture(name) | change, now_ms=NOW)


def pod(data: dict[str, Any], seat: int) -> dict[str, Any]:
    matches: dict[str, Any] = next(pod for pod in data["pods"] if pod["seat"] == seat)
    return matches


def all_keys(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        if "look" in value and "do" in value:
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from all_keys(item)


def sent_command(key: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the command and arguments of a key that sends."""
    return key["do"]["send"], key["do"]["args"]


def fill_in_seat(data: Any, seat: int) -> Any:
    """Return a key with the seat that the page fills in."""
    text = json.dumps(data).replace('"$seat"', str(seat)).replace("$seat", str(seat))
    return json.loads(text)


def more_key(data: dict[str, Any], text: str) -> dict[str, Any]:
    keys = [key for row in data["more"] for key in row["keys"] if key]
    return next(key for key in keys if key["text"].replace("\n", " ") == text)


def has_more_key(data: dict[str, Any], text: str) -> bool:
    return any(
        key and key["text"].replace("\n", " ") == text
        for row in data["more"]
        for key in row["keys"]
    )
