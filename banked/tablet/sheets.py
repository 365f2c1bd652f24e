"""The sheets of a house-banked table: shoe, boxes, buy-ins, players, side bets, splits, voiding."""

from typing import Literal

from banked.rules import commands as c
from banked.rules.payouts import match_payouts, most_insurance
from banked.rules.state import BankedTable, Box, RoundBox
from banked.tablet.context import BankedContext
from banked.tablet.model import BankedSheet
from banked.tablet.offers import why_not
from dealer_ui.screen.keys import key, opens, send
from dealer_ui.screen.model import Key
from poker.formatting import money, smart_quotes

BUY_INS = (20, 40, 60, 100, 200, 300, 500, 1_000)  # in the largest unit
NAMES = 11  # players offered by name for a box


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
    is_free = table.round is None and not box.player
    why = f"The box is {box.name}'s. Clear it first." if box.player else "Between rounds only."
    keys = []
    for person in context.people[:NAMES]:
        args = {"box": box.number, "player": person["player"], "name": person["name"]}
        do = send("take_box", **args) if is_free else None
        name = f"{person['name']} plays box {box.number}"
        keys.append(key(person["name"], name, look="filled", do=do, why=why))
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
        if not box.is_void
    ]
    whole = send("void_round", reason=reason)
    keys.append(key("Whole\nround", "Void the whole round", look="live", do=whole, supervised=True))
    return _sheet(
        "Void", "Wagers go back, and what was paid and taken is reversed. A supervisor only.", keys
    )


def _splits(table: BankedTable) -> BankedSheet:
    round_ = table.round
    assert round_ is not None
    keys = []
    for box in round_.boxes:
        number = next((number for number, hand in enumerate(box.hands, 1) if not hand.end), 1)
        why = why_not(table, c.Split(box.number, number))
        do = None if why else send("split", box=box.number, hand=number)
        text = f"Box {box.number}\nsplit"
        sub = f"{len(box.hands)} of 4" if len(box.hands) > 1 else ""
        name = f"Box {box.number} split a hand"
        keys.append(key(text, name, sub=sub, look="filled", do=do, why=why))
    return _sheet("Which box split?", "Each hand then gets its own outcome.", keys)


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
        keys += _match_keys(table, box, "match", box.wager.match)
    if box.wager.second:
        keys += _match_keys(table, box, "second", box.wager.second)
    most = most_insurance(plaque, box.wager.bet)
    if most:
        lost = c.LogSide(box.number, "insurance", 0, most)
        paid = c.LogSide(box.number, "insurance", 2, most)
        keys.append(_side_key(table, lost, "Insurance\nlost", money(most)))
        keys.append(_side_key(table, paid, "Insurance\npaid", money(2 * most)))
    if plaque.rules.super_bonus is not None:
        keys.append(_side_key(table, c.LogSide(box.number, "super"), "Super\nbonus", ""))
    return _sheet(f"Side bets of box {box.number}", "UNDO takes a wrong one back.", keys)


def _match_keys(
    table: BankedTable, box: RoundBox, what: Literal["match", "second"], wager: int
) -> list[Key]:
    word = "Match" if what == "match" else "Hole match"
    keys = []
    for times in match_payouts(table.plaque):
        text = f"{word}\n{times} to 1" if times else f"{word}\nlost"
        command = c.LogSide(box.number, what, times)
        keys.append(_side_key(table, command, text, money(times * wager) if times else ""))
    return keys


def _side_key(table: BankedTable, command: c.LogSide, text: str, sub: str) -> Key:
    why = why_not(table, command)
    args = {
        name: value
        for name, value in (("times", command.times), ("amount", command.amount))
        if value
    }
    do = None if why else send("side", box=command.box, what=command.what, **args)
    name = f"Box {command.box}: {text.lower()} {sub}".replace("\n", " ").strip()
    return key(text, name, sub=sub, look="live", do=do, why=why)
