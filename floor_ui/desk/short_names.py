"""Short names of games and limits for the board: "NL 1/3", "O8 4/8 kill"."""

from collections import Counter
from collections.abc import Mapping

from poker.formatting import plain
from tables.models import Plaque
from tables.waitlist.game_keys import key_of

HOLDEM = {"none": "NL", "pot": "PL", "spread": "Spread", "split": "LHE", "fixed": "LHE"}
GAMES = {
    "omaha": "O",
    "omaha8": "O8",
    "short_deck": "6+",
    "pineapple": "Pine",
    "stud": "Stud",
    "stud8": "Stud 8",
    "razz": "Razz",
    "badugi": "Badugi",
    "deuce7_triple": "2-7 TD",
    "deuce7_single": "2-7 SD",
    "five_card_draw": "Draw",
}
KILLS = {"full": " kill", "half": " half kill"}


def short_name(plaque: Plaque) -> str:
    """Return a plaque's short name; the plaque's own name for rotations and games without a short form."""
    if plaque.rotate_by or (plaque.game != "holdem" and plaque.game not in GAMES):
        return plaque.name
    return f"{_game(plaque.game, plaque.limit)} {_limit(plaque)}{KILLS.get(plaque.kill, '')}"


def distinct_titles(short: Mapping[str, str], full: Mapping[str, str]) -> dict[str, str]:
    """Return a title for each key, so that no two are equal and none names a table.

    short: short names by key, full: the plaques' names by key. Where two short names are equal, what follows the comma
    in a plaque's name is added ("LHE 4/8 by streets"); where that is not enough, the plaque's name is the title.
    """
    often = Counter(short.values())
    titles = {
        key: f"{name} {full[key].partition(', ')[2]}".strip() if often[name] > 1 else name
        for key, name in short.items()
    }
    often = Counter(titles.values())
    return {key: full[key] if often[title] > 1 else title for key, title in titles.items()}


def titles_of(full: Mapping[str, str]) -> dict[str, str]:
    """Return short titles by key, in plaque order: that in which the house made its plaques.

    full: the titles of the lists and running games by key.
    """
    short: dict[str, str] = {}
    for plaque in Plaque.objects.order_by("pk"):  # the newest version of a name comes last
        if (key := key_of(plaque.name)) in full:
            short[key] = short_name(plaque)
    return distinct_titles(short | {key: full[key] for key in full if key not in short}, full)


def _game(game: str, limit: str) -> str:
    if game == "holdem":
        return HOLDEM[limit]
    text = GAMES[game]
    if limit in ("none", "pot"):
        text = f"{limit[0].upper()}L{'' if text[0] == 'O' else ' '}{text}"
    return f"{text} spread" if limit == "spread" else text


def _limit(plaque: Plaque) -> str:
    if plaque.limit in ("none", "pot"):
        posted = plaque.blinds or [plaque.ante or plaque.small_bet]
        return "/".join(_money(item) for item in posted)
    if plaque.limit == "spread":
        return f"{_money(plaque.small_bet)}\u2013{_money(plaque.big_bet)}"
    if plaque.small_bet == plaque.big_bet:
        return _money(plaque.small_bet)
    return f"{_money(plaque.small_bet)}/{_money(plaque.big_bet)}"


def _money(amount: int) -> str:
    """Return an amount as a short one: 1 for 100 cents, .50 for 50."""
    return plain(amount).removeprefix("0") or "0"
