"""The rotation in the header: HORSE, eight-game, dealer's choice; the current position, and the next game."""

from poker.formatting import smart_quotes
from poker.view.model import RotationView, TableView, present

INITIALS = {"holdem": "H", "omaha8": "O", "razz": "R", "stud": "S", "stud8": "E"}
EIGHT = 8


def rotation_name(rotation: RotationView) -> str:
    """Return "HORSE" if every game has its letter, otherwise "8-game", "Dealer's choice" or "Rotation"."""
    if rotation.by == "choice":
        return smart_quotes("Dealer's choice")
    keys = [game.key for game in rotation.games]
    if all(key in INITIALS for key in keys):
        return "".join(INITIALS[key] for key in keys)
    return "8-game" if len(keys) == EIGHT else "Rotation"


def rotation_turn(view: TableView) -> str:
    """Return "3 of 8, then razz"; for rotations by time or by choice, only the parts that need no clock."""
    rotation = present(view.rotation)
    games = rotation.games
    if rotation.by == "choice":
        return ""
    then = f"then {games[(rotation.leg + 1) % len(games)].title}"
    if rotation.by == "time":
        return smart_quotes(then)
    position = rotation.hands + 1
    whole = rotation.of
    if not whole and view.deal:  # the orbit is counted from its first hand
        whole = rotation.count * len(view.deal.order)
    of = f" of {whole}" if whole else ""
    return smart_quotes(f"{position}{of}, {then}")


def rotation_until(rotation: RotationView) -> int | None:
    """Return when the game changes, in Unix milliseconds; None if it does not change by time."""
    if rotation.by != "time" or not rotation.since:
        return None
    return int(rotation.since + rotation.count * 60_000)
