"""Texts with more than one line on the tablet's screens."""

import msgspec
from msgspec import UNSET, UnsetType


class Sentence(msgspec.Struct, frozen=True):
    """The band's sentence: what to do now, and what follows. owes: chips that a folded hand would owe."""

    now: str
    then: str
    owes: str | UnsetType = UNSET


class Question(msgspec.Struct, frozen=True):
    """The question on the felt while a key waits for its seat."""

    title: str
    text: str


class Label(msgspec.Struct, frozen=True):
    """A short text and its name for a screen reader."""

    text: str
    name: str


class DeckLine(msgspec.Struct, frozen=True):
    """A step of a remedy, and the stub after it."""

    text: str
    stub: str


class SummaryLine(msgspec.Struct, frozen=True):
    """A line of the push summary, and its look: coral, amber or ""."""

    text: str
    look: str
