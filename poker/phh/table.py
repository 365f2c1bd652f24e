"""The table at which a recorded hand comes next: seats, stacks, stakes and the forced bets as they were."""

from msgspec.structs import replace

from poker import commands as c
from poker.chips import down, payable, smallest
from poker.engine import create, run
from poker.phh.read import Recording
from poker.rules import HouseRules
from poker.stakes import Rake, Stakes
from poker.state import Table

# What a file does not say is taken at its widest: a recorded hand stands. All say their draws before any is dealt,
# as the format has them (H-48), and every pile may join a deck that runs short (H-45).
RULES = HouseRules(
    showing="may_muck",
    stud_ante="optional",
    single_draw="free",
    draw_order="announce",
    draw_shortage="others",
    draw_shortage_burns=True,
)


def table_for(recording: Recording) -> Table:
    """A table at which the recorded hand comes next: seats, counted stacks, button, stakes."""
    count = len(recording.stacks)
    table = create("PHH", count).table
    for number, stack in enumerate(recording.stacks, 1):
        name = (
            recording.players[number - 1] if number <= len(recording.players) else f"Seat {number}"
        )
        # Names of recorded hands may be longer than a tablet shows.
        seat = c.SeatPlayer(number, f"p{number}", name[:40] or f"Seat {number}", stack)
        table = run(table, seat, now=0).table
    table = run(table, c.OpenTable(_stakes(recording), _rules(recording)), now=0).table
    return run(table, c.SetButton(count), now=0).table


def _rules(recording: Recording) -> HouseRules:
    """Stud without a bring-in is opened by who opened (S-148)."""
    rules = replace(RULES, odd_chip=recording.odd_chip, after_draw=recording.after_draw)
    stud = not recording.dealt.button
    return replace(rules, stud_opener="high_card") if stud and not recording.bring_in else rules


def _stakes(recording: Recording) -> Stakes:
    denominations = recording.chips or (1,)
    chip = smallest(denominations)
    # A short blind may be less than a chip; the plaque never says one.
    blinds = tuple(
        sorted(abs(one) for one in recording.blinds if one and payable(abs(one), denominations))
    )
    stud = not recording.dealt.button
    return Stakes(
        game=recording.game,
        limit=recording.limit,  # type: ignore[arg-type]
        small_bet=recording.small_bet,
        big_bet=max(recording.big_bet, *blinds, recording.small_bet),
        blinds=blinds,
        ante=down(max(recording.antes), denominations) if stud else 0,
        bring_in=recording.bring_in,
        buy_in_min=chip,
        buy_in_max=chip * max(recording.stacks),
        chips=denominations,
        rake=_rake(recording),
    )


def _rake(recording: Recording) -> Rake:
    """The house's part as it was taken; files of other origin know none."""
    if not recording.rake and not recording.jackpot:
        return Rake()
    return Rake(
        kind="steps",
        steps=((0, recording.rake),),
        cap=recording.rake,
        no_flop_no_drop=False,
        jackpot=recording.jackpot,
    )


def posts(recording: Recording) -> tuple[c.Post, ...]:
    """The file's forced bets. Two-handed, the format lists the button's last and blinds crosswise."""
    count = len(recording.stacks)

    def swapped(values: tuple[int, ...]) -> tuple[int, ...]:
        return values[::-1] if count == 2 else values

    found: list[c.Post] = []
    for seat, ante in enumerate(swapped(recording.antes), 1):
        if ante:
            dead = ante if recording.antes_dead else 0
            found.append(c.Post(seat, "ante", dead=dead, contested=ante - dead))
    blinds = sorted(
        (
            (abs(blind), seat, blind)
            for seat, blind in enumerate(swapped(recording.blinds), 1)
            if blind
        )
    )
    top = max((amount for amount, _, sign in blinds if sign > 0), default=0)
    for amount, seat, sign in blinds:
        kind = "entry" if sign < 0 else "big" if amount == top else "small"
        kind = "kill" if seat == recording.killer else kind
        dead = recording.dead_posts[seat - 1] if recording.dead_posts else 0
        found.append(c.Post(seat, kind, live=amount, dead=dead))  # type: ignore[arg-type]
    return tuple(found)
