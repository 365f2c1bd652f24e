"""Screens of states that random play reaches, at the sizes of tablets.

No text is over another or outside its key, and axe finds nothing serious.
"""

from typing import Any

import pytest

from tests.dealer_ui.browser.clashes import CLASHES
from tests.support.axe import serious_violations
from tests.support.law_examples import example_count, sampled
from tests.support.stage import NOW, SCENES, open_scene
from tests.support.staged_fixtures import ReusedTablet
from tests.support.stud_hands import crowded_stud
from tests.support.walked_tables import walked_screens

pytestmark = pytest.mark.browser

SIZES = ((1180, 820), (1024, 768), (1366, 768), (820, 1180), (800, 1280), (768, 1024))
STATES = 600  # before a release; a tenth in `make test`


def clashes(reused_tablet: ReusedTablet, size: tuple[int, int], part: int) -> list[Any]:
    """Return what clashes and what axe finds in a share of the states, with the state's name."""
    stage, page = reused_tablet.open("flop")
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    count = example_count(STATES) // len(SIZES)
    most = 10 if width > height else 9  # an upright tablet asks ten seats to turn it
    clashing: list[Any] = []
    walked_states = walked_screens(count, seed=part, now_ms=NOW, most=most)
    for position, walked in enumerate(walked_states):
        stage.view = walked.view
        stage.room = walked.room
        stage.acted_at = walked.acted_at
        reused_tablet.show_again()
        page.wait_for_function("document.fonts.status === 'loaded'")
        clashing += [(walked.name, *clash) for clash in page.evaluate(CLASHES)]
        # Contrast takes most of axe's time, and the screens share their colors.
        violations = serious_violations(page, is_measured=position > 0)
        clashing += [(walked.name, *violation) for violation in violations]
    return clashing


@pytest.mark.parametrize("name", sampled(list(SCENES), 3))
def test_no_text_clashes_in_a_helper(reused_tablet: ReusedTablet, name: str) -> None:
    assert open_scene(reused_tablet.open, name).evaluate(CLASHES) == []


def test_no_text_clashes_when_every_seat_has_drawn_a_card(reused_tablet: ReusedTablet) -> None:
    page = open_scene(reused_tablet.open, "button_cards")
    for card in ("10 clubs", "10 hearts", "10 diamonds", "10 spades", "Q spades", "A clubs"):
        page.click(f".cards [aria-label='{card}']")
    assert page.locator(".pips .card.known").count() == 9
    assert page.evaluate(CLASHES) == []


@pytest.mark.parametrize("size", SIZES, ids=[f"{w}x{h}" for w, h in SIZES])
def test_no_text_clashes_on_the_crowded_streets_of_stud(
    reused_tablet: ReusedTablet, size: tuple[int, int]
) -> None:
    clashing: list[Any] = []
    try:
        stage, page = reused_tablet.open("flop")
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for name, view in crowded_stud().items():
            stage.view = view
            reused_tablet.show_again()
            page.wait_for_function("document.fonts.status === 'loaded'")
            clashing += [(name, *clash) for clash in page.evaluate(CLASHES)]
    finally:
        reused_tablet.page.set_viewport_size({"width": 1180, "height": 820})
    assert clashing == []


@pytest.mark.parametrize("part", range(len(SIZES)), ids=[f"{w}x{h}" for w, h in SIZES])
def test_no_text_clashes_on_any_screen(reused_tablet: ReusedTablet, part: int) -> None:
    try:
        assert clashes(reused_tablet, SIZES[part], part) == []
    finally:
        reused_tablet.page.set_viewport_size({"width": 1180, "height": 820})
