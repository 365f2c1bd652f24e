"""The boxes around the felt, and the strip above it: the dealer's hand and the hands of the box in turn."""

from banked.rules import payouts, walk
from banked.rules.cards import TWENTY_ONE, UNSEEN, total
from banked.rules.plaque import BankedPlaque
from banked.rules.state import BankedTable, Box, BoxHand, Round, RoundBox, Settlement
from banked.rules.walk import BankedStep
from banked.tablet import messages
from banked.tablet.model import (
    BoxCards,
    BoxPod,
    CardFace,
    StripHand,
)
from dealer_ui.screen.keys import key, opens, send
from dealer_ui.screen.model import (
    Action,
    Key,
    Look,
)
from dealer_ui.screen.slots import slots
from poker.formatting import money

MOST_HANDS_IN_STRIP = 4
SIX = 6
SEVEN_PLACES = ("c0r2", "c0r1", "c0r0", "c2r0", "c4r0", "c4r1", "c4r2")


def strip(table: BankedTable, turn: BankedStep, preview: tuple[Settlement, ...]) -> list[StripHand]:
    """Return the dealer's hand, and the hands of the box in turn."""
    round_ = table.round
    dealer = _hand_of_dealer(round_, turn)
    if round_ is None:
        return [dealer, _last_round(table)] if table.last else [dealer]
    if round_.tracking == "outcomes":
        note = _panel(
            "So far",
            _progress(round_),
            f"Paid {money(round_.paid)}",
            f"taken {money(round_.taken)}",
        )
        return [dealer, note]
    if turn.kind == "insurance":
        insured = [box for box in round_.boxes if box.insurance]
        boxes = ", ".join(f"box {box.number}, {money(box.insurance)}" for box in insured)
        count = f"{len(insured)} box" if len(insured) == 1 else f"{len(insured)} boxes"
        return [dealer, _panel("Insurance", "pays 2 to 1", count if insured else "none", boxes)]
    if turn.kind == "settle":
        return [dealer, _settlement_panel(round_, preview)]
    box = round_.box(turn.box) if turn.box else None
    if box is None:
        return [dealer]
    hands = [
        _strip_hand(box, number, hand, turn)
        for number, hand in enumerate(box.hands[:MOST_HANDS_IN_STRIP], 1)
        if len(table.boxes) <= SIX or number == max(turn.hand, 1)
    ]
    return [dealer, *hands]


def _last_round(table: BankedTable) -> StripHand:
    last = table.last
    assert last is not None
    taken = f"taken {money(last.taken)}"
    return _panel(f"Round {last.number}", "settled", f"Paid {money(last.paid)}", taken)


def _settlement_panel(round_: Round, preview: tuple[Settlement, ...]) -> StripHand:
    paid = sum(row.paid for row in preview)
    taken = sum(row.taken for row in preview)
    earlier = f"paid before: {money(round_.paid)}" if round_.paid else ""
    big = " ".join(
        part
        for part in (
            f"Pay {money(paid)}" if paid else "",
            f"Take {money(taken)}" if taken else "",
        )
        if part
    )
    return _panel("From your right", earlier, big or "Nothing to pay or take", "")


def _progress(round_: Round) -> str:
    done = sum(1 for box in round_.boxes if all(hand.end for hand in box.hands))
    return f"{done} of {len(round_.boxes)} boxes"


def _panel(title: str, note: str, big: str, small: str) -> StripHand:
    return StripHand(title=title, note=note, cards=[], total="", look="", big=big, small=small)


def _hand_of_dealer(round_: Round | None, turn: BankedStep) -> StripHand:
    if round_ is None:
        empty = [CardFace("-"), CardFace("-")]
        return StripHand(title="Dealer", note="", cards=empty, total="", look="dealer")
    if round_.tracking == "outcomes":
        return StripHand(
            title="Dealer",
            note="not logged",
            cards=[],
            total="",
            look="dealer",
            small="Play it by hand. Tap what came out.",
        )
    cards = [CardFace(messages.card_text(card)) for card in round_.dealer]
    is_next = turn.kind in ("hole", "draw") or (turn.kind == "deal" and not turn.box)
    while len(cards) < 2:
        cards.append(CardFace("-", is_next=is_next and len(cards) == len(round_.dealer)))
    if turn.kind == "draw":
        cards.append(CardFace("-", is_next=True))
    known = total(card for card in round_.dealer if card != UNSEEN)
    note = _dealer_note(round_, turn)
    text = str(known) if round_.dealer else ""
    look = "dealer turn" if is_next else "dealer"
    return StripHand(title="Dealer", note=note, cards=cards, total=text, look=look)


