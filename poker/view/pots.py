"""What is special about a hand's pot: a bomb pot or a splash, now or next, and an agreement to run it twice."""

from poker.bomb_pots import most_boards
from poker.decide.bomb_pots import usual_bomb_pot
from poker.decide.splash_pots import usual_splash
from poker.runs import most_runs
from poker.state import Table
from poker.view.model import BombPotView, RunsView, SplashPotView

HOUR = 60 * 60 * 1000  # milliseconds


def bomb_pot(table: Table) -> BombPotView | None:
    """Return the bomb pot of this hand, or the one that may be called for; None if the plaque offers none."""
    offer = table.plaque.bomb if table.stakes else None
    usual = usual_bomb_pot(table) if offer else None
    if offer is None or usual is None:
        return None
    most = most_boards(table)
    played = table.hand.bomb if table.hand else None
    bomb = played or usual
    boards = bomb.boards if played else min(bomb.boards, max(most, 1))
    return BombPotView(
        amount=bomb.amount,
        boards=boards,
        called=table.bomb is not None,
        played=played is not None,
        most=most,
        due=_is_due(table),
        due_at=(table.bomb_at or table.since) + HOUR if offer.every == "hour" else 0,
    )


def _is_due(table: Table) -> bool:
    """Return whether the plaque's count of hands is over, or the dealer's down had no bomb pot yet."""
    offer = table.plaque.bomb
    if offer is None or table.hand is not None or table.bomb is not None:
        return False
    if offer.every == "hands":
        return table.hands - table.bomb_hand >= offer.count
    dealer = table.dealer
    return offer.every == "down" and dealer is not None and table.bomb_hand <= dealer.before


def splash_pot(table: Table) -> SplashPotView | None:
    """Return the splash pot of this hand, or the one that may be announced; None if there is neither."""
    usual = usual_splash(table) if table.stakes else 0
    played = table.hand.splash if table.hand else 0
    if not (usual or played or table.splash):
        return None
    # A promotion's splash that is announced during a hand shows before the next deal.
    if table.hand is not None and table.fund_splash is not None and not played:
        return None
    source = table.hand.fund_splash if table.hand else table.fund_splash
    return SplashPotView(
        amount=played or table.splash or usual,
        announced=bool(table.splash) and table.hand is None,
        played=bool(played),
        title=source.title if source else "",
    )


def runs(table: Table) -> RunsView | None:
    """Return how often the board may be run, and who agreed; None if only once is possible."""
    hand = table.hand
    if hand is None:
        return None
    most = most_runs(table)
    if most == 1 and hand.runs is None:
        return None
    return RunsView(
        most=most,
        agreed=list(hand.agreed),
        count=hand.runs.count if hand.runs else 1,
        current=hand.runs.current if hand.runs else 0,
        shared=hand.runs.shared if hand.runs else 0,
    )
