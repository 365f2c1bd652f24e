"""Hands brought to the special moments of issue 38's pots: a bomb pot, two boards, agreed runs, a discard."""

from collections.abc import Callable, Mapping

from hypothesis import assume
from hypothesis import strategies as st
from msgspec.structs import replace

from poker import commands as c
from poker.bomb_pots import most_boards
from poker.games import GAMES, Game
from poker.rules import HouseRules
from tests.poker.irregular import RulingDriver, any_house
from tests.support.random_tables import Room, legal_commands, rooms

BOARD_GAMES = tuple(game for game in GAMES.values() if game.family == "flop")
# Players discard or draw in some games between the streets, and then no one may agree to more runs.
RUN_GAMES = tuple(
    game
    for game in BOARD_GAMES
    if not any(street.draw or street.discard for street in game.streets)
)
DISCARD_GAMES = tuple(game for game in GAMES.values() if any(s.by_seat for s in game.streets))
ENOUGH = 60  # commands until everyone is all-in


def _bomb_pot(driver: RulingDriver) -> None:
    assume(driver.table.plaque.bomb is not None)
    driver.execute(c.CallBombPot(boards=1))
    driver.execute(c.Deal())


def _two_boards(driver: RulingDriver) -> None:
    assume(driver.table.plaque.bomb is not None)
    assume(most_boards(driver.table) == 2)
    driver.execute(c.CallBombPot(boards=2))
    driver.execute(c.Deal())
    driver.execute(c.CloseStreet(_still_in(driver)))


def _runs(driver: RulingDriver) -> None:
    """Bring the hand to two agreed runs; each seat bets all it may until everyone is all-in."""
    for _ in range(ENOUGH):
        choices = legal_commands(driver.table)
        agreed = [command for command in choices if isinstance(command, c.AgreeRuns)]
        if agreed:
            break
        acts = [command for command in choices if isinstance(command, c.Act)]
        bold = [act for act in acts if act.what not in ("fold", "check")]
        opens = [command for command in choices if isinstance(command, c.Deal | c.CloseStreet)]
        assume(bold or opens)
        driver.execute((bold or opens)[-1])
    assume(agreed)
    hand = driver.table.hand
    assert hand is not None
    for part in hand.live():
        driver.execute(c.AgreeRuns(part.seat, 2))


def _discard(driver: RulingDriver) -> None:
    """Bring the hand to the discard, with one player ahead of the others."""
    driver.execute(c.Deal())
    driver.execute(c.CloseStreet(_still_in(driver)))
    hand = driver.table.hand
    assume(hand is not None and hand.stage in ("betting", "complete"))
    choices = [
        command for command in legal_commands(driver.table) if isinstance(command, c.Discard)
    ]
    assume(choices)
    driver.execute(choices[0])


def _still_in(driver: RulingDriver) -> int:
    hand = driver.table.hand
    assert hand is not None
    return hand.still_in()


SITUATIONS: Mapping[str, tuple[tuple[Game, ...], Callable[[RulingDriver], None]]] = {
    "a bomb pot before the flop": (BOARD_GAMES, _bomb_pot),
    "two boards": (BOARD_GAMES, _two_boards),
    "two runs agreed": (RUN_GAMES, _runs),
    "the discard": (DISCARD_GAMES, _discard),
}


@st.composite
def drivers_in(draw: st.DrawFn, situation: str) -> RulingDriver:
    """Draw a table of any game that has the situation, and bring its hand there."""
    games, bring = SITUATIONS[situation]
    house = any_house().map(_with_runs)
    is_all_in = bring is _runs
    room = draw(
        rooms(
            games=games,
            house=house,
            tracking="actions" if is_all_in else None,
            counts_chips=True if is_all_in else None,
        )
    )
    driver = RulingDriver(room, counts_chips=_is_counted(room))
    bring(driver)
    return driver


def _with_runs(rules: HouseRules) -> HouseRules:
    return replace(rules, runs="twice")


def _is_counted(room: Room) -> bool:
    return all(seat.stack is not None for seat in room.table.seats if seat.taken)
