"""The count row of a house-banked table: chips of a wager, decisions, answers, outcomes; its caption; SETTLE."""

from collections.abc import Mapping

from banked.rules import commands as c
from banked.rules import payouts, walk
from banked.rules.cards import are_equal_in_value
from banked.rules.plaque import BankedPlaque
from banked.rules.state import BankedTable, Box, BoxHand, RoundBox
from banked.rules.walk import BankedStep
from banked.tablet import messages
from banked.tablet.model import (
    Editor,
)
from banked.tablet.offers import why_not
from dealer_ui.screen.keys import key, opens, send
from dealer_ui.screen.model import (
    Caption,
    Key,
)
from poker.formatting import money, plain, smart_quotes

WIDE = 28  # cell of the next step's key, two cells wide
WIDE_LEFT = 25  # SURRENDER or RESCUE, two cells wide
CELLS = (2, 3, 4, 5, 6, 7)
MOST_CHIPS = 4  # kinds of chips with a key
NEEDS_BET = "A match wager needs a bet next to it."


def chips_of(plaque: BankedPlaque) -> list[int]:
    """Return the chips that have a key: those of the rack that the table plays with."""
    return [chip for chip in plaque.colors if not chip % plaque.chip][:MOST_CHIPS]


def settle_key(table: BankedTable, turn: BankedStep) -> Key:
    why = "Not every box is decided. Follow the next step."
    if turn.kind != "settle":
        return key("SETTLE", "Settle, not yet", why=why)
    assert table.round is not None
    count = len(table.round.boxes)
    text = f"{count} box" if count == 1 else f"{count} boxes"
    return key("SETTLE", f"Settle {text}", sub=text, look="due", do=send("settle"))


def caption(table: BankedTable, turn: BankedStep) -> Caption:
    texts = {
        "deal": ("The rank that falls: one tap a card", "Suits: only where they pay"),
        "card": ("The rank that falls", ""),
        "decision": ("A rank is a hit. Or a decision:", _decision_note(table, turn)),
        "insurance": ("After the peek: what the reader shows", "No even money"),
        "peek": ("What the reader shows", ""),
        "match": ("Does the card match?", _match_note(table)),
        "second": ("Does the card match?", _match_note(table)),
        "suits": ("The three cards are", ""),
        "outcome": ("Instead of LOSE or WIN", "21 or blackjack: what it pays"),
        "settle": ("One tap when all boxes are settled", "Cards can be rebuilt hand by hand"),
        "bets": ("Tap BET or MATCH of a box", _limit_note(table)),
    }
    text, note = texts.get(turn.kind, ("", ""))
    return Caption(text=smart_quotes(text), note=smart_quotes(note))


def _limit_note(table: BankedTable) -> str:
    most = table.plaque.match_most
    return f"Match: up to {money(most)}" if most else ""


def _match_note(table: BankedTable) -> str:
    if not table.plaque.match_most:
        return ""
    other, same = table.plaque.match_odds
    return f"{other} to 1, same suit {same} to 1"


def _decision_note(table: BankedTable, turn: BankedStep) -> str:
    pair = walk.hand_in_turn(table)
    if pair is None:
        return ""
    return "Split hands: no surrender" if pair[1].is_split else ""


def cells(table: BankedTable, turn: BankedStep) -> list[Key]:
    """Return the count row: six cells, and the next step's key over two."""
    match turn.kind:
        case "bets" | "shoe" | "burn" | "closed":
            return _bet_cells(table, turn)
        case "insurance" | "peek":
            return _peek_cells(turn)
        case "match" | "second":
            return _match_cells(table, turn)
        case "suits":
            return _suit_cells(turn)
        case "outcome":
            return _outcome_cells(table, turn)
    return _decision_cells(table, turn)


def _bet_cells(table: BankedTable, turn: BankedStep) -> list[Key]:
    why = "Tap BET or MATCH of a box first."
    chips = [
        key(f"+{plain(chip)}", f"Add {money(chip)}", number=cell, why=why)
        for cell, chip in zip(CELLS, chips_of(table.plaque), strict=False)
    ]
    return [*chips, key("CLEAR", "Clear a wager", number=6, why=why), *_row_end(table, turn)]


