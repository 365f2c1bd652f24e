"""The categories and the ladder as data: what the guides number is there once, and nonsense is refused."""

from datetime import UTC, datetime, timedelta

import pytest

from players.standing import Standing
from rulings.incidents.categories import (
    FIRST_PAGE,
    CategoryError,
    categories,
    likely,
    others,
    read,
)
from rulings.incidents.ladder import LadderError, LadderStep, ladder, next_step
from rulings.incidents.ladder import read as read_ladder
from tests.rules import titles

NOW = datetime(2026, 11, 21, 21, 42, tzinfo=UTC)


# Stored under these keys for good, each with the rule that it is about; a device has a row (178) and no rule.
KEYS = {
    "going_south": "S-008",
    "advice_or_shared_hand": "S-014",
    "language": "S-015",
    "unattended_chips": "S-018",
    "etq_01_decorum": "S-025",
    "etq_02_raise_not_announced": "S-026",
    "etq_03_allin_not_announced": "S-027",
    "etq_04_deliberate_oot": "S-028",
    "etq_05_fold_face_up": "S-029",
    "etq_06_discard_flight": "S-030",
    "etq_07_slow_roll": "S-031",
    "etq_08_dealer_blamed": "S-032",
    "etq_09_stalling": "S-033",
    "etq_10_fold_no_bet": "S-034",
    "etq_11_hidden_chips": "S-035",
    "etq_12_splash": "S-036",
    "etq_13_long_absence": "S-037",
    "etq_14_quit_criticised": "S-038",
    "etq_15_criticism": "S-039",
    "etq_16_postmortem": "S-040",
    "etq_17_soft_play": "S-041",
    "etq_18_upcard_order": "S-042",
    "etq_19_peeking": "S-043",
    "etq_20_silent_on_error": "S-044",
    "etq_21_abuse": "S-045",
    "conduct_collusion": "S-046",
    "conduct_information": "S-047",
    "electronic_device": "",
    "intoxication": "",
    "theft": "",
    "fight": "",
    "other": "",
}


def test_every_rule_of_conduct_has_its_category_once() -> None:
    assert {category.key: category.rule for category in categories().values()} == KEYS
    rules = [rule for rule in KEYS.values() if rule]
    assert len(rules) == len(set(rules))
    assert set(rules) <= set(titles())
    assert len([key for key in KEYS if key.startswith("etq_")]) == 21


def test_every_irregularity_of_conduct_has_a_category() -> None:
    rows = {category.row: category.key for category in categories().values() if category.row}
    assert set(rows) == set(range(173, 179))
    assert rows[176] == "etq_21_abuse"
    assert rows[177] == "etq_19_peeking"


def test_likely_categories_come_first_and_none_is_repeated() -> None:
    assert [category.likely for category in likely()] == list(range(1, FIRST_PAGE + 1))
    assert likely()[0].key == "etq_21_abuse"
    keys = [category.key for category in (*likely(), *others())]
    assert sorted(keys) == sorted(categories())
    assert {category.key for category in others() if category.family} == {"etq_18_upcard_order"}


def test_only_the_other_category_needs_a_note() -> None:
    assert [category.key for category in categories().values() if category.needs_note] == ["other"]
    grave = {"theft", "fight"}
    assert {categories()[key].ladder for key in grave} == {"grave"}
    assert all(categories()[key].supervisor for key in (*grave, "intoxication", "other"))


VALID_CATEGORY = (
    '[[category]]\nkey="a"\ntitle="A"\ntext="A."\nrule=""\nseverity=1\nladder="usual"\n'
)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[[category", "format"),
        (VALID_CATEGORY.replace("severity=1", "severity=4"), "format"),
        (VALID_CATEGORY.replace('"usual"', '"steep"'), "format"),
        (VALID_CATEGORY + "color=1\n", "format"),
        (VALID_CATEGORY + VALID_CATEGORY, "a occurs 2 times"),
        (VALID_CATEGORY + "likely=2\n", "likeliest are numbered"),
        (VALID_CATEGORY.replace('"A"', '"' + "A" * 31 + '"'), "31 characters"),
    ],
)
def test_invalid_category_file_is_refused(text: str, problem: str) -> None:
    assert read(VALID_CATEGORY)["a"].title == "A"
    with pytest.raises(CategoryError, match=problem):
        read(text)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "mildest"),
        ("[[step", "format"),
        ('[[step]]\nkind="exile"', "format"),
        ('[[step]]\nkind="suspension"', "hours"),
        ('[[step]]\nkind="bar"\nhours=4', "hours"),
        ('[[step]]\nkind="bar"\n[[step]]\nkind="warning"', "mildest"),
    ],
)
def test_invalid_ladder_file_is_refused(text: str, problem: str) -> None:
    with pytest.raises(LadderError, match=problem):
        read_ladder(text)


# Standing, category, what the house's ladder of H-42 proposes.
CASES = [
    (Standing(), "etq_09_stalling", "Warning"),
    (Standing(warnings=1), "etq_09_stalling", "Warning"),
    (Standing(warnings=2), "etq_09_stalling", "Suspension for 24 hours"),
    (Standing(warnings=1, penalties=1), "language", "Suspension for 24 hours"),
    (Standing(warnings=7), "language", "Suspension for 24 hours"),
    (Standing(warnings=7, suspensions=1), "language", "Suspension for 7 days"),
    (Standing(suspensions=1), "language", "Suspension for 7 days"),
    (Standing(suspensions=2), "language", "Bar"),
    (Standing(suspensions=9), "language", "Bar"),
    (Standing(barred=True), "language", "Bar"),
    (Standing(), "etq_21_abuse", "Suspension for 24 hours"),
    (Standing(suspensions=1), "etq_21_abuse", "Suspension for 7 days"),
    (Standing(), None, "Warning"),
]


@pytest.mark.parametrize(("player_standing", "category", "message"), CASES)
def test_ladder_proposes_a_sanction(
    player_standing: Standing, category: str | None, message: str
) -> None:
    step = next_step(player_standing, categories()[category] if category else None)
    assert step is not None
    assert step.sentence == message


def test_category_without_a_ladder_proposes_no_sanction() -> None:
    assert next_step(Standing(warnings=3), categories()["unattended_chips"]) is None


def test_house_ladder_replaces_the_default() -> None:
    steps = [LadderStep("penalty"), LadderStep("bar")]
    grave = categories()["etq_21_abuse"]
    assert next_step(Standing(), None, steps) == steps[0]
    assert next_step(Standing(), grave, steps) == steps[1]
    assert ladder()[2].until(NOW) == NOW + timedelta(hours=24)
    assert ladder()[0].until(NOW) is None
