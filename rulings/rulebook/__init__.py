"""The house rulebook as data, in our own words: chapters of settings, and presets. CONTRIBUTING.md has the format."""

from rulings.rulebook.load import BookError, load, rulebook
from rulings.rulebook.model import Chapter, Example, Option, Preset, Row, Rulebook, Setting, Source

__all__ = [
    "BookError",
    "Chapter",
    "Example",
    "Option",
    "Preset",
    "Row",
    "Rulebook",
    "Setting",
    "Source",
    "load",
    "rulebook",
]
