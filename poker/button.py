"""Button, blinds and posts of the next hand, and who is dealt in: pure functions of the seats (S-048 to S-071)."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from poker import cards, chips
from poker.commands import Post
from poker.next_hand import NextHandPlan
from poker.refusal import Refusal
from poker.rules import HouseRules
from poker.state import Entry, Seat, Table
from poker.straddles import with_straddles

FEW_PLAYERS = 4  # at most so many pay half an ante, if the house halves it (H-83)


def highest_card_seat(drawn_cards: dict[int, str], rules: HouseRules) -> int:
    """Return the seat with the highest card; suits break ties, spades first (S-048, H-25).

    Raises `Refusal`: `button_tie` if the house has tied seats draw again.
    """
    cards.known_or_unseen(drawn_cards.values())
    if not drawn_cards or cards.UNKNOWN in drawn_cards.values():
        missing = sorted(seat for seat, card in drawn_cards.items() if card == cards.UNKNOWN)
        raise Refusal("button_cards_missing", "S-048", seats=missing, cards=len(drawn_cards))
    best = max(drawn_cards, key=lambda seat: cards.height(drawn_cards[seat]))
    tied = sorted(seat for seat, card in drawn_cards.items() if card[0] == drawn_cards[best][0])
    if len(tied) > 1 and rules.button_tie == "redraw":
        raise Refusal("button_tie", "H-25", seats=tied, rank=drawn_cards[best][0])
    return best


def draw_winner(rounds: Sequence[dict[int, str]], rules: HouseRules) -> int:
    """Return the seat that wins the button after several rounds; each round is between the seats tied in the one
    before.

    Raises `Refusal`: `button_tie` if the last round ties, `button_cards_missing` for a round between any other seats.
    """
    cards.known_or_unseen(card for drawn_cards in rounds for card in drawn_cards.values())
    for drawn_cards, following in pairwise(rounds):
        tied = tied_at_the_top(drawn_cards)
        if len(tied) < 2 or rules.button_tie != "redraw" or sorted(following) != tied:
            raise Refusal("button_cards_missing", "H-25", seats=tied, cards=len(following))
    return highest_card_seat(rounds[-1], rules)


def dealt(deck: Sequence[str], seats: Sequence[int], rules: HouseRules) -> list[dict[int, str]]:
    """Return the rounds of a draw from the top of a shuffled deck, one card to each seat in order.

    Tied seats draw again if the house rule requires it (H-25). Raises `Refusal`: `button_tie` if the deck runs out
    first.
    """
    top = iter(deck)
    tied_seats = sorted(seats)
    rounds: list[dict[int, str]] = []
    while True:
        drawn_cards = dict(zip(tied_seats, top, strict=False))
        if len(drawn_cards) < len(tied_seats):
            raise Refusal("button_tie", "H-25", seats=tied_seats, rank=rounds[-1][tied_seats[0]][0])
        rounds.append(drawn_cards)
        tied_seats = tied_at_the_top(drawn_cards)
        if len(tied_seats) < 2 or rules.button_tie != "redraw":
            return rounds


def tied_at_the_top(drawn_cards: dict[int, str]) -> list[int]:
    best = max(cards.height(card) for card in drawn_cards.values())
    return sorted(seat for seat, card in drawn_cards.items() if cards.height(card)[0] == best[0])


def plan(table: Table) -> NextHandPlan:
    """Return the plan of the next hand: button, blinds, posts with straddles, and the seats dealt in.

    Raises `Refusal`: `too_few_players`, `no_button`.
    """
    if table.is_open and not table.game.button:
        return _no_button(table)
    return with_straddles(table, _with_button(table))


def _with_button(table: Table) -> NextHandPlan:
    if not table.button:
        raise Refusal("no_button", "S-048", table=table.name)
    playing = [seat for seat in table.seats if seat.playing]
    if len(playing) < 2:
        raise Refusal("too_few_players", "S-049", players=len(playing))
    settled = [seat for seat in playing if not seat.owes_entry]
    if len(settled) < 2 or len(playing) == 2:
        settled = playing  # a game that restarts carries over no missed blinds
    if len(playing) == 2:
        return _heads_up(table, settled)
    has_blinds = table.plaque.blinds and table.big and table.small
    if table.rules.button == "dead" and has_blinds and not table.fresh_button:
        next_hand_plan = _dead_button(table, playing, settled)
    else:
        next_hand_plan = _moving_button(table, playing, settled)
    if len(next_hand_plan.order) == 2:
        # the other players wait to come in, so these two play heads-up
        return _heads_up(table, [seat for seat in playing if seat.number in next_hand_plan.order])
    return next_hand_plan


def _no_button(table: Table) -> NextHandPlan:
    """Plan a stud hand: every active player from the dealer's left, antes only (S-069, S-144)."""
    order = tuple(seat.number for seat in table.seats if seat.playing)
    if len(order) < 2:
        raise Refusal("too_few_players", "S-049", players=len(order))
    return NextHandPlan(
        button=0, order=order, small=0, big=0, posts=tuple(_antes(table, order, 0, 0))
    )


