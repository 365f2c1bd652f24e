"""Sockets of pages without the engine that wait for the same screen."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from dealer_ui.rendering import shared_screen_message

Render = Callable[..., Awaitable[str]]


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the numbers of the entries whose screens were rendered."""
    numbers: list[int] = []

    def in_thread(_function: object) -> Render:
        async def render(*, table_id: int, prev: int, seq: int) -> str:
            numbers.append(seq)
            await asyncio.sleep(0)
            if seq == 0:
                raise LookupError("no such table")
            return f"screen {table_id} {prev} {seq}"

        return render

    monkeypatch.setattr("dealer_ui.rendering.socket_database", in_thread)
    return numbers


async def test_a_screen_is_rendered_once_for_all_that_wait(rendered: list[int]) -> None:
    wanted = [shared_screen_message(table_id=1, prev=2, seq=seq) for seq in (3, 3, 4, 3)]
    assert await asyncio.gather(*wanted) == [f"screen 1 2 {seq}" for seq in (3, 3, 4, 3)]
    assert rendered == [3, 4]


async def test_a_socket_that_closes_takes_the_screen_from_no_other(rendered: list[int]) -> None:
    first = asyncio.create_task(shared_screen_message(table_id=1, prev=2, seq=3))
    second = asyncio.create_task(shared_screen_message(table_id=1, prev=2, seq=3))
    await asyncio.sleep(0)
    first.cancel()
    assert await second == "screen 1 2 3"
    assert rendered == [3]


async def test_a_failure_reaches_all_and_the_next_one_tries_again(rendered: list[int]) -> None:
    for _ in range(2):
        wanted = [shared_screen_message(table_id=1, prev=2, seq=0) for _ in range(3)]
        failures = await asyncio.gather(*wanted, return_exceptions=True)
        assert [type(failure) for failure in failures] == [LookupError] * 3
    assert rendered == [0, 0]
