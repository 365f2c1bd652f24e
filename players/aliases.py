"""Aliases: what may be one, and when two are the same."""

import unicodedata

from poker.refusal import Refusal

LONGEST = 40
# An emoji may be several signs in one: this joiner is no control character that harms a screen.
_JOINER = "\N{ZERO WIDTH JOINER}"
# Controls, unseen formatting such as reversed writing, surrogates, unassigned; line and paragraph ends.
_REFUSED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_ABOVE = frozenset({"Mn", "Me"})
_MARKS = 2  # marks above one letter; more of them run over the lines of a board


def same(alias: str) -> str:
    """What two aliases have in common that nobody can tell apart: letters' cases, widths and ligatures."""
    plain = unicodedata.normalize("NFKC", alias).casefold()
    return " ".join(unicodedata.normalize("NFKC", plain).split())


def alias_checked(text: str) -> str:
    """An alias as it will be kept. Refuses `alias_missing`, `alias_long`, `alias_signs`."""
    # A line end in what was typed is a sign that is refused below, a needless space is not.
    alias = " ".join(unicodedata.normalize("NFC", text).strip(" \t").split(" "))
    while "  " in alias:
        alias = alias.replace("  ", " ")
    if not alias or not same(alias).replace(_JOINER, ""):
        raise Refusal("alias_missing", "")
    if len(alias) > LONGEST:
        raise Refusal("alias_long", "", longest=LONGEST)
    if any(_bad(sign) for sign in alias) or _piled(alias):
        raise Refusal("alias_signs", "", longest=LONGEST)
    return alias


def _bad(sign: str) -> bool:
    return sign != _JOINER and unicodedata.category(sign) in _REFUSED


def _piled(alias: str) -> bool:
    marks = 0
    for sign in alias:
        marks = marks + 1 if unicodedata.category(sign) in _ABOVE else 0
        if marks > _MARKS:
            return True
    return False
