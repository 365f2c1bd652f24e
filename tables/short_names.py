"""Short names of games and limits, the same on desk, board and map: "NL 1/3", "O8 4/8 kill".

Reports have only the names of plaques, current and former: `reports.export.short_names` uses the same words.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Protocol

from poker.formatting import plain
from tables.game_keys import list_key
from tables.models import Plaque

HOLDEM = {"none": "NL", "pot": "PLH", "spread": "Spread", "split": "LHE", "fixed": "LHE"}
GAMES = {
    "omaha": "O",
    "omaha8": "O8",
    "omaha5": "O5",
    "omaha6": "O6",
    "big_o": "Big O",
    "courchevel": "Courchevel",
    "courchevel8": "Courch 8",
    "drawmaha": "Drawmaha",
    "drawmaha_27": "Drawmaha 2-7",
    "drawmaha_zero": "Drawmaha 0",
    "drawmaha_49": "Drawmaha 49",
    "short_deck": "6+",
    "pineapple": "Pine",
    "crazy_pineapple": "Crazy Pine",
    "crazy_pineapple8": "Crazy Pine 8",
    "stud": "Stud",
    "stud8": "Stud 8",
    "razz": "Razz",
    "razz27": "2-7 Razz",
    "razzdugi": "Razzdugi",
    "badugi": "Badugi",
    "deuce7_triple": "2-7 TD",
    "deuce7_single": "2-7 SD",
    "five_card_draw": "Draw",
    "ace5_triple": "A-5 TD",
    "ace5_single": "A-5 SD",
    "badeucey": "Badeucey",
    "badacey": "Badacey",
}
KILLS = {"full": " kill", "half": " half kill"}


class Stakes(Protocol):
    """The limit and the amounts of a game, in the smallest unit."""

    @property
    def limit(self) -> str:
        """Return "none", "pot", "fixed", "split" or "spread"."""

    @property
    def small_bet(self) -> int: ...

    @property
    def big_bet(self) -> int: ...

    @property
    def ante(self) -> int: ...

    @property
    def blinds(self) -> Sequence[int]: ...


def short_name(plaque: Plaque) -> str:
    """Return a plaque's short name; the plaque's own name for rotations and games without a short form."""
    if plaque.rotate_by:
        return plaque.name
    return short_game(plaque.game, plaque, plaque.kill) or plaque.name


def short_game(game: str, stakes: Stakes, kill: str = "") -> str:
    """Return the short name of a game with its stakes; "" for one without a short form.

    game: its key; kill: "full", "half" or "".
    """
    if game != "holdem" and game not in GAMES:
        return ""
    return f"{_game(game, stakes.limit)} {_limit(stakes)}{KILLS.get(kill, '')}"


def distinct_titles(short: Mapping[str, str], full: Mapping[str, str]) -> dict[str, str]:
    """Return a title for each key, so that all titles differ and none is the name of a table.

    short: short names by key; full: the plaques' names by key. Equal short names get the part of the plaque's name
    after the comma ("LHE 4/8 by streets"); if they are still equal, the plaque's name is the title.
    """
    often = Counter(short.values())
    titles = {
        key: f"{name} {full[key].partition(', ')[2]}".strip() if often[name] > 1 else name
        for key, name in short.items()
    }
    often = Counter(titles.values())
    return {key: full[key] if often[title] > 1 else title for key, title in titles.items()}


def titles_of(full: Mapping[str, str]) -> dict[str, str]:
    """Return short titles by key, in the order in which the house made its plaques.

    full: the titles of the lists and running games by key.
    """
    short: dict[str, str] = {}
    for plaque in Plaque.objects.order_by("pk"):  # the newest version of a name comes last
        if (key := list_key(plaque.name)) in full:
            short[key] = short_name(plaque)
    return distinct_titles(short | {key: full[key] for key in full if key not in short}, full)


def _game(game: str, limit: str) -> str:
    if game == "holdem":
        return HOLDEM[limit]
    text = GAMES[game]
    if limit in ("none", "pot"):
        text = f"{limit[0].upper()}L{'' if text[0] == 'O' else ' '}{text}"
    return f"{text} spread" if limit == "spread" else text


def _limit(stakes: Stakes) -> str:
    if stakes.limit in ("none", "pot"):
        posted = stakes.blinds or [stakes.ante or stakes.small_bet]
        return "/".join(_money(item) for item in posted)
    if stakes.limit == "spread":
        return f"{_money(stakes.small_bet)}\u2013{_money(stakes.big_bet)}"
    if stakes.small_bet == stakes.big_bet:
        return _money(stakes.small_bet)
    return f"{_money(stakes.small_bet)}/{_money(stakes.big_bet)}"


def _money(amount: int) -> str:
    """Return an amount as a short one: 1 for 100 cents, .50 for 50."""
    return plain(amount).removeprefix("0") or "0"
