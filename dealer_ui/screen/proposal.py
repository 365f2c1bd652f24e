"""After a report: the rule's proposal or the one deciding question, and the dealer's own remedy."""

from math import ceil

from dealer_ui.messages import act_reasons as reasons
from dealer_ui.messages import proposal as proposal_texts
from dealer_ui.messages.texts import DeckLine
from dealer_ui.screen.keys import key, opens, send
from dealer_ui.screen.model import FactCell, FactQuestion, Key, ProposalPanel
from poker.formatting import number_word, smart_quotes
from poker.irregularities.evaluate import OBJECTION, FactNeeded
from poker.irregularities.load import catalogue
from poker.irregularities.model import FactDefinition
from poker.irregularities.propose import likely_seat, possible_options, possible_seats
from poker.irregularities.report_checks import HEARD
from poker.irregularities.templates import MOST_SEATS, SEAT_LISTS, UNSEEN
from poker.view.model import SeatView, TableView
from rulings.calls.call_assessment import CallAssessment, dealer_may_carry_out
from web.messages.facts import fact_label, fact_value, question_text, source_word, spoken
from web.messages.refusals import refusal

ROOM = 226  # pixels of the panel for result, steps and facts
# Characters on a line of the result or of a step, and the height of the line in pixels.
RESULT = (63, 31)
STEP = (88, 26)
FACTS = 56  # pixels of a row of facts
ROWS = 2  # most rows of facts
ACROSS = 3  # facts in a row
WIDE_VALUE_LENGTH = 14  # characters from which a fact's value takes two columns
LIKELY_COUNTS = 3  # counts with their own key; the others are behind MORE
LAST_COUNT = 9  # counts that a question offers beyond the smallest
LIMIT = 10  # a count has one digit


def proposal_panel(view: TableView, assessment: CallAssessment) -> ProposalPanel:
    """Return the panel of a reported call. ask: the unknown fact that decides."""
    assert assessment.row is not None
    row = assessment.row
    needs_fact = isinstance(assessment.verdict, FactNeeded)
    result = _result(assessment)
    lines = assessment.lines
    steps = list(proposal_texts.deck_lines(lines, assessment.state.game)) if lines else []
    facts = _facts(assessment)
    rows, shown = _fit_panel(result, steps)
    return ProposalPanel(
        title=smart_quotes(row.title),
        ask=assessment.verdict.fact if isinstance(assessment.verdict, FactNeeded) else "",
        head=proposal_texts.HEADS[_kind(assessment)] if not needs_fact else "",
        basis=proposal_texts.basis(assessment.before.rules, row.clause),
        result=result,
        questions={name: _question(view, assessment, name) for name in _asked_facts(assessment)},
        clause=smart_quotes(row.text),
        clause_name=f"Read clause {row.clause} in full",
        sources=", ".join(row.sources),
        stub=str(lines[0].ledger.stub) if lines else "",
        objects=_objects(assessment),
        carry=_carry(assessment),
        steps=steps[:shown],
        more=len(steps) - shown,
        facts=_fit_facts(facts, rows),
    )


def _kind(assessment: CallAssessment) -> str:
    if assessment.problem is not None:
        return "problem"
    proposal = assessment.proposal
    if proposal is None:
        return "none"
    return "open" if proposal.open else "authority" if proposal.authority else "proposal"


def _result(assessment: CallAssessment) -> str:
    if assessment.problem is not None:
        return refusal(assessment.problem)
    if assessment.proposal is not None:
        return spoken(assessment.proposal.result)
    return ""


def _asked_facts(assessment: CallAssessment) -> list[str]:
    """Return the row's facts that people report, and the deciding fact."""
    assert assessment.row is not None
    named = [
        *assessment.row.facts,
        assessment.verdict.fact if isinstance(assessment.verdict, FactNeeded) else "",
    ]
    return [name for name in dict.fromkeys(named) if name in catalogue().facts]


def _facts(assessment: CallAssessment) -> list[FactCell]:
    """Return the known facts with their sources. Reported facts are keys, so that they can be entered or corrected."""
    assert assessment.row is not None
    extra_names = [name for name in assessment.given if name not in (OBJECTION, HEARD)]
    names = dict.fromkeys([*assessment.row.facts, *extra_names])
    cells = [_fact(assessment, name) for name in names]
    return [item for item in cells if item is not None]


def _fact(assessment: CallAssessment, name: str) -> FactCell | None:
    fact = catalogue().facts.get(name)
    value = assessment.facts.get(name)
    if value is None and fact is None:
        return None
    label = fact_label(name, fact)
    text = _value_text(name, value, fact)
    source = "" if value is None else source_word(name, assessment.given)
    return FactCell(
        label=label,
        value=text,
        source=source,
        name=f"{label}: {text}",
        ask=name if fact is not None else "",
        wide=len(text) > WIDE_VALUE_LENGTH,
    )


def _value_text(name: str, value: object, fact: FactDefinition | None) -> str:
    if value is None:
        return "not stated"
    if name in SEAT_LISTS and isinstance(value, list | tuple) and len(value) > MOST_SEATS:
        return f"{number_word(len(value))} seats"
    return fact_value(name, value, fact)


