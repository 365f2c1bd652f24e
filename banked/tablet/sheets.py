"""The sheets of a house-banked table: shoe, boxes, buy-ins, players, side bets, splits, voiding."""

from banked.rules.payouts import most_insurance
from banked.rules.state import BankedTable, Box, RoundBox
from banked.tablet.context import BankedContext
from banked.tablet.model import BankedSheet
from dealer_ui.screen.keys import key, opens, send
from dealer_ui.screen.model import Key
from poker.formatting import money, smart_quotes

BUY_INS = (20, 40, 60, 100, 200, 300, 500, 1_000)  # in the largest unit
NAMES = 11  # players offered by name for a box
MATCHES = (0, 1, 2)


def sheets(table: BankedTable, context: BankedContext) -> dict[str, BankedSheet]:
    """Return the sheets that can be opened now, by name."""
    if not table.is_open:
        return {}
    listed = {"shoe": _shoe(table), "boxes": _boxes(table)}
    for box in table.boxes:
        listed[f"box-{box.number}"] = _box(table, box)
        listed[f"name-{box.number}"] = _names(table, box, context)
    if table.round is not None:
        listed["void"] = _void(table)
        if table.round.tracking == "outcomes":
            listed["splits"] = _splits(table)
            listed["sides"] = _sides(table)
            for playing in table.round.boxes:
                listed[f"side-{playing.number}"] = _side(table, playing)
    return listed


def _sheet(title: str, help_text: str, keys: list[Key]) -> BankedSheet:
    return BankedSheet(title=smart_quotes(title), help=smart_quotes(help_text), keys=keys)


def _shoe(table: BankedTable) -> BankedSheet:
    shoe = table.shoe
    is_between = table.round is None
    is_empty = shoe is not None and shoe.left == 0
    new = send("open_shoe") if is_between or is_empty else None
    cover = send("cover_card") if shoe is not None and not shoe.is_cover_out else None
    burn = send("burn") if is_between and table.is_burn_due else None
    discard = send("discard_card") if shoe is not None and shoe.left else None
    keys = [
        key(
            "Cover card\nis out",
            "The cover card is out",
            look="filled",
            do=cover,
            why="It is out already, or there is no shoe.",
        ),
        key(
            "New shoe",
            "New shoe, shuffled and cut",
            look="filled",
            do=new,
            why="Finish the round first.",
        ),
        key("Burn", "Burn the first card", look="filled", do=burn, why="No burn is due."),
        key(
            "A card to\nthe rack",
            "A card that belongs to no hand goes to the rack",
            look="filled",
            do=discard,
            why="The shoe has no card.",
        ),
    ]
    left = f"{shoe.left} cards are left of {shoe.cards}." if shoe else "No shoe is open."
    return _sheet("Shoe", f"{left} The round that the cover card comes out in is the last.", keys)


def _boxes(table: BankedTable) -> BankedSheet:
    keys = [
        key(
            f"Box {box.number}",
            f"Box {box.number}: buy-in, player, clear",
            sub=box.name,
            look="filled",
            do=opens("sheet", name=f"box-{box.number}"),
        )
        for box in table.boxes
    ]
    return _sheet("Boxes", f"Buy-ins so far: {money(table.drop)} in the drop box.", keys)


def _box(table: BankedTable, box: Box) -> BankedSheet:
    keys = []
    for amount in BUY_INS:
        cents = amount * 100
        do = send("buy_in", box=box.number, amount=cents) if not cents % table.plaque.chip else None
        text = f"Buy-in\n{money(cents)}"
        name = f"Box {box.number} buys in for {money(cents)}"
        keys.append(
            key(text, name, look="filled", do=do, why="Not in chips of this table.", series=True)
        )
    is_between = table.round is None
    why = "Between rounds only."
    clear = send("leave_box", box=box.number) if is_between and box != Box(box.number) else None
    names = opens("sheet", name=f"name-{box.number}") if is_between else None
    keys += [
        key("Player", f"Who plays box {box.number}", sub=box.name, look="live", do=names, why=why),
        key("Clear\nthe box", f"Clear box {box.number}", look="live", do=clear, why=why),
    ]
    return _sheet(
        f"Box {box.number}",
        "Cash to the drop box, chips to the player. One tap for each stack.",
        keys,
    )


