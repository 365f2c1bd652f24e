"""Proposals for screens: the irregularities possible now, the house rule's proposal, the deck after each step."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from poker import commands as c
from poker import events as e
from poker.calls import RemedyStep
from poker.decide.card_remedies import PILES
from poker.draft import Draft
from poker.engine import run
from poker.events import Event
from poker.evolve import evolve
from poker.irregularities.answers import (
    STREET_FACTS,
    acted_since,
    is_behind,
    seat_answers,
    table_answers,
)
from poker.irregularities.evaluate import (
    EARLY,
    Alternative,
    NoMatchingRule,
    Proposal,
    Verdict,
    contradiction,
    evaluate,
    matches,
)
from poker.irregularities.evaluate import others as others_of
from poker.irregularities.facts import known_facts, phases, plaque_facts, under_half
from poker.irregularities.load import catalogue
from poker.irregularities.model import Irregularity
from poker.irregularities.templates import UNSEEN
from poker.json_types import JsonObject
from poker.ledger import Ledger
from poker.refusal import Refusal
from poker.remedies import carry_out, open_now
from poker.state import Table
from poker.timeline import CommandEvents, build_timeline, rolled_back

# Facts about the round in progress, which are irrelevant to a street that is rolled back.
OF_THE_ROUND = (
    "pending",
    "pending_count",
    "due",
    "betting_complete",
    "street_acts",
    "bettor",
    "bet",
)


# The log's answers as of the call; all others apply to the table after the rollback.
AT_CALL = (
    "acted_since",
    "action_changed",
    "flop_acted",
    "sd_riffled",
    "sd_pushed",
    "pot_pushed",
    "sd_all_in",
    "sd_checked_or_called",
    "draw_any_served",
    "draw_served",
    "cards_out",
)


# Needs that few seats meet, so that the log can name the seat.
NARROW = frozenset({"seat_is_button", "seat_posts", "seat_all_in", "seat_opens_last"})


class PreviewRow(msgspec.Struct, frozen=True):
    """One line of a remedy with the deck after it."""

    # `lies`, `step`, `bet` (the round of `street` is finished), `burn`, `street` (it is dealt),
    # `shortage`
    kind: str
    ledger: Ledger
    say: str = ""  # the text of a step
    street: str = ""
    when: str = ""  # its timing
    cards: int = 0  # the cards a street deals


def possible_irregularities(table: Table) -> tuple[Irregularity, ...]:
    """Return the irregularities possible in this game and phase, most likely first."""
    now = phases(table)
    family = table.game.family if table.stakes else ""
    game = table.stakes.game if table.stakes else ""
    rows = [
        row
        for row in catalogue().rows.values()
        if _fits(row, family, game, now)
        and _has_rule(table, row)
        and not _is_contradicted(table, row)
    ]
    return tuple(sorted(rows, key=lambda row: (-row.often, row.number)))


def _is_contradicted(table: Table, row: Irregularity) -> bool:
    """Return whether the log, without any report, shows that the irregularity cannot have happened."""
    if not row.needs:
        return False
    if contradiction(row, facts_of(table, row.key, {}), catalogue()) is not None:
        return True
    return NARROW & set(row.needs) != set() and not possible_seats(table, row, {})


def possible_seats(table: Table, row: Irregularity, data: Mapping[str, object]) -> tuple[int, ...]:
    """Return the seats that the report can be about according to the log: taken ones, or empty ones first."""
    seats = [seat.number for seat in table.seats if seat.taken or _is_dealt(table, seat.number)]
    if row.empty_seats:
        seats = [seat.number for seat in table.seats if not seat.taken] + seats
    return tuple(
        seat
        for seat in seats
        if contradiction(row, facts_of(table, row.key, {**data, "seat": seat}), catalogue()) is None
    )


def _is_dealt(table: Table, seat: int) -> bool:
    return table.hand is not None and table.hand.index(seat) >= 0


def possible_options(
    table: Table, row: Irregularity, name: str, known: Mapping[str, object]
) -> tuple[str, ...]:
    excluded = row.excludes.get(name, {}) if "seat" in known else {}
    options = [option for option, _ in catalogue().facts[name].options]
    later = _streets_to_come_later(table)
    return tuple(
        option
        for option in options
        if option not in later and not _is_excluded(excluded.get(option), known)
    )


def _is_excluded(condition: Mapping[str, bool] | None, known: Mapping[str, object]) -> bool:
    return condition is not None and all(
        known.get(name) is is_so for name, is_so in condition.items()
    )


def _streets_to_come_later(table: Table) -> set[str]:
    """Return the streets after the next one, if bets are tracked: none of their cards can be out."""
    if table.hand is None or table.tracking != "actions":
        return set()
    return {street.name for street in table.game.streets[table.hand.street + 2 :]}


def likely_seat(known: Mapping[str, object], row: Irregularity) -> int:
    """Return the seat that a report is most likely about, 0 for none: the last to bet or act, otherwise the one to
    act.
    """
    order: tuple[str, ...] = ("last_seat", "due", "bettor")
    if row.group == "bet":
        order = ("bettor", "last_seat", "due")
    if row.empty_seats:
        return 0
    if row.key in ("clock_called", "player_skipped"):
        order = ("due",)
    seat = next((known[name] for name in order if known.get(name)), 0)
    return seat if isinstance(seat, int) else 0


def _fits(row: Irregularity, family: str, game: str, now: frozenset[str]) -> bool:
    # A draw is a draw, whichever family its game is in (drawmaha).
    families = {family, "draw"} if "draw" in now and "draw" in row.phases else {family}
    if row.family and not families & set(row.family):
        return False
    if (row.games and game not in row.games) or game in row.not_games:
        return False
    return "any" in row.phases or bool(now & set(row.phases))


def _has_rule(table: Table, row: Irregularity) -> bool:
    """Return whether a rule of the row can hold at this table: a fixed-limit table has no pot-limit bet."""
    if table.stakes is None:
        return True
    plaque = plaque_facts(table)
    return any(
        all(
            matches(plaque[name], expected)
            for name, expected in rule.condition.items()
            if name in plaque
        )
        for rule in row.rule
    )


def facts_of(table: Table, key: str, data: Mapping[str, object]) -> dict[str, object]:
    """Return the known facts: from the log as of the call, corrected by the report."""
    row = catalogue().rows.get(key)
    dealt = as_dealt(table, row)
    facts = known_facts(dealt) | table_answers(dealt)
    facts |= _substantial_at_call(table, facts)
    if row is not None and _is_about_another_round(table, row):
        facts = {name: value for name, value in facts.items() if name not in OF_THE_ROUND}
    report = _without_impossible_facts(data, facts)
    if row is not None and "seat" not in report and (sole := _sole_seat(table, row, data)):
        facts["seat"] = sole
    seat = report.get("seat", facts.get("seat"))
    if isinstance(seat, int):
        facts.pop("bet_faced", None)  # concerns the seat to act, not the reported seat
        facts |= seat_answers(dealt, seat, due=facts.get("due"))
    if row is not None:
        facts["acted_since"] = _acted_since(dealt, row, report)
    facts = {name: value for name, value in facts.items() if value is not None} | report
    if row is not None:
        facts = row.assumes | facts | _sole_options(dealt, row, facts)
    if isinstance(seat, int):
        _derive_amounts(table, seat, facts)
    return facts


def _substantial_at_call(table: Table, facts: Mapping[str, object]) -> dict[str, object]:
    """Return whether there was substantial action when the floor was called."""
    if table.floor is None or not table.floor.substantial:
        return {}
    by = table.floor.substantial
    reached = {f"sa_{name}": value for name, value in by.items()}
    reached |= {"sa": by[table.rules.substantial], "count_sa": by[table.rules.count_action]}
    return {name: value for name, value in reached.items() if value or name in facts}


def _derive_amounts(table: Table, seat: int, facts: JsonObject) -> None:
    """Add the facts derived from a reported amount: the right size of a bet, and whether a blind is under half."""
    if facts.get("size_wrong") == "much" and facts.get("bet_tapped") is False:
        facts.setdefault("size_right", facts.get("max_raise"))
    if isinstance(amount := facts.get("amount"), int):
        facts.setdefault("under_half", under_half(table, seat, amount))


def _sole_seat(table: Table, row: Irregularity, data: Mapping[str, object]) -> int:
    """Return the only seat that the report can be about, such as the button's; 0 if there are several."""
    if not NARROW & set(row.needs) or "seat" not in row.facts:
        return 0
    seats = possible_seats(table, row, data)
    return seats[0] if len(seats) == 1 else 0


