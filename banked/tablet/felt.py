"""The felt of a house-banked table: the step's own key, the ranks, the settlement, what the last round paid."""

from collections.abc import Callable, Mapping

from banked.rules import commands as c
from banked.rules import payouts, walk
from banked.rules.cards import FACE, RANKS, TWENTY_ONE
from banked.rules.settling import dealer_total
from banked.rules.state import BankedTable, BoxHand, Round, Settlement
from banked.rules.walk import BankedStep
from banked.tablet import messages
from banked.tablet.context import BankedContext
from banked.tablet.model import (
    SettleRow,
)
from banked.tablet.offers import why_not
from dealer_ui.screen.keys import key, send
from dealer_ui.screen.model import (
    ChipCount,
    FeltNumber,
    Key,
    PromptStage,
    PushRow,
)
from poker.chip_colors import ChipColors
from poker.formatting import money, plain, smart_quotes

MOST_STACKS = 4  # kinds of chips that fit in a row


def stage(table: BankedTable, turn: BankedStep, context: BankedContext) -> PromptStage:
    """Return the felt while neither ranks nor the settlement take it."""
    if turn.kind == "closed":
        return _closed_felt(context)
    felt = _FELTS.get(turn.kind)
    if felt is not None:
        return felt(table)
    if table.round is not None and table.round.tracking == "outcomes":
        return _outcome_felt(table, table.round)
    return _bets_felt(table)


def _closed_felt(context: BankedContext) -> PromptStage:
    why = "" if context.opening else "This table has no plaque. Ask a manager to set one."
    do = send("open_table") if context.opening else None
    open_key = key("OPEN\nTABLE", "Open the table", look="due", do=do, why=why)
    return _prompt("The table is closed", ["Its plaque has the game and the limits."], open_key)


def _shoe_felt(table: BankedTable) -> PromptStage:
    if table.round is not None:
        return _empty_shoe_felt(table)
    lines = ["Every deck inspected, spread, washed, shuffled and cut.", _no_tens(table)]
    new = key("NEW\nSHOE", "New shoe, shuffled and cut", look="due", do=send("open_shoe"))
    return _prompt("New shoe", [line for line in lines if line], new)


def _burn_felt(table: BankedTable) -> PromptStage:
    burn = key("BURN", "Burn the first card", look="due", do=send("burn"))
    return _prompt("Burn the first card", ["Face down, to the discard rack."], burn)


def _peek_felt(table: BankedTable) -> PromptStage:
    lines = ["Look at the hole card through the reader.", "Tap what it shows, below."]
    return _prompt("Peek", lines, _nothing())


def _decision_felt(table: BankedTable) -> PromptStage:
    """Return the felt of a decision without ranks: a doubled hand takes no card, an empty shoe has none."""
    if is_shoe_empty(table):
        return _empty_shoe_felt(table)
    lines = ["One card for each double.", "STAND, DOUBLE again, or RESCUE."]
    return _prompt("Doubled", lines, _nothing())


def _empty_shoe_felt(table: BankedTable) -> PromptStage:
    why = why_not(table, c.OpenShoe())
    do = None if why else send("open_shoe")
    again = key("SHUFFLE\nRACK", "The rack is shuffled and cut", look="due", do=do, why=why)
    lines = ["Call the floor.", "Then shuffle and cut the rack, burn one, and go on."]
    return _prompt("The shoe is empty", lines, again)


def _no_tens(table: BankedTable) -> str:
    missing = table.plaque.rules.missing
    return f"{table.plaque.decks} decks, no tens in any of them." if missing else ""


def _prompt(
    title: str, lines: list[str], felt_key: Key, numbers: list[FeltNumber] | None = None
) -> PromptStage:
    return PromptStage(
        title=smart_quotes(title),
        lines=[smart_quotes(line) for line in lines],
        key=felt_key,
        numbers=numbers or [],
    )


def _nothing() -> Key:
    return key("", "", look="off")


def _bets_felt(table: BankedTable) -> PromptStage:
    changed = [box.number for box in table.boxes if box.wager != box.last and box.wager.bet]
    is_first = all(not box.last.bet for box in table.boxes)
    if is_first:
        title = "Bets"
    elif changed:
        listed = ", ".join(str(number) for number in changed)
        title = f"As last round, but for box {listed}"
    else:
        title = "As last round"
    bets = sum(box.wager.bet for box in table.boxes)
    match = sum(box.wager.match + box.wager.second for box in table.boxes)
    playing = sum(1 for box in table.boxes if box.wager.bet)
    numbers = [
        FeltNumber(label="Bets", text=money(bets)),
        FeltNumber(label="Match", text=money(match)),
        FeltNumber(label="Boxes", text=str(playing), of=f"of {len(table.boxes)}"),
    ]
    return _prompt(title, ["Tap a BET or MATCH, then chips."], _nothing(), numbers)


def _insurance_felt(table: BankedTable) -> PromptStage:
    round_ = table.round
    assert round_ is not None
    insured = sum(box.insurance for box in round_.boxes)
    paid = [row for row in round_.settled if row.row == payouts.NATURAL]
    lines = ["Up to half of the bet."]
    if paid:
        boxes = ", ".join(str(row.box) for row in paid)
        lines.append(f"Box {boxes} is paid 3 to 2 now, whatever the dealer has.")
    numbers = [
        FeltNumber(label="Insured", text=money(insured)),
        FeltNumber(label="At 2 to 1", text=money(2 * insured)),
    ]
    peek = key("PEEK", "Close insurance and peek", look="due", do=send("close_insurance"))
    return _prompt("Ace up: insurance?", lines, peek, numbers)


