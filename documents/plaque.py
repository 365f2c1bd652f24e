"""A table's plaque in words, and as a page to print: the four facts of S-005 and S-006, the buy-in, a QR code."""

from dataclasses import dataclass
from typing import Any

import segno

from documents.pdf import pdf
from poker import stakes as plaques
from poker.games import GAMES
from poker.stakes import Rake, Stakes
from rulings.wording.sayings import money, sentence, typeset

LIMITS = {"pot": "Pot limit", "none": "No limit"}
ANTES = {
    "all": "from everybody",
    "big_blind": "by the big blind for all",
    "button": "by the button",
}
KILLS = {"full": "Kill", "half": "Half kill"}
TURNS = {"hands": "hands of each", "orbit": "orbits of each", "time": "minutes of each"}


@dataclass(frozen=True, slots=True)
class Said:
    """What a plaque says. game, limit, forced bets and house charge are the four facts; lines of a rotation in turn."""

    game: str
    turns: str
    limit: tuple[str, ...]
    forced: tuple[str, ...]
    charge: tuple[str, ...]
    buy_in: str
    chips: str


def said(stakes: Stakes) -> Said:
    """A plaque in words; amounts of the smallest unit become sums of money."""
    games = plaques.legs(stakes)
    many = len(games) > 1
    titles = [sentence(typeset(GAMES[one.game].title)) for one in games]
    names = [f"{title}: " if many else "" for title in titles]
    return Said(
        game=" · ".join(titles),
        turns=_turns(stakes),
        limit=_each(names, [_limit(one) for one in games]),
        forced=_each(names, [_forced(one) for one in games]),
        charge=_charge(stakes.rake),
        buy_in=f"{money(stakes.buy_in_min)} to {money(stakes.buy_in_max)}",
        chips=" · ".join(money(chip) for chip in sorted(stakes.chips)),
    )


def _each(names: list[str], lines: list[str]) -> tuple[str, ...]:
    """One line where all games say the same, else a line for each game."""
    if len(set(lines)) == 1:
        return (lines[0],)
    return tuple(f"{name}{line}" for name, line in zip(names, lines, strict=True))


def _turns(stakes: Stakes) -> str:
    rotation = stakes.rotation
    if rotation is None:
        return ""
    if rotation.by == "choice":
        return "A player chooses the game"
    unit = TURNS[rotation.by]
    return f"In turn: {rotation.count} {unit if rotation.count != 1 else unit.replace('s of', ' of', 1)}"


def _limit(stakes: Stakes) -> str:
    if stakes.limit in LIMITS:
        return LIMITS[stakes.limit]
    small, big = money(stakes.small_bet), money(stakes.big_bet)
    if stakes.limit == "spread":
        return f"Spread limit, bets from {small} to {big}"
    return f"Limit {small}" if small == big else f"Limit {small} and {big}"


def _forced(stakes: Stakes) -> str:
    parts = []
    if stakes.blinds:
        word = "Blind" if len(stakes.blinds) == 1 else "Blinds"
        parts.append(f"{word} {' and '.join(money(blind) for blind in stakes.blinds)}")
    if stakes.ante:
        parts.append(f"Ante {money(stakes.ante)} {ANTES[stakes.ante_by]}")
    if stakes.bring_in:
        parts.append(f"Bring-in {money(stakes.bring_in)}")
    if stakes.straddle:
        parts.append("A straddle is allowed")
    if stakes.kill:
        posted = f", {money(stakes.kill.post)} posted" if stakes.kill.post else ""
        kill = f"{KILLS[stakes.kill.kind]} from a pot of {money(stakes.kill.trigger)}{posted}"
        parts.append(kill)
    return ". ".join(parts) or "No forced bets"


def _charge(rake: Rake) -> tuple[str, ...]:
    lines = [_taken(rake)]
    if rake.no_flop_no_drop and rake.kind in ("percent", "steps"):
        lines.append("No flop, no drop")
    if rake.jackpot:
        pot = f" from a pot of {money(rake.jackpot_from)}" if rake.jackpot_from else ""
        lines.append(f"Jackpot drop {money(rake.jackpot)}{pot}")
    return tuple(lines)


def _taken(rake: Rake) -> str:
    most = f", at most {money(rake.cap)}" if rake.cap else ""
    if rake.kind == "percent":
        return f"Rake {rake.basis_points / 100:g} % of the pot{most}"
    if rake.kind == "steps":
        steps = ", ".join(f"{money(take)} from a pot of {money(pot)}" for pot, take in rake.steps)
        return f"Rake {steps}{most}"
    if rake.kind == "time":
        return f"Time {money(rake.time_charge)} for each player every {rake.time_minutes} minutes"
    return "No charge"


def plaque_pdf(
    *, stakes: Stakes, name: str, version: int, table: str, room: str, url: str
) -> bytes:
    """One page in black on white. `table` and `room` may be empty; `url` is what the QR code leads to.

    Refuses `no_pdf_library`.
    """
    context: dict[str, Any] = {
        "said": said(stakes),
        "name": name,
        "version": version,
        "table": table,
        "room": room,
        "url": url,
        "code": segno.make(url, error="m", micro=False).svg_data_uri(scale=4, border=0),
    }
    return pdf("documents/plaque.html", context)
