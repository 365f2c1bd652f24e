"""Write a hand dealt here as PHH text; data that the format cannot express goes into `_fields`."""

import json
from collections.abc import Iterable
from itertools import takewhile

from poker import events as e
from poker.currency import USD, currency
from poker.phh.action_order import in_order
from poker.phh.read import load, outward
from poker.phh.record import HandRecord
from poker.phh.replay import finishing, replay
from poker.refusal import Refusal
from poker.timeline import BARRIERS, CommandEvents, build_timeline

Fields = list[tuple[str, object]]
# Chip movements of rulings that no action of the format expresses.
RULED = (e.HandVoided, e.PotHeld, e.ChipsReturned, e.ChipsCollected, e.BetCorrected)


def write(batches: Iterable[CommandEvents]) -> str:
    """Return the hand of this log, from its start. Amounts are in the currency's unit.

    Raises `Refusal`: `phh_unfinished`, `phh_not_followed` (bets unknown) and `phh_no_word` (a game, limit or act
    the format cannot express).
    """
    # Later commands that cannot be undone, such as new stakes, are not part of the hand.
    of_hand = takewhile(lambda batch: not isinstance(batch.events[0], BARRIERS), batches)
    events = [event for batch in build_timeline(of_hand).standing for event in batch.events]
    if not any(isinstance(event, e.HandEnded) for event in events):
        raise Refusal("phh_unfinished")
    if any(isinstance(event, RULED) for event in events):
        raise Refusal("phh_no_word", "", what="a ruling that moved chips")
    record = HandRecord()
    for event in events:
        record.take(event)
        if isinstance(event, e.HandEnded):
            break
    text = _text(record)
    _check(text)
    return text


def _check(text: str) -> None:
    """Refuse to write text that does not replay to the same result: the log may have acts out of order."""
    recording = load(text)
    try:
        *_, last = replay(recording)
    except Refusal as refusal:
        raise Refusal("phh_not_followed", refusal.rule, **refusal.facts) from refusal
    if finishing(recording, last.table) != recording.finishing:
        raise Refusal("phh_not_followed")


def _text(record: HandRecord) -> str:
    """Return the file. JSON strings, numbers, lists and booleans are valid TOML."""
    stakes = record.start.plaque
    game = record.start.game
    variant = dict(game.phh).get(stakes.limit)
    if variant is None:
        raise Refusal("phh_no_word", "", what=f"{stakes.game} {stakes.limit}")
    fields: Fields = [
        ("variant", variant),
        *([] if currency() == USD else [("currency", currency().code)]),
        *_forced(record),
        *_hand(record),
        *_own(record),
    ]
    return "".join(f"{name} = {json.dumps(value)}\n" for name, value in fields)


def _forced(record: HandRecord) -> Fields:
    """Return antes, blinds or the bring-in, and the bets of the limit."""
    stakes = record.sizes or record.start.plaque
    game = record.start.game
    cross = len(record.order) == 2  # the format lists two players' blinds in reverse
    fields: Fields = [
        ("ante_trimming_status", not record.antes_dead),
        ("antes", _listed(record, record.antes, cross)),
    ]
    if game.button:
        fields.append(("blinds_or_straddles", _listed(record, record.blinds, cross)))
    else:
        has_bring_in = record.start.rules.stud_opener == "bring_in"
        fields.append(("bring_in", outward(stakes.bring_in) if has_bring_in else 0))
    if stakes.set_bets:
        fields.append(("small_bet", outward(stakes.small_bet)))
        fields.append(("big_bet", outward(stakes.big_bet)))
    else:
        fields.append(("min_bet", outward(stakes.small_bet)))
    return fields


def _hand(record: HandRecord) -> Fields:
    """Return players, stacks and actions."""
    order = record.order
    table = record.start
    before, counted = _stacks(record)
    after = [
        stack - record.put_in.get(seat, 0) + record.back.get(seat, 0) + record.won.get(seat, 0)
        for seat, stack in zip(order, before, strict=True)
    ]
    lines = [_words(record, seat, text) for seat, text in in_order(record.actions, order)]
    return [
        ("starting_stacks", [outward(stack) for stack in before]),
        ("actions", lines),
        ("table", table.name),
        ("hand", record.number),
        ("seats", list(order)),
        ("players", [table.seats[seat - 1].name for seat in order]),
        ("finishing_stacks", [outward(stack) for stack in after]),
        ("_stacks_counted", counted),
    ]


def _own(record: HandRecord) -> Fields:
    """Return the fields of our own that a replay needs."""
    passed_over: Fields = []
    if record.acts_last:
        passed_over = [
            ("_acts_last", record.player(record.acts_last)),
            ("_straddle_order", record.start.rules.straddle_order),
        ]
    return [
        *passed_over,
        ("_dead_posts", _listed(record, record.dead_posts, False)),
        ("_awards", record.awards),
        ("_lows", record.lows),
        ("_odd", record.odd),
        ("_odd_chip", record.start.rules.odd_chip),
        ("_killer", record.player(record.killer) if record.killer else 0),
        ("_after_draw", record.start.rules.after_draw),
        ("_rake", outward(record.rake)),
        ("_jackpot", outward(record.jackpot)),
        ("_chips", [outward(chip) for chip in record.start.plaque.chips]),
    ]


def _stacks(record: HandRecord) -> tuple[list[int], bool]:
    """Return the stacks before the hand and whether all were counted; uncounted ones get more than the hand needs."""
    table = record.start
    most = max(record.put_in.values(), default=0) + max(table.plaque.buy_in_max, 1)
    results = []
    counted = True
    for seat in record.order:
        stack = table.seats[seat - 1].stack
        counted = counted and stack is not None
        if stack is None:
            stack = record.put_in.get(seat, 0) if seat in record.all_in else most
        results.append(stack)
    return results, counted


def _words(record: HandRecord, seat: int, text: str) -> str:
    """Return one action in the format's words."""
    return record.dealt.words(f"p{record.player(seat)}", seat, text) if seat else text


def _listed(record: HandRecord, by_seat: dict[int, int], crosswise: bool) -> list[int | float]:
    """Return amounts in the order of the players."""
    values = [outward(by_seat.get(seat, 0)) for seat in record.order]
    return values[::-1] if crosswise else values
