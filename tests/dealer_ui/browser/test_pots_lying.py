"""Main and side pots next to the count row, on every street once there is a side pot."""

import pytest

from tests.dealer_ui.browser.conftest import StagedTablets

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("sides", "chips_each", "text"),
    [
        (1, 12_345_678, "Main pot $123,456.78 · Side pot $123,456.78"),
        (2, 9_900, "Main pot $99 · Side pot 1 $99 · Side pot 2 $99"),
        (2, 88_800, "Main pot $888 · 2 side pots $1,776"),
        (2, 12_345_678, "Main pot $123,456.78 · 2 side pots $246,913.56"),
        (5, 12_345_678, "Main pot $123,456.78 · 5 side pots $617,283.90"),
    ],
)
def test_pots_are_next_to_the_count(
    staged_tablets: StagedTablets, sides: int, chips_each: int, text: str
) -> None:
    stage, page = staged_tablets.open("complete")
    stage.view["count"]["opens"] = "showdown"
    stage.view["money"]["pots"] = [
        {"name": "side" if i else "main", "amount": chips_each, "seats": [2, 4]}
        for i in range(sides + 1)
    ]
    page.reload()
    note = page.locator(".caption .note")
    assert note.inner_text() == text
    left, right = page.evaluate(
        """() => [".caps", ".note"].map(selector => {
        const range = document.createRange();
        range.selectNodeContents(document.querySelector(".caption " + selector));
        const { left, right, height } = range.getBoundingClientRect(); return [left, right, height]; })"""
    )
    assert left[1] < right[0]
    assert right[1] <= 1180
    assert max(left[2], right[2]) < 30
