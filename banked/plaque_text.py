"""A plaque of a house-banked game as label and lines, for pages."""

from banked.rules.plaque import BankedPlaque
from poker.formatting import money

SOFT_17 = {"stand": "Dealer stands on all 17s", "hit": "Dealer hits soft 17"}
RESCUE = {
    "last": "Rescue: the last added part goes back",
    "original": "Rescue: the original wager is lost",
    "none": "No rescue",
}
SURRENDER = {
    "verbal": "Surrender, spoken",
    "signal": "Surrender, by signal",
    "none": "No surrender",
}
TRACKING = {"cards": "Cards are logged", "outcomes": "Only outcomes are logged"}


def plaque_lines(plaque: BankedPlaque) -> list[tuple[str, tuple[str, ...]]]:
    """Return a plaque as label and lines."""
    game = plaque.rules
    side = [_match_line(plaque)]
    if game.super_bonus:
        side.append(f"Super bonus, envy {money(plaque.envy)}")
    times = "once" if plaque.doubles == 1 else f"up to {plaque.doubles} times"
    players = [f"Double {times}", SURRENDER[plaque.surrender]]
    if game.has_rescue:
        players.append(RESCUE[plaque.rescue])
    return [
        ("Game", (plaque.title, f"{plaque.decks} decks, {plaque.cards} cards")),
        ("Limits", (f"{money(plaque.least)} to {money(plaque.most)}", f"{plaque.boxes} boxes")),
        ("Dealer", (SOFT_17[plaque.soft_17],)),
        ("Players", tuple(players)),
        ("Side bets", tuple(side)),
        ("Log", (TRACKING[plaque.tracking], f"Smallest chip {money(plaque.chip)}")),
    ]


def _match_line(plaque: BankedPlaque) -> str:
    if not plaque.match_most:
        return "No match wager"
    other, same = plaque.match_odds
    limits = f"{money(plaque.match_least)} to {money(plaque.match_most)}"
    return f"Match {limits}, pays {other} and {same} to 1"
