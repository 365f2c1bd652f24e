"""The rules of tournament tables: the preset, the rows with a tournament variant, and what each proposes there."""

import re
from collections.abc import Iterator, Mapping
from itertools import product

import pytest

from poker.irregularities.evaluate import Proposal, Verdict, evaluate, matches
from poker.irregularities.load import catalogue
from poker.irregularities.model import DecisionRule, FactDefinition, Irregularity
from poker.rules import HouseRules
from rulings.event_rules import PRESET, preset_rules, tournament_fields
from rulings.rulebook import rulebook
from rulings.rulebook.model import Setting

CASH = HouseRules()
HOUSE = "house."
# Every row whose ruling differs at a tournament table, by what decides it: its own line, or a setting of the preset.
VARIANTS = {
    "absent_player_dealt_in": "TDA R30",
    "abuse_or_thrown_cards": "TDA R71",
    "all_in_show_order": "all_in_hands",
    "button_short_card": "card_count",
    "card_exposed_by_player": "TDA R68",
    "card_flashed_disputed": "hole_exposed",
    "card_off_table_initial": "hole_exposed",
    "clock_called": "clock",
    "dead_blind_or_button": "button",
    "deal_to_empty_seat": "not_entitled",
    "eligible_seat_dealt_out": "TDA R35A4",
    "flop_too_many_cards": "extra_flop",
    "fold_no_bet": "TDA R58",
    "hole_card_exposed_one": "hole_exposed",
    "ineligible_seat_dealt": "not_entitled",
    "joker_in_hand_after_action": "joker",
    "joker_in_hand_reported": "joker",
    "joker_seen_while_dealing": "joker",
    "new_player_between_blinds": "not_entitled",
    "odd_chip_wrong": "odd_chip",
    "omaha_wrong_count": "card_count",
    "player_skipped": "TDA R53B",
    "plays_board_discarded": "playing_board",
    "premature_turn": "premature_turn",
    "protected_hand_mucked_by_dealer": "protected_killed",
    "raise_over_cap": "raise_cap",
    "short_all_in_reopen": "limit_reopen",
    "soft_play_or_collusion": "TDA R69",
    "stud_bring_in_absent": "TDA R30",
    "stud_deck_shortage_burns_enough": "stud_shortage",
    "stud_deck_shortage_common": "stud_shortage",
    "stud_premature_upcards": "early_upcards",
    "stud_seventh_exposed_first_actor": "seventh_exposed",
    "stud_seventh_exposed_other": "seventh_exposed",
    "stud_upcards_picked_up": "TDA R66",
    "wrong_card_count_before": "card_count",
}
OF_TYPE: dict[str, object] = {
    "bool": False,
    "card": "Kd",
    "cards": "KdKh",
    "int": 1,
    "money": 100,
    "seat": 4,
    "seats": (2, 3),
    "text": "x",
}
AT_THE_TABLE: dict[str, object] = {"start_cards": 2, "cards_each": 2, "still_in": 4, "stub": 20}
COMPARE = re.compile(r"(>=|<=|!=|>|<)(-?\d+)")
STEP = {">=": 0, "<=": 0, "!=": 1, ">": 1, "<": -1}


def preset_settings() -> Iterator[Setting]:
    """Yield the settings whose value at tournament tables is not the default."""
    rules = preset_rules()
    for setting in rulebook().settings():
        if getattr(rules, setting.field) != setting.default and setting.field != "new_player":
            yield setting


def rows_with_a_variant() -> dict[str, Irregularity]:
    """Return the rows that read `tournament`, or a setting whose lines the preset changes."""
    return {
        key: row for key, row in catalogue().rows.items() if any(map(differs_in_events, row.rule))
    }


def differs_in_events(rule: DecisionRule) -> bool:
    """Return whether a line applies at tournament tables only, or at cash tables only."""
    if "tournament" in rule.condition:
        return True
    for setting in preset_settings():
        expected = rule.condition.get(f"{HOUSE}{setting.field}")
        if expected is None:
            continue
        in_events = matches(getattr(preset_rules(), setting.field), expected)
        if in_events != matches(setting.default, expected):
            return True
    return False


def value_for(expected: object) -> object:
    """Return a value that meets a condition of a row."""
    if isinstance(expected, list | tuple):
        return expected[0]
    match = COMPARE.fullmatch(expected) if isinstance(expected, str) else None
    return int(match[2]) + STEP[match[1]] if match else expected


def filled(row: Irregularity, rule: DecisionRule, *, answer: bool) -> dict[str, object]:
    """Return facts that meet a line of a row. answer: of the yes-or-no facts that the line does not name."""
    facts: Mapping[str, FactDefinition] = catalogue().facts
    known: dict[str, object] = {}
    for name in row.facts:
        fact = facts.get(name)
        if fact is not None:
            known[name] = fact.options[0][0] if fact.options else OF_TYPE[fact.type]
    for other in (*row.rule[::-1], rule):
        known |= {
            name: value_for(expected)
            for name, expected in other.condition.items()
            if not name.startswith(HOUSE) and (other is rule or name not in known)
        }
    if "acted_since" not in rule.condition:
        known["acted_since"] = 0
    others = {
        name: answer
        for name, value in known.items()
        if isinstance(value, bool) and name not in rule.condition
    }
    return {**AT_THE_TABLE, **known, **others}


def verdicts(row: Irregularity) -> Iterator[tuple[Verdict, Verdict]]:
    """Yield the verdict at a cash table and at a tournament table for facts that meet each line of a row."""
    facts = catalogue().facts
    for rule, answer in product(row.rule, (False, True)):
        known = filled(row, rule, answer=answer)
        cash = evaluate(row, known | {"tournament": False}, CASH, facts)
        event = evaluate(row, known | {"tournament": True}, preset_rules(), facts)
        yield cash, event


def cites_tda(proposal: Proposal) -> bool:
    """Return whether a proposal cites TDA, or a setting whose option at tournament tables has TDA as a source."""
    if proposal.rule.startswith("TDA"):
        return True
    for field in proposal.decides:
        setting = rulebook().by_field(field)
        option = setting.option_of(getattr(preset_rules(), field)) if setting else None
        if option is not None and any(source.key == "TDA" for source in option.sources):
            return True
    return False


def test_preset_takes_every_option_that_has_the_tournament_rules_as_a_source() -> None:
    preset = rulebook().preset(PRESET)
    assert preset is not None
    for setting in rulebook().settings():
        options = [
            option.value
            for option in setting.option
            if any(source.key == "TDA" for source in option.sources)
        ]
        assert not options or preset.settings.get(setting.clause, setting.default) in options


def test_room_chooses_the_settings_of_the_tournaments_chapter() -> None:
    assert {"absent_hand", "short_ante", "penalty_round"} <= set(tournament_fields())
    assert "button" not in tournament_fields()


def test_rows_with_a_variant_are_listed() -> None:
    assert sorted(rows_with_a_variant()) == sorted(VARIANTS)


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_proposal_at_a_tournament_table_differs_and_cites_the_tournament_rules(key: str) -> None:
    different = [
        event
        for cash, event in verdicts(rows_with_a_variant()[key])
        if isinstance(cash, Proposal)
        and isinstance(event, Proposal)
        and cash.result != event.result
    ]
    assert different
    assert any(map(cites_tda, different))
    by = VARIANTS[key]
    assert any(by in (event.rule, *event.decides) for event in different)
