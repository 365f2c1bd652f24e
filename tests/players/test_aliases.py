"""Aliases that screens may show."""

import pytest

from poker.refusal import Refusal
from staff.aliases import alias_checked

FULL_WIDTH = "Bob \uff15\uff15\uff15\uff11\uff12\uff13\uff14"


@pytest.mark.parametrize("alias", ["Bob 555-123-4567", "5551234567", "ID 1234567", FULL_WIDTH])
def test_phone_number_as_an_alias_is_refused(alias: str) -> None:
    with pytest.raises(Refusal, match="alias_phone"):
        alias_checked(alias)


def test_alias_may_have_a_few_digits() -> None:
    assert alias_checked("Seat 9 Sam 1984") == "Seat 9 Sam 1984"
