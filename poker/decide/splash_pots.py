"""The announcement of a splash pot, between hands (H-75).

No guide covers it: the house adds money to the next hand's pot. It is no bet, and lies in the main pot.
"""

from poker import chips
from poker import commands as c
from poker import events as e
from poker.decide.table import require_open
from poker.draft import Draft
from poker.refusal import Refusal
from poker.state import Table


def announce_splash_pot(draft: Draft, command: c.AnnounceSplashPot, now: int) -> None:
    """Add the house's money to the next hand's pot, or take the announcement back.

    Raises `Refusal`: `splash_pot_off` if the plaque offers none, `splash_pot_announced` for a second one,
    `no_splash_pot` without an announcement to take back, `splash_of_fund` if a promotion pays it, and those of
    `chips.check`.
    """
    draft.between_hands("H-75")
    require_open(draft)
    table = draft.table_shown
    if not command.on:
        if not table.splash:
            raise Refusal("no_splash_pot", "H-75", table=table.name)
        if table.fund_splash:
            raise Refusal("splash_of_fund", "H-75", amount=table.splash)
        draft.record(e.SplashPotAnnounced())
        return
    usual = usual_splash(table)
    if not usual:
        raise Refusal("splash_pot_off", "H-75", table=table.name)
    if table.splash:
        raise Refusal("splash_pot_announced", "H-75", amount=table.splash)
    amount = usual if command.amount is None else command.amount
    chips.check(amount, table.plaque.chips)
    draft.record(e.SplashPotAnnounced(amount))


def usual_splash(table: Table) -> int:
    """Return the amount of a splash pot without a figure: the last one's, or the plaque's; 0 if it offers none."""
    offer = table.plaque.splash
    return offer and (table.last_splash or offer)
