"""Build the whole screen of a house-banked table, band by band. It shows what the rules allow, and decides nothing."""

from collections.abc import Mapping

from banked.rules import commands as c
from banked.rules import payouts, walk
from banked.rules.cards import FACE, RANKS, TWENTY_ONE, UNSEEN, are_equal_in_value, total
from banked.rules.decide import run
from banked.rules.plaque import BankedPlaque
from banked.rules.state import BankedTable, Box, BoxHand, Round, RoundBox, Settlement
from banked.rules.walk import BankedStep
from banked.tablet import floor_panel, messages, sheets
from banked.tablet.context import BankedContext
from banked.tablet.model import (
    BankedScreen,
    BoxCards,
    BoxPod,
    CardFace,
    Editor,
    FixCard,
    FixRow,
    SettleRow,
    StripHand,
)
from dealer_ui.messages.texts import Sentence
from dealer_ui.screen.armed_keys import armed_keys
from dealer_ui.screen.keys import key, opens, send
from dealer_ui.screen.model import (
    Action,
    Caption,
    CardSheet,
    ChipCount,
    FeltNumber,
    Footer,
    Header,
    Key,
    LedgerPart,
    MenuRow,
    PromptStage,
    PushLines,
    PushRow,
)
from dealer_ui.screen.slots import slots
from poker.chip_colors import ChipColors
from poker.formatting import money, plain, smart_quotes

WIDE = 28  # cell of the next step's key, two cells wide
WIDE_LEFT = 25  # SURRENDER or RESCUE, two cells wide
CELLS = (2, 3, 4, 5, 6, 7)
MOST_HANDS_IN_STRIP = 4
SIX = 6
SEVEN_PLACES = ("c0r2", "c0r1", "c0r0", "c2r0", "c4r0", "c4r1", "c4r2")
MOST_STACKS = 4  # kinds of chips that fit in a row


def screen(table: BankedTable, context: BankedContext, *, now: int) -> BankedScreen:
    """Return everything on the page. now: Unix milliseconds."""
    turn = walk.step(table)
    round_ = table.round
    preview = _preview(table, turn)
    number = table.rounds if round_ else table.rounds + 1
    return BankedScreen(
        now=now,
        seats=len(table.boxes),
        hand=number,
        running=round_ is not None,
        header=_header(table, number),
        step=_step_text(table, turn, preview),
        pods=[],
        family="banked",
        stage=_stage(table, turn, context),
        caption=_caption(table, turn),
        count=_cells(table, turn),
        draw=None,
        secondary=_secondary(table),
        undo=_undo(table),
        award=_settle_key(table, turn),
        time=None,
        silent=None,
        push=PushLines(leaving="", coming=""),
        floor=floor_panel.floor(table, context),
        ruling=floor_panel.ruling(table),
        chips=[],
        buy_in=None,
        seating_supervised=False,
        pot_count=None,
        button_heights={},
        more=_more(table),
        games=[],
        skip=[],
        arms=armed_keys(),
        counts=None,
        cards=CardSheet(hole=0, board=0, faces=[], keys=[]),
        said=[],
        people=[],
        footer=Footer(ledger=_ledger(table)),
        boxes=[_pod(table, turn, box, preview) for box in table.boxes],
        strip=_strip(table, turn),
        ranks=_ranks(table, turn),
        settle=_settle_rows(table, turn, preview),
        editors=_editors(table) if turn.kind in ("bets", "shoe", "burn") else {},
        sheets=sheets.sheets(table, context),
        fixes=_fixes(table),
        fix_ranks=[rank for rank in RANKS if rank not in table.plaque.rules.missing],
        totals=_totals(table, turn, context.colors),
    )


def _preview(table: BankedTable, turn: BankedStep) -> tuple[Settlement, ...]:
    """Return what SETTLE would pay and take now; empty before."""
    if turn.kind != "settle" or table.round is None or table.round.tracking != "cards":
        return ()
    settled = run(table, c.Settle(), now=0).state.last
    assert settled is not None
    return settled.settled[len(table.round.settled) :]


def _header(table: BankedTable, number: int) -> Header:
    plaque = table.plaque
    dealer = table.dealer
    level = "outcomes" if plaque.tracking == "outcomes" else ""
    coming = "new plaque next round" if table.next_plaque else level
    return Header(
        table=table.name,
        game=f"{plaque.title}, {money(plaque.least)} to {money(plaque.most)}",
        turn=coming,
        until=None,
        hand=f"Round {number}" if table.is_open else "",
        paused="",
        dealer=dealer.name if dealer else "",
        since=dealer.since if dealer else None,
    )