def _row_end(table: BankedTable, turn: BankedStep) -> list[Key]:
    again = any(box.last.bet and box.last != box.wager for box in table.boxes)
    repeat = send("repeat_bets") if again and turn.kind == "bets" else None
    repeat_why = "The bets are those of the last round."
    number = table.rounds + 1
    start_why = why_not(table, c.NoMoreBets(number))
    start = None if start_why else send("no_more_bets", round=number)
    return [
        key("AS LAST\nROUND", "Bets as in the last round", number=7, do=repeat, why=repeat_why),
        key(
            "NO MORE\nBETS",
            f"No more bets, round {number}",
            number=WIDE,
            look="due",
            do=start,
            why=start_why,
        ),
    ]


def editors(table: BankedTable) -> dict[str, Editor]:
    """Return, for each wager, the keys that change it: chips, clear, as last round, no more bets."""
    editors = {}
    for box in table.boxes:
        for what in ("bet", "match", "second"):
            editor = _editor(table, box, what)
            if editor is not None:
                editors[f"{box.number}.{what}"] = editor
    return editors


def _editor(table: BankedTable, box: Box, what: str) -> Editor | None:
    plaque = table.plaque
    if what == "second" and not plaque.has_second_match:
        return None
    amount: int = getattr(box.wager, what)
    most = plaque.most if what == "bet" else plaque.match_most
    least = plaque.least if what == "bet" else plaque.match_least
    words = {"bet": "bet", "match": "match", "second": "match on the hole card"}
    turn = walk.step(table)
    keys = []
    for cell, chip in zip(CELLS, chips_of(plaque), strict=False):
        raised = amount + chip
        is_in_chips = not raised % plaque.chip
        can_raise = raised <= most and is_in_chips and (what == "bet" or box.wager.bet)
        do = send("set_bet", box=box.number, amount=raised, what=what) if can_raise else None
        why = f"The most is {money(most)}." if raised > most else NEEDS_BET
        name = f"Box {box.number} {words[what]} {money(raised)}"
        keys.append(
            key(f"+{plain(chip)}", name, look="filled", number=cell, do=do, why=why, series=True)
        )
    clear = send("set_bet", box=box.number, amount=0, what=what) if amount else None
    keys.append(
        key(
            "CLEAR",
            f"Clear the {what} of box {box.number}",
            number=6,
            do=clear,
            why="Nothing lies there.",
        )
    )
    other = ""
    if what == "bet" and box.wager.match:
        other = f"match {money(box.wager.match)}"
    if what != "bet":
        other = f"bet {money(box.wager.bet)}"
    return Editor(
        caption=f"Chips for box {box.number}, {words[what]}",
        note=_limit_note(table),
        title=f"Box {box.number}" if what == "bet" else f"Box {box.number}, {words[what]}",
        range=f"least {money(least)}, most {money(most)}",
        amount=money(amount),
        other=other,
        keys=[*keys, *_editor_end(table, turn, box, what)],
    )


def _editor_end(table: BankedTable, turn: BankedStep, box: Box, what: str) -> list[Key]:
    """Return the end of the row. With two match wagers, AS LAST ROUND gives way to the other one."""
    repeat, start = _row_end(table, turn)
    if what == "bet" or not table.plaque.has_second_match:
        return [repeat, start]
    other, text = ("second", "HOLE\nCARD") if what == "match" else ("match", "UP-\nCARD")
    name = f"Match of box {box.number} with the {'hole card' if other == 'second' else 'upcard'}"
    return [key(text, name, number=7, do=opens("bet", box=box.number, wager=other)), start]


def _peek_cells(turn: BankedStep) -> list[Key]:
    is_open = turn.kind == "peek"
    why = "Close insurance with PEEK first."
    yes = send("peek", is_blackjack=True) if is_open else None
    none = send("peek", is_blackjack=False) if is_open else None
    return [
        key("BLACK-\nJACK", "The reader shows a blackjack", number=2, do=yes, why=why),
        key(
            "NO BLACK-\nJACK",
            "The reader shows no blackjack",
            number=3,
            look="due",
            do=none,
            why=why,
        ),
    ]


