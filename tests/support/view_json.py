"""Screens and texts of a view, with input and result as JSON data, as on the tablet."""

from collections.abc import Mapping
from typing import Any

import msgspec

from dealer_ui import messages
from dealer_ui import screen as screens
from dealer_ui.messages import push_summary as summaries
from dealer_ui.screen.model import Screen
from poker.state import UndoLabel
from poker.view import read_view

JsonObject = Mapping[str, Any]


def screen(view: JsonObject, **context: Any) -> dict[str, Any]:
    """Return the screen of a view, after checking it against its declared types."""
    data: dict[str, Any] = msgspec.to_builtins(screens.screen(read_view(view), **context))
    assert msgspec.to_builtins(msgspec.convert(data, Screen)) == data
    return data


def step_sentence(view: JsonObject) -> dict[str, str]:
    """Return the sentence of a view's step."""
    data: dict[str, str] = msgspec.to_builtins(messages.step_sentence(read_view(view)))
    return data


def undo_label(undo: JsonObject) -> str:
    """Return the label of UNDO."""
    return messages.undo_label(msgspec.convert(undo, UndoLabel))


def push_summary(view: JsonObject, **context: Any) -> list[dict[str, str]]:
    """Return the lines of the push summary of a view."""
    lines: list[dict[str, str]] = msgspec.to_builtins(
        summaries.push_summary(read_view(view), **context)
    )
    return lines


def summary_times(view: JsonObject) -> list[int]:
    """Return the times in the push summary of a view."""
    return summaries.summary_times(read_view(view))
