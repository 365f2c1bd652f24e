"""A game and its limit as a board has room for: "NL 1/3", "O8 4/8 kill"."""

from tables.models import Plaque

HOLDEM = {"none": "NL", "pot": "PL", "spread": "Spread", "split": "LHE", "fixed": "LHE"}
GAMES = {
    "omaha": "O",
    "omaha8": "O8",
    "short_deck": "6+",
    "pineapple": "PINE",
    "stud": "STUD",
    "stud8": "STUD8",
    "razz": "RAZZ",
    "badugi": "BADUGI",
    "deuce7_triple": "2-7 TD",
    "deuce7_single": "2-7 SD",
    "five_card_draw": "DRAW",
}
KILLS = {"full": " kill", "half": " half kill"}


def short(plaque: Plaque) -> str:
    """The plaque in a few letters; its own name where games take turns or the game has no short word here."""
    if plaque.rotate_by or (plaque.game != "holdem" and plaque.game not in GAMES):
        return plaque.name
    return f"{_game(plaque.game, plaque.limit)} {_limit(plaque)}{KILLS.get(plaque.kill, '')}"


def _game(game: str, limit: str) -> str:
    if game == "holdem":
        return HOLDEM[limit]
    said = GAMES[game]
    if limit in ("none", "pot"):
        said = f"{limit[0].upper()}L{'' if said[0] == 'O' else ' '}{said}"
    return f"{said} spread" if limit == "spread" else said


def _limit(plaque: Plaque) -> str:
    if plaque.limit in ("none", "pot"):
        posted = plaque.blinds or [plaque.ante or plaque.small_bet]
        return "/".join(_money(one) for one in posted)
    if plaque.limit == "spread":
        return f"{_money(plaque.small_bet)}\u2013{_money(plaque.big_bet)}"
    if plaque.small_bet == plaque.big_bet:
        return _money(plaque.small_bet)
    return f"{_money(plaque.small_bet)}/{_money(plaque.big_bet)}"


def _money(cents: int) -> str:
    """1 of 100, .50 of 50."""
    whole, rest = divmod(cents, 100)
    return f"{whole or ''}.{rest:02d}" if rest else str(whole)
