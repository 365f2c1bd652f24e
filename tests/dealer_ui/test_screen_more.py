"""The screen in the rarer moments: a wrong count, many pots, a street to skip to, cards that are out."""

from typing import Any

import pytest

from dealer_ui.screen import screen
from tests.dealer_ui.stage import NOW, fixture
from tests.dealer_ui.test_screen import place


def waiting(kind: str, **change: Any) -> dict[str, Any]:
    """The flop after a count that differs, as the engine shows it: the pot is open until the seats are named."""
    view = fixture("flop") | change
    view["step"] |= {"kind": kind, "count": 1}
    view["money"] |= {"known": False}
    view["count"] |= {"said": 4}
    return screen(view, now_ms=NOW)


@pytest.mark.parametrize("kind", ["name_out", "name_in"])
def test_the_pot_is_not_counted_while_a_count_waits_for_its_seats(kind: str) -> None:
    assert place(waiting(kind), "Count pot")["do"] is None


def test_by_streets_the_pot_may_be_counted_all_the_same() -> None:
    assert place(waiting("name_out", tracking="streets"), "Count pot")["do"]