def _names(table: BankedTable, box: Box, context: BankedContext) -> BankedSheet:
    keys = [
        key(
            person["name"],
            f"{person['name']} plays box {box.number}",
            look="filled",
            do=send("take_box", box=box.number, player=person["player"], name=person["name"]),
        )
        for person in context.people[:NAMES]
    ]
    unnamed = send("take_box", box=box.number) if box.player else None
    keys.append(key("No name", "No name", look="live", do=unnamed, why="No name is given."))
    help_text = "Boxes of one player are one player: envy is paid once."
    return _sheet(f"Who plays box {box.number}?", help_text, keys)


def _void(table: BankedTable) -> BankedSheet:
    round_ = table.round
    assert round_ is not None
    reason = "Voided at the table by a supervisor"
    keys = [
        key(
            f"Box {box.number}\nvoid",
            f"Void box {box.number}",
            look="live",
            do=send("void_round", box=box.number, reason=reason),
            supervised=True,
        )
        for box in round_.boxes
    ]
    whole = send("void_round", reason=reason)
    keys.append(key("Whole\nround", "Void the whole round", look="live", do=whole, supervised=True))
    return _sheet(
        "Void", "Wagers go back, and what was paid and taken is reversed. A supervisor only.", keys
    )


def _splits(table: BankedTable) -> BankedSheet:
    round_ = table.round
    assert round_ is not None
    keys = [
        key(
            f"Box {box.number}\nsplit",
            f"Box {box.number} split a hand",
            sub=f"{len(box.hands)} of 4" if len(box.hands) > 1 else "",
            look="filled",
            do=send("split", box=box.number, hand=_open_hand(box)) if _open_hand(box) else None,
            why="Every hand of this box is logged, or it has four.",
        )
        for box in round_.boxes
    ]
    return _sheet("Which box split?", "Each hand then gets its own outcome.", keys)


def _open_hand(box: RoundBox) -> int:
    """Return a hand without an outcome, 0 if there is none or the box has four."""
    if len(box.hands) >= 4:
        return 0
    return next((number for number, hand in enumerate(box.hands, 1) if not hand.end), 0)


def _sides(table: BankedTable) -> BankedSheet:
    round_ = table.round
    assert round_ is not None
    keys = [
        key(
            f"Box {box.number}",
            f"Side bets of box {box.number}",
            sub=f"match {money(box.wager.match)}" if box.wager.match else "",
            look="filled",
            do=opens("sheet", name=f"side-{box.number}"),
        )
        for box in round_.boxes
    ]
    return _sheet("Side bets", "A match wager without a tap here counts as lost.", keys)


def _side(table: BankedTable, box: RoundBox) -> BankedSheet:
    """Return what a box's match can come to, its insurance and its super bonus."""
    plaque = table.plaque
    keys: list[Key] = []
    if box.wager.match:
        other, same = plaque.match_odds
        for times in sorted({0, other, same, 2 * other, other + same, 2 * same}):
            won = money(times * box.wager.match)
            text = f"Match\n{times} to 1" if times else "Match\nlost"
            do = send("side", box=box.number, what="match", times=times)
            keys.append(key(text, f"Box {box.number}: {text} {won}", look="filled", do=do))
    most = most_insurance(plaque, box.wager.bet)
    if most:
        lost = send("side", box=box.number, what="insurance", times=0, amount=most)
        paid = send("side", box=box.number, what="insurance", times=2, amount=most)
        keys.append(
            key(
                "Insurance\nlost",
                f"Box {box.number}: insurance lost",
                sub=money(most),
                look="live",
                do=lost,
            )
        )
        keys.append(
            key(
                "Insurance\npaid",
                f"Box {box.number}: insurance paid",
                sub=money(2 * most),
                look="live",
                do=paid,
            )
        )
    if plaque.rules.super_bonus is not None:
        bonus = send("side", box=box.number, what="super")
        keys.append(key("Super\nbonus", f"Box {box.number}: super bonus", look="live", do=bonus))
    return _sheet(f"Side bets of box {box.number}", "UNDO takes a wrong one back.", keys)
