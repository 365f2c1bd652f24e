"""Texts of the clock on public screens: levels, breaks, and lines that fit on the wall."""

from msgspec.structs import replace

from tests.tournaments.plans import DAILY
from tournaments.pages.clock_plan import ante_text, blinds_text, shown_segments
from tournaments.rules.plan import Level


def test_break_shows_the_blinds_of_the_next_level() -> None:
    segments = shown_segments(DAILY)
    assert [part.title for part in segments] == [
        "Level 1",
        "Level 2",
        "Break",
        "Level 3",
        "Level 4",
    ]
    pause = segments[2]
    assert (pause.blinds, pause.ante) == ("500 / 1,000", "ante 1,000")
    assert pause.next == "100 chips come off: color up at your table"
    assert segments[1].next == "500 / 1,000 ante 1,000"
    assert segments[4].next == "Last level"


def test_level_of_a_mixed_event_names_its_game() -> None:
    level = replace(DAILY.levels[0], game="razz", bring_in=50)
    plan = replace(DAILY, levels=(level, *DAILY.levels[1:]))
    first = shown_segments(plan)[0]
    assert first.title == "Level 1, razz"
    assert first.ante == "ante 200, bring-in 50"


def test_stakes_without_an_ante() -> None:
    level = Level(25, 50)
    assert (blinds_text(level), ante_text(level)) == ("25 / 50", "")


def test_longer_blinds_are_set_smaller() -> None:
    levels = tuple(
        Level(big // 2, big, big) for big in (200, 2_000, 4_000, 20_000, 200_000, 2_000_000)
    )
    plan = replace(DAILY, levels=levels, breaks=())
    scales = [part.scale for part in shown_segments(plan)]
    assert scales == ["", "tight", "tight", "tighter", "tighter", "tightest"]
