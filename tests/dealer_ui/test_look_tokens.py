"""The looks of the tablet, computed from their design tokens: contrast in both themes, and suits for all eyes."""

import math
import re
from itertools import combinations
from pathlib import Path

import pytest

CSS = Path(__file__).parents[2] / "web" / "static" / "web" / "tokens.css"
TOKEN = re.compile(r"--([a-z0-9-]+):\s*(#[0-9a-f]{6}|var\(--[a-z0-9-]+\))")
Tokens = dict[str, str]
Color = list[float]


def block(selector: str) -> Tokens:
    """Return the tokens of a selector."""
    text = CSS.read_text()
    body = text[text.index(selector + " {") :]
    return dict(TOKEN.findall(body[: body.index("}")]))


def tokens(*looks: str) -> Tokens:
    """Return the tokens of the tablet with these looks over the dark theme."""
    merged = block(":root")
    for look in looks:
        merged |= block(f":root[{look}]")
    for name, value in merged.items():
        while value.startswith("var("):
            value = merged[value[6:-1]]
        merged[name] = value
    return merged


def linear(color: str) -> Color:
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def luminance(color: str) -> float:
    return sum(
        weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear(color), strict=True)
    )


def contrast(one: str, other: str) -> float:
    """Return the contrast of WCAG 2."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


DARK: tuple[str, ...] = ()
LIGHT = ('data-theme="light"',)
LETTERS = ('data-suits="letters"',)
TEXT = {
    "text": (
        "bg",
        "surface",
        "raised",
        "inner",
        "felt",
        "felt-row",
        "freeze",
        "open-pad",
        "school-back",
    ),
    "text-2": ("bg", "surface", "raised", "inner", "school-back"),
    "quiet": ("bg", "surface", "raised"),
    "felt-text": ("felt", "felt-row"),
    "amber-ink": ("amber",),
    "due-text": ("bg", "surface"),
    "cyan": ("bg", "surface", "raised", "inner"),
    "cyan-ink": ("cyan",),
    "coral": ("bg", "surface", "raised", "freeze", "felt"),
    "school": ("bg", "school-back"),
    "coral-ink": ("coral",),
    "green": ("bg", "surface", "felt"),
    "green-ink": ("green",),
    "pip-ink": ("pip",),
    "spade": ("card",),
    "heart": ("card",),
    "diamond": ("card",),
    "club": ("card",),
}
LINES = {"border": ("bg", "raised"), "open": ("bg",), "ring": ("bg", "raised"), "cyan": ("bg",)}


@pytest.mark.parametrize("looks", [DARK, LIGHT, LETTERS, LIGHT + LETTERS])
def test_text_has_a_contrast_of_four_and_a_half(looks: tuple[str, ...]) -> None:
    named = tokens(*looks)
    pairs = [(text, under) for text, unders in TEXT.items() for under in unders]
    ratios = {pair: contrast(named[pair[0]], named[pair[1]]) for pair in pairs}
    assert {pair: round(ratio, 2) for pair, ratio in ratios.items() if ratio < 4.5} == {}


@pytest.mark.parametrize("looks", [DARK, LIGHT])
def test_what_is_read_in_a_live_hand_has_a_contrast_of_seven(looks: tuple[str, ...]) -> None:
    named = tokens(*looks)
    for under in TEXT["text"]:
        assert contrast(named["text"], named[under]) >= 7, under


@pytest.mark.parametrize("looks", [DARK, LIGHT])
def test_edges_of_keys_have_a_contrast_of_three(looks: tuple[str, ...]) -> None:
    named = tokens(*looks)
    for line, unders in LINES.items():
        for under in unders:
            assert contrast(named[line], named[under]) >= 3, (line, under)


# How colors look without one kind of cones (Machado, Oliveira and Fernandes 2009, severity 1).
EYES = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
SUITS = ("spade", "heart", "diamond", "club")


def lab(color: Color) -> tuple[float, float, float]:
    """Return CIELAB of a linear color, D65."""
    red, green, blue = color
    whites = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883,
    )
    x, y, z = [w ** (1 / 3) if w > 0.008856 else 7.787 * w + 16 / 116 for w in whites]
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def seen(color: str, eyes: str) -> tuple[float, float, float]:
    rows = EYES[eyes]
    parts = linear(color)
    mixed = [sum(a * b for a, b in zip(row, parts, strict=True)) for row in rows]
    return lab([min(1, max(0, part)) for part in mixed])


@pytest.mark.parametrize("eyes", EYES)
def test_suits_with_letters_differ_for_every_kind_of_eyes(eyes: str) -> None:
    named = tokens(*LETTERS)
    for one, other in combinations(SUITS, 2):
        assert math.dist(seen(named[one], eyes), seen(named[other], eyes)) >= 40, (one, other)