def _spoken(text: str) -> str:
    """Return the text of a key on one line, for a screen reader."""
    return text.lower().replace("\n", " ")


def _match_cells(table: BankedTable, turn: BankedStep) -> list[Key]:
    round_ = table.round
    box = round_.box(turn.box) if round_ else None
    assert round_ is not None
    assert box is not None  # the step names a box of the round
    dealer = walk.dealers_card(round_, turn.kind)
    may_differ = payouts.may_differ(box.first[turn.card - 1], dealer)
    what = {"what": "second"} if turn.kind == "second" else {}
    answers = (("none", "NO\nMATCH"), ("other", "OTHER\nSUIT"), ("same", "SAME\nSUIT"))
    return [
        key(
            text,
            f"Box {turn.box}, card {turn.card}: {_spoken(text)}",
            number=cell,
            look="expected",
            do=send("name_match", box=turn.box, card=turn.card, how=how, **what),
        )
        for cell, (how, text) in zip(CELLS, answers, strict=False)
        if may_differ or how != "none"
    ]


def _suit_cells(turn: BankedStep) -> list[Key]:
    answers = (("mixed", "MIXED"), ("suited", "ONE\nSUIT"), ("spades", "SPADES"))
    hand: dict[str, object] = {"hand": turn.hand} if turn.hand > 1 else {}
    return [
        key(
            text,
            f"Box {turn.box}: {_spoken(text)}",
            number=cell,
            look="expected",
            do=send("name_suits", box=turn.box, suits=suits, **hand),
        )
        for cell, (suits, text) in zip(CELLS, answers, strict=False)
    ]


def _decision_cells(table: BankedTable, turn: BankedStep) -> list[Key]:
    """Return STAND, DOUBLE, SPLIT and SURRENDER or RESCUE. A rank on the felt is a hit, or the hole card."""
    pair = walk.hand_in_turn(table) if turn.kind == "decision" else None
    hand = pair[1] if pair else None
    args: dict[str, object] = {"box": turn.box, **({"hand": turn.hand} if turn.hand > 1 else {})}
    why = "No hand is in turn."
    stand = send("stand", **args) if hand else None
    name = messages.hand_text(table.round, turn.box, turn.hand) if table.round and turn.box else ""
    cells = [
        key("STAND", f"{name} stands", number=2, look="filled", do=stand, why=why),
        _double_key(table, hand, args, name),
        _split_key(table, pair, args, name),
        _surrender_key(table, hand, args, name),
    ]
    hole = {"hole": "HOLE CARD", "draw": "DRAW"}.get(turn.kind, "HOLE CARD")
    cells.append(
        key(hole, "Tap the rank on the felt", number=WIDE, why="Tap the rank on the felt.")
    )
    return cells


def _double_key(
    table: BankedTable, hand: BoxHand | None, args: Mapping[str, object], name: str
) -> Key:
    plaque = table.plaque
    if hand is None:
        return key("DOUBLE", "Double", number=3, why="No hand is in turn.")
    if not plaque.rules.any_double and len(hand.cards) > 2:
        return key("DOUBLE", "Double", number=3, why="Only the first two cards can be doubled.")
    if len(hand.added) >= plaque.doubles:
        return key("DOUBLE", "Double", number=3, why="Doubled as often as the house allows.")
    amount = money(payouts.most_double(plaque, hand))
    return key(
        "DOUBLE",
        f"{name} doubles {amount}",
        sub=amount,
        number=3,
        look="filled",
        do=send("double", **args),
    )


