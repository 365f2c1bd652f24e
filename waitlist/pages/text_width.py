"""The width of a text in Inter, in hundredths of its font size, so that the server knows what fits on the board.

The widths are those of Inter at weight 600 with tabular figures, measured in Chromium. A letter that Inter lacks is
drawn in another font and counts as wide as a figure of Inter; a Chinese character and an emoji count as wider.
"""

import unicodedata
from collections.abc import Sequence
from itertools import pairwise

_GROUPS = {
    24: "!ijl",
    26: " ',.:;I",
    30: "ft\\`",
    35: "/r|",
    39: "()[]{}",
    47: '"^_',
    50: "sz",
    52: "x",
    54: "acekvy?JL",
    57: "hnuoF",
    59: "bdgpq",
    62: "E#$&PSTZ",
    65: "0123456789BR*+-<=>~",
    67: "KXY",
    70: "DU",
    72: "ACHNV",
    74: "GOQ",
    80: "w",
    87: "m",
    89: "M",
    91: "%",
    100: "W@",
}
_WIDTHS = {letter: width for width, letters in _GROUPS.items() for letter in letters}
_OTHER = 65
_WIDE = 100
_EMOJI = 137
_TRACKING = -2  # letter spacing of names: -0.02em in board.css


def text_width(text: str) -> int:
    """Return the width of a text in hundredths of its font size, with the board's letter spacing."""
    return sum(_letter_width(letter) for letter in text)


def _letter_width(letter: str) -> int:
    if letter in _WIDTHS:
        return _WIDTHS[letter] + _TRACKING
    kind = unicodedata.category(letter)
    if kind in ("Mn", "Me", "Cf"):
        return 0  # an accent, a joiner or a direction mark
    if kind == "So":
        return _EMOJI
    if unicodedata.east_asian_width(letter) in ("W", "F"):
        return _WIDE
    base = unicodedata.normalize("NFD", letter)[:1]
    return _WIDTHS.get(base, _OTHER) + _TRACKING


def line_count(text: str, width: int) -> int:
    """Return the number of lines of a text. width: that of a line, in hundredths of the font size.

    Lines break between words; a word that is wider than a line breaks between letters, as in board.css.
    """
    lines = 1
    used = 0
    for word in text.split():
        wide = text_width(word)
        space = text_width(" ") if used else 0
        if used + space + wide <= width:
            used += space + wide
            continue
        lines += bool(used)
        used = 0
        for letter in word:
            step = _letter_width(letter)
            if used + step > width and used:
                lines = lines + 1
                used = 0
            used += step
    return lines


def first_fit(text: str, width: int, steps: Sequence[tuple[int, int]]) -> int:
    """Return the first step in which a text fits, else the last one.

    width: that of the box, in px; steps: font size in px and number of lines, largest first.
    """
    for at, (size, lines) in enumerate(steps):
        if line_count(text, width * 100 // size) <= lines:
            return at
    return len(steps) - 1


def cut_into(texts: Sequence[str], width: int, gap: int) -> list[range]:
    """Return consecutive texts in groups that fit next to each other, as ranges of their indexes.

    width: of a group, gap: between two texts, both in hundredths of the font size. A text that is too wide is alone.
    """
    starts = [0]
    used = 0
    for at, text in enumerate(texts):
        wide = text_width(text)
        if at > starts[-1] and used + gap + wide > width:
            starts.append(at)
            used = wide
        else:
            used += wide + (gap if at > starts[-1] else 0)
    return [range(first, end) for first, end in pairwise([*starts, len(texts)]) if end > first]
