"""Commands to a house-banked table as lines of text, for cases. Amounts are in dollars, such as 25 or 10.50.

A place is a box, or a box and a hand: "3" and "3.2". Box 0 is the dealer.
"""

import re
import shlex
from collections.abc import Callable, Iterator
from decimal import Decimal, InvalidOperation
from typing import Any

import msgspec

from banked.rules import commands as c
from banked.rules.codec import parse_command
from banked.rules.outcomes import ODDS
from banked.rules.plaque import BankedPlaque
from banked.rules.state import BankedTable
from poker import commands as shared
from poker.refusal import Refusal

CENTS = 100
AMOUNTS = ("least", "most", "match_least", "match_most", "chip", "envy")  # of a plaque
_NUMBER = re.compile("-?[0-9]{1,15}")
_PLACE = re.compile(r"(?P<box>[0-9])(?:\.(?P<hand>[1-9]))?")


class LineError(Exception):
    """A line that is not a command; the message gives the reason."""


def commands(line: str, table: BankedTable) -> Iterator[msgspec.Struct]:
    """Yield the commands of a line such as "deal 6 3=8,3" or "stand 3.2". Raises `LineError`.

    A word without an entry here is a wire name with arguments: "cancel_floor reason=again".
    """
    try:
        name, *words = shlex.split(line)
    except ValueError as error:
        raise LineError(f"{line!r} can't be read: {error}") from error
    if name == "deal":
        yield from _deal(words)
        return
    if name == "dealer":
        yield from (c.DealCard(card, 0) for card in words)
        return
    if name == "discard" and len(words) == 2:
        yield from (c.DiscardCard(words[0]) for _ in range(int(words[1])))
        return
    if name == "plaque":
        yield _plaque(words, table)
        return
    if name == "no_more_bets":
        yield c.NoMoreBets(int(words[0]) if words else table.rounds + 1)
        return
    try:
        yield _LINES[name](*words) if name in _LINES else _named(name, words)
    except (TypeError, ValueError, LookupError) as error:
        raise LineError(f"{line!r} isn't a command: {error}") from error


def cents(text: str) -> int:
    """Return an amount in dollars as cents. Raises `LineError`."""
    try:
        amount = Decimal(text) * CENTS
    except InvalidOperation as error:
        raise LineError(f"{text!r} isn't an amount") from error
    if amount != int(amount):
        raise LineError(f"{text!r} isn't a whole number of cents")
    return int(amount)


def place(text: str) -> tuple[int, int]:
    """Return the box and the hand of "3" or "3.2". Raises `LineError`."""
    match = _PLACE.fullmatch(text)
    if match is None:
        raise LineError(f"{text!r} isn't a place: write 3, or 3.2 for its second hand")
    return int(match["box"]), int(match["hand"] or 1)


def _deal(words: list[str]) -> Iterator[c.DealCard]:
    """Yield the cards of a deal: the upcard, then the first two cards of each box."""
    upcard, *boxes = words
    dealt = []
    for word in boxes:
        box, _, cards = word.partition("=")
        first, _, second = cards.partition(",")
        dealt.append((int(box), first, second))
    yield from (c.DealCard(first, box) for box, first, _ in dealt)
    yield c.DealCard(upcard, 0)
    yield from (c.DealCard(second, box) for box, _, second in dealt)


def _named(name: str, words: list[str]) -> msgspec.Struct:
    arguments: dict[str, object] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise LineError(f"{word!r} isn't an argument: write name=value")
        arguments[key] = int(value) if _NUMBER.fullmatch(value) else value
    try:
        return parse_command(name, arguments)
    except Refusal as refusal:
        raise LineError(str(refusal)) from refusal


def _plaque(words: list[str], table: BankedTable) -> c.PostPlaque:
    """Return the command that posts the table's plaque with changes such as "decks=8 most=20"."""
    changes: dict[str, object] = {}
    for word in words:
        key, _, value = word.partition("=")
        if key in AMOUNTS:
            changes[key] = cents(value)
        elif "," in value:
            changes[key] = [int(number) for number in value.split(",")]
        else:
            changes[key] = int(value) if _NUMBER.fullmatch(value) else value
    plaque = msgspec.convert({**msgspec.to_builtins(table.plaque), **changes}, BankedPlaque)
    return c.PostPlaque(plaque)


def _wager(what: Any) -> Callable[..., msgspec.Struct]:
    def command(box: str, amount: str) -> msgspec.Struct:
        return c.SetBet(int(box), cents(amount), what)

    return command


def _at(kind: Callable[..., msgspec.Struct]) -> Callable[[str], msgspec.Struct]:
    return lambda text: kind(*place(text))


def _card(card: str, text: str) -> c.DealCard:
    return c.DealCard(card, *place(text))


def _double(text: str, amount: str = "0") -> c.Double:
    return c.Double(*place(text), cents(amount))


def _suits(text: str, suits: Any) -> c.NameSuits:
    box, hand = place(text)
    return c.NameSuits(box, suits, hand)


def _name(box: str, card: Any, how: Any, what: Any = "match") -> c.NameMatch:
    number: Any = int(card)
    return c.NameMatch(int(box), number, how, what)


def _peek(result: str) -> c.Peek:
    return c.Peek({"blackjack": True, "none": False}[result])


def _outcome(how: Any) -> Callable[..., c.LogOutcome]:
    def command(text: str, pays: Any = "1:1") -> c.LogOutcome:
        if pays not in ODDS:
            raise LineError(f"{pays!r} aren't odds of a win")
        box, hand = place(text)
        return c.LogOutcome(box, how, hand, pays)

    return command


def _side(box: str, what: Any, times: str = "0", amount: str = "0") -> c.LogSide:
    return c.LogSide(int(box), what, int(times), cents(amount))


def _correct(text: str, number: str, card: str) -> c.CorrectCard:
    box, hand = place(text)
    return c.CorrectCard(box, int(number), card, hand)


def _payout(number: str, box: str, amount: str, reason: str = "paid wrong") -> c.CorrectPayout:
    return c.CorrectPayout(int(number), int(box), cents(amount), reason, "sup")


def _void(reason: str, box: str = "0") -> c.VoidRound:
    return c.VoidRound(reason, int(box), "sup")


_LINES: dict[str, Callable[..., msgspec.Struct]] = {
    "shoe": c.OpenShoe,
    "burn": c.Burn,
    "cover": c.CoverCard,
    "discard": lambda card="?": c.DiscardCard(card),
    "take": lambda box, player="", name="": c.TakeBox(int(box), player, name),
    "leave": lambda box: c.LeaveBox(int(box)),
    "buy": lambda box, amount: c.BuyIn(int(box), cents(amount)),
    "bet": _wager("bet"),
    "match": _wager("match"),
    "second": _wager("second"),
    "repeat": c.RepeatBets,
    "card": _card,
    "suits": _suits,
    "name": _name,
    "insure": lambda box, amount: c.Insure(int(box), cents(amount)),
    "close_insurance": c.CloseInsurance,
    "peek": _peek,
    "stand": _at(c.Stand),
    "double": _double,
    "rescue": _at(c.Rescue),
    "split": _at(c.Split),
    "surrender": _at(c.Surrender),
    "win": _outcome("win"),
    "lose": _outcome("lose"),
    "tie": _outcome("push"),
    "half": _outcome("half"),
    "side": _side,
    "dealer_bust": c.DealerBust,
    "settle": c.Settle,
    "correct": _correct,
    "payout": _payout,
    "void": _void,
    "undo": c.Undo,
    "push": lambda dealer: shared.PushDealer(dealer, dealer),
}
