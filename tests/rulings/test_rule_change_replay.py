"""Recorded hands replayed under other rules: commands are read from the log, and the outcomes compared."""

from collections.abc import Iterator
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from poker import commands as c
from poker import events as e
from poker.cases import CaseRun, load
from poker.command_lines import commands
from poker.refusal import Refusal
from poker.rules import HouseRules
from poker.timeline import CommandEvents
from rulings.drafts import draft_save
from rulings.rule_change_preview import preview_rule_change
from rulings.rule_change_replay import replay_under
from tests.support.page_roles import PageContent
from tests.support.room import TableDriver
from tests.support.rulebook_fixtures import House

CASES = sorted((Path(__file__).parents[1] / "poker" / "cases").glob("*.toml"))


def recorded_hands(path: Path) -> Iterator[list[CommandEvents]]:
    """Return every hand of every case of a file, as its log would be."""
    for case in load(path.read_text(encoding="utf-8")):
        try:
            play = CaseRun(case)
        except Refusal:
            continue
        for turn in case.turns():
            for command_line in turn.do:
                try:
                    for command in commands(command_line):
                        play.do(command)
                except Refusal:
                    break
        log = play.log
        starts = [
            i
            for i, command_events in enumerate(log)
            if isinstance(command_events.events[0], e.HandStarted)
        ]
        for start, end in pairwise([*starts, len(log)]):
            yield log[start:end]


def corrected(hand: list[CommandEvents]) -> bool:
    return any(isinstance(event, e.ActCorrected) for batch in hand for event in batch.events)


def rules_of_hand(hand: list[CommandEvents]) -> HouseRules:
    first = hand[0].events[0]
    assert isinstance(first, e.HandStarted)
    return first.table.rules


def test_replay_under_the_same_rules_changes_no_hand() -> None:
    """All cases: no hand differs from itself, and nearly every tap is found again."""
    hands = [hand for path in CASES for hand in recorded_hands(path)]
    kinds = [replay_under(hand, rules_of_hand(hand)).kind for hand in hands if not corrected(hand)]
    assert "other" not in kinds
    assert kinds.count("unsaid") <= len(kinds) * 0.03
    # A hand with a corrected act is not compared.
    others = [replay_under(hand, rules_of_hand(hand)).kind for hand in hands if corrected(hand)]
    assert set(others) <= {"unsaid", "same"}


@pytest.mark.parametrize("path", [p for p in CASES if p.stem in ("short_all_in", "cap")])
def test_other_rules_change_only_some_hands(path: Path) -> None:
    other_rules = HouseRules(
        version=2,
        limit_reopen="half",
        raise_cap="always",
        big_bet_reopen="single",
    )
    kinds = {replay_under(hand, other_rules).kind for hand in recorded_hands(path)}
    assert {"same", "other"} <= kinds


@pytest.fixture
def room(room: TableDriver) -> TableDriver:
    room.now = timezone.now() - timedelta(days=1)
    return room


@pytest.mark.django_db
def test_hands_of_the_log_are_counted_and_named(game: TableDriver, house: House) -> None:
    """4/8 limit: an all-in of 12 over 8 is half a bet, so under the half rule the pot has another bet."""
    game.execute(c.Act(4, "raise"))
    game.execute(c.Act(1, "all_in", 1000))  # 2 over 8 of a raise of 4: half
    game.execute(c.Act(2, "fold"))
    game.execute(c.Act(3, "fold"))
    game.execute(c.NextHand())
    game.execute(c.Act(1, "fold"))
    game.execute(c.NextHand())
    now = timezone.now()
    rule_change_preview = preview_rule_change(
        book=house.book, settings={"limit_reopen": "half"}, now=now
    )
    assert (rule_change_preview.played, rule_change_preview.unreplayable) == (2, 0)
    (hand,) = rule_change_preview.changed_hands
    assert (hand.table, hand.number, hand.tap) == ("T1", 1, "seat 1: all in")
    assert preview_rule_change(book=house.book, settings={}, now=now).changed_hands == ()
    later_time = now + timedelta(days=91)
    assert preview_rule_change(book=house.book, settings={}, now=later_time).played == 0

    draft_save(
        book=house.book,
        staff=house.hornbeam,
        seen=0,
        chosen={"BET-4": "half"},
        reason="",
        effective_from=None,
        now=now,
    )
    client = Client()
    client.force_login(house.hornbeam.user, "django.contrib.auth.backends.ModelBackend")
    page = PageContent(client.get(reverse("rulings:back", args=[house.book.pk])))
    assert "1 of 2 hands would have gone differently" in page.names("heading")
    assert "T1, hand 1" in page.names("row")
