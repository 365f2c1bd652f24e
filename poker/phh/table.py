"""The table before a recorded hand: seats, stacks, stakes and the forced bets as they were."""

from msgspec.structs import replace

from poker import commands as c
from poker.chips import payable, round_down, smallest
from poker.engine import create, run
from poker.phh.read import Recording
from poker.rules import HouseRules
from poker.stakes import Rake, Stakes
from poker.state import Table

# A recorded hand stands, so anything a file leaves open is read as permissively as possible. All players
# announce their draws before any is dealt, as in the format (H-48), and every pile may be added to
# a deck that runs short (H-45).
RULES = HouseRules(
    showing="may_muck",
    stud_ante="optional",
    single_draw="free",
    draw_order="announce",
    draw_shortage="others",
    draw_shortage_burns=True,
)


def table_for(recording: Recording) -> Table:
    """Return the table before the recorded hand: seats, counted stacks, button, stakes."""
    count = len(recording.stacks)
    table = create("PHH", count).state
    for number, stack in enumerate(recording.stacks, 1):
        name = (
            recording.players[number - 1] if number <= len(recording.players) else f"Seat {number}"
        )
        # Recorded names may be longer than a tablet shows.
        seat = c.SeatPlayer(number, f"p{number}", name[:40] or f"Seat {number}", stack)
        table = run(table, seat, now=0).state
    table = run(table, c.OpenTable(_stakes(recording), _rules(recording)), now=0).state
    return run(table, c.SetButton(count), now=0).state


def _rules(recording: Recording) -> HouseRules:
    """Return the house rules; in stud without a bring-in the high card opens (S-148)."""
    rules = replace(
        RULES,
        odd_chip=recording.odd_chip,
        after_draw=recording.after_draw,
        straddle_order=recording.straddle_order,
    )
    stud = not recording.dealt.button
    return replace(rules, stud_opener="high_card") if stud and not recording.bring_in else rules


def _stakes(recording: Recording) -> Stakes:
    denominations = recording.chips or (1,)
    chip = smallest(denominations)
    # A short blind may be less than a chip; a plaque never lists one.
    blinds = tuple(
        sorted(
            abs(blind)
            for player, blind in enumerate(recording.blinds, 1)
            if blind and payable(abs(blind), denominations) and player != recording.acts_last
        )
    )
    stud = not recording.dealt.button
    return Stakes(
        game=recording.game,
        limit=recording.limit,  # type: ignore[arg-type]
        small_bet=recording.small_bet,
        big_bet=max(recording.big_bet, *blinds, recording.small_bet),
        blinds=blinds,
        ante=round_down(max(recording.antes), denominations) if stud else 0,
        bring_in=recording.bring_in,
        buy_in_min=chip,
        buy_in_max=chip * max(recording.stacks),
        chips=denominations,
        rake=_rake(recording),
    )


def _rake(recording: Recording) -> Rake:
    """Return the house's part as it was taken; files from other sources have none."""
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
    """Return the file's forced bets. Heads-up, the format lists the button last and the blinds reversed."""
    count = len(recording.stacks)

    def swapped(values: tuple[int, ...]) -> tuple[int, ...]:
        return values[::-1] if count == 2 else values

    posts: list[c.Post] = []
    dead = recording.dead_posts or (0,) * count
    for seat, ante in enumerate(swapped(recording.antes), 1):
        if ante:
            center = ante if recording.antes_dead else 0
            posts.append(c.Post(seat, "ante", dead=center, contested=ante - center))
    blinds = sorted(
        (
            (abs(blind), seat, blind)
            for seat, blind in enumerate(swapped(recording.blinds), 1)
            if blind or dead[seat - 1]
        ),
        # Of two equal blinds heads-up, the button (the last player) posts the small one (S-066).
        key=lambda blind: (blind[0], -blind[1] if count == 2 else blind[1]),
    )
    straddler = recording.acts_last
    amounts = [amount for amount, seat, sign in blinds if sign > 0 and seat != straddler]
    top = max(amounts, default=0)
    for amount, seat, sign in blinds:
        kind = "entry" if sign <= 0 else "big" if amount == top else "small"
        kind = "kill" if seat == recording.killer else kind
        kind = "straddle" if seat == straddler else kind
        posts.append(c.Post(seat, kind, live=amount, dead=dead[seat - 1]))  # type: ignore[arg-type]
    return tuple(posts)
