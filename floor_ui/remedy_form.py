"""A supervisor's own remedy: steps of `floor_ui.step_kinds`, parsed from a form into command lines."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated

import msgspec

from floor_ui.fact_fields import RANKS
from floor_ui.step_kinds import ACTS, BY_KEY, KINDS, StepArgument, StepKind
from poker.amounts import parse_amount
from poker.calls import RemedyStep
from poker.formatting import SUITS, street_word
from poker.irregularities.evaluate import Proposal, ProposedStep
from poker.refusal import Refusal
from poker.state import Table
from web.messages.facts import spoken

MAX_STEPS = 30
CARDS = re.compile(r"(?:[2-9TJQKA][cdhs]|\?\?)+")
PROPOSED_STEP = "keep"  # an unchanged step of the proposal


class ComposedStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    # One of `KINDS`, or `PROPOSED_STEP` for a step of the proposal.
    kind: Annotated[str, msgspec.Meta(max_length=20)]
    when: Annotated[str, msgspec.Meta(max_length=40)] = "now"
    say: Annotated[str, msgspec.Meta(max_length=200)] = ""
    place: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0  # position of the proposal's step
    args: dict[str, Annotated[str, msgspec.Meta(max_length=40)]] = {}


def parse_steps(text: str, proposal: Proposal | None) -> tuple[RemedyStep, ...]:
    """Parse the steps from a form's JSON.

    Raises `Refusal`: `bad_steps`, `missing_argument`, `not_an_amount`.
    """
    try:
        sent = msgspec.json.decode(
            text or "[]", type=Annotated[list[ComposedStep], msgspec.Meta(max_length=MAX_STEPS)]
        )
    except (msgspec.ValidationError, msgspec.DecodeError):
        raise Refusal("bad_steps") from None
    return tuple(_remedy_step(item, proposal) for item in sent)


def _remedy_step(composed_step: ComposedStep, proposal: Proposal | None) -> RemedyStep:
    if composed_step.kind == PROPOSED_STEP:
        if proposal is None or composed_step.place >= len(proposal.steps):
            raise Refusal("bad_steps")
        proposed_step = proposal.steps[composed_step.place]
        if composed_step.say != _proposed_text(proposed_step):  # composed from another proposal
            raise Refusal("bad_steps")
        return RemedyStep(proposed_step.say, proposed_step.do, proposed_step.when)
    kind = BY_KEY.get(composed_step.kind)
    if kind is None:
        raise Refusal("bad_steps")
    arguments, data = _parse_arguments(kind, composed_step.args)
    say = composed_step.say.strip() or kind.say.format_map(data)
    if not say:
        raise Refusal("missing_argument", "", step=kind.words, what="wording for the dealer")
    if kind.key == "words":
        return RemedyStep(say, (), composed_step.when)
    line = " ".join(part for part in (kind.key, kind.fixed, *arguments) if part)
    return RemedyStep(say, (line,), composed_step.when)


def _proposed_text(step: ProposedStep) -> str:
    return spoken(step.say) or "Already done"


def _parse_arguments(kind: StepKind, data: Mapping[str, str]) -> tuple[list[str], dict[str, str]]:
    """Return the arguments as parts of the command line, and as text by name."""
    arguments = []
    texts = {}
    for arg in kind.args:
        text = data.get(arg.name, "").strip()
        if not text:
            if arg.needed:
                raise Refusal("missing_argument", "", step=kind.words, what=arg.words.lower())
            continue
        value = READ[arg.type](text, arg)
        arguments.append(f"{arg.name}={value}")
        texts[arg.name] = _argument_text(arg, value)
    return arguments, _with_board_named(texts)


def _with_board_named(texts: dict[str, str]) -> dict[str, str]:
    """Return the texts with the chosen one of two boards in place of "the board"."""
    board = texts.get("board", "the board")
    return {name: board if text == "the board" else text for name, text in texts.items()}


def _argument_text(arg: StepArgument, value: str) -> str:
    if arg.type == "money":
        return spoken(f"¤{value}")
    if arg.type == "street":
        return street_word(value)
    return dict(arg.options).get(value, value.replace(",", " or "))


def _parse_number(text: str, arg: StepArgument) -> str:
    if not re.fullmatch(r"\d{1,9}", text, re.ASCII):
        raise Refusal("bad_number", "", value=text[:30])
    return str(int(text))


def _parse_money(text: str, arg: StepArgument) -> str:
    return str(parse_amount(text, least=0))


def _parse_cards(text: str, arg: StepArgument) -> str:
    faces = "".join(_normalize_face(item) for item in text.replace(",", " ").split())
    if not CARDS.fullmatch(faces):
        raise Refusal("bad_card", "S-182", card=text[:10])
    return faces


def _normalize_face(word: str) -> str:
    """Return cards such as "10h" and "jH" in the log's notation."""
    word = word.replace("10", "T")
    if len(word) % 2:
        return word
    return "".join(f"{word[i].upper()}{word[i + 1].lower()}" for i in range(0, len(word), 2))