def _dealer_note(round_: Round, turn: BankedStep) -> str:
    if round_.peek == "blackjack":
        return "blackjack"
    if not round_.is_hole_known:
        return "up" if round_.dealer else ""
    if turn.kind == "draw":
        return "draws"
    points = total(round_.dealer)
    return "over 21" if points > TWENTY_ONE else "stands"


def _strip_hand(box: RoundBox, number: int, hand: BoxHand, turn: BankedStep) -> StripHand:
    is_turn = number == turn.hand
    title = f"Box {box.number}" if len(box.hands) == 1 else f"Hand {number}"
    cards = [CardFace(messages.card_text(card)) for card in hand.cards]
    if is_turn and turn.kind in ("deal", "card"):
        cards.append(CardFace("-", is_next=True))
    note = messages.ENDS[hand.end] or money(hand.staked)
    look = "turn" if is_turn else ""
    return StripHand(
        title=title, note=note, cards=cards, total=messages.total_text(hand), look=look
    )


def pod(table: BankedTable, turn: BankedStep, box: Box, preview: tuple[Settlement, ...]) -> BoxPod:
    place = _place(table, box.number)
    if table.round is None:
        return _betting_pod(table, box, place)
    playing = table.round.box(box.number)
    if playing is None:
        wait = key(
            "next round", f"Box {box.number} plays from the next round", look="open", do=None
        )
        return BoxPod(
            box=box.number,
            place=place,
            name=box.name,
            front="",
            keys=[wait],
            cards=None,
            is_turn=False,
            is_open=True,
        )
    is_outcomes = table.round.tracking == "outcomes"
    keys: list[Key] = []
    if is_outcomes:
        keys = _outcome_keys(table, table.round, playing, turn)
    elif turn.kind == "insurance" and walk.may_insure(playing):
        keys = [_insure_key(table.plaque, playing)]
    return BoxPod(
        box=box.number,
        place=place,
        name=playing.name,
        front=money(sum(hand.staked for hand in playing.hands)),
        keys=keys,
        cards=None if is_outcomes else _box_cards(table.round, playing, turn, preview),
        is_turn=turn.box == box.number,
        is_open=False,
    )


def _place(table: BankedTable, box: int) -> str:
    """Return the slot of a box: six stand around the felt, a seventh is in the middle of the far row."""
    return (slots(SIX) if len(table.boxes) <= SIX else SEVEN_PLACES)[box - 1]


def _betting_pod(table: BankedTable, box: Box, place: str) -> BoxPod:
    is_open = not (box.player or box.wager.bet or box.last.bet)
    if not table.is_open:
        keys = []
    elif is_open:
        keys = [
            key("bet here", f"Bet in box {box.number}", look="open", do=_edit(box.number, "bet"))
        ]
    else:
        bet = money(box.wager.bet) if box.wager.bet else "none"
        keys = [
            key(
                "BET",
                f"Bet of box {box.number}, {bet}",
                sub=bet,
                look="filled",
                do=_edit(box.number, "bet"),
            ),
            _match_key(table, box),
        ]
    return BoxPod(
        box=box.number,
        place=place,
        name=box.name,
        front="",
        keys=keys,
        cards=None,
        is_turn=False,
        is_open=is_open,
    )


def _match_key(table: BankedTable, box: Box) -> Key:
    plaque = table.plaque
    if not plaque.match_most:
        return key(
            "MATCH", f"Match of box {box.number}", sub="none", why="This table has no match wager."
        )
    match = (
        money(box.wager.match + box.wager.second) if box.wager.match + box.wager.second else "none"
    )
    do = _edit(box.number, "match") if box.wager.bet else None
    why = "" if do else "A match wager needs a bet next to it."
    return key(
        "MATCH", f"Match of box {box.number}, {match}", sub=match, look="calm", do=do, why=why
    )


