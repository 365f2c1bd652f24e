"""Every text of a house-banked table's tablet."""

from collections.abc import Callable

from banked.rules.cards import FACE, UNSEEN, rank_of, suit_of
from banked.rules.settling import dealer_total
from banked.rules.state import BankedTable, BoxHand, Done, Round, Settlement
from banked.rules.walk import BankedStep
from dealer_ui.messages.texts import Sentence
from poker.formatting import money, smart_quotes

SUIT_SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣", "": ""}
ENDS = {
    "": "",
    "stands": "stands",
    "bust": "bust, taken",
    "paid": "paid",
    "surrendered": "surrendered",
    "rescued": "rescued",
    "lost": "taken",
    "push": "push",
    "void": "void",
}
ROWS = {
    "natural": "blackjack",
    "even": "wins 1 to 1",
    "dealer_bust": "dealer over 21",
    "bust": "over 21",
    "surrendered": "surrendered",
    "rescued": "rescued",
    "blackjack": "dealer's blackjack",
    "lower": "is lower",
    "push": "equal",
}


def card_text(card: str) -> str:
    """Return a card as on its tile: "7", "7♠", "J Q K" for a face card without a rank, "" face down."""
    if card == UNSEEN:
        return ""
    rank = rank_of(card)
    if rank == FACE:
        return "JQK"
    return f"{rank}{SUIT_SIGNS[suit_of(card)]}"


def card_name(card: str) -> str:
    """Return a card for a screen reader."""
    names = {"A": "ace", "J": "jack", "Q": "queen", "K": "king", FACE: "jack, queen or king"}
    return names.get(rank_of(card), rank_of(card))


def total_text(hand: BoxHand) -> str:
    """Return the total of a hand, "" without cards."""
    return str(hand.total) if hand.cards else ""


def next_step(table: BankedTable, turn: BankedStep) -> Sentence:
    """Return the sentence of the band: what to do now, and what follows."""
    now, then = _sentence(table, turn)
    return Sentence(now=smart_quotes(now), then=smart_quotes(then))


def _sentence(table: BankedTable, turn: BankedStep) -> tuple[str, str]:
    match turn.kind:
        case "closed":
            return "The table is closed.", "Open it when the floor says so."
        case "shoe":
            return "Shuffle, cut, and load the shoe.", "Then burn the first card."
        case "burn":
            who = table.dealer.name if table.dealer else "The dealer"
            return "Burn the first card, face down.", f"{who} burns one with each new shoe or push."
        case "bets":
            return "Bets. Then call “No more bets”.", _first_box(table)
    round_ = table.round
    assert round_ is not None
    return _round_sentence(table, round_, turn)


def _first_box(table: BankedTable) -> str:
    first = next((box.number for box in table.boxes if box.wager.bet), 0)
    if table.plaque.tracking == "outcomes":
        return "Then deal, and tap what came out."
    return f"First card to box {first}." if first else "No box has a bet."


def _round_sentence(table: BankedTable, round_: Round, turn: BankedStep) -> tuple[str, str]:
    sentence = _SENTENCES.get(turn.kind)
    return sentence(round_, turn) if sentence else _settle_sentence(round_)


def _match_sentence(round_: Round, turn: BankedStep) -> tuple[str, str]:
    card = "first" if turn.card == 1 else "second"
    dealer = "upcard" if turn.kind == "match" else "hole card"
    return f"Box {turn.box}: does its {card} card match the {dealer}?", "Rank, then suit."


def _suits_sentence(round_: Round, turn: BankedStep) -> tuple[str, str]:
    hand_name = hand_text(round_, turn.box, turn.hand)
    return f"{hand_name}: 21. Which suits?", "The suits set what it pays."


def _insurance_sentence(round_: Round, turn: BankedStep) -> tuple[str, str]:
    return f"{_match_now(round_)}{_paid_now(round_)}Insurance? Then peek.", ""


