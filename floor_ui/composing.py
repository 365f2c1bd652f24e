"""A supervisor's own remedy: steps of `floor_ui.kinds`, read from a form into command lines."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

import msgspec

from floor_ui.fields import RANKS, cents
from floor_ui.kinds import ACTS, BY_KEY, KINDS, Arg, Kind
from poker.calls import Todo
from poker.irregular.evaluate import Proposal, Step
from poker.refusal import Refusal
from poker.state import Table
from rulings.wording.facts import spoken
from rulings.wording.sayings import SUITS, street_word

MOST_STEPS = 30
CARDS = re.compile(r"(?:[2-9TJQKA][cdhs]|\?\?)+")
KEEP = "keep"  # a step of the proposal, as it is


class Sent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step as the page composed it. kind: of `KINDS`, or a step of the proposal by its place."""

    kind: Annotated[str, msgspec.Meta(max_length=20)]
    when: Annotated[str, msgspec.Meta(max_length=40)] = "now"
    say: Annotated[str, msgspec.Meta(max_length=200)] = ""
    place: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0
    args: dict[str, Annotated[str, msgspec.Meta(max_length=40)]] = {}


def composed(text: str, proposal: Proposal | None) -> tuple[Todo, ...]:
    """The steps that a form sent as JSON. Refuses `bad_steps`, `missing_argument`, `bad_money`."""
    try:
        sent = msgspec.json.decode(
            text or "[]", type=Annotated[list[Sent], msgspec.Meta(max_length=MOST_STEPS)]
        )
    except (msgspec.ValidationError, msgspec.DecodeError):
        raise Refusal("bad_steps") from None
    return tuple(_todo(one, proposal) for one in sent)


def _todo(sent: Sent, proposal: Proposal | None) -> Todo:
    if sent.kind == KEEP:
        if proposal is None or sent.place >= len(proposal.steps):
            raise Refusal("bad_steps")
        kept = proposal.steps[sent.place]
        if sent.say != _kept(kept):  # another proposal than the one that was composed from
            raise Refusal("bad_steps")
        return Todo(kept.say, kept.do, kept.when)
    kind = BY_KEY.get(sent.kind)
    if kind is None:
        raise Refusal("bad_steps")
    given, said = _arguments(kind, sent.args)
    say = sent.say.strip() or kind.say.format_map(said)
    if not say:
        raise Refusal("missing_argument", "", step=kind.words, what="words for the dealer")
    if kind.key == "words":
        return Todo(say, (), sent.when)
    line = " ".join(part for part in (kind.key, kind.fixed, *given) if part)
    return Todo(say, (line,), sent.when)


def _kept(step: Step) -> str:
    """A step of the proposal as the page names it."""
    return spoken(step.say) or "How it lies already"


def _arguments(kind: Kind, sent: Mapping[str, str]) -> tuple[list[str], dict[str, str]]:
    """The arguments as a line has them, and as words."""
    given, said = [], {}
    for arg in kind.args:
        text = sent.get(arg.name, "").strip()
        if not text:
            if arg.needed:
                raise Refusal("missing_argument", "", step=kind.words, what=arg.words.lower())
            continue
        value = READ[arg.type](text, arg)
        given.append(f"{arg.name}={value}")
        said[arg.name] = _said(arg, value)
    return given, said


def _said(arg: Arg, value: str) -> str:
    if arg.type == "money":
        return spoken(f"¤{value}")
    if arg.type == "street":
        return street_word(value)
    return dict(arg.options).get(value, value.replace(",", " or "))


def _number(text: str, arg: Arg) -> str:
    if not re.fullmatch(r"\d{1,9}", text, re.ASCII):
        raise Refusal("bad_number", "", value=text[:30])
    return str(int(text))


def _money(text: str, arg: Arg) -> str:
    return str(cents(text))


def _cards(text: str, arg: Arg) -> str:
    faces = "".join(_face(one) for one in text.replace(",", " ").split())
    if not CARDS.fullmatch(faces):
        raise Refusal("bad_card", "S-182", card=text[:10])
    return faces