def _split_key(
    table: BankedTable,
    pair: tuple[RoundBox, BoxHand] | None,
    args: Mapping[str, object],
    name: str,
) -> Key:
    if pair is None:
        return key("SPLIT", "Split", number=4, why="No hand is in turn.")
    box, hand = pair
    if len(hand.cards) != 2 or hand.added or not are_equal_in_value(hand.cards):
        return key("SPLIT", "Split", number=4, why="Only two cards of equal value can be split.")
    if len(box.hands) >= table.plaque.rules.most_hands:
        return key("SPLIT", "Split", number=4, why="Four hands are the most.")
    amount = money(hand.wager)
    return key(
        "SPLIT", f"{name} splits", sub=amount, number=4, look="filled", do=send("split", **args)
    )


def _surrender_key(
    table: BankedTable, hand: BoxHand | None, args: Mapping[str, object], name: str
) -> Key:
    """Return RESCUE after a double, else SURRENDER: only one of them can apply."""
    plaque = table.plaque
    rescue = walk.rescuable(table)
    if rescue is not None:
        box, number = rescue
        doubled = table.round.box(box) if table.round else None
        assert doubled is not None
        taken = money(payouts.rescued(plaque, doubled.hands[number - 1]))
        target: dict[str, object] = {"box": box, **({"hand": number} if number > 1 else {})}
        text = f"Rescue box {box}: lose {taken}"
        return key(
            "RESCUE", text, sub=f"lose {taken}", number=WIDE_LEFT, do=send("rescue", **target)
        )
    if hand is None:
        return key("SURRENDER", "Surrender", number=WIDE_LEFT, why="No hand is in turn.")
    if plaque.surrender == "none" or not plaque.rules.has_surrender:
        return key("SURRENDER", "Surrender", number=WIDE_LEFT, why="This table has no surrender.")
    if len(hand.cards) != 2 or hand.is_split or hand.added:
        why = "Only the first two cards can be surrendered."
        return key("SURRENDER", "Surrender", number=WIDE_LEFT, why=why)
    taken = money(payouts.half_taken(plaque, hand.wager))
    return key(
        "SURRENDER",
        f"{name} surrenders {taken}",
        sub=taken,
        number=WIDE_LEFT,
        do=send("surrender", **args),
    )


def _outcome_cells(table: BankedTable, turn: BankedStep) -> list[Key]:
    round_ = table.round
    assert round_ is not None
    box = round_.box(turn.box)
    assert box is not None
    hand = box.hands[turn.hand - 1]
    args: dict[str, object] = {"box": turn.box, **({"hand": turn.hand} if turn.hand > 1 else {})}
    name = messages.hand_text(round_, turn.box, turn.hand)
    cells = [key("PUSH", f"{name}: push", number=2, do=send("outcome", how="push", **args))]
    for cell, (pays, odds) in zip(
        (3, 4, 5), (("3:2", (3, 2)), ("2:1", (2, 1)), ("3:1", (3, 1))), strict=True
    ):
        won = money(payouts.amount(table.plaque, hand.staked, odds))
        text = pays.replace(":", " TO ")
        do = None if hand.added else send("outcome", how="win", pays=pays, **args)
        why = "A doubled hand pays 1 to 1."
        cells.append(key(text, f"{name}: {text} {won}", sub=won, number=cell, do=do, why=why))
    doubled = len(hand.added) < table.plaque.doubles
    amount = money(payouts.most_double(table.plaque, hand))
    double = send("double", **args) if doubled else None
    plaque = table.plaque
    may_surrender = plaque.surrender != "none" and plaque.rules.has_surrender
    is_plain = not (hand.added or hand.is_split)
    half = send("outcome", how="half", **args) if may_surrender and is_plain else None
    taken = money(payouts.half_taken(table.plaque, hand.wager))
    cells += [
        key(
            "DOUBLE",
            f"{name} doubled {amount}",
            sub=amount,
            number=6,
            do=double,
            why="Doubled already.",
        ),
        key(
            "HALF\nLOST",
            f"{name}: half lost {taken}",
            sub=taken,
            number=7,
            do=half,
            why="Not after a double or split.",
        ),
        key(
            "DEALER BUST\nALL LEFT WIN",
            "Dealer over 21: all left win",
            number=WIDE,
            look="filled",
            do=send("dealer_bust"),
        ),
    ]
    return cells