def _question(view: TableView, assessment: CallAssessment, name: str) -> FactQuestion:
    """Return the question with a key for each answer that the log allows. Cards and amounts have separate pads."""
    fact = catalogue().facts[name]
    keys = _answers(assessment, name, fact)
    likely = LIKELY_COUNTS if fact.type == "int" else len(keys)
    return FactQuestion(
        text=question_text(fact),
        seats=_seats(view, assessment, name) if fact.type in ("seat", "seats") else [],
        many=name if fact.type == "seats" else "",
        keys=keys[:likely],
        more=keys[likely:],
    )


def _answers(assessment: CallAssessment, name: str, fact: FactDefinition) -> list[Key]:
    match fact.type:
        case "bool":
            return [_answer(name, "Yes", True), _answer(name, "No", False)]
        case "choice":
            assert assessment.row is not None
            known_facts = {**assessment.facts, **assessment.given}
            able = possible_options(assessment.state, assessment.row, name, known_facts)
            options = [(value, text) for value, text in fact.options if value in able]
            return [_answer(name, smart_quotes(text), value) for value, text in options]
        case "int":
            counts = range(fact.least, fact.least + LAST_COUNT + 1)
            return [_answer(name, str(number), number) for number in counts if number < LIMIT]
        case "card":
            pad = opens("picker", of="fact", fact=name, ask=question_text(fact))
            return [
                key("Pick the card", "Pick the card", look="filled", do=pad),
                _answer(name, "Not seen", UNSEEN),
            ]
        case "money":
            pad = opens("amount", of="fact", fact=name, ask=question_text(fact))
            return [key("Enter the amount", "Enter the amount", look="filled", do=pad)]
    return []


def _seats(view: TableView, assessment: CallAssessment, name: str) -> list[Key]:
    """Return the seats that the report can be about: the likely one first, then the others by number."""
    row = assessment.row
    assert row is not None
    seats = {seat.seat: seat for seat in view.seats if seat.state != "empty" or row.empty_seats}
    other_facts = {fact: value for fact, value in assessment.given.items() if fact != name}
    able = tuple(seats)
    if name == "seat":
        able = possible_seats(assessment.state, row, other_facts) or able
    if name == "other_seat":
        able = tuple(seat for seat in able if seat != assessment.facts.get("seat"))
    likely = likely_seat(assessment.facts, row) if name == "seat" else 0
    order = sorted(
        (number for number in able if number in seats),
        key=lambda number: (
            number != likely,
            row.empty_seats and seats[number].state != "empty",
            number,
        ),
    )
    return [_seat(view, name, seats[number]) for number in order]


def _answer(name: str, text: str, value: object) -> Key:
    return key(text, text, look="filled", do=send("report", facts={name: value}))


def _seat(view: TableView, name: str, seat: SeatView) -> Key:
    number = seat.seat
    who = seat.name or "empty"
    seat_name = f"Seat {number}, {who}"
    do = send("report", facts={name: number})
    return key(f"Seat {number}", seat_name, sub=who, look="filled", do=do, seat=number)


def _objects(assessment: CallAssessment) -> Key:
    """Return the key for an objection, which rules out a dealer's remedy (catalogue 0.3).

    A second tap withdraws it.
    """
    on = bool(assessment.given.get(OBJECTION))
    text = "A player objects" if on else "Does a player object?"
    name = "A player objects. Tap again to clear" if on else "Tap if a player objects"
    do = send("report", facts={OBJECTION: None if on else True})
    return key(text, name, look="set" if on else "filled", do=do)


def _carry(assessment: CallAssessment) -> Key:
    """Return CARRY OUT if row and house allow a dealer's remedy and there is no objection."""
    if dealer_may_carry_out(assessment):
        name = "Dealer carries out this remedy"
        return key("CARRY OUT", name, sub="as dealer", look="due", do=send("carry_out"))
    return key("A supervisor decides", "A supervisor decides", why=reasons.SUPERVISOR_DECIDES)


def _fit_panel(result: str, steps: list[DeckLine]) -> tuple[int, int]:
    """Return the rows of facts, and how many steps fit. A second row of facts needs space."""
    heights = [_lines(step.text, STEP) for step in steps]
    room = ROOM - _lines(result, RESULT)
    rows = ROWS if sum(heights) + ROWS * FACTS <= room else 1
    shown = len(steps)
    while (
        shown
        and sum(heights[:shown]) + (STEP[1] if shown < len(steps) else 0) > room - FACTS * rows
    ):
        shown -= 1
    return rows, shown


def _fit_facts(facts: list[FactCell], rows: int) -> list[FactCell]:
    """Return the facts that fit into this number of rows, in order."""
    shown: list[FactCell] = []
    for fact in facts:
        if sum(1 + item.wide for item in [*shown, fact]) <= rows * ACROSS:
            shown.append(fact)
    return shown


def _lines(text: str, each: tuple[int, int]) -> int:
    return each[1] * ceil(len(text) / each[0])
