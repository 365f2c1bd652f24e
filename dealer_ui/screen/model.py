"""The data of the tablet's page: a screen, its parts and its keys, encoded as JSON for the JavaScript to lay out.

Optional fields that are `UNSET` are missing in the JSON; None is `null`.
"""

from typing import Literal, TypedDict

import msgspec
from msgspec import UNSET, UnsetType

from dealer_ui.messages.texts import DeckLine, Question, Sentence
from poker.currency import Currency
from poker.json_types import JsonObject

Look = Literal[
    "live",  # hollow, 1.5 px border
    "filled",  # the aggressive half of a seat, count keys
    "due",  # amber, filled: belongs to the next step
    "expected",  # amber ring: correct, but not yet
    "set",  # cyan ring: the current setting
    "calm",  # live, subdued
    "beyond",  # live, above the number in
    "folded",  # flat; one tap corrects it
    "open",  # dashed outline: a seat without a player
    "all-in",  # solid: a seat whose chips are all in
    "plain",  # on the table surface: a key that leads back
    "off",  # outline, keeps its position
]


class Action(msgspec.Struct, frozen=True):
    """The effect of a tap.

    send: a command, sent immediately with `args`; open: a helper on the tablet, a pad, a sheet or an armed key; street:
    the street of the skip sheet; what, total, all_in: what a preset of the raise pad enters. Without any of these, the
    page handles the tap itself.
    """

    send: str | UnsetType = UNSET
    open: str | UnsetType = UNSET
    args: JsonObject | UnsetType = UNSET  # arguments of any command, as JSON
    street: str | UnsetType = UNSET
    what: str | UnsetType = UNSET
    total: int | UnsetType = UNSET
    all_in: bool | UnsetType = UNSET


class KeyExtras(TypedDict, total=False):
    """The fields that only some keys have.

    number: cell of the count row; pad: the seat whose pad a long tap opens; up: has an arrow; line: a second line; pip:
    marked as a place; strong: text at full strength; said, saved: the declared and the completed part of a draw; wait:
    its turn comes; half: of a split pot; hidden: an empty cell; series: consecutive taps are separate taps; supervised:
    only for a supervisor; short, step, caption: of the skip sheet; group: of the floor call; then: what follows the
    tap; seat: of an answer; suit, chosen, first: of a tie.
    """

    number: int
    pad: int
    up: bool
    line: str
    pip: bool
    strong: bool
    said: bool
    saved: bool
    wait: bool
    half: int
    hidden: bool
    series: bool
    supervised: bool
    short: str
    step: Sentence
    caption: str
    group: str
    then: Action
    seat: int
    suit: str
    chosen: bool
    first: bool


class Key(msgspec.Struct, frozen=True, kw_only=True):
    """A key. Without `do` it is an outline that keeps its position, and a tap shows `why`."""

    text: str
    sub: str
    name: str
    look: Look
    do: Action | None
    why: str | UnsetType = UNSET
    # As in `KeyExtras`.
    number: int | UnsetType = UNSET
    pad: int | UnsetType = UNSET
    up: bool | UnsetType = UNSET
    line: str | UnsetType = UNSET
    pip: bool | UnsetType = UNSET
    strong: bool | UnsetType = UNSET
    said: bool | UnsetType = UNSET
    saved: bool | UnsetType = UNSET
    wait: bool | UnsetType = UNSET
    half: int | UnsetType = UNSET
    hidden: bool | UnsetType = UNSET
    series: bool | UnsetType = UNSET
    supervised: bool | UnsetType = UNSET
    short: str | UnsetType = UNSET
    step: Sentence | UnsetType = UNSET
    caption: str | UnsetType = UNSET
    group: str | UnsetType = UNSET
    then: Action | UnsetType = UNSET
    seat: int | UnsetType = UNSET
    suit: str | UnsetType = UNSET
    chosen: bool | UnsetType = UNSET
    first: bool | UnsetType = UNSET