def _step_text(table: BankedTable, turn: BankedStep, preview: tuple[Settlement, ...]) -> Sentence:
    if not preview:
        return messages.next_step(table, turn)
    round_ = table.round
    assert round_ is not None
    texts = [
        f"{messages.settlement_text(row)} box {row.box}" for row in preview if row.kind == "hand"
    ]
    if not texts:
        return messages.next_step(table, turn)
    first = preview[0]
    dealer = messages.next_step(table, turn).now.split(". ")[0]
    what = messages.settlement_text(first)
    now = f"{dealer}. From your right: box {first.box}, {what}."
    then = f"Then box {preview[1].box}." if len(preview) > 1 else ""
    return Sentence(now=smart_quotes(now), then=smart_quotes(then))


# The felt


def _stage(table: BankedTable, turn: BankedStep, context: BankedContext) -> PromptStage:
    """Return the felt while neither ranks nor the settlement take it."""
    match turn.kind:
        case "closed":
            why = "" if context.opening else "This table has no plaque. Ask a manager to set one."
            do = send("open_table") if context.opening else None
            open_key = key("OPEN\nTABLE", "Open the table", look="due", do=do, why=why)
            return _prompt(
                "The table is closed", ["Its plaque has the game and the limits."], open_key
            )
        case "shoe":
            lines = ["Every deck inspected, spread, washed, shuffled and cut.", _no_tens(table)]
            new = key("NEW\nSHOE", "New shoe, shuffled and cut", look="due", do=send("open_shoe"))
            return _prompt("New shoe", [line for line in lines if line], new)
        case "burn":
            burn = key("BURN", "Burn the first card", look="due", do=send("burn"))
            return _prompt("Burn the first card", ["Face down, to the discard rack."], burn)
        case "insurance":
            return _insurance_felt(table)
        case "peek":
            lines = ["Look at the hole card through the reader.", "Tap what it shows, below."]
            none = key("PEEK", "Peek", look="off", why="Tap BLACKJACK or NO BLACKJACK.")
            return _prompt("Peek", lines, none)
    if table.round is not None and table.round.tracking == "outcomes":
        return _outcome_felt(table, table.round)
    return _bets_felt(table)


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
        numbers = ", ".join(str(number) for number in changed)
        title = f"As last round, but for box {numbers}"
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


def _ranks(table: BankedTable, turn: BankedStep) -> list[Key]:
    """Return the ranks on the felt while a card falls; else none. One tap a card."""
    if turn.kind not in ("deal", "card", "decision", "hole", "draw"):
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


# Strip and boxes


def _strip(table: BankedTable, turn: BankedStep) -> list[StripHand]:
    """Return the dealer's hand, and the hands of the box in turn."""
    round_ = table.round
    if round_ is None:
        return [_hand_of_dealer(None, turn)]
    dealer = _hand_of_dealer(round_, turn)
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
    box = round_.box(turn.box) if turn.box else None
    if box is None:
        return [dealer]
    hands = [
        _strip_hand(box, number, hand, turn)
        for number, hand in enumerate(box.hands[:MOST_HANDS_IN_STRIP], 1)
    ]
    return [dealer, *hands]


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
    first = f"Box {box.number}" if len(box.hands) == 1 else f"Hand {number}"
    title = f"Box {box.number}, hand 1" if len(box.hands) > 1 and number == 1 else first
    cards = [CardFace(messages.card_text(card)) for card in hand.cards]
    if is_turn and turn.kind in ("deal", "card"):
        cards.append(CardFace("-", is_next=True))
    note = messages.ENDS[hand.end] or money(hand.staked)
    look = "turn" if is_turn else ""
    return StripHand(
        title=title, note=note, cards=cards, total=messages.total_text(hand), look=look
    )


def _pod(table: BankedTable, turn: BankedStep, box: Box, preview: tuple[Settlement, ...]) -> BoxPod:
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
        keys = [key("+ box", f"Bet in box {box.number}", look="open", do=_edit(box.number, "bet"))]
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
    look = "expected" if (turn.box, turn.hand) == (box.number, number) else "live"
    name = messages.hand_text(round_, box.number, number)
    staked = money(hand.staked)
    lose = send("outcome", how="lose", **args)
    win = send("outcome", how="win", **args)
    won_look = "expected" if look == "expected" else "filled"
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
    rows = [row for row in (*round_.settled, *preview) if row.box == box.number]
    outcome, look = _outcome(rows, preview)
    return BoxCards(
        hands=hands,
        state=_state(box, turn),
        total=", ".join(totals),
        outcome=outcome,
        look=look,
    )


def _outcome(rows: list[Settlement], preview: tuple[Settlement, ...]) -> tuple[str, str]:
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


# Settlement


