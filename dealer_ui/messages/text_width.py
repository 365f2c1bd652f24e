"""Width of text in the step band, so that a sentence is shortened instead of cut off."""

from functools import lru_cache

BAND = 1104
DONE_ROOM = 940  # width left next to the key DONE
TWO_LINES = 2500  # two lines of the smallest letters, converted to full size
SIZE = 32
GAP = 14

# Advance widths of Inter at weight 600 and optical size 32, in hundredths of an em.
_GROUPS = {
    21: chr(0x2019),
    23: " ijl" + chr(0xA0),
    24: "!,.:;·",
    25: "I",
    27: "'",
    32: "()[]",
    35: "/ft" + chr(0x201C) + chr(0x201D),
    36: "r",
    38: "1",
    44: "-",
    50: "s" + chr(0x2013),
    51: "z*",
    53: "x",
    54: "7ackvy",
    55: "eJL?",
    57: "hnuFo",
    59: "25bdgpq",
    60: "8E",
    61: "369",
    62: "P#",
    63: "TZ&",
    64: "04BRS$",
    65: "+=" + chr(0x00D7),
    67: "KY",
    69: "AVX",
    70: "DU",
    71: "H",
    72: "CN",
    73: "G",
    75: "OQ",
    80: "w½" + chr(0x2014),
    87: "m",
    88: "M",
    91: "%",
    98: "W",
}
_WIDTHS = {letter: width for width, letters in _GROUPS.items() for letter in letters}
_WIDEST = 100


@lru_cache(maxsize=1024)
def width(text: str) -> float:
    """Return the width of a text in the step band, in pixels. Unlisted characters have the greatest width."""
    return sum(_WIDTHS.get(letter, _WIDEST) for letter in text) * SIZE / 100


def fits(now: str, then: str = "", *, room: int | None = None) -> bool:
    """Return whether both halves fit on one line. room: a smaller width, next to a key."""
    return width(now) + (GAP + width(then) if then else 0) <= (room or BAND)