class LevelClock(msgspec.Struct, frozen=True, kw_only=True):
    """The level of a tournament. ends: Unix milliseconds, None for the last level and a stopped clock; next: the level
    of the next hand, if this hand has the stakes of an earlier one.
    """

    text: str
    ends: int | None
    stopped: bool
    next: str


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """The header. until, since: Unix milliseconds, from which the page counts."""

    table: str
    game: str
    turn: str
    until: int | None
    hand: str
    paused: str
    dealer: str
    since: int | None
    level: LevelClock | None = None


class Pill(msgspec.Struct, frozen=True):
    text: str
    name: str
    look: str


class Conduct(msgspec.Struct, frozen=True):
    """The player that a report would name, with their warning flag."""

    player: str
    mark: str
    short: str


class PadRange(msgspec.Struct, frozen=True):
    """The legal totals of a bet or raise; `max` is "" without a maximum."""

    min: str
    max: str


class Pad(msgspec.Struct, frozen=True, kw_only=True):
    """The raise pad of a seat. Amounts in the smallest unit; stack: the total of an all-in, None if not counted."""

    seat: int
    what: str
    title: str
    set: str
    step: Sentence
    all_in_title: str
    all_in_step: Sentence
    call: str
    least: int
    most: int | None
    range: PadRange | None
    match: int | None
    to_call: int
    stack: int | None
    presets: list[Key]


class StraddlePad(msgspec.Struct, frozen=True, kw_only=True):
    """The pad of a seat's straddle. Amounts in the smallest unit."""

    seat: int
    title: str
    set: str
    range: PadRange
    least: int
    most: int
    presets: list[Key]


class ActRow(msgspec.Struct, frozen=True, kw_only=True):
    """A logged act of a seat. number: its index in the hand's acts; later: the acts after it; keys: its possible
    corrections.
    """

    number: int
    round: str
    text: str
    later: str
    keys: list[Key]


class AwayClock(msgspec.Struct, frozen=True, kw_only=True):
    """The time a player has been away. since, due: Unix milliseconds; due: when the room's limit is reached, 0 if it
    has none.
    """

    since: int
    due: int


class Pod(msgspec.Struct, frozen=True, kw_only=True):
    """A seat.

    place: its slot; arms: the armed keys it accepts; first: a first-in raise; choices: its sheet; row: the key over its
    name and chips; acts: acts that can be corrected; struck: the act that the last tap corrected.
    """

    seat: int
    place: str
    player: str
    out: bool
    calm: bool
    pills: list[Pill]
    front: str
    shown: list[str]
    up: list[str]
    tight: bool
    reading: str
    keys: list[Key]
    who: str
    arms: list[str]
    again: Sentence | None
    first: Action | None
    pad: Pad | None
    call_pot: Key | None
    choices: list[Key]
    alone: str
    conduct: Conduct | None
    row: Key | None
    acts: list[ActRow]
    struck: str
    away: AwayClock | None = None


class FeltNumber(msgspec.Struct, frozen=True, kw_only=True):
    """A number on the felt. of: the whole it is part of; sums: two amounts side by side; cell: its position."""

    label: str
    text: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    note: str | UnsetType = UNSET
    of: str | UnsetType = UNSET
    sums: bool | UnsetType = UNSET
    key: Key | UnsetType | None = UNSET
    cell: int | UnsetType = UNSET
    alone: bool | UnsetType = UNSET
    seats: list[int] | UnsetType = UNSET