def _sole_options(
    table: Table, row: Irregularity, known: Mapping[str, object]
) -> dict[str, object]:
    """Return the choices for which the log leaves only one option; people are not asked for them."""
    definitions = catalogue().facts
    choices = [
        name
        for name in row.facts
        if name in definitions and definitions[name].type == "choice" and name not in known
    ]
    answers = {name: possible_options(table, row, name, known) for name in choices}
    return {name: options[0] for name, options in answers.items() if len(options) == 1}


def _acted_since(table: Table, row: Irregularity, report: JsonObject) -> int | None:
    """Return how many have acted since, according to the log, instead of a report about a street that is over."""
    street = next((report[name] for name in STREET_FACTS if name in report), None)
    players_acted = acted_since(table, row, street)
    if players_acted is not None and is_behind(table, street):
        report.pop("acted_since", None)
    return players_acted


def _without_impossible_facts(data: Mapping[str, object], log: JsonObject) -> JsonObject:
    """Return the reported facts without impossible ones: no seats, a seat as its own opponent, two ranks for a card,
    a deck not yet riffled although the log has the deal.

    People are asked again for the facts left out, unless the log has them.
    """
    reported = {name: value for name, value in data.items() if value not in ([], ())}
    for name in ("sd_riffled", "cards_out"):
        if log.get(name) is True and reported.get(name) is False:
            del reported[name]
    if reported.get("other_seat") is not None and reported.get("other_seat") == reported.get(
        "seat"
    ):
        del reported["other_seat"]
    card = reported.get("card")
    if isinstance(card, str) and card and card != UNSEEN:
        rank = card[0].upper()
        if reported.setdefault("draw_rank", rank) != rank:
            del reported["draw_rank"]
    return reported


