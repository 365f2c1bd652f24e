"""Main and side pots on the felt, on every street once there is a side pot; their total next to the count row."""

import pytest

from tests.support.staged_fixtures import ReusedTablet

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("sides", "chips_each", "seats", "total"),
    [
        (1, 12_345_678, [2, 4], "All pots $246,913.56"),
        (2, 9_900, [2, 4, 5, 7], "All pots $297"),
        (3, 88_800, [2, 4, 5, 7, 9], "All pots $3,552"),
        (4, 12_345_678, [1, 2, 3, 4, 5, 6, 7, 8, 9], "All pots $617,283.90"),
        (7, 12_345_678, [2, 4, 9], "All pots $987,654.24"),
    ],
)
def test_pots_in_play_fit_the_felt(
    reused_tablet: ReusedTablet, sides: int, chips_each: int, seats: list[int], total: str
) -> None:
    stage, page = reused_tablet.open("complete")
    stage.view["count"]["opens"] = "showdown"
    stage.view["money"]["pots"] = [
        {"name": "side" if i else "main", "amount": chips_each, "seats": seats}
        for i in range(sides + 1)
    ]
    reused_tablet.show_again()
    page.wait_for_selector(".layer")
    assert page.locator(".caption .note").inner_text() == total
    rows = page.locator(".layer").evaluate_all(
        """nodes => nodes.map(node => [node.getBoundingClientRect().bottom, node.scrollWidth - node.clientWidth])"""
    )
    assert rows[-1][0] <= 552 - 9
    assert [over for _, over in rows if over > 0] == []
