"""Screens and texts of a view given as JSON data, with the result as JSON data: as the tablet gets both."""

from collections.abc import Mapping
from typing import Any

import msgspec

from dealer_ui import messages
from dealer_ui import screen as screens
from dealer_ui.messages import push_summary as summaries
from poker.state import UndoLabel
from poker.view import read_view

JsonObject = Mapping[str, Any]


def screen(view: JsonObject, **context: Any) -> dict[str, Any]:
    """Return the screen of a view."""
    data: dict[str, Any] = msgspec.json.decode(
        msgspec.json.encode(screens.screen(read_view(view), **context))
    )
    return data


def step_sentence(view: JsonObject) -> dict[str, str]:
    """Return the sentence of a view's step."""
    return messages.step_sentence(read_view(view))


def undo_label(undo: JsonObject) -> str:
    """Return the label of UNDO."""
    return messages.undo_label(msgspec.convert(undo, UndoLabel))


def push_summary(view: JsonObject, **context: Any) -> list[dict[str, str]]:
    """Return the lines of the push summary of a view."""
    return summaries.push_summary(read_view(view), **context)


def summary_times(view: JsonObject) -> list[int]:
    """Return the times in the push summary of a view."""
    return summaries.summary_times(read_view(view))
