"""The titles of the sources behind the rules that lessons cite, at most two for each rule."""

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from poker.irregularities.load import catalogue
from poker.rules import HouseRules
from rulings.rulebook.load import rulebook
from rulings.rulebook.model import Item, Option, Setting, Source, SourcePractice

FILE = Path(__file__).parent / "requirements.toml"
MOST = 2  # sources of a rule
# The titles that dealers see instead of a source's key; docs/rules.md describes the sources.
TITLES = {
    "000/004": "casino's poker guide",
    "000": "casino's poker guide",
    "004": "casino's poker guide",
    "001": "online room's rules",
    "002": "general guide to poker",
    "003": "card room's hold'em rules",
    "TDA": "TDA rules",
    "RRoP": "Robert's Rules",
    "HRH": "Florida rulebook",
    "19H": "California card room rules",
    "BARGE": "BARGE rulebook",
    "CA": "California rules",
    "CA-DOJ": "California rules",
    "LAWS": "Laws of Poker",
    "MD": "Maryland rules",
    "NJ": "New Jersey rules",
    "NZ": "New Zealand rules",
    "NZ-1999": "New Zealand rules",
    "PA": "Pennsylvania rules",
    "PS": "online room's rules",
    "WSOP": "WSOP rules",
}
OWN = "[D]"
DERIVED = "[D] from "  # derived by the product from this source
HOUSE_CHOICE = "house choice"  # no source states a rule
_MARK = re.compile(r" ?\[[A-Z]\]")  # marks that show how the source was read
_PARAGRAPH = re.compile(r"(?:R|RP-|§)\d[\w-]*")


def sources_of(rules: Iterable[str], house: HouseRules) -> dict[str, str]:
    """Return the titles of the sources of each rule that has one: {"S-081": "casino's poker guide"}.

    A house setting (H-) has the sources of the chosen option, a requirement (S-) the guides that state it.
    """
    titles_by_rule = {
        rule: dict.fromkeys(map(_titled, _sources(rule, house))) for rule in dict.fromkeys(rules)
    }
    return {
        rule: ", ".join(list(titles)[:MOST]) for rule, titles in titles_by_rule.items() if titles
    }


def _titled(source: str) -> str:
    """Return a source with its title instead of its key: "HRH §15-B" is "Florida rulebook §15-B"."""
    if source == OWN:
        return HOUSE_CHOICE
    if source.startswith(DERIVED):
        return f"derived from {_titled(source.removeprefix(DERIVED))}"
    key, _, place = source.partition(" ")
    if key not in TITLES:
        return _MARK.sub("", source)
    paragraph = _MARK.sub("", place)
    return f"{TITLES[key]} {paragraph}".strip()


def _sources(rule: str, house: HouseRules) -> Iterable[str]:
    kind, _, _ = rule.partition("-")
    if kind == "H":
        return _of_setting(rule, house)
    return (_of_rows() if kind == "I" else _guides()).get(rule, ())


def _of_setting(number: str, house: HouseRules) -> Iterator[str]:
    for item in rulebook().items():
        if item.number != number:
            continue
        for practice in _in_force(item, house):
            yield from map(_named, practice.sources)


def _in_force(item: Item, house: HouseRules) -> Iterable[Option | SourcePractice]:
    if not isinstance(item, Setting):
        return [practice for practice in item.way if practice.kept]
    chosen = item.option_of(getattr(house, item.field))
    return [chosen] if chosen else []


def _named(source: Source) -> str:
    """Return a guide as its number ("003"), another source with its paragraph ("HRH §15-B")."""
    if not source.key:
        return HOUSE_CHOICE
    place = _PARAGRAPH.match(source.at)
    return f"{source.key} {place[0]}" if place and source.read != "stated" else source.key


@cache
def _of_rows() -> dict[str, tuple[str, ...]]:
    return {f"I-{row.number:03d}": row.sources for row in catalogue().rows.values()}


@cache
def _guides() -> dict[str, tuple[str, ...]]:
    file = tomllib.loads(FILE.read_text())
    return {rule: tuple(guides) for rule, guides in file["guides"].items()}