def _settle_rows(
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
    dealer = messages.dealer_total(round_)
    if row.row == "push":
        return f"{hand.total} and {dealer}"
    if row.taken:
        return f"{hand.total} is lower"
    return f"{hand.total} wins" if dealer > TWENTY_ONE else f"{hand.total} beats {dealer}"


def _totals(table: BankedTable, turn: BankedStep, colors: ChipColors) -> list[PushRow]:
    """Return what each box got in the last round, in chips by color, while the next bets are made."""
    if table.last is None or turn.kind not in ("bets", "shoe", "burn"):
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
                ChipCount(count=str(count), value=f"×{plain(chip)}", color=color, name=name)
            )
    return stacks if not left and len(stacks) <= MOST_STACKS else []


def _settle_key(table: BankedTable, turn: BankedStep) -> Key:
    why = "Not every box is decided. Follow the next step."
    if turn.kind != "settle":
        return key("SETTLE", "Settle, not yet", why=why)
    assert table.round is not None
    count = len(table.round.boxes)
    text = f"{count} box" if count == 1 else f"{count} boxes"
    return key("SETTLE", f"Settle {text}", sub=text, look="due", do=send("settle"))


# Decisions and bets: the count row


def _caption(table: BankedTable, turn: BankedStep) -> Caption:
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
    other, same = table.plaque.match_odds
    return f"{other} to 1, same suit {same} to 1"


def _decision_note(table: BankedTable, turn: BankedStep) -> str:
    pair = walk.hand_in_turn(table)
    if pair is None:
        return ""
    return "Split hands: no surrender" if pair[1].is_split else ""


def _cells(table: BankedTable, turn: BankedStep) -> list[Key]:
    """Return the count row: six cells, and the next step's key over two."""
    match turn.kind:
        case "bets" | "shoe" | "burn" | "closed":
            return _bet_cells(table, turn)
        case "insurance" | "peek":
            return _peek_cells(turn)
        case "match" | "second":
            return _match_cells(turn)
        case "suits":
            return _suit_cells(turn)
        case "outcome":
            return _outcome_cells(table, turn)
    return _decision_cells(table, turn)


def _bet_cells(table: BankedTable, turn: BankedStep) -> list[Key]:
    why = "Tap BET or MATCH of a box first."
    chips = [
        key(f"+{plain(chip)}", f"Add {money(chip)}", number=cell, why=why)
        for cell, chip in zip(CELLS, table.plaque.colors[:4], strict=False)
    ]
    return [*chips, key("CLEAR", "Clear a wager", number=6, why=why), *_row_end(table, turn)]


def _row_end(table: BankedTable, turn: BankedStep) -> list[Key]:
    again = any(box.last.bet and box.last != box.wager for box in table.boxes)
    repeat = send("repeat_bets") if again and turn.kind == "bets" else None
    repeat_why = "The bets are those of the last round."
    playing = any(box.wager.bet for box in table.boxes)
    start = send("no_more_bets", round=table.rounds + 1)
    can_start = turn.kind == "bets" and playing
    start_why = "No box has a bet." if turn.kind == "bets" else "The shoe comes first."
    return [
        key("AS LAST\nROUND", "Bets as in the last round", number=7, do=repeat, why=repeat_why),
        key(
            "NO MORE\nBETS",
            f"No more bets, round {table.rounds + 1}",
            number=WIDE,
            look="due",
            do=start if can_start else None,
            why=start_why,
        ),
    ]


def _editors(table: BankedTable) -> dict[str, Editor]:
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
    for cell, chip in zip(CELLS, plaque.colors[:4], strict=False):
        raised = amount + chip
        do = send("set_bet", box=box.number, amount=raised, what=what) if raised <= most else None
        why = f"The most is {money(most)}."
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
        keys=[*keys, *_row_end(table, turn)],
    )


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


def _match_cells(turn: BankedStep) -> list[Key]:
    what = {"what": "second"} if turn.kind == "second" else {}
    answers = (("none", "NO\nMATCH"), ("other", "OTHER\nSUIT"), ("same", "SAME\nSUIT"))
    return [
        key(
            text,
            f"Box {turn.box}, card {turn.card}: {text.lower()}",
            number=cell,
            look="expected",
            do=send("name_match", box=turn.box, card=turn.card, how=how, **what),
        )
        for cell, (how, text) in zip(CELLS, answers, strict=False)
    ]


def _suit_cells(turn: BankedStep) -> list[Key]:
    answers = (("mixed", "MIXED"), ("suited", "ONE\nSUIT"), ("spades", "SPADES"))
    hand: dict[str, object] = {"hand": turn.hand} if turn.hand > 1 else {}
    return [
        key(
            text,
            f"Box {turn.box}: {text.lower()}",
            number=cell,
            look="expected",
            do=send("name_suits", box=turn.box, suits=suits, **hand),
        )
        for cell, (suits, text) in zip(CELLS, answers, strict=False)
    ]