class Stage(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """The content of the table surface. held: held pots, as text."""

    held: list[str] = []


class PromptStage(Stage, frozen=True, kw_only=True, tag="prompt"):
    """The step's own key and its subject."""

    title: str
    lines: list[str]
    key: Key
    numbers: list[FeltNumber]
    # for a split pot that may be awarded without the key
    halves: "Halves | UnsetType | None" = UNSET
    second: Key | UnsetType = UNSET  # a smaller key below it


class AnswersStage(Stage, frozen=True, kw_only=True, tag="answers"):
    """Answers for a seat's act that no longer fits after a correction."""

    title: str
    keys: list[Key]
    note: str


class StraddleStage(Stage, frozen=True, kw_only=True, tag="straddles"):
    """The seats that may straddle before the first card."""

    title: str
    keys: list[Key]
    lines: list[str]


class SeatMark(msgspec.Struct, frozen=True):
    """A seat in a row of pots: in, out, all-in, won or none."""

    seat: int
    mark: str


class PotCell(msgspec.Struct, frozen=True):
    """A pot's part on one board: the amount, who won it or can win it. turn, done: as in `PotRow`."""

    amount: str
    note: str
    turn: bool
    done: bool


class PotRow(msgspec.Struct, frozen=True, kw_only=True):
    """A pot. turn: it is the current one; done: it was awarded; cells: its parts, if it is split by board."""

    name: str
    seats: list[SeatMark]
    amount: str
    turn: bool
    note: str
    done: bool | UnsetType = UNSET
    cells: list[PotCell] | UnsetType = UNSET


class DropRow(msgspec.Struct, frozen=True):
    name: str
    amount: str
    note: str


class SplitRow(msgspec.Struct, frozen=True):
    """The shares of a split by seat, and who gets odd chips."""

    shares: dict[str, str]
    note: str


class SplitWay(msgspec.Struct, frozen=True):
    """One way to share a half by seat, in cents, and the seat that gets its odd chips."""

    shares: dict[str, int | None]
    odd: str


class PotHalf(msgspec.Struct, frozen=True):
    """A half of the current pot. units: the seats that win it together, as in `AwardView`."""

    amount: int | None
    best: list[int]
    splits: dict[str, SplitWay]
    units: list[list[int]]


class Halves(msgspec.Struct, frozen=True, kw_only=True):
    """The halves of the current pot. whole: the shares if no seat takes the second half; must: a seat always takes
    it.
    """

    pot: int
    words: list[str]
    parts: list[PotHalf]
    whole: dict[str, SplitWay]
    must: bool


class Reading(msgspec.Struct, frozen=True):
    """The name of a shown hand."""

    seat: int
    text: str


class FirstToShow(msgspec.Struct, frozen=True):
    """An answer to who shows first, with the resulting sentence."""

    text: str
    name: str
    step: Sentence


class WhoShows(msgspec.Struct, frozen=True, kw_only=True):
    """The question of who shows first. unsure: the sentence if the dealer does not know."""

    title: str
    text: str
    seats: list[FirstToShow]
    unsure: Sentence


class PotsStage(Stage, frozen=True, kw_only=True, tag="pots"):
    """The pots to award. splits: by the seats that share, "2+5"; size: of the letters; heads: the boards or runs that
    the pots are split by, [] for one.
    """

    rows: list[PotRow]
    drops: list[DropRow]
    note: str
    splits: dict[str, SplitRow]
    best: list[int]
    halves: Halves | None
    readings: list[Reading]
    size: str
    who: WhoShows | None
    heads: list[str] = []


class Aside(msgspec.Struct, frozen=True, kw_only=True):
    """Pot and match in a slot without a seat, while the stage shows something else."""

    place: str
    pot: FeltNumber
    match: FeltNumber
    note: str


class TieRow(msgspec.Struct, frozen=True, kw_only=True):
    """A tied seat with a key for each suit."""

    seat: int
    player: str
    word: str
    cells: list[Key]


class TieStage(Stage, frozen=True, kw_only=True, tag="tie"):
    title: str
    ends: list[str]
    rows: list[TieRow]
    size: str
    aside: Aside | None


class PlanStep(msgspec.Struct, frozen=True):
    """A step of a plan. pile: the cards to mix, from the stub and from the burns."""

    art: str
    text: str
    sub: str
    pile: list[int] | UnsetType = UNSET


class Stepper(msgspec.Struct, frozen=True, kw_only=True):
    """A count that can be corrected by one."""

    word: str
    value: int
    less: Key
    more: Key


class ShortStage(Stage, frozen=True, kw_only=True, tag="short"):
    title: str
    pill: str
    steps: list[PlanStep]
    line: str
    steppers: list[Stepper]
    aside: Aside | None


class StudGroup(msgspec.Struct, frozen=True, kw_only=True):
    """A street of stud. burn: "out", "gone", "none" or ""; key: skips to it."""

    street: str
    burn: str
    cards: list[str]
    out: bool
    current: bool
    key: Key | None


class Ask(msgspec.Struct, frozen=True):
    """The question of which seat is high or low, with a key for each seat."""

    title: str
    keys: list[Key]


class Common(msgspec.Struct, frozen=True, kw_only=True):
    """The common card (S-156)."""

    card: str
    title: str
    burns: int
    burned: str
    share: str


class StudStage(Stage, frozen=True, kw_only=True, tag="stud"):
    groups: list[StudGroup]
    ask: Ask | None
    common: Common | None
    numbers: list[FeltNumber]
    antes: str
    forecast: str


class BoardGroup(msgspec.Struct, frozen=True, kw_only=True):
    """A street of the board: its burn, its cards (None for a coming street), the key that skips to it.

    more: its cards on each further board.
    """

    street: str
    burn: bool
    cards: list[str | None]
    more: list[list[str | None]]
    out: bool
    current: bool
    key: Key | None


class LayersStage(Stage, frozen=True, kw_only=True, tag="layers"):
    groups: list[BoardGroup]
    name: str
    rows: list[PotRow]
    size: str
    columns: int
    numbers: list[FeltNumber]
    beside: list[FeltNumber]


class RebuildStage(Stage, frozen=True, kw_only=True, tag="rebuild"):
    """The deck to rebuild (H-45). asks: whether a supervisor must confirm; last: cards left; most: the most that a
    count can find.
    """

    title: str
    step: Sentence
    lines: list[str]
    note: str
    asks: bool
    last: int
    stub: int
    most: int
    key: Key


class DealStage(Stage, frozen=True, kw_only=True, tag="deal"):
    order: list[int]
    text: str
    numbers: list[FeltNumber]


class ChipCount(msgspec.Struct, frozen=True):
    """How many chips of one value, and their color as named in the style sheet. name: for a screen reader."""

    count: str
    value: str
    color: str
    name: str


class PushRow(msgspec.Struct, frozen=True, kw_only=True):
    """A stack to push to a seat; `seat` is None for a drop, which is named by `label`."""

    seat: int | None
    label: str
    amount: str
    note: str
    name: str
    chips: list[ChipCount]


class TotalsStage(Stage, frozen=True, kw_only=True, tag="totals"):
    """The payouts of the last hand by seat, until the next one starts. sum: the pots that add up to `total`."""

    rows: list[PushRow]
    size: str
    sum: str
    total: str


class DrawGroup(msgspec.Struct, frozen=True, kw_only=True):
    """A draw on the felt. count: cards exchanged so far, None before the draw."""

    street: str
    name: str
    burn: bool
    count: int | None
    current: bool


class DrawsStage(Stage, frozen=True, kw_only=True, tag="draws"):
    stub: int
    marked: bool
    groups: list[DrawGroup]
    numbers: list[FeltNumber]


class Check(msgspec.Struct, frozen=True):
    """A condition of a claim. proved: by the log; otherwise the floor asks."""

    text: str
    proved: bool


class FeltNote(msgspec.Struct, frozen=True):
    """A line on the felt. at: Unix milliseconds, which the page fills in as {time}."""

    text: str
    at: int | None


class ClaimStage(Stage, frozen=True, kw_only=True, tag="claim"):
    """A promotion's hands: the board, lines next to it, and below it the conditions or notes."""

    cards: list[str]
    lines: list[str]
    checks: list[Check] = []
    notes: list[FeltNote] = []


class BoardStage(Stage, frozen=True, kw_only=True, tag="board"):
    groups: list[BoardGroup]
    numbers: list[FeltNumber]


AnyStage = (
    PromptStage
    | AnswersStage
    | StraddleStage
    | PotsStage
    | TieStage
    | ShortStage
    | StudStage
    | LayersStage
    | RebuildStage
    | DealStage
    | TotalsStage
    | DrawsStage
    | BoardStage
    | ClaimStage
)


class Caption(msgspec.Struct, frozen=True):
    """The caption of the count row. alert: the note names seats not to deal in; clause: the rule shown by a tap."""

    text: str
    note: str
    clause: str = ""
    alert: bool | UnsetType = UNSET


class PromotionPanel(msgspec.Struct, frozen=True, kw_only=True):
    """The key over the count row. hold: the title of the band while a claim waits; at: its time, which the page fills
    in as {time}, in Unix milliseconds.

    post, step, caption, stage: of the second tap of a high hand, after the first one opened it.
    """

    key: Key
    hold: str = ""
    at: int | None = None
    post: Key | None = None
    step: Sentence | None = None
    caption: Caption | None = None
    stage: ClaimStage | None = None


class DrawTurn(msgspec.Struct, frozen=True):
    """A seat still to draw, with its sentence."""

    seat: int
    step: Sentence


class DrawKeys(msgspec.Struct, frozen=True, kw_only=True):
    """The keys of a draw. left: cards that can be dealt before the deck runs short, None if all declare first."""

    order: list[DrawTurn]
    left: int | None
    caption: str
    row: list[Key]
    pat: Key
    drew: list[Key]


class SeatName(msgspec.Struct, frozen=True):
    """A taken seat."""

    seat: int
    name: str


class TimeReminder(msgspec.Struct, frozen=True, kw_only=True):
    """The reminder of the time charge. due: Unix milliseconds; each: cents from every seat; payers: seats that owe
    now.
    """

    due: int
    text: str
    each: int
    payers: list[int]
    seats: list[SeatName]
    key: Key | None


class PushLines(msgspec.Struct, frozen=True, kw_only=True):
    """The felt's texts at a push, or "". leaving: for the outgoing dealer; coming: for the incoming one."""

    leaving: str
    coming: str


class TurnTime(msgspec.Struct, frozen=True, kw_only=True):
    """The clock of a seat. until: its end, in Unix milliseconds; over, over_step: felt and step from then on."""

    until: int
    step: Sentence
    over: PromptStage
    over_step: Sentence


class SilentSeat(msgspec.Struct, frozen=True, kw_only=True):
    """The seat that holds up the hand. The page fills in {time} and {called} in its texts.

    since: when the action came to it, or TIME was called; due: from when it glows, both in Unix milliseconds; stage,
    note: felt and caption from then on; time: the clock, None until TIME is called.
    """

    seat: int
    since: int
    due: int
    stage: PromptStage
    note: str
    time: TurnTime | None


class Rung(msgspec.Struct, frozen=True):
    """A stage of a floor call: when it was reached, and by whom."""

    text: str
    at: int | None
    by: str


class FactQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """A question about a call. many: the fact if its answer is several seats, else ""; more: the keys behind MORE."""

    text: str
    seats: list[Key]
    many: str
    keys: list[Key]
    more: list[Key]


class FactCell(msgspec.Struct, frozen=True, kw_only=True):
    """A known fact with its source. ask: its question; wide: takes two columns."""

    label: str
    value: str
    source: str
    name: str
    ask: str
    wide: bool


class ProposalPanel(msgspec.Struct, frozen=True, kw_only=True):
    """The rule's proposal for a reported call. ask: the deciding fact that is unknown, or ""; more: number of steps
    without space.
    """

    title: str
    ask: str
    head: str
    basis: str
    result: str
    questions: dict[str, FactQuestion]
    clause: str
    clause_name: str
    sources: str
    stub: str
    objects: Key
    carry: Key
    steps: list[DeckLine]
    more: int
    facts: list[FactCell]


class FloorPanel(msgspec.Struct, frozen=True, kw_only=True):
    """The floor call. delivered_at: when the first floor screen showed it, in Unix milliseconds.

    rungs: its further stages; groups, rows: irregularities to report.
    """

    called_at: int | None
    delivered_at: int | None
    paused: bool
    step: Sentence
    heard: str
    off: str
    sent_with: str
    key: Key
    rungs: list[Rung]
    reasons: list[Key]
    groups: list[Key]
    rows: dict[str, list[Key]]
    told: ProposalPanel | None


class RulingLine(msgspec.Struct, frozen=True, kw_only=True):
    """The last ruling of the hand. done: the key while one of its steps is due."""

    ruling: str
    title: str
    final: str
    result: str
    fresh: bool
    size: str
    done: Key | None


class ChipKey(msgspec.Struct, frozen=True):
    value: int
    text: str
    name: str


class ChipStack(msgspec.Struct, frozen=True):
    value: int
    text: str


class PotCount(msgspec.Struct, frozen=True):
    """Aids for counting the pot. drops: (pot, rake, jackpot) in rising order."""

    logged: int
    stacks: list[ChipStack]
    drops: list[tuple[int, int, int]]


class BuyIn(msgspec.Struct, frozen=True):
    """The buy-in of a player who sits down, in cents and as text."""

    least: int
    most: int
    range: str


class MenuRow(msgspec.Struct, frozen=True):
    """A row of MORE; keys that do not apply are None."""

    name: str
    keys: list[Key | None]


class Arm(msgspec.Struct, frozen=True):
    """A key that waits for its seat: its label, sentence and question; on the seat its text, name and action."""

    label: str | UnsetType = UNSET
    step: Sentence | UnsetType = UNSET
    question: Question | UnsetType | None = UNSET
    text: str | UnsetType = UNSET
    verb: str | UnsetType = UNSET
    do: Action | UnsetType = UNSET


class CardSheet(msgspec.Struct, frozen=True):
    """The cards sheet. hole: cards of a full hand; boards: the cards of each board, "" for one not entered; shared: how
    many of them all runs share.
    """

    hole: int
    boards: list[list[str]]
    shared: int
    keys: list[Key]


class BombKeys(msgspec.Struct, frozen=True):
    """The pad of a bomb pot: a key for each number of boards."""

    boards: list[Key]


class BountyShare(msgspec.Struct, frozen=True, kw_only=True):
    """A player's part in the payments of a bounty, in the smallest unit."""

    seat: int
    name: str
    amount: int


class BountyPad(msgspec.Struct, frozen=True, kw_only=True):
    """The payments of a bounty that may be logged. share: the verb for each player; do: the command without players
    left out.
    """

    seat: int
    title: str
    share: str
    shares: list[BountyShare]
    do: Action


class Person(msgspec.Struct, frozen=True):
    """A player who can be seated; `at`: their current seat."""

    player: str
    name: str
    at: str = ""


class LedgerPart(msgspec.Struct, frozen=True):
    """A part of the sum of all cards."""

    count: int | None
    text: str


class Footer(msgspec.Struct, frozen=True):
    ledger: list[LedgerPart]


class Screen(msgspec.Struct, frozen=True, kw_only=True):
    """The whole page. now: the time of the screen in Unix milliseconds; pots: the choice of a pot before the deal."""

    now: int
    seats: int
    hand: int
    running: bool
    header: Header
    step: Sentence
    pods: list[Pod]
    family: str
    stage: AnyStage
    caption: Caption
    count: list[Key]
    draw: DrawKeys | None
    secondary: list[Key]
    undo: Key
    award: Key
    time: TimeReminder | None
    silent: SilentSeat | None
    push: PushLines
    floor: FloorPanel
    ruling: RulingLine | None
    chips: list[ChipKey]
    buy_in: BuyIn | None
    seating_supervised: bool
    pot_count: PotCount | None
    bomb: BombKeys | None
    bounties: list[BountyPad]
    pots: list[Key] = []
    straddles: list[StraddlePad]
    button_heights: dict[str, int]
    more: list[MenuRow]
    games: list[Key]
    skip: list[Key]
    arms: dict[str, Arm]
    counts: list[Stepper] | None
    cards: CardSheet
    said: list[Key]
    people: list[Person]
    footer: Footer
    currency: Currency | None = None  # of the table, if its chips are not money
    promotion: PromotionPanel | None = None


class NoScreen(msgspec.Struct, frozen=True):
    """Replaces a screen that the page already shows."""
