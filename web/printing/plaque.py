"""A table's plaque as text and as a printed page.

It has the four facts of S-005 and S-006, the buy-in and a QR code.
"""

from dataclasses import dataclass

import segno

from poker import stakes as plaques
from poker.formatting import as_sentence, money, smart_quotes
from poker.games import GAMES
from poker.stakes import Rake, Stakes
from web.printing.pdf import pdf

LIMITS = {"pot": "Pot limit", "none": "No limit"}
ANTES = {
    "all": "from everyone",
    "big_blind": "by the big blind for the table",
    "button": "by the button for the table",
}
KILLS = {"full": "Kill", "half": "Half kill"}
TURNS = {"hands": "hands of each", "orbit": "orbits of each", "time": "minutes of each"}


@dataclass(frozen=True, slots=True)
class PlaqueText:
    """The text of a plaque. The four facts are the game, limit, forced bets and house charge.

    A rotation has one line per game, in order.
    """

    game: str
    turns: str
    limit: tuple[str, ...]
    forced: tuple[str, ...]
    charge: tuple[str, ...]
    buy_in: str
    chips: str


def plaque_text(stakes: Stakes) -> PlaqueText:
    """Return a plaque as text, with its amounts as money."""
    games = plaques.legs(stakes)
    many = len(games) > 1
    titles = [as_sentence(smart_quotes(GAMES[leg.game].title)) for leg in games]
    names = [f"{title}: " if many else "" for title in titles]
    return PlaqueText(
        game=" · ".join(titles),
        turns=_turns(stakes),
        limit=_each(names, [_limit(leg) for leg in games]),
        forced=_each(names, [_forced(leg) for leg in games]),
        charge=_charge(stakes.rake),
        buy_in=f"{money(stakes.buy_in_min)} to {money(stakes.buy_in_max)}",
        chips=" · ".join(money(chip) for chip in sorted(stakes.chips)),
    )


def _each(names: list[str], lines: list[str]) -> tuple[str, ...]:
    """Return one line if all games have the same text, else one line per game."""
    if len(set(lines)) == 1:
        return (lines[0],)
    return tuple(f"{name}{line}" for name, line in zip(names, lines, strict=True))


def _turns(stakes: Stakes) -> str:
    rotation = stakes.rotation
    if rotation is None:
        return ""
    if rotation.by == "choice":
        return "Dealer's choice"
    unit = TURNS[rotation.by]
    return f"Rotation: {rotation.count} {unit if rotation.count != 1 else unit.replace('s of', ' of', 1)}"


def _limit(stakes: Stakes) -> str:
    if stakes.limit in LIMITS:
        return LIMITS[stakes.limit]
    small = money(stakes.small_bet)
    big = money(stakes.big_bet)
    if stakes.limit == "spread":
        return f"Spread limit, {small} to {big}"
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
        parts.append("Straddle allowed")
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
        pot = f" at a {money(rake.jackpot_from)} pot" if rake.jackpot_from else ""
        lines.append(f"Jackpot drop {money(rake.jackpot)}{pot}")
    return tuple(lines)


def _taken(rake: Rake) -> str:
    most = f", {money(rake.cap)} max" if rake.cap else ""
    if rake.kind == "percent":
        return f"Rake {rake.basis_points / 100:g}% of the pot{most}"
    if rake.kind == "steps":
        steps = ", ".join(f"{money(take)} at {money(pot)}" for pot, take in rake.steps)
        return f"Rake {steps}{most}"
    if rake.kind == "time":
        return f"Time {money(rake.time_charge)} per player every {rake.time_minutes} minutes"
    return "No collection"


def plaque_pdf(
    *, stakes: Stakes, name: str, version: int, table: str, room: str, url: str
) -> bytes:
    """Return a black-and-white page. `table` and `room` may be empty. The QR code opens `url`.

    Raises `Refusal`: `no_pdf_library`.
    """
    context: dict[str, object] = {
        "plaque": plaque_text(stakes),
        "name": name,
        "version": version,
        "table": table,
        "room": room,
        "url": url,
        "code": segno.make(url, error="m", micro=False).svg_data_uri(scale=4, border=0),
    }
    return pdf("web/printing/plaque.html", context)
