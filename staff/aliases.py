"""Aliases: which are valid, and when two are the same."""

import unicodedata

from poker.refusal import Refusal

MAX_LENGTH = 40
# An emoji may consist of several characters: this joiner is a control character that is harmless on
# a screen.
_JOINER = "\N{ZERO WIDTH JOINER}"
# Controls, invisible formatting such as reversed writing, surrogates, unassigned; line and paragraph ends.
_REFUSED_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_MARK_CATEGORIES = frozenset({"Mn", "Me"})
_PHONE_DIGITS = 7  # boards show aliases, so an alias must not be a telephone number or an ID
_MAX_MARKS = 2  # combining marks above one letter; more would overlap other lines of a board


def canonical_alias(alias: str) -> str:
    """Return the form in which indistinguishable aliases are equal: without case, width and ligatures."""
    plain = unicodedata.normalize("NFKC", alias).casefold()
    return " ".join(unicodedata.normalize("NFKC", plain).split())


def alias_checked(text: str) -> str:
    """Return an alias in its stored form. Raises `Refusal`: `alias_missing`, `alias_long`, `alias_signs`,
    `alias_phone`.
    """
    # Extra spaces are removed; a line end is refused below.
    alias = " ".join(unicodedata.normalize("NFC", text).strip(" \t").split(" "))
    while "  " in alias:
        alias = alias.replace("  ", " ")
    if not alias or not canonical_alias(alias).replace(_JOINER, ""):
        raise Refusal("alias_missing", "")
    if len(alias) > MAX_LENGTH:
        raise Refusal("alias_long", "", longest=MAX_LENGTH)
    if not is_shown(alias):
        raise Refusal("alias_signs", "", longest=MAX_LENGTH)
    if sum(character.isdecimal() for character in alias) >= _PHONE_DIGITS:
        raise Refusal("alias_phone", "")
    return alias


def is_shown(text: str) -> bool:
    """Return whether a screen shows all of a text: no controls, no reversed writing, no stacks of marks."""
    return not any(map(_is_refused, text)) and not _has_stacked_marks(text)


def _is_refused(character: str) -> bool:
    return character != _JOINER and unicodedata.category(character) in _REFUSED_CATEGORIES


def _has_stacked_marks(alias: str) -> bool:
    marks = 0
    for character in alias:
        marks = marks + 1 if unicodedata.category(character) in _MARK_CATEGORIES else 0
        if marks > _MAX_MARKS:
            return True
    return False
