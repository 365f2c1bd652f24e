"""The house rulebook as data, in our own words: chapters of settings and notes, presets (CONTRIBUTING.md)."""

from rulings.rulebook.load import BookError, load, rulebook
from rulings.rulebook.model import (
    Chapter,
    Example,
    ExampleStep,
    Item,
    Note,
    Option,
    Preset,
    Rulebook,
    Setting,
    Source,
    SourcePractice,
)

__all__ = [
    "BookError",
    "Chapter",
    "Example",
    "ExampleStep",
    "Item",
    "Note",
    "Option",
    "Preset",
    "Rulebook",
    "Setting",
    "Source",
    "SourcePractice",
    "load",
    "rulebook",
]
