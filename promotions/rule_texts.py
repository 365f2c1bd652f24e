"""The rules of a promotion in short sentences, for players, and as conditions of a claim."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from poker.formatting import listed, money, number_word, smart_quotes
from poker.games import GAMES
from poker.promotion_terms import HandFloor
from poker.promotions import Condition as Checked
from poker.promotions import ConditionKey
from promotions.rules.fund_state import ClaimFacts, Condition
from promotions.rules.terms import PromotionTerms, Schedule, TierTerms
from tables.hand_kind_names import NAMES

RANKS = {
    "high_card": "high card",
    "pair": "a pair",
    "two_pair": "two pair",
    "three": "three of a kind",
    "straight": "a straight",
    "flush": "a flush",
    "full_house": "a full house",
    "quads": "quads",
    "straight_flush": "a straight flush",
    "royal_flush": "a royal flush",
}
CARDS = {
    "2": "twos",
    "3": "threes",
    "4": "fours",
    "5": "fives",
    "6": "sixes",
    "7": "sevens",
    "8": "eights",
    "9": "nines",
    "T": "tens",
    "J": "jacks",
    "Q": "queens",
    "K": "kings",
    "A": "aces",
}
Sentence: TypeAlias = tuple[str, str]  # a condition and its fact
NOT_ENTERED = Condition(
    "Board and hands aren\N{RIGHT SINGLE QUOTATION MARK}t in the log",
    "read them from the table",
    None,
)
TIMES = "\N{MULTIPLICATION SIGN}"
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
KINDS = {
    "bad_beat": "Bad beat jackpot",
    "high_hand": "High hand by period",
    "royal": "Royal flush list",
    "splash": "Splash pots",
    "mystery": "Mystery board",
}


def floor_text(floor: HandFloor) -> str:
    """Return a hand such as "quad tens" or "aces full of kings"."""
    names = [CARDS[rank] for rank in floor.ranks]
    if floor.rank == "quads" and names:
        return f"quad {names[0]}"
    if floor.rank == "full_house" and names:
        return f"{names[0]} full of {names[1]}" if len(names) > 1 else f"{names[0]} full"
    if names:
        return f"{RANKS[floor.rank]}, {listed(names, 'and')}"
    return RANKS[floor.rank]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def games_text(games: Sequence[str]) -> str:
    if not games:
        return "any game"
    return listed([GAMES[key].title if key in GAMES else key for key in games], "or")


def winning_rules(terms: PromotionTerms) -> list[str]:
    """Return what wins, each in one sentence without a period."""
    if terms.kind == "splash":
        rules = [*_splash_rules(terms), *_schedule_rules(terms.schedule)]
    else:
        rules = [*_hand_rules(terms), *_table_rules(terms), *_schedule_rules(terms.schedule)]
    return [smart_quotes(rule) for rule in rules]


def voiding_rules(terms: PromotionTerms) -> list[str]:
    """Return what voids it, each in one sentence without a period."""
    rules = list(terms.voids)
    if terms.excluded:
        kinds = "; ".join(NAMES[kind].lower() for kind in terms.excluded)
        rules.insert(0, f"Excluded hands: {kinds}")
    return [smart_quotes(rule) for rule in rules]


def _splash_rules(terms: PromotionTerms) -> Iterator[str]:
    yield f"In each period one open table that deals {games_text(terms.games)} gets {money(terms.prize)} in a pot"
    players = max(1, terms.players)
    noun = "player" if players == 1 else "players"
    yield f"Each table with {number_word(players)} or more {noun} seated has the same chance"
    yield "It is announced before the deal and goes to the main pot; it isn't raked unless the house rules say so"


def prizes_text(prizes: Sequence[int]) -> str:
    """Return prizes with their counts, such as one of $1,000 and three of $500, the highest first."""
    counts = Counter(sorted(prizes, reverse=True))
    return ", ".join(f"{count} {TIMES} {money(prize)}" for prize, count in counts.items())


def _box_rules(terms: PromotionTerms) -> Iterator[str]:
    yield f"The hand picks one of {len(terms.prizes)} boxes: {prizes_text(terms.prizes)}"


def _hand_rules(terms: PromotionTerms) -> Iterator[str]:
    for tier in terms.tiers:
        yield f"{_tier_text(tier)}, in {games_text(terms.games)}"
    if terms.floor is not None:
        yield f"{_capital(floor_text(terms.floor))} or better, in {games_text(terms.games)}"
    elif terms.kind == "royal":
        yield f"A royal flush, in {games_text(terms.games)}"
    if terms.tiers or terms.floor is not None or terms.kind == "royal":
        yield from _card_rules(terms)
    if terms.kind == "mystery" and terms.prizes:
        yield from _box_rules(terms)


def _tier_text(tier: TierTerms) -> str:
    losing = _capital(floor_text(tier.losing))
    if tier.winning.rank == "high_card":
        return f"{losing} or better beaten"
    return f"{losing} or better beaten by {floor_text(tier.winning)} or better"


def _card_rules(terms: PromotionTerms) -> Iterator[str]:
    if terms.both_cards:
        whose = "both hands" if terms.tiers else "the hand"
        kicker = ", a kicker counts" if terms.kicker_plays else ""
        yield f"Both hole cards play in {whose}{kicker}"
    if terms.pocket_pair:
        yield "Quads are made with a pocket pair"
    yield "Both hands are tabled at showdown" if terms.tiers else "The hand is tabled at showdown"
    if terms.board == "first":
        yield "Only the first board of several counts"
    if terms.runs == "first":
        yield "Of a hand that is run more than once only the first run counts"


def _table_rules(terms: PromotionTerms) -> Iterator[str]:
    if terms.pot:
        yield f"{money(terms.pot)} or more in the contested pot; an uncalled bet isn't in it"
    if terms.players:
        yield f"{_capital(number_word(terms.players))} or more players dealt in"


def _schedule_rules(schedule: Schedule | None) -> Iterator[str]:
    if schedule is None:
        return
    days = listed([WEEKDAYS[day] for day in schedule.weekdays], "and") if schedule.weekdays else ""
    hours = f"{clock(schedule.first)} to {clock(schedule.last)}"
    yield f"A new period every {schedule.every} minutes, {hours}{', ' + days if days else ''}"


def clock(minute: int) -> str:
    """Return a minute of the day as 18:30."""
    return f"{minute // 60:02}:{minute % 60:02}"


def conditions(
    terms: PromotionTerms, facts: ClaimFacts, checked: Sequence[Checked]
) -> tuple[Condition, ...]:
    """Return the conditions of a claim as sentences, each with what the log has. checked: in their order, () if board
    and hands were not entered.
    """
    if not checked:
        return (NOT_ENTERED,)
    return tuple(_condition(terms, facts, item) for item in checked)


def _condition(terms: PromotionTerms, facts: ClaimFacts, item: Checked) -> Condition:
    if item.facts.get("shown") == 0:
        return NOT_ENTERED
    title, fact = _SENTENCES[item.key](terms, facts, item)
    return Condition(smart_quotes(title), fact, item.met)


def _game(terms: PromotionTerms, facts: ClaimFacts, item: Checked) -> Sentence:
    return _capital(games_text(terms.games)), f"{facts.table}, hand {facts.hand}"


def _players(terms: PromotionTerms, facts: ClaimFacts, item: Checked) -> Sentence:
    title = f"{_capital(number_word(terms.players))} or more dealt in"
    return title, f"{len(facts.dealt)} dealt in"


def _pot(terms: PromotionTerms, facts: ClaimFacts, item: Checked) -> Sentence:
    pot = item.facts.get("pot")
    title = f"{money(terms.pot)} or more in the contested pot"
    return title, money(pot) if isinstance(pot, int) else "not counted"


def _hands(terms: PromotionTerms, facts: ClaimFacts, item: Checked) -> Sentence:
    tier = next((tier for tier in terms.tiers if tier.key == facts.tier), None)
    if tier is not None:
        return _tier_text(tier), f"losing {_seats(facts.losing)}, winning {_seats(facts.winning)}"
    floor = f"{floor_text(terms.floor)} or better" if terms.floor else "royal flush"
    return _capital(floor), _seats(facts.winning)


def _shown(terms: PromotionTerms, facts: ClaimFacts, item: Checked) -> Sentence:
    seats = item.facts.get("seats")
    title = "Every hand that could win was shown"
    if not isinstance(seats, list) or not seats:
        return title, ""
    return title, f"not shown: {_seats(sorted(seat for seat in seats if isinstance(seat, int)))}"


_SENTENCES: dict[ConditionKey, Callable[[PromotionTerms, ClaimFacts, Checked], Sentence]] = {
    "game": _game,
    "period": lambda terms, facts, item: ("Dealt in its period", ""),
    "kind": lambda terms, facts, item: ("No excluded kind of hand", ""),
    "run": lambda terms, facts, item: (f"Run {facts.board + 1} counts", ""),
    "board": lambda terms, facts, item: (f"Board {facts.board + 1} counts", ""),
    "players": _players,
    "pot": _pot,
    "hands": _hands,
    "both_cards": lambda terms, facts, item: ("Both hole cards play", ""),
    "pocket_pair": lambda terms, facts, item: ("Quads are made with a pocket pair", ""),
    "shown": _shown,
}


def _seats(seats: Sequence[int]) -> str:
    return listed([f"S{seat}" for seat in seats], "and")
