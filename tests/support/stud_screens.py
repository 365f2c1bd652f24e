"""Screens of stud."""

from typing import Any

from tests.support.stage import NOW
from tests.support.stud_views import Room, stud_view
from tests.support.view_json import screen


def screen_of(room: Room) -> dict[str, Any]:
    return screen(room.view, now_ms=NOW)


def scene_screen(name: str) -> dict[str, Any]:
    return screen(stud_view(name), now_ms=NOW)


def step(room: Room) -> tuple[str, str]:
    now = screen_of(room)["step"]
    return now["now"], now["then"]