def _outcome_felt(table: BankedTable, round_: Round) -> PromptStage:
    left = sum(1 for box in round_.boxes if not all(hand.end for hand in box.hands))
    numbers = [
        FeltNumber(label="Paid", text=money(round_.paid)),
        FeltNumber(label="Taken", text=money(round_.taken)),
        FeltNumber(label="Left", text=str(left), of="box" if left == 1 else "boxes"),
    ]
    turn = walk.step(table)
    if turn.kind != "outcome":
        return _prompt(
            "Every box is logged", ["Cards to the rack, then SETTLE."], _nothing(), numbers
        )
    lines = [
        "From your right. A split box asks for each hand.",
        "21 not doubled: 3 to 2, 2 to 1 or 3 to 1.",
    ]
    title = f"{messages.hand_text(round_, turn.box, turn.hand)}: lost, won, or a key below"
    return _prompt(title, lines, _nothing(), numbers)


def is_shoe_empty(table: BankedTable) -> bool:
    return table.shoe is not None and table.shoe.left < 1


def is_doubled(table: BankedTable, turn: BankedStep) -> bool:
    """Return whether the hand in turn was doubled: it takes no card without another double."""
    pair = walk.hand_in_turn(table)
    return turn.kind == "decision" and pair is not None and bool(pair[1].added)


_FELTS: dict[str, Callable[[BankedTable], PromptStage]] = {
    "shoe": _shoe_felt,
    "burn": _burn_felt,
    "insurance": _insurance_felt,
    "peek": _peek_felt,
    "decision": _decision_felt,
    "deal": _empty_shoe_felt,
    "card": _empty_shoe_felt,
    "hole": _empty_shoe_felt,
    "draw": _empty_shoe_felt,
}


def ranks(table: BankedTable, turn: BankedStep) -> list[Key]:
    """Return the ranks on the felt while a card falls; else none. One tap a card."""
    if turn.kind not in ("deal", "card", "decision", "hole", "draw"):
        return []
    if is_doubled(table, turn) or is_shoe_empty(table):
        return []
    args: dict[str, object] = {"box": turn.box}
    if turn.hand > 1:
        args["hand"] = turn.hand
    whom = messages.hand_text(table.round, turn.box, turn.hand) if table.round else ""
    missing = table.plaque.rules.missing
    small = [rank for rank in RANKS if rank not in (*missing, "T", "J", "Q", "K")]
    keys = [_rank_key(rank, rank, whom, args) for rank in small]
    face_text = "J Q K" if missing else "10 J Q K"
    keys.append(_rank_key(FACE, face_text, whom, args))
    return keys


def _rank_key(card: str, text: str, whom: str, args: Mapping[str, object]) -> Key:
    do = send("card", card=card, **args)
    return key(text, f"{messages.card_name(card)} to {whom}", look="plain", do=do, series=True)


def settle_rows(
    table: BankedTable, turn: BankedStep, preview: tuple[Settlement, ...]
) -> list[SettleRow]:
    """Return what is paid and taken, from the dealer's right."""
    round_ = table.round
    if turn.kind != "settle" or round_ is None or round_.tracking != "cards":
        return []
    return [_settle_row(round_, row, is_next=i == 0) for i, row in enumerate(preview)]


def _settle_row(round_: Round, row: Settlement, *, is_next: bool) -> SettleRow:
    box = round_.box(row.box)
    assert box is not None
    look = "pay" if row.paid else "take" if row.taken else "push"
    label = messages.hand_text(round_, row.box, row.hand)
    if row.kind != "hand":
        return SettleRow(
            box=label, text=messages.settlement_text(row), note=row.kind, look=look, is_next=is_next
        )
    hand = box.hands[row.hand - 1]
    return SettleRow(
        box=label,
        text=messages.settlement_text(row),
        note=_why(round_, row, hand),
        look=look,
        is_next=is_next,
    )


def _why(round_: Round, row: Settlement, hand: BoxHand) -> str:
    if row.row in ("blackjack", "natural"):
        return messages.ROWS[row.row]
    dealer = dealer_total(round_)
    if row.row == "push":
        return f"{hand.total} and {dealer}"
    if row.taken:
        return f"{hand.total} is lower"
    return f"{hand.total} wins" if dealer > TWENTY_ONE else f"{hand.total} beats {dealer}"


def totals(table: BankedTable, turn: BankedStep, colors: ChipColors) -> list[PushRow]:
    """Return what each box got in the last round, in chips by color, while the next bets are made."""
    if table.last is None or turn.kind != "bets":
        return []
    rows = []
    for result in reversed(table.last.results()):
        net = result.paid - result.taken
        if net <= 0:
            continue
        text = f"Box {result.box} got {money(net)}"
        rows.append(
            PushRow(
                seat=result.box,
                label="",
                amount=money(net),
                note="",
                name=text,
                chips=_stacks(net, colors),
            )
        )
    return rows


def _stacks(amount: int, colors: ChipColors) -> list[ChipCount]:
    """Return an amount as stacks of chips, the largest first; none if the chips do not make it."""
    stacks = []
    left = amount
    for chip, color in sorted(colors, reverse=True):
        count, left = divmod(left, chip)
        if count:
            name = f"{count} chips of {money(chip)}"
            stacks.append(
                ChipCount(count=str(count), value=f"\u00d7{plain(chip)}", color=color, name=name)
            )
    return stacks if not left and len(stacks) <= MOST_STACKS else []
