"""The call for a bomb pot, between hands (H-70)."""

from msgspec.structs import replace

from poker import bomb_pots
from poker import commands as c
from poker import events as e
from poker.decide.table import require_open
from poker.draft import Draft
from poker.refusal import Refusal
from poker.state import BombPot, Table


def call_bomb_pot(draft: Draft, command: c.CallBombPot, now: int) -> None:
    """Make the next hand a bomb pot, or cancel the call.

    Raises `Refusal`: `no_bomb_pot` if there is none to cancel, and those of `bomb_pots.check_bomb_pot`.
    """
    draft.between_hands("H-70")
    require_open(draft)
    table = draft.table_shown
    if not command.on:
        if table.bomb is None:
            raise Refusal("no_bomb_pot", "H-70", table=table.name)
        draft.record(e.BombPotCalled())
        return
    bomb = usual_bomb_pot(table)
    if bomb is None:
        raise Refusal("bomb_pot_off", "H-70", table=table.name)
    if command.amount is not None:
        bomb = replace(bomb, amount=command.amount)
    if command.boards is not None:
        bomb = replace(bomb, boards=command.boards)
    bomb_pots.check_bomb_pot(table, bomb)
    draft.record(e.BombPotCalled(bomb))


def usual_bomb_pot(table: Table) -> BombPot | None:
    """Return the bomb pot that a call without figures means: the called one, the last one, or the plaque's."""
    offer = table.plaque.bomb
    if offer is None:
        return None
    return table.bomb or table.last_bomb or BombPot(offer.amount, offer.boards)