def _face(word: str) -> str:
    """ "10h" and "jH" as the log writes them."""
    word = word.replace("10", "T")
    if len(word) % 2:
        return word
    return "".join(f"{word[i].upper()}{word[i + 1].lower()}" for i in range(0, len(word), 2))


def _choice(text: str, arg: Arg) -> str:
    if text not in dict(arg.options):
        raise Refusal("bad_steps")
    return text


def _street(text: str, arg: Arg) -> str:
    if not re.fullmatch(r"[a-z_]{1,20}", text):
        raise Refusal("bad_steps")
    return text


def _acts(text: str, arg: Arg) -> str:
    acts = [one for one in text.split(",") if one]
    if not acts or not set(acts) <= set(ACTS):
        raise Refusal("bad_steps")
    return ",".join(dict.fromkeys(acts))


READ: dict[str, Callable[[str, Arg], str]] = {
    "seat": _number,
    "int": _number,
    "money": _money,
    "card": _cards,
    "cards": _cards,
    "choice": _choice,
    "street": _street,
    "acts": _acts,
}


def kit(table: Table, proposal: Proposal | None) -> dict[str, Any]:
    """What the page composes with: kinds, seats, streets, times, the proposal's steps and the ways back."""
    streets = (
        [(street.name, street_word(street.name)) for street in table.game.streets]
        if table.stakes
        else []
    )
    seats = [str(seat.number) for seat in table.seats if seat.player]
    whens = [("now", "Now"), ("burn", "Before the next burn")]
    whens += [(f"street:{name}", f"Before the {words}") for name, words in streets[1:]]
    whens += [
        ("showdown", "At the showdown"),
        ("after", "After the hand"),
        ("lies", "It lies so already"),
    ]
    kept = [
        {"place": i, "say": _kept(step), "when": step.when}
        for i, step in enumerate(proposal.steps if proposal else ())
    ]
    return {
        "kinds": msgspec.to_builtins(KINDS),
        "streets": streets,
        "seats": seats,
        "whens": whens,
        "proposed": kept,
        "back": proposal.back if proposal else "",
        "ranks": list(RANKS),
        "suits": list(SUITS.items()),
    }


def ways_back(table: Table, proposal: Proposal | None) -> Sequence[tuple[str, str]]:
    """What the log may take back first: value and words, the proposal's first and once."""
    found = [("", "Nothing, rule on it as it is")]
    if proposal is not None and proposal.back:
        found.insert(0, (proposal.back, f"As proposed: {back_words(proposal.back)}"))
    hand = table.hand
    if hand is not None and hand.street:
        street = table.game.streets[hand.street].name
        found.append((f"street:{street}", back_words(f"street:{street}")))
    found += [("last", back_words("last")), ("award", back_words("award"))]
    words: dict[str, str] = {}
    for value, said in found:
        words.setdefault(value, said)
    return tuple(words.items())


def back_sent(text: str | None, steps: Sequence[Todo], proposal: Proposal | None) -> str:
    """What the log takes back first. A remedy that keeps steps of the proposal goes back as far, where nobody
    said how far: its steps are made for that place. Refuses `bad_steps`.
    """
    if text is not None:
        return back_read(text)
    kept = {(step.say, tuple(step.do)) for step in proposal.steps} if proposal else set()
    begun = proposal is not None and any((step.say, tuple(step.do)) in kept for step in steps)
    return proposal.back if proposal is not None and begun else ""


def back_read(text: str) -> str:
    """What the log takes back first, as a form sent it. Refuses `bad_steps`."""
    if text and not re.fullmatch(
        r"(street|over):[a-z_]{1,20}|(seat|act|draw):\d{1,2}|award|last", text, re.ASCII
    ):
        raise Refusal("bad_steps")
    return text


def back_words(back: str) -> str:
    """Where the log goes back to, as the page says it."""
    kind, _, what = back.partition(":")
    return {
        "street": f"to before the {street_word(what)}",
        "over": f"to before the {street_word(what)}, its betting over",
        "seat": f"to the turn of seat {what}",
        "act": f"to before the act of seat {what}",
        "draw": f"to before the draw of seat {what}",
        "award": "to before the award",
        "last": "the last thing logged",
    }.get(kind, back)
