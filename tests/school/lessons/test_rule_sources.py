"""The sources of the rules that lessons cite."""

import re

import msgspec
import pytest

from poker.irregularities.load import catalogue
from poker.rules import HouseRules
from school.lessons.reader import FOLDER
from school.lessons.rule_sources import FILE, sources_of

GUIDES = {"000", "001", "002", "003", "004"}
RULE = re.compile(r'"([SHI]-[0-9]+[a-z]?)"')
HOUSE = HouseRules()


def test_every_rule_that_a_lesson_cites_has_a_source() -> None:
    texts = "".join(path.read_text() for path in FOLDER.glob("*.toml"))
    cited = set(RULE.findall(texts))
    assert {rule[0] for rule in cited} == {"S", "H", "I"}
    assert cited - set(sources_of(cited, HOUSE)) == set()


def test_every_requirement_names_its_guides() -> None:
    guides = msgspec.toml.decode(FILE.read_bytes(), type=dict[str, dict[str, list[str]]])["guides"]
    assert all(re.fullmatch(r"S-\d{3}[a-z]?", rule) for rule in guides)
    assert all(names and set(names) <= GUIDES for names in guides.values())


@pytest.mark.parametrize(
    ("rule", "house", "sources"),
    [
        ("I-047", HOUSE, "card room's hold'em rules, Florida rulebook 15-B"),
        ("S-081", HOUSE, "casino's poker guide"),
        ("H-21b", HOUSE, "card room's hold'em rules, Florida rulebook §15-B"),
        ("H-21b", msgspec.structs.replace(HOUSE, premature_turn="reshuffle"), "TDA rules RP-5B"),
        ("H-30", HOUSE, "house choice"),
        ("H-16", HOUSE, "card room's hold'em rules, Robert's Rules"),
    ],
)
def test_sources_of_a_rule(rule: str, house: HouseRules, sources: str) -> None:
    assert sources_of([rule], house) == {rule: sources}


def test_no_source_is_told_by_its_key() -> None:
    rules = [*(f"I-{row.number:03}" for row in catalogue().rows.values()), *all_requirements()]
    for rule, sources in sources_of(rules, HOUSE).items():
        assert not re.search(r"\b(00\d|HRH|RRoP|19H|CA-DOJ)\b|\[", sources), (rule, sources)


def all_requirements() -> list[str]:
    guides = msgspec.toml.decode(FILE.read_bytes(), type=dict[str, dict[str, list[str]]])["guides"]
    return list(guides)


def test_unknown_rule_has_no_source() -> None:
    assert sources_of(["S-999", "H-999", "I-999"], HOUSE) == {}