def _peek_sentence(round_: Round, turn: BankedStep) -> tuple[str, str]:
    return f"{_match_now(round_)}{_paid_now(round_)}Peek. What does it show?", ""


def _card_sentence(round_: Round, turn: BankedStep) -> tuple[str, str]:
    hand_name = hand_text(round_, turn.box, turn.hand)
    if _hand(round_, turn).is_waiting:
        return f"{hand_name}: one card for the double.", ""
    return f"{hand_name}: its second card.", ""


def _decision_sentence(round_: Round, turn: BankedStep) -> tuple[str, str]:
    hand_name = hand_text(round_, turn.box, turn.hand)
    hand = _hand(round_, turn)
    rescue = " Or rescue." if hand.added else ""
    match = _match_now(round_)
    what = "decides" if match else "a card, or a decision"
    return f"{match}{hand_name} has {hand.total}: {what}.{rescue}", _next_box(round_, turn)


def _hole_sentence(round_: Round, turn: BankedStep) -> tuple[str, str]:
    return "Turn the hole card.", "Tap its rank."


def _draw_sentence(round_: Round, turn: BankedStep) -> tuple[str, str]:
    return f"Dealer has {dealer_total(round_)}: draw.", "To 17."


def _outcome_sentence(round_: Round, turn: BankedStep) -> tuple[str, str]:
    hand_name = hand_text(round_, turn.box, turn.hand)
    return f"From your right: {hand_name.lower()}.", _left(round_, turn)


def _hand(round_: Round, turn: BankedStep) -> BoxHand:
    box = round_.box(turn.box)
    assert box is not None
    return box.hands[turn.hand - 1]


def hand_text(round_: Round, box: int, hand: int) -> str:
    """Return "Box 3", or "Box 3, hand 2" of a split box; "Dealer" for box 0."""
    if not box:
        return "Dealer"
    entry = round_.box(box)
    is_split = entry is not None and len(entry.hands) > 1
    return f"Box {box}, hand {hand}" if is_split else f"Box {box}"


def _deal_sentence(round_: Round, turn: BankedStep) -> tuple[str, str]:
    numbers = [box.number for box in round_.boxes]
    if not turn.box:
        return "Your card, face up.", f"Then the second card to box {numbers[0]}."
    after = [number for number in numbers if number > turn.box]
    if turn.card == 1:
        then = f"Then box {after[0]}." if after else "Then your card, face up."
        return f"First card to box {turn.box}.", then
    if after:
        return f"Second card to box {turn.box}.", f"Then box {after[0]}."
    return f"Second card to box {turn.box}.", "Then the hole card, face down."


def _paid_now(round_: Round) -> str:
    """Return "Pay box 3 $37.50. " for blackjacks that are paid before the peek."""
    paid = [row for row in round_.settled if row.row == "natural"]
    return "".join(f"Pay box {row.box} {money(row.paid)}. " for row in paid)


def _match_now(round_: Round) -> str:
    """Return the match wagers to take and pay, before the first decision; "" after it."""
    is_fresh = all(
        len(box.hands) == 1 and len(box.hands[0].cards) == 2 and box.hands[0].end in ("", "paid")
        for box in round_.boxes
    )
    rows = [row for row in round_.settled if row.kind == "match"]
    if not rows or not is_fresh:
        return ""
    paid = [f"pay box {row.box} {money(row.paid)}" for row in rows if row.paid]
    lost = [str(row.box) for row in rows if row.taken]
    boxes = "box" if len(lost) == 1 else "boxes"
    taken = [f"take {boxes} {', '.join(lost)}"] if lost else []
    return f"Match: {', '.join([*taken, *paid])}. "


def _next_box(round_: Round, turn: BankedStep) -> str:
    for box in round_.boxes:
        for number, hand in enumerate(box.hands, 1):
            if (box.number, number) > (turn.box, turn.hand) and not hand.end:
                return f"Then {hand_text(round_, box.number, number).lower()}."
    return "Then the hole card."


