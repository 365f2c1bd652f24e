"""The declarations for JavaScript are those of the structs, and screens have the types that they declare."""

import pytest

from dealer_ui.screen.model import Screen
from tests.support.stage import FIXTURES, call_data, fixture
from tests.support.view_json import screen
from tools.screen_types import FILE, declarations

pytestmark = pytest.mark.static


def test_declarations_are_current() -> None:
    assert FILE.read_text(encoding="utf-8") == declarations(), "run python -m tools.screen_types"


def test_every_fixture_has_a_screen_of_its_declared_types() -> None:
    for name in FIXTURES:
        view = fixture(name)
        data = screen(view, now_ms=0, call=call_data() if view["floor"] else None)
        assert set(data) == set(Screen.__struct_fields__)