def _edit(box: int, what: str) -> Action:
    return opens("bet", box=box, wager=what)


def _insure_key(plaque: BankedPlaque, box: RoundBox) -> Key:
    most = payouts.most_insurance(plaque, box.wager.bet)
    if box.insurance:
        amount = money(box.insurance)
        do = send("insure", box=box.number, amount=0)
        return key(
            "INSURE", f"Box {box.number} insured {amount}", sub=f"✓ {amount}", look="set", do=do
        )
    do = send("insure", box=box.number, amount=most)
    return key(
        "INSURE", f"Insure box {box.number} for {money(most)}", sub=money(most), look="live", do=do
    )


def _outcome_keys(table: BankedTable, round_: Round, box: RoundBox, turn: BankedStep) -> list[Key]:
    """Return LOSE and WIN of a box's next hand; of a box that is logged, what came out."""
    number = next((n for n, hand in enumerate(box.hands, 1) if not hand.end), 0)
    if not number:
        return [_logged_key(round_, box)]
    hand = box.hands[number - 1]
    args: dict[str, object] = {"box": box.number, **({"hand": number} if number > 1 else {})}
    is_turn = (turn.box, turn.hand) == (box.number, number)
    look: Look = "expected" if is_turn else "live"
    name = messages.hand_text(round_, box.number, number)
    staked = money(hand.staked)
    lose = send("outcome", how="lose", **args)
    win = send("outcome", how="win", **args)
    won_look: Look = "expected" if is_turn else "filled"
    return [
        key("LOSE", f"{name} lost {staked}", sub=staked, look=look, do=lose),
        key("WIN", f"{name} won {staked}", sub=staked, look=won_look, do=win),
    ]


def _logged_key(round_: Round, box: RoundBox) -> Key:
    rows = [row for row in round_.settlements(box.number) if row.kind == "hand"]
    paid = sum(row.paid for row in rows)
    taken = sum(row.taken for row in rows)
    text = "WON ✓" if paid > taken else "LOST ✓" if taken > paid else "PUSH ✓"
    amount = money(abs(paid - taken))
    return key(text, f"Box {box.number}: {text} {amount}", sub=amount, look="set", do=None)


def _box_cards(
    round_: Round, box: RoundBox, turn: BankedStep, preview: tuple[Settlement, ...]
) -> BoxCards:
    hands = []
    for number, hand in enumerate(box.hands, 1):
        cards = [CardFace(messages.card_text(card)) for card in hand.cards]
        if turn.kind in ("deal", "card") and (turn.box, turn.hand) == (box.number, number):
            cards.append(CardFace("-", is_next=True))
        hands.append(cards)
    totals = [messages.total_text(hand) for hand in box.hands if hand.cards]
    coming = [row for row in preview if row.box == box.number]
    outcome, look = _outcome(coming or list(round_.settlements(box.number)))
    return BoxCards(
        hands=hands,
        state=_state(box, turn),
        total=", ".join(totals),
        outcome=outcome,
        look=look,
    )


def _outcome(rows: list[Settlement]) -> tuple[str, str]:
    """Return what happens to a box's chips, and its look; ("", "") while nothing does."""
    hands = [row for row in rows if row.kind in ("hand", "super")]
    if not hands:
        return "", ""
    paid = sum(row.paid for row in hands)
    taken = sum(row.taken for row in hands)
    if paid > taken:
        return f"pay {money(paid - taken)}", "pay"
    if taken > paid:
        return f"take {money(taken - paid)}", "take"
    return "push", "push"


def _state(box: RoundBox, turn: BankedStep) -> str:
    if len(box.hands) > 1:
        return "split"
    hand = box.hands[0]
    if hand.end:
        is_blackjack = payouts.is_natural(hand) and hand.end == "paid"
        return "BJ" if is_blackjack else messages.ENDS[hand.end]
    if turn.box == box.number:
        return "next card" if turn.kind in ("deal", "card") else ""
    if len(hand.cards) == 2 and turn.kind not in ("deal",):
        return "waits"
    return ""