def _kill_post(table: Table, order: Sequence[int], posts: Sequence[Post]) -> Iterator[Post]:
    """Yield the posts with the killer's live blind, less any blind that the killer posts anyway (S-072, H-28)."""
    kill = table.plaque.kill
    if not table.kill or kill is None or table.killer not in order:
        return
    posted = sum(post.live for post in posts if post.seat == table.killer)
    more = min(max(kill.post - posted, 0), able_to_post(table.seats[table.killer - 1], kill.post))
    if more:
        yield Post(seat=table.killer, kind="kill", live=more)


def clockwise(seats: Sequence[Seat], after: int) -> list[Seat]:
    """Return the seats in clockwise order, starting after this number. seats: in the order of their numbers."""
    behind = [seat for seat in seats if seat.number <= after]
    return [seat for seat in seats if seat.number > after] + behind


def between(number: int, low: int, high: int) -> bool:
    """Return whether a seat is strictly between two others, clockwise from `low` to `high`."""
    if low == high:
        return number != low
    if low < high:
        return low < number < high
    return number > low or number < high


def _next_button(table: Table, settled: Sequence[Seat]) -> int:
    if table.fresh_button and table.seats[table.button - 1].playing:
        return table.button
    fit = [seat for seat in settled if not seat.no_button] or list(settled)
    return clockwise(fit, table.button)[0].number


def _heads_up(table: Table, pair: list[Seat]) -> NextHandPlan:
    """Plan a heads-up hand: the button posts the small blind (S-066, H-15).

    The big blind goes to the next player it is due to, so that no one has it twice in a row (TDA R34B) or is
    skipped; the button follows.
    """
    button = _next_button(table, pair)
    if button not in {seat.number for seat in pair}:  # placed on a player who is waiting to come in
        button = clockwise(pair, button)[0].number
    other = next(seat.number for seat in pair if seat.number != button)
    if other == table.big and not table.fresh_button:
        button, other = other, button
    elif table.big and not (table.fresh_button or _was_heads_up(table)):
        due, then = clockwise(pair, table.big)
        other = due.number
        button = then.number
    blinds = table.plaque.blinds[-2:]
    posts: list[Post] = []
    by_number = {seat.number: seat for seat in pair}
    if len(blinds) == 2:
        posts.append(_blind(by_number[button], "small", blinds[0]))
    if blinds:
        posts.append(_blind(by_number[other], "big", blinds[-1]))
    posts += _kill_post(table, (other, button), posts)
    small = button if len(blinds) == 2 else 0
    positions = (0,) * (len(table.plaque.blinds) - 2) + (button, other)
    positions = positions[-len(table.plaque.blinds) :] if blinds else ()
    moves = _moves(table, positions)
    absent = _absent(table)
    return NextHandPlan(
        button=button,
        order=(other, button),
        small=small,
        big=other if blinds else 0,
        posts=_with_antes(table, posts, tuple(_antes(table, (other, button), other, button))),
        passed=_passed(table, button),
        missed_small=_missed(absent, moves[:-1]),
        missed_big=_missed(absent, [(button, other), *moves[-1:]]) if blinds else (),
        blinds=positions,
    )


def _moving_button(table: Table, playing: list[Seat], settled: list[Seat]) -> NextHandPlan:
    """Plan with a moving button: it always moves forward and the blinds adjust to it (S-050, guide 003).

    A player whom a blind skips posts it as well (H-16b).
    """
    button = _next_button(table, settled)
    numbers = {seat.number for seat in settled}
    ring = [seat for seat in clockwise(playing, button) if seat.number != button]
    ring += [seat for seat in playing if seat.number == button]
    blinds = table.plaque.blinds
    for first in range(len(blinds) or 1):
        # With fewer players than blinds, only the last blinds are posted.
        posts, positions = _taken(ring, blinds, first, numbers)
        if not blinds or positions[-1]:
            break
    posts = _with_skipped(table, settled, posts, positions)
    return _finish(table, button, playing, numbers, posts, positions)


def _taken(
    ring: Sequence[Seat], blinds: Sequence[int], first: int, settled: set[int]
) -> tuple[list[Post], list[int]]:
    """Return the posts of the blinds starting with blind `first`, and the seat of each; 0 for a blind without a
    player.
    """
    posts: list[Post] = []
    positions = [0] * first
    seats = iter(ring)
    for i in range(first, len(blinds)):
        # Only the big blind brings in a new or returning player (S-062, S-064).
        among = None if i == len(blinds) - 1 else settled
        takers = list(_take_blind(seats, blinds[i], _kind(blinds, i), among))
        posts += takers
        positions.append(takers[-1].seat if takers else 0)
    return posts, positions


