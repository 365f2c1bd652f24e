"""Build the whole screen of a house-banked table, band by band. It shows what the rules allow, and decides nothing."""

from banked.rules import commands as c
from banked.rules import walk
from banked.rules.cards import RANKS, UNSEEN
from banked.rules.decide import run
from banked.rules.state import BankedTable, Settlement
from banked.rules.walk import BankedStep
from banked.tablet import boxes, count_row, felt, floor_panel, messages, sheets
from banked.tablet.context import BankedContext
from banked.tablet.model import (
    BankedScreen,
    FixCard,
    FixRow,
)
from dealer_ui.messages.texts import Sentence
from dealer_ui.screen.armed_keys import armed_keys
from dealer_ui.screen.keys import key, opens, send
from dealer_ui.screen.model import (
    CardSheet,
    Footer,
    Header,
    Key,
    LedgerPart,
    MenuRow,
    PushLines,
)
from poker.formatting import money, smart_quotes


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
        stage=felt.stage(table, turn, context),
        caption=count_row.caption(table, turn),
        count=count_row.cells(table, turn),
        draw=None,
        secondary=_secondary(table),
        undo=_undo(table),
        award=count_row.settle_key(table, turn),
        time=None,
        silent=None,
        push=PushLines(leaving="", coming=""),
        floor=floor_panel.floor(table, context),
        ruling=floor_panel.ruling(table),
        chips=[],
        buy_in=None,
        seating_supervised=False,
        pot_count=None,
        bomb=None,
        bounties=[],
        straddles=[],
        button_heights={},
        more=_more(table),
        games=[],
        skip=[],
        arms=armed_keys(),
        counts=None,
        cards=CardSheet(hole=0, boards=[[]], shared=0, keys=[]),
        said=[],
        people=[],
        footer=Footer(ledger=_ledger(table)),
        boxes=[boxes.pod(table, turn, box, preview) for box in table.boxes],
        strip=boxes.strip(table, turn, preview),
        ranks=felt.ranks(table, turn),
        settle=felt.settle_rows(table, turn, preview),
        editors=count_row.editors(table) if turn.kind in ("bets", "shoe", "burn") else {},
        sheets=sheets.sheets(table, context),
        fixes=_fixes(table),
        fix_ranks=[rank for rank in RANKS if rank not in table.plaque.rules.missing],
        totals=felt.totals(table, turn, context.colors),
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
    first = preview[0]
    dealer = messages.next_step(table, turn).now.split(". ")[0]
    now = f"{dealer}. From your right: {messages.settle_order(first)}."
    then = f"Then box {preview[1].box}." if len(preview) > 1 else ""
    return Sentence(now=smart_quotes(now), then=smart_quotes(then))


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
    boxes = None
    if table.is_open:
        boxes = key(
            "Buy-ins", "Buy-ins and players", look="filled", do=opens("sheet", name="boxes")
        )
    push = key("Next\ndealer", "Push the next dealer in", look="filled", do=opens("push"))
    look = key("This\ntablet", "This tablet: left-handed, theme", look="filled", do=opens("look"))
    if not is_between:
        look = key("Left-\nhanded", "Mirror the tablet", look="filled", do=opens("mirror"))
    return [
        MenuRow(name="This\nround", keys=[split, side, void, None]),
        MenuRow(name="Boxes", keys=[boxes, None, None, None]),
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
