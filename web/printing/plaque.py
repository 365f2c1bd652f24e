"""A table's plaque as text and as a printed page.

It has the four facts of S-005 and S-006, the buy-in and a QR code.
"""

from dataclasses import dataclass

import segno

from poker import stakes as plaques
from poker.bounties import NAMES
from poker.formatting import as_sentence, money, smart_quotes
from poker.games import GAMES
from poker.stakes import BombPots, BountyGames, Kill, Rake, Stakes, Straddles
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
    if stakes.straddling:
        parts.append(_straddles(stakes, stakes.straddling))
    if stakes.kill:
        parts.append(_kill(stakes.kill))
    return ". ".join([*parts, *_special_pots(stakes)]) or "No forced bets"


def _special_pots(stakes: Stakes) -> list[str]:
    """Return the bomb pots, splash pots and bounty games that the plaque offers."""
    parts = []
    if stakes.bomb and GAMES[stakes.game].family == "flop":
        parts.append(_bomb_pots(stakes.bomb))
    if stakes.splash:
        parts.append(f"Splash pots: the house adds {money(stakes.splash)}")
    if stakes.bounty and (names := _bounty_names(stakes, stakes.bounty)):
        each = money(stakes.bounty.amount)
        parts.append(f"{as_sentence(names)} by agreement: {each} each, paid by players")
    return parts


def _straddles(stakes: Stakes, offered: Straddles) -> str:
    if offered == plaques.ONE_STRADDLE:
        return "Straddle allowed"
    who = _straddlers(offered)
    double = money(2 * stakes.blinds[-1])
    size = f"{double} to {money(offered.cap)}" if offered.cap else double
    text = f"Straddle {who}, {size}"
    return (
        f"{text}, up to {offered.most} in turn, each at least double" if offered.most > 1 else text
    )


def _bomb_pots(bomb: BombPots) -> str:
    """Return the bomb pots for players: "Bomb pot each down, $10 each, two boards, no blinds"."""
    when = {"asked": "by agreement", "down": "each down", "hour": "each hour"}.get(bomb.every, "")
    when = when or f"every {bomb.count} hands"
    boards = "two boards" if bomb.boards > 1 else "one board"
    blinds = "blinds posted as well" if bomb.blinds else "no blinds"
    return f"Bomb pot {when}: {money(bomb.amount)} each, {boards}, {blinds}"


def _bounty_names(stakes: Stakes, games: BountyGames) -> str:
    """Return the bounty games that this game allows: "seven-deuce or stand-up"; "" if it allows none."""
    allows = plaques.has_seven_deuce(GAMES[stakes.game])
    return " or ".join(NAMES[kind] for kind in games.kinds if kind == "stand_up" or allows)


def _straddlers(offered: Straddles) -> str:
    if "any_seat" in offered.kinds:
        return "from any seat but the blinds, the button first"
    if "sleeper" in offered.kinds:
        return "under the gun, or a sleeper from a later seat, live if everyone before it folds"
    if "button" not in offered.kinds:
        return "under the gun"
    if "under_the_gun" in offered.kinds:
        return "under the gun or from the button, the button first"
    return "from the button"


def _kill(kill: Kill) -> str:
    posted = f", {money(kill.post)} posted" if kill.post else ""
    if kill.legs > 1:
        word = KILLS[kill.kind].lower()
        return (
            f"Leg-up {word}: two pots in a row, the second of {money(kill.trigger)} or more{posted}"
        )
    return f"{KILLS[kill.kind]} from a pot of {money(kill.trigger)}{posted}"


def _charge(rake: Rake) -> tuple[str, ...]:
    lines = [_taken(rake)]
    if rake.no_flop_no_drop and rake.kind in ("percent", "steps"):
        lines.append("No flop, no drop")
    if rake.jackpot:
        pot = f" at a {money(rake.jackpot_from)} pot" if rake.jackpot_from else ""
        second = ""
        if rake.jackpot_second:
            at = money(rake.jackpot_second_from)
            second = f", {money(rake.jackpot_second)} more at a {at} pot"
        lines.append(f"Jackpot drop {money(rake.jackpot)}{pot}{second}")
    return tuple(lines)


def _taken(rake: Rake) -> str:
    most = f", {money(rake.cap)} max" if rake.cap else ""
    most += "".join(_cap(players, cap) for players, cap in rake.caps)
    if rake.kind == "percent":
        return f"Rake {rake.basis_points / 100:g}% of the pot{most}"
    if rake.kind == "steps":
        steps = ", ".join(f"{money(take)} at {money(pot)}" for pot, take in rake.steps)
        return f"Rake {steps}{most}"
    if rake.kind == "time":
        return f"Time {money(rake.time_charge)} per player every {rake.time_minutes} minutes"
    return "No collection"


def _cap(players: int, cap: int) -> str:
    """Return the cap of hands with this many players dealt in, or more."""
    return f", {f'{money(cap)} max' if cap else 'none'} from {players} players dealt in"


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
