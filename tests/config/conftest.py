"""Fixtures of the tests of all pages."""

from collections.abc import Iterator

import pytest

from tests.support.few_lessons import few_lessons


@pytest.fixture(autouse=True)
def _few_lessons() -> Iterator[None]:
    with few_lessons():
        yield