def _left(round_: Round, turn: BankedStep) -> str:
    left = [
        str(box.number)
        for box in reversed(round_.boxes)
        if box.number < turn.box and not all(hand.end for hand in box.hands)
    ]
    if not left:
        return "Then settle."
    return f"Then box {left[0]}." if len(left) == 1 else f"Then boxes {', '.join(left)}."


def _settle_sentence(round_: Round) -> tuple[str, str]:
    if round_.tracking == "outcomes":
        return "Every box is logged.", "Cards to the rack."
    if round_.peek == "blackjack":
        return "Dealer has blackjack. From your right: take the bets.", "Then the cards."
    total = dealer_total(round_)
    if any(hand.end == "stands" for box in round_.boxes for hand in box.hands):
        what = "over 21" if total > 21 else f"has {total}"
        return f"Dealer {what}. Settle from your right.", "Hand by hand."
    return "No hand is left to beat. Collect the cards.", "The hole card is turned for show."


_SENTENCES: dict[str, Callable[[Round, BankedStep], tuple[str, str]]] = {
    "deal": _deal_sentence,
    "match": _match_sentence,
    "second": _match_sentence,
    "suits": _suits_sentence,
    "insurance": _insurance_sentence,
    "peek": _peek_sentence,
    "card": _card_sentence,
    "decision": _decision_sentence,
    "hole": _hole_sentence,
    "draw": _draw_sentence,
    "outcome": _outcome_sentence,
}


def undo_label(done: Done | None) -> str:
    """Return what UNDO takes back."""
    if done is None:
        return "Nothing to undo"
    where = f"Box {done.box}" if done.box else "Dealer"
    if done.hand > 1:
        where = f"{where} hand {done.hand}"
    amount = money(done.amount) if done.amount else "none"
    return UNDO_WORDS[done.name].format(
        where=where,
        box=done.box,
        amount=amount,
        number=done.amount,
        card=card_text(done.card) or "to the rack",
        what=UNDO_ANSWERS.get(done.what, done.what),
    )


UNDO_ANSWERS = {
    "win": "won",
    "lose": "lost",
    "half": "half lost",
    "blackjack": "blackjack",
    "none": "none",
    "other": "other suit",
    "same": "same suit",
}
UNDO_WORDS = {
    "shoe": "New shoe",
    "reshuffle": "Rack shuffled",
    "burn": "Burned card",
    "cover": "Cover card",
    "discard": "Card {card}",
    "take_box": "Box {box} taken",
    "leave_box": "Box {box} cleared",
    "buy_in": "Box {box} buy-in {amount}",
    "bet": "Box {box} bet {amount}",
    "bets": "Bets as last round",
    "round": "No more bets, round {number}",
    "card": "{where} card {card}",
    "hole": "Hole card {card}",
    "suits": "{where}: {what}",
    "match": "Box {box} match: {what}",
    "insure": "Box {box} insured {amount}",
    "close_insurance": "Insurance closed",
    "peek": "Peek: {what}",
    "stand": "{where} stands",
    "double": "{where} doubles {amount}",
    "rescue": "{where} rescued",
    "split": "{where} split",
    "surrender": "{where} surrendered",
    "outcome": "{where} {what}",
    "settle": "Settlement",
    "correct": "{where}: corrected to {card}",
    "void": "Box {box} voided",
    "void_round": "Round voided",
}


def settlement_text(row: Settlement) -> str:
    """Return "pay $25", "take $50" or "push"."""
    if row.paid:
        return f"pay {money(row.paid)}"
    return f"take {money(row.taken)}" if row.taken else "push"


def settle_order(row: Settlement) -> str:
    """Return what to do for a box: "pay box 6 $50", "take box 4 $25" or "box 1 pushes"."""
    if row.paid:
        return f"pay box {row.box} {money(row.paid)}"
    return f"take box {row.box} {money(row.taken)}" if row.taken else f"box {row.box} pushes"