def _kind(blinds: Sequence[int], index: int) -> str:
    later_blinds = len(blinds) - 1 - index
    return "big" if later_blinds == 0 else "small" if later_blinds == 1 else "blind"


def _positions_before(table: Table) -> tuple[int, ...]:
    count = len(table.plaque.blinds)
    if len(table.blinds) == count:
        return table.blinds
    return ((0,) * count + (table.small, table.big))[-count:] if count else ()


def _moves(table: Table, positions: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return each blind's seat in the last hand and in this one; () if a new round of blinds starts.

    A heads-up game is a separate round, because the button has the small blind.
    """
    if table.fresh_button or not table.big or _was_heads_up(table):
        return ()
    return tuple(zip(_positions_before(table), positions, strict=True))


def _was_heads_up(table: Table) -> bool:
    return table.small == table.button


def _with_skipped(
    table: Table, settled: Sequence[Seat], posts: Sequence[Post], positions: Sequence[int]
) -> list[Post]:
    """Return the posts, adding what players owe for blinds that skipped them (H-16b)."""
    if table.rules.skipped_blinds == "none":
        return list(posts)
    skipped: dict[int, set[int]] = {}
    for blind, (old, new) in enumerate(_moves(table, positions)):
        for seat in settled:
            if old and new and old != new and between(seat.number, old, new):
                skipped.setdefault(seat.number, set()).add(blind)
    results = [_with_total(table, post, skipped.pop(post.seat, set())) for post in posts]
    unposted = (_with_total(table, Post(seat, "entry"), owed) for seat, owed in skipped.items())
    return results + [post for post in unposted if post.live or post.dead]


def _with_total(table: Table, post: Post, owed: set[int]) -> Post:
    """Return a post, adding the blinds that skipped its seat.

    The total is the big blind live and the rest dead, as after missed blinds (S-065). Under RRoP a player owes another
    big blind only, and a skipped small blind is lost.
    """
    blinds = table.plaque.blinds
    last = len(blinds) - 1
    total = table.rules.skipped_blinds == "total"
    dead = post.dead + sum(blinds[blind] for blind in owed if blind != last) if total else 0
    if last not in owed:
        return replace(post, dead=dead)
    if total:
        dead += post.live
    kind = "entry" if post.kind == "entry" else "big"
    return replace(
        post, kind=kind, live=able_to_post(table.seats[post.seat - 1], blinds[last]), dead=dead
    )


def _take_blind(
    position: Iterator[Seat], blind: int, kind: str, among: set[int] | None
) -> Iterator[Post]:
    """Yield the next seat's post. A seat with less than half the blind gets a hand and the blind moves on (S-059)."""
    for seat in position:
        if among is not None and seat.number not in among:
            continue
        yield _blind(seat, kind, blind)
        if not _under_half(seat, blind):
            return


def _dead_button(table: Table, playing: list[Seat], settled: list[Seat]) -> NextHandPlan:
    """Plan with a dead button: the big blind moves one seat and never skips (S-058, H-16).

    The small blind and the button may be dead.
    """
    by_number = {seat.number: seat for seat in settled}
    blinds = table.plaque.blinds
    before = _positions_before(table)
    positions = list(before[1:])
    posts = [
        _blind(by_number[number], _kind(blinds, i), blinds[i])
        for i, number in enumerate(positions)
        if number in by_number
    ]
    bigs = list(_take_blind(iter(clockwise(playing, table.big)), blinds[-1], "big", None))
    positions.append(bigs[-1].seat)
    button = next(number for number in before if number)
    return _finish(table, button, playing, set(by_number), [*posts, *bigs], positions)


def _finish(
    table: Table,
    button: int,
    playing: list[Seat],
    settled: set[int],
    posts: list[Post],
    positions: Sequence[int],
) -> NextHandPlan:
    big = positions[-1] if positions else 0
    small = positions[-2] if len(positions) > 1 else 0
    moves = _moves(table, positions)
    posters = {post.seat for post in posts}
    passed = _passed(table, button)
    is_in = settled | posters
    entering = [
        seat
        for seat in playing
        if seat.number not in is_in and _may_enter(table, seat, button, big, seat.number in passed)
    ]
    dealt = is_in | {seat.number for seat in entering}
    order = tuple(seat.number for seat in clockwise(playing, button) if seat.number in dealt)
    if len(order) < 2:
        raise Refusal("too_few_players", "S-049", players=len(order))
    if table.plaque.blinds:
        posts += [_entry(table, seat) for seat in entering if not posts_nothing(table, seat)]
    posts += _kill_post(table, order, posts)
    antes = tuple(_antes(table, order, big, button))
    absent = _absent(table)
    return NextHandPlan(
        button=button,
        order=order,
        small=small,
        big=big,
        posts=_with_antes(table, posts, antes),
        passed=passed,
        missed_small=_missed(absent, [(button, small), *moves[:-1]]),
        missed_big=_missed(absent, [(small or button, big), *moves[-1:]]),
        blinds=tuple(positions),
    )


def _may_enter(table: Table, seat: Seat, button: int, big: int, passed: bool) -> bool:
    """Return whether a seat that owes posts comes in now.

    The player decides, and never comes in between the blinds (S-061, S-062, S-064).
    """
    if big and between(seat.number, button, big):
        return False
    if not big:
        return True
    if seat.entry == "after_button":
        return passed or seat.passed
    return seat.entry == "post" or posts_nothing(table, seat)


def posts_nothing(table: Table, seat: Seat) -> bool:
    """Return whether the house lets this player in without a post: new at the table, no blinds missed (H-08)."""
    return table.rules.new_player == "no_post" and seat.new and seat.missed == "none"


def entry_choices(table: Table, seat: Seat) -> tuple[Entry, ...]:
    """Return the ways in which this player may come in (S-062, S-064, H-08): "" without a post; () for a player already
    in.
    """
    running = table.is_open and table.button and table.plaque.blinds
    if not (seat.owes_entry and running) or posts_nothing(table, seat):
        return ("",) if seat.away else ()
    return ("wait", "post") if seat.missed != "none" else ("wait", "post", "after_button")


def _passed(table: Table, button: int) -> tuple[int, ...]:
    """Return the seats that owe an entry post and that the button passes on its way to `button` (S-062)."""
    if table.fresh_button or button == table.button:
        return ()
    return tuple(
        seat.number
        for seat in table.seats
        if seat.owes_entry and between(seat.number, table.button, button)
    )


def _absent(table: Table) -> list[int]:
    """Return the seats of players who are not dealt in."""
    return [seat.number for seat in table.seats if seat.taken and not seat.playing]


def _missed(absent: list[int], moves: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """Return the absent seats that a blind passes or would land on as it moves (S-064)."""
    if not absent:
        return ()
    ways = [(old, new) for old, new in moves if old and new and old != new]
    return tuple(
        number
        for number in absent
        if any(number == new or between(number, old, new) for old, new in ways)
    )


def able_to_post(seat: Seat, amount: int) -> int:
    """Return how much of an amount a seat can post: a declared short post, at most a counted stack, or the full
    amount.
    """
    if seat.short:
        return min(seat.short, amount)
    return amount if seat.stack is None else min(seat.stack, amount)


def _under_half(seat: Seat, blind: int) -> bool:
    return 2 * able_to_post(seat, blind) < blind


def _blind(seat: Seat, kind: str, amount: int) -> Post:
    return Post(seat=seat.number, kind=kind, live=able_to_post(seat, amount))  # type: ignore[arg-type]


def _entry(table: Table, seat: Seat) -> Post:
    """Return the post of an entering seat: live for a new player; after missed blinds the small part is dead (S-063,
    S-065).
    """
    blinds = table.plaque.blinds
    dead = blinds[-2] if seat.missed != "none" and len(blinds) > 1 else 0
    return Post(seat=seat.number, kind="entry", live=able_to_post(seat, blinds[-1]), dead=dead)


def _with_antes(table: Table, posts: Sequence[Post], antes: tuple[Post, ...]) -> tuple[Post, ...]:
    """Return blinds and antes in the order in which a short stack pays them (H-82)."""
    stakes = table.plaque
    is_one_payer = stakes.ante_by != "all"
    if stakes.tournament and is_one_payer and table.rules.short_ante == "blind_first":
        return (*posts, *antes)
    return (*antes, *posts)


def _antes(table: Table, order: Sequence[int], big: int, button: int) -> Iterator[Post]:
    stakes = table.plaque
    if not stakes.ante:
        return
    if stakes.ante_by != "all":
        payer = big if stakes.ante_by == "big_blind" and big else button
        if payer in order:  # a dead button pays nothing
            yield Post(seat=payer, kind="ante", dead=_ante_of_table(table, len(order)))
        return
    for number in order:
        seat = table.seats[number - 1]
        yield Post(seat=number, kind="ante", contested=able_to_post(seat, stakes.ante))


def _ante_of_table(table: Table, players: int) -> int:
    """Return the ante that one player pays for the table; a house may have four players or fewer pay half (H-83)."""
    stakes = table.plaque
    is_full = not stakes.tournament or table.rules.few_players_ante == "full"
    if is_full or players > FEW_PLAYERS:
        return stakes.ante
    return chips.round_down(stakes.ante // 2, stakes.chips) or stakes.ante
