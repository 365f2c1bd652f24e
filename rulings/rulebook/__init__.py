"""The house rulebook as data, in our own words: chapters of settings and notes, presets (CONTRIBUTING.md)."""

from rulings.rulebook.load import BookError, load, rulebook
from rulings.rulebook.model import (
    Chapter,
    Example,
    Item,
    Note,
    Option,
    Preset,
    Row,
    Rulebook,
    Setting,
    Source,
    Way,
)

__all__ = [
    "BookError",
    "Chapter",
    "Example",
    "Item",
    "Note",
    "Option",
    "Preset",
    "Row",
    "Rulebook",
    "Setting",
    "Source",
    "Way",
    "load",
    "rulebook",
]