def as_dealt(table: Table, row: Irregularity | None) -> Table:
    """Return the table after the deal that the row implies, as the first act would log it.

    Unchanged if the deal is logged or no hand can be dealt.
    """
    if row is None or not _is_deal_unlogged(table, row):
        return table
    try:
        dealt = run(replace(table, floor=None), c.Deal(), now=0).state
    except Refusal:
        return table
    return replace(dealt, floor=table.floor)


def _is_deal_unlogged(table: Table, row: Irregularity) -> bool:
    """Return whether the row implies that cards are out although the log has no deal.

    This covers the first deal and a redeal after a misdeal.
    """
    between = {"between", "award", "seating", "any"} & set(row.phases)
    logged = table.hand is not None and table.hand.stage != "deal"
    return not logged and table.stakes is not None and not between


def _is_about_another_round(table: Table, row: Irregularity) -> bool:
    """Return whether the row may be about a different round than the logged one.

    Either the street it may roll back is already on the table, or the round before it is over and the bets of the next
    street are not tapped yet.
    """
    hand = table.hand
    backs = {
        rule.back.partition(":")[2]
        for rule in row.rule
        if rule.back.startswith(("street:", "over:"))
    }
    if hand is None or not backs:
        return False
    if hand.stage == "complete":
        return True
    return any(street.name in backs for street in table.game.streets[: hand.street + 1])


def propose(table: Table, key: str, data: Mapping[str, object]) -> Verdict:
    """Return the house rule's proposal for the report, or the unknown decisive fact to ask for."""
    row = catalogue().rows.get(key)
    if row is None:
        return NoMatchingRule(key)
    known = facts_of(table, key, data)
    return contradiction(row, known, catalogue()) or _evaluate(row, known, table)


def _evaluate(row: Irregularity, known: Mapping[str, object], table: Table) -> Verdict:
    return evaluate(row, known, table.rules, catalogue().facts)


def others(table: Table, key: str, data: Mapping[str, object]) -> tuple[Alternative, ...]:
    """Return the different results that other options of the row's settings would give."""
    row = catalogue().rows.get(key)
    if row is None:
        return ()
    return others_of(row, facts_of(table, key, data), table.rules, catalogue().facts)


def remedy_steps(proposal: Proposal) -> tuple[RemedyStep, ...]:
    """Return the steps of a proposal as the steps of a ruling."""
    return tuple(RemedyStep(step.say, step.do, step.when) for step in proposal.steps)


def preview_table(table: Table, proposal: Proposal) -> Table:
    """Return the table after a ruling by this proposal; `table`: the table after the rollback."""
    called = table if table.floor else run(table, c.CallFloor(), now=0).state
    ruling = c.MakeRuling(
        ruling="-",
        result=proposal.result,
        by="-",
        decision="accepted",
        steps=remedy_steps(proposal),
    )
    return run(called, ruling, now=0).state


def preview_steps(table: Table, proposal: Proposal) -> tuple[PreviewRow, ...]:
    """Return the steps with the deck after each, and the streets up to the last step that waits for one.

    `table`: the log after the ruling's rollback. Raises `Refusal` if a step is impossible.
    """
    after = preview_table(table, proposal)
    return (PreviewRow("lies", _ledger(after)), *_preview_rows(after))


def _preview_rows(table: Table) -> Iterator[PreviewRow]:
    while any(step.when in ("now", "drawn") for step in open_now(table)):
        outcome = run(table, c.StepDone(), now=0)
        yield from _event_rows(table, outcome.events)
        table = outcome.state
    while _has_waiting_step(table):
        hand = table.hand
        assert hand is not None
        street = table.game.streets[hand.street].name
        if hand.stage in ("betting", "opener", "draw"):
            yield PreviewRow("bet", hand.ledger, street=street)
        outcome = run(table, c.CloseStreet(hand.still_in()), now=0)
        yield from _event_rows(table, outcome.events)
        table = outcome.state
    if table.remedy is not None:
        for step in table.remedy.steps:
            table = _try_drawn_step(table, step)
            yield PreviewRow("step", _ledger(table), say=step.say, when=step.when)