def _parse_choice(text: str, arg: StepArgument) -> str:
    if text not in dict(arg.options):
        raise Refusal("bad_steps")
    return text


def _parse_street(text: str, arg: StepArgument) -> str:
    if not re.fullmatch(r"[a-z_]{1,20}", text):
        raise Refusal("bad_steps")
    return text


def _parse_acts(text: str, arg: StepArgument) -> str:
    acts = [item for item in text.split(",") if item]
    if not acts or not set(acts) <= set(ACTS):
        raise Refusal("bad_steps")
    return ",".join(dict.fromkeys(acts))


READ: dict[str, Callable[[str, StepArgument], str]] = {
    "seat": _parse_number,
    "int": _parse_number,
    "money": _parse_money,
    "card": _parse_cards,
    "cards": _parse_cards,
    "choice": _parse_choice,
    "street": _parse_street,
    "acts": _parse_acts,
}


def composer_options(table: Table, proposal: Proposal | None) -> dict[str, object]:
    """Return the composer's options: kinds, seats, streets, times, proposed steps and rollback."""
    streets = (
        [(street.name, street_word(street.name)) for street in table.game.streets]
        if table.stakes
        else []
    )
    seats = [str(seat.number) for seat in table.seats if seat.player]
    whens = [("now", "Now"), ("burn", "Before the next burn")]
    whens += [(f"street:{name}", f"Before the {text}") for name, text in streets[1:]]
    whens += [
        ("showdown", "At the showdown"),
        ("after", "After the hand"),
        ("lies", "Already done"),
    ]
    proposed = [
        {"place": i, "say": _proposed_text(step), "when": step.when}
        for i, step in enumerate(proposal.steps if proposal else ())
    ]
    return {
        "kinds": msgspec.to_builtins(KINDS),
        "streets": streets,
        "seats": seats,
        "whens": whens,
        "proposed": proposed,
        "back": proposal.back if proposal else "",
        "ranks": list(RANKS),
        "suits": list(SUITS.items()),
    }


def rollback_options(table: Table, proposal: Proposal | None) -> Sequence[tuple[str, str]]:
    """Return the rollback positions as value and label, the proposal's first."""
    results = [("", "Don't roll back; rule as it stands")]
    if proposal is not None and proposal.back:
        results.insert(0, (proposal.back, f"As proposed: {rollback_text(proposal.back)}"))
    hand = table.hand
    if hand is not None and hand.street:
        street = table.game.streets[hand.street].name
        results.append((f"street:{street}", rollback_text(f"street:{street}")))
    results += [("last", rollback_text("last")), ("award", rollback_text("award"))]
    words: dict[str, str] = {}
    for value, text in results:
        words.setdefault(value, text)
    return tuple(words.items())


def rollback_from_form(
    text: str | None, steps: Sequence[RemedyStep], proposal: Proposal | None
) -> str:
    """Return the position to roll the log back to.

    Without one in the form, a remedy that keeps steps of the proposal uses the proposal's position, because the steps
    depend on it. Raises `Refusal`: `bad_steps`.
    """
    if text is not None:
        return parse_rollback(text)
    proposed = {(step.say, tuple(step.do)) for step in proposal.steps} if proposal else set()
    begun = proposal is not None and any((step.say, tuple(step.do)) in proposed for step in steps)
    return proposal.back if proposal is not None and begun else ""


def parse_rollback(text: str) -> str:
    """Parse a rollback position. Raises `Refusal`: `bad_steps`."""
    if text and not re.fullmatch(
        r"(street|over):[a-z_]{1,20}|(seat|act|draw):\d{1,2}|award|last", text, re.ASCII
    ):
        raise Refusal("bad_steps")
    return text


def rollback_text(back: str) -> str:
    kind, _, what = back.partition(":")
    return {
        "street": f"to before the {street_word(what)}",
        "over": f"to before the {street_word(what)}, betting complete",
        "seat": f"to seat {what}'s turn",
        "act": f"to before seat {what} acted",
        "draw": f"to before seat {what} drew",
        "award": "to before the award",
        "last": "the last entry only",
    }.get(kind, back)
