"""How long a player is away is next to the name, with the room's limit."""

from absences.rules import MINUTE, AbsenceLimits
from dealer_ui.screen import screen
from dealer_ui.screen.model import AwayClock
from dealer_ui.screen.room_settings import RoomSettings
from poker.state import Table
from poker.view import view
from tests.support.play import NOW, open_table, play


def clocks(table: Table, limits: AbsenceLimits, now: int = NOW) -> dict[int, AwayClock]:
    shown = screen(view(table), now_ms=now, room=RoomSettings(absences=limits))
    return {pod.seat: pod.away for pod in shown.pods if pod.away}


def test_player_away_has_a_clock_and_no_one_else() -> None:
    table = play(open_table({"game": "holdem"}), "sit_out seat=4")
    assert clocks(table, AbsenceLimits()) == {4: AwayClock(since=NOW, due=0)}
    assert clocks(play(table, "sit_in seat=4"), AbsenceLimits()) == {}


def test_clock_has_the_limit_that_comes_first() -> None:
    table = play(
        open_table({"game": "holdem"}), "sit_out seat=1", "sit_out seat=2", "sit_out seat=4"
    )
    limits = AbsenceLimits(minutes=30, walkers=3, walker_minutes=10)
    dues = {seat: clock.due for seat, clock in clocks(table, limits).items()}
    assert dues == {1: NOW + 30 * MINUTE, 2: NOW + 30 * MINUTE, 4: NOW + 10 * MINUTE}


def test_missed_big_blinds_end_the_time_immediately() -> None:
    table = play(open_table({"game": "holdem"}), "sit_out seat=2", "deal")
    for _ in range(7):
        table = play(table, "next_hand", "deal")
    limits = AbsenceLimits(big_blinds=1)
    assert clocks(table, limits, NOW + MINUTE)[2].due == NOW + MINUTE


def test_player_who_left_with_cards_has_no_clock_until_the_hand_is_over() -> None:
    table = play(open_table({"game": "holdem"}), "deal", "3 fold", "sit_out seat=5")
    assert clocks(table, AbsenceLimits(minutes=30)) == {}
