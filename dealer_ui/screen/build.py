"""Build the whole screen, band by band."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from dealer_ui import messages
from dealer_ui.messages.bounty import header_text
from dealer_ui.messages.pots import bomb_pot_name, splash_note
from dealer_ui.messages.push_summary import coming_line, leaving_line
from dealer_ui.messages.rotation import rotation_name, rotation_turn, rotation_until
from dealer_ui.messages.tournament import event_game
from dealer_ui.screen import (
    bounty,
    conduct,
    control_bar,
    draw,
    floor_call,
    promotions,
    straddles,
    stud,
    tournament,
)
from dealer_ui.screen.absences import away_clock
from dealer_ui.screen.armed_keys import armed_keys
from dealer_ui.screen.center import button_heights, pot_count, stage
from dealer_ui.screen.keys import key
from dealer_ui.screen.model import (
    Action,
    BuyIn,
    CardSheet,
    Footer,
    Header,
    Key,
    LedgerPart,
    Person,
    Pod,
    PushLines,
    Screen,
)
from dealer_ui.screen.more_menu import coming, more, next_hand
from dealer_ui.screen.open_call import OpenCall
from dealer_ui.screen.pots import bomb_keys, pots_sheet
from dealer_ui.screen.raise_pad import chips
from dealer_ui.screen.room_settings import RoomSettings
from dealer_ui.screen.rotation import games
from dealer_ui.screen.seats import pods
from dealer_ui.screen.sheets import boards, cards, declaration_sheet
from dealer_ui.screen.shortage import counts
from dealer_ui.screen.time_charge import time
from dealer_ui.screen.turn_clock import silent_seat
from dealer_ui.streets import streets
from poker.cards import UNKNOWN
from poker.currency import CHIPS, amounts_of
from poker.formatting import as_sentence, smart_quotes
from poker.game_name import NOT_OPENED, game_name
from poker.view.model import TableView, present

NO_MARKS: conduct.Marks = {}
DEFAULT_SETTINGS = RoomSettings()
GAMES_LENGTH = 64  # characters of two games next to each other in the header


def screen(
    view: TableView,
    *,
    now_ms: int,
    people: Sequence[Mapping[str, str]] = (),
    marks: conduct.Marks = NO_MARKS,
    call: OpenCall | None = None,
    room: RoomSettings = DEFAULT_SETTINGS,
    acted_at: int = 0,
) -> Screen:
    """Return everything on the page.

    people: the desk's short list of players to seat; marks: warning flags by player (S-045); call: the open floor call;
    acted_at: when the action last moved to another seat, in Unix milliseconds, 0 if unknown.
    """
    with amounts_of(in_chips=view.event is not None):
        return _screen(view, now_ms, people, marks, call, room, acted_at)


def _screen(
    view: TableView,
    now_ms: int,
    people: Sequence[Mapping[str, str]],
    marks: conduct.Marks,
    call: OpenCall | None,
    room: RoomSettings,
    acted_at: int,
) -> Screen:
    felt = stage(view, room.chip_colors, now_ms)
    is_offered = promotions.is_offered(view)
    award = control_bar.award(view)
    return Screen(
        now=now_ms,
        seats=view.table.seats,
        hand=view.hand.number,
        running=view.hand.started,
        header=replace(_header(view), level=tournament.level_clock(view, now_ms)),
        step=messages.step_sentence(view),
        pods=[
            replace(
                pod,
                conduct=conduct.of_seat(seat, marks),
                away=away_clock(seat, room.absences, now_ms),
            )
            for pod, seat in zip(_pods(view), view.seats, strict=True)
        ],
        family=view.game.family if view.game else "",
        stage=felt,
        caption=promotions.caption(view) or conduct.caption(view, marks),
        count=control_bar.count_row(view),
        draw=draw.draw(view),
        secondary=control_bar.secondary(view),
        undo=promotions.undo(view) or control_bar.undo(view),
        award=promotions.calm_key(award) if is_offered else award,
        time=time(view),
        silent=silent_seat(view, felt, room, acted_at),
        push=PushLines(leaving=leaving_line(view), coming=coming_line(view)),
        floor=floor_call.floor(view, call),
        ruling=floor_call.ruling(view),
        chips=chips(view),
        buy_in=_buy_in(view),
        seating_supervised=not room.dealers_seat,
        pot_count=pot_count(view),
        bomb=bomb_keys(view),
        pots=pots_sheet(view),
        bounties=bounty.pads(view),
        straddles=straddles.pads(view),
        button_heights=button_heights(view),
        more=more(view),
        games=[*games(view), *bounty.game_keys(view)],
        skip=_skip(view),
        arms=armed_keys(),
        counts=counts(view) if stud.is_stud(view) else None,
        cards=CardSheet(
            hole=stud.held(view),
            boards=[[_face(card) for card in board] for board in boards(view)],
            shared=view.runs.shared if view.runs else 0,
            keys=cards(view),
        ),
        said=declaration_sheet(),
        people=[
            Person(player=who["player"], name=who["name"], at=who.get("at", "")) for who in people
        ],
        footer=Footer(ledger=ledger(view)),
        currency=CHIPS if view.event else None,
        promotion=promotions.panel(view),
    )


def _pods(view: TableView) -> list[Pod]:
    seats = pods(view)
    return [promotions.calm(pod) for pod in seats] if promotions.is_offered(view) else seats


def _header(view: TableView) -> Header:
    hand = view.hand
    dealer = view.dealer
    rotation = view.rotation
    number = f"Hand {hand.number}" if hand.number else ""
    return Header(
        table=view.table.name,
        game=_game(view) if view.game else NOT_OPENED,
        turn=_next_game(view) or (rotation_turn(view) if rotation else ""),
        until=rotation_until(rotation) if rotation else None,
        hand=f"{number} · partial" if hand.partial else number,
        paused="Table paused" if view.paused else "",
        dealer=dealer.name if dealer else "",
        since=dealer.since if dealer else None,
    )


def _next_game(view: TableView) -> str:
    """Return a plaque posted during this hand (S-005)."""
    coming = view.next_game
    if not coming:
        return ""
    text = f"next hand {game_name(coming)}"
    return text if len(text) + len(_game(view)) <= GAMES_LENGTH else "new plaque next hand"


def _game(view: TableView) -> str:
    """Return the current game with its rotation before it; its bounty game, kill (S-072) and splash (H-75) after it."""
    splash = splash_note(view.splash_pot)
    return " · ".join(filter(None, [_game_in_play(view), splash]))


def _game_in_play(view: TableView) -> str:
    name = game_name(present(view.game))
    rotation = view.rotation
    kill = view.kill
    if rotation:
        name = f"{rotation_name(rotation)} · {name.removeprefix('Limit ')}"
    if view.event is not None:
        return event_game(view.event, name)
    bomb = view.bomb_pot
    if bomb and (bomb.called or bomb.played):
        title = smart_quotes(as_sentence(present(view.game).title))
        return f"{title}, {bomb_pot_name(bomb)}"
    if view.bounty and view.bounty.kind:
        name = f"{name} · {header_text(view.bounty)}"
    return f"{name} · KILL" if kill and kill.on else name


def _face(card: str) -> str:
    return "" if card == UNKNOWN else card


def _buy_in(view: TableView) -> BuyIn | None:
    """Return the buy-in of a player who sits down (S-001, S-007); None before the table was first opened."""
    if not view.game:
        return None
    least, most = view.game.buy_in
    return BuyIn(
        least=least,
        most=most,
        range=f"{messages.money(least)} to {messages.money(most)}",
    )


def _skip(view: TableView) -> list[Key]:
    """Return the streets of the skip sheet, each followed by a count on the count row; then the end of the hand."""
    streets = [
        key(
            messages.street_word(street).upper(),
            f"Skip to {messages.the_street(street)}",
            do=Action(street=street),
            step=messages.skip_sentence(street),
            caption=f"Players still in on {messages.the_street(street)}"
            if street != "showdown"
            else "Players in the showdown",
            short=messages.short_street(street),
        )
        for street in coming(view)
    ]
    return [*streets, next_hand()] if streets else []


def _flop_card(view: TableView) -> list[LedgerPart]:
    """Return the burn and the flop card that come with the hands."""
    first, *_ = streets(view)
    if not first.board:
        return []
    burn = LedgerPart(count=first.burn, text="burn +")
    return [burn, LedgerPart(count=first.board, text="board +")]


def ledger(view: TableView) -> list[LedgerPart]:
    """Return where the 52 cards are, as a sum. Before the deal it is a forecast."""
    piles = view.ledger
    deal = view.deal
    if deal:
        return [
            LedgerPart(count=piles.total(), text="in the deck · after the deal"),
            LedgerPart(count=deal.cards, text="+"),
            *_flop_card(view),
            LedgerPart(count=deal.stub, text="stub"),
        ]
    # Folded hands are still dealt cards, and dealers count them that way.
    parts = [
        (piles.hands + piles.muck, "dealt"),
        (piles.burns, "burn" if piles.burns == 1 else "burns"),
        (piles.board, "board"),
        (piles.drawn + piles.earlier, "discards"),
        (piles.aside, "set aside"),
        (piles.out, "out of play"),
        (piles.lost, "not found"),
        (piles.stub, "stub"),
    ]
    # In stud all burns together are counted, even four or none.
    always = ("burns",) if stud.is_stud(view) else ()
    shown = [(count, name) for count, name in parts if count or name in always]
    head = LedgerPart(count=None, text=f"{piles.total()} =")
    body = [
        LedgerPart(count=count, text=name + (" +" if index < len(shown) - 1 else ""))
        for index, (count, name) in enumerate(shown)
    ]
    return [head, *body]