def _try_drawn_step(table: Table, step: RemedyStep) -> Table:
    """Return the table after trying an end-of-draw step on the current deck; later draws are unknown."""
    if step.when != "drawn" or table.hand is None:
        return table
    draft = Draft(table)
    carry_out(draft, step, lambda on, command: PILES[type(command)](on, command, 0))
    return draft.table


def _has_waiting_step(table: Table) -> bool:
    """Return whether a step still waits for a street that can be dealt."""
    hand = table.hand
    remedy = table.remedy
    if hand is None or remedy is None or hand.stage in ("showdown", "award"):
        return False
    names = [street.name for street in table.game.streets[hand.street + 1 :]]
    if set(names) & set(hand.waived):
        # Its burn is already out, which the preview shows on a separate line.
        return True
    return any(step.when.partition(":")[0] in ("street", "burn") for step in remedy.steps)


def _event_rows(table: Table, events: tuple[Event, ...]) -> Iterator[PreviewRow]:
    for event in events:
        table = evolve(table, event)
        ledger = _ledger(table)
        match event:
            case e.StepsDone():
                yield from (PreviewRow("step", ledger, say=text) for text in event.said if text)
            case e.CardBurned():
                yield PreviewRow("burn", ledger, street=event.street)
            case e.BoardDealt():
                yield PreviewRow("street", ledger, street=event.street, cards=len(event.cards))
            case e.StreetDealt():
                yield PreviewRow("street", ledger, street=event.street, cards=event.cards)
            case e.CommonCardDealt():
                yield PreviewRow("street", ledger, street=event.street, cards=1)


def _ledger(table: Table) -> Ledger:
    if table.hand is not None:
        return table.hand.ledger
    return Ledger(stub=table.game.deck if table.stakes else 52)


def assess(batches: Sequence[CommandEvents], key: str, data: JsonObject) -> tuple[Verdict, Table]:
    """Return the verdict and the table it applies to, rolled back if the proposal requires it.

    `batches` start at the last checkpoint. Raises `Refusal`: `cannot_go_back`.
    """
    table = build_timeline(batches).table
    verdict = propose(table, key, data)
    if not isinstance(verdict, Proposal) or not verdict.back:
        return verdict, table
    undone, before = rolled_back(batches, verdict.back)
    early = early_lines(batches, undone, passed_over=data.get("seat"))
    answers = answers_at_call(table, key, data)
    again = _propose_after_rollback(before, key, {**data, **answers, EARLY: early})
    return (again, before) if isinstance(again, Proposal) else (verdict, before)


def early_lines(
    batches: Sequence[CommandEvents], undone: Sequence[Event], *, passed_over: object
) -> tuple[str, ...]:
    """Return a command line for each tapped act that a rollback took back: a fold stands, another act binds its seat
    (H-32).

    passed_over: the seat that gets its turn back.
    """
    names = {event.command for event in undone if isinstance(event, e.Undone)}
    lines: dict[int, str] = {}
    events = (event for batch in batches if batch.command_id in names for event in batch.events)
    for event in events:
        if not isinstance(event, e.Folded | e.Checked | e.Called | e.BetMade):
            continue
        if not event.inferred and event.seat != passed_over:
            lines[event.seat] = _early_line(event)
    return tuple(lines.values())


def _early_line(event: e.Folded | e.Checked | e.Called | e.BetMade) -> str:
    match event:
        case e.Folded():
            return f"kill_hand seat={event.seat}"
        case e.BetMade():
            what = "raise" if event.raised or event.completed else "bet"
            return f"bind seat={event.seat} what={what} to={event.to}"
        case e.Checked():
            return f"bind seat={event.seat} what=check"
        case e.Called():
            return f"bind seat={event.seat} what=call"


def _propose_after_rollback(before: Table, key: str, data: Mapping[str, object]) -> Verdict:
    """Return the proposal on the table after the rollback; the facts that the row needs were checked before it."""
    row = catalogue().rows[key]
    return _evaluate(row, facts_of(before, key, data), before)


def answers_at_call(table: Table, key: str, data: Mapping[str, object]) -> dict[str, object]:
    """Return the log's answers as of the call, which a rollback would remove."""
    known = facts_of(table, key, data)
    return {name: known[name] for name in AT_CALL if name in known and name not in data}