def _decision_cells(table: BankedTable, turn: BankedStep) -> list[Key]:
    """Return STAND, DOUBLE, SPLIT and SURRENDER or RESCUE. A rank on the felt is a hit, or the hole card."""
    plaque = table.plaque
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
    return cells if plaque else []


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
    half = None if hand.added or hand.is_split else send("outcome", how="half", **args)
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


def _secondary(table: BankedTable) -> list[Key]:
    """Return CARD ERROR, SHOE, BOXES and MORE, at the same position on every screen."""
    has_cards = table.round is not None and table.round.tracking == "cards"
    fix = opens("fix") if has_cards else None
    shoe = (
        opens("sheet", name="shoe") if table.is_open and table.plaque.tracking == "cards" else None
    )
    boxes = opens("sheet", name="boxes") if table.is_open else None
    return [
        key("CARD\nERROR", "Correct a card", do=fix, why="No card is logged."),
        key("SHOE", "The shoe", do=shoe, why="Cards are not counted at this table now."),
        key("BOXES", "Boxes: buy-ins and players", do=boxes, why="The table is closed."),
        key("MORE", "More", do=opens("more")),
    ]


def _undo(table: BankedTable) -> Key:
    label = messages.undo_label(table.done)
    do = send("undo") if table.done else None
    name = f"Undo: {label}" if table.done else label
    return key(
        "UNDO", name, sub=label, look="filled", do=do, why="There is nothing to undo.", series=True
    )


def _more(table: BankedTable) -> list[MenuRow]:
    is_between = table.round is None
    close = None
    if not table.is_open:
        close = key(
            "Dealer\nschool",
            "Dealer school: practice on this tablet",
            look="filled",
            do=opens("school"),
        )
    elif is_between:
        close = key(
            "Close\ntable", "Close the table", look="filled", do=opens("confirm", of="close")
        )
    side = None
    split = None
    if table.round is not None and table.round.tracking == "outcomes":
        side = key(
            "Side\nbets", "Side bets of this round", look="filled", do=opens("sheet", name="sides")
        )
        split = key(
            "Split\na hand", "Split a hand", look="filled", do=opens("sheet", name="splits")
        )
    void = None
    if table.round is not None:
        void = key(
            "Void\nround",
            "Void the round, a supervisor's ruling",
            look="filled",
            do=opens("sheet", name="void"),
        )
    push = key("Next\ndealer", "Push the next dealer in", look="filled", do=opens("push"))
    look = key("This\ntablet", "This tablet: left-handed, theme", look="filled", do=opens("look"))
    if not is_between:
        look = key("Left-\nhanded", "Mirror the tablet", look="filled", do=opens("mirror"))
    return [
        MenuRow(name="This\nround", keys=[split, side, void, None]),
        MenuRow(name="Boxes", keys=[None, None, None, None]),
        MenuRow(name="Table", keys=[push, look, None, close]),
    ]


def _fixes(table: BankedTable) -> list[FixRow]:
    """Return the cards of the round, which CARD ERROR corrects."""
    round_ = table.round
    if round_ is None or round_.tracking != "cards":
        return []
    rows = [FixRow(label="Dealer", cards=_fix_cards("Dealer", 0, 1, round_.dealer))]
    for box in round_.boxes:
        for number, hand in enumerate(box.hands, 1):
            label = messages.hand_text(round_, box.number, number)
            rows.append(
                FixRow(label=label, cards=_fix_cards(label, box.number, number, hand.cards))
            )
    return [row for row in rows if row.cards]


def _fix_cards(label: str, box: int, hand: int, cards: tuple[str, ...]) -> list[FixCard]:
    return [
        FixCard(
            text=messages.card_text(card),
            name=f"{label}, card {place}: {messages.card_name(card)}",
            box=box,
            hand=hand,
            place=place,
            step=Sentence(
                now=f"{label}, card {place} was {messages.card_text(card)}. What is it really?",
                then="Everything after it is decided again.",
            ),
        )
        for place, card in enumerate(cards, 1)
        if card != UNSEEN
    ]


def _ledger(table: BankedTable) -> list[LedgerPart]:
    """Return where the cards of the shoe are, as a sum."""
    shoe = table.shoe
    if not table.is_open:
        return []
    if table.plaque.tracking == "outcomes":
        return [LedgerPart(count=None, text="Cards are not counted at this level")]
    if shoe is None:
        return [
            LedgerPart(count=None, text=f"{table.plaque.cards} cards in {table.plaque.decks} decks")
        ]
    return [
        LedgerPart(count=None, text=f"{shoe.cards} ="),
        LedgerPart(count=shoe.rack, text="in the rack +"),
        LedgerPart(count=shoe.table, text="on the table +"),
        LedgerPart(count=shoe.left, text="in the shoe"),
    ]
