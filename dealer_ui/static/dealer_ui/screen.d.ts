// What the page gets from dealer_ui/screen/, written by `python -m tools.screen_types`.

/**
 * A logged act of a seat. number: its index in the hand's acts; later: the acts after it; keys: its
 * possible corrections.
 */
export interface ActRow {
  number: number;
  round: string;
  text: string;
  later: string;
  keys: Array<Key>;
}

/**
 * The effect of a tap.
 * send: a command, sent immediately with `args`; open: a helper on the tablet, a pad, a sheet or an
 * armed key; street: the street of the skip sheet; what, total, all_in: what a preset of the raise
 * pad enters. Without any of these, the page handles the tap itself.
 */
export interface Action {
  send?: string;
  open?: string;
  args?: Record<string, unknown>;
  street?: string;
  what?: string;
  total?: number;
  all_in?: boolean;
}

/**
 * Answers for a seat's act that no longer fits after a correction.
 */
export interface AnswersStage {
  kind: "answers";
  held: Array<string>;
  title: string;
  keys: Array<Key>;
  note: string;
}

/**
 * A key that waits for its seat: its label, sentence and question; on the seat its text, name and
 * action.
 */
export interface Arm {
  label?: string;
  step?: Sentence;
  question?: Question | null;
  text?: string;
  verb?: string;
  do?: Action;
}

/**
 * Pot and match in a slot without a seat, while the stage shows something else.
 */
export interface Aside {
  place: string;
  pot: FeltNumber;
  match: FeltNumber;
  note: string;
}

/**
 * The question of which seat is high or low, with a key for each seat.
 */
export interface Ask {
  title: string;
  keys: Array<Key>;
}

/**
 * The time a player has been away. since, due: Unix milliseconds; due: when the room's limit is
 * reached, 0 if it has none.
 */
export interface AwayClock {
  since: number;
  due: number;
}

/**
 * A street of the board: its burn, its cards (None for a coming street), the key that skips to it.
 * more: its cards on each further board.
 */
export interface BoardGroup {
  street: string;
  burn: boolean;
  cards: Array<string | null>;
  more: Array<Array<string | null>>;
  out: boolean;
  current: boolean;
  key: Key | null;
}

export interface BoardStage {
  kind: "board";
  held: Array<string>;
  groups: Array<BoardGroup>;
  numbers: Array<FeltNumber>;
}

/**
 * The pad of a bomb pot: a key for each number of boards.
 */
export interface BombKeys {
  boards: Array<Key>;
}

/**
 * The payments of a bounty that may be logged. share: the verb for each player; do: the command
 * without players left out.
 */
export interface BountyPad {
  seat: number;
  title: string;
  share: string;
  shares: Array<BountyShare>;
  do: Action;
}

/**
 * A player's part in the payments of a bounty, in the smallest unit.
 */
export interface BountyShare {
  seat: number;
  name: string;
  amount: number;
}

/**
 * The buy-in of a player who sits down, in cents and as text.
 */
export interface BuyIn {
  least: number;
  most: number;
  range: string;
}

/**
 * The caption of the count row. alert: the note names seats not to deal in; clause: the rule shown
 * by a tap.
 */
export interface Caption {
  text: string;
  note: string;
  clause: string;
  alert?: boolean;
}

/**
 * The cards sheet. hole: cards of a full hand; boards: the cards of each board, "" for one not
 * entered; shared: how many of them all runs share.
 */
export interface CardSheet {
  hole: number;
  boards: Array<Array<string>>;
  shared: number;
  keys: Array<Key>;
}

/**
 * A condition of a claim. proved: by the log; otherwise the floor asks.
 */
export interface Check {
  text: string;
  proved: boolean;
}

/**
 * How many chips of one value, and their color as named in the style sheet. name: for a screen
 * reader.
 */
export interface ChipCount {
  count: string;
  value: string;
  color: string;
  name: string;
}

export interface ChipKey {
  value: number;
  text: string;
  name: string;
}

export interface ChipStack {
  value: number;
  text: string;
}

/**
 * A promotion's hands: the board, lines next to it, and below it the conditions or notes.
 */
export interface ClaimStage {
  kind: "claim";
  held: Array<string>;
  cards: Array<string>;
  lines: Array<string>;
  checks: Array<Check>;
  notes: Array<FeltNote>;
}

/**
 * The common card (S-156).
 */
export interface Common {
  card: string;
  title: string;
  burns: number;
  burned: string;
  share: string;
}

/**
 * The player that a report would name, with their warning flag.
 */
export interface Conduct {
  player: string;
  mark: string;
  short: string;
}

/**
 * A currency with its conventions, as `staff.currencies` lists them. The defaults are those of the
 * dollar.
 * A tablet gets the whole struct with its table, so that neither the engine nor the page needs the
 * list.
 */
export interface Currency {
  code: string;
  symbol: string;
  decimals: number;
  decimal: string;
  group: string;
  further: number;
  alone: number;
  after: boolean;
  space: string;
}

export interface DealStage {
  kind: "deal";
  held: Array<string>;
  order: Array<number>;
  text: string;
  numbers: Array<FeltNumber>;
}

/**
 * A step of a remedy, and the stub after it.
 */
export interface DeckLine {
  text: string;
  stub: string;
}

/**
 * A draw on the felt. count: cards exchanged so far, None before the draw.
 */
export interface DrawGroup {
  street: string;
  name: string;
  burn: boolean;
  count: number | null;
  current: boolean;
}

/**
 * The keys of a draw. left: cards that can be dealt before the deck runs short, None if all declare
 * first.
 */
export interface DrawKeys {
  order: Array<DrawTurn>;
  left: number | null;
  caption: string;
  row: Array<Key>;
  pat: Key;
  drew: Array<Key>;
}

/**
 * A seat still to draw, with its sentence.
 */
export interface DrawTurn {
  seat: number;
  step: Sentence;
}

export interface DrawsStage {
  kind: "draws";
  held: Array<string>;
  stub: number;
  marked: boolean;
  groups: Array<DrawGroup>;
  numbers: Array<FeltNumber>;
}

export interface DropRow {
  name: string;
  amount: string;
  note: string;
}

/**
 * A known fact with its source. ask: its question; wide: takes two columns.
 */
export interface FactCell {
  label: string;
  value: string;
  source: string;
  name: string;
  ask: string;
  wide: boolean;
}

/**
 * A question about a call. many: the fact if its answer is several seats, else ""; more: the keys
 * behind MORE.
 */
export interface FactQuestion {
  text: string;
  seats: Array<Key>;
  many: string;
  keys: Array<Key>;
  more: Array<Key>;
}

/**
 * A line on the felt. at: Unix milliseconds, which the page fills in as {time}.
 */
export interface FeltNote {
  text: string;
  at: number | null;
}

/**
 * A number on the felt. of: the whole it is part of; sums: two amounts side by side; cell: its
 * position.
 */
export interface FeltNumber {
  label: string;
  text?: string;
  name?: string;
  note?: string;
  of?: string;
  sums?: boolean;
  key?: Key | null;
  cell?: number;
  alone?: boolean;
  seats?: Array<number>;
}

/**
 * An answer to who shows first, with the resulting sentence.
 */
export interface FirstToShow {
  text: string;
  name: string;
  step: Sentence;
}

/**
 * The floor call. delivered_at: when the first floor screen showed it, in Unix milliseconds.
 * rungs: its further stages; groups, rows: irregularities to report.
 */
export interface FloorPanel {
  called_at: number | null;
  delivered_at: number | null;
  paused: boolean;
  step: Sentence;
  heard: string;
  off: string;
  sent_with: string;
  key: Key;
  rungs: Array<Rung>;
  reasons: Array<Key>;
  groups: Array<Key>;
  rows: Record<string, Array<Key>>;
  told: ProposalPanel | null;
}

export interface Footer {
  ledger: Array<LedgerPart>;
}

/**
 * The halves of the current pot. whole: the shares if no seat takes the second half; must: a seat
 * always takes it.
 */
export interface Halves {
  pot: number;
  words: Array<string>;
  parts: Array<PotHalf>;
  whole: Record<string, SplitWay>;
  must: boolean;
}

/**
 * The header. until, since: Unix milliseconds, from which the page counts.
 */
export interface Header {
  table: string;
  game: string;
  turn: string;
  until: number | null;
  hand: string;
  paused: string;
  dealer: string;
  since: number | null;
  level: LevelClock | null;
}

/**
 * A key. Without `do` it is an outline that keeps its position, and a tap shows `why`.
 */
export interface Key {
  text: string;
  sub: string;
  name: string;
  look: "all-in" | "beyond" | "calm" | "due" | "expected" | "filled" | "folded" | "live" | "off" | "open" | "plain" | "set";
  do: Action | null;
  why?: string;
  number?: number;
  pad?: number;
  up?: boolean;
  line?: string;
  pip?: boolean;
  strong?: boolean;
  said?: boolean;
  saved?: boolean;
  wait?: boolean;
  half?: number;
  hidden?: boolean;
  series?: boolean;
  supervised?: boolean;
  short?: string;
  step?: Sentence;
  caption?: string;
  group?: string;
  then?: Action;
  seat?: number;
  suit?: string;
  chosen?: boolean;
  first?: boolean;
}

export interface LayersStage {
  kind: "layers";
  held: Array<string>;
  groups: Array<BoardGroup>;
  name: string;
  rows: Array<PotRow>;
  size: string;
  columns: number;
  numbers: Array<FeltNumber>;
  beside: Array<FeltNumber>;
}

/**
 * A part of the sum of all cards.
 */
export interface LedgerPart {
  count: number | null;
  text: string;
}

/**
 * The level of a tournament. ends: Unix milliseconds, None for the last level and a stopped clock;
 * next: the level of the next hand, if this hand has the stakes of an earlier one.
 */
export interface LevelClock {
  text: string;
  ends: number | null;
  stopped: boolean;
  next: string;
}

/**
 * A row of MORE; keys that do not apply are None.
 */
export interface MenuRow {
  name: string;
  keys: Array<Key | null>;
}

/**
 * The raise pad of a seat. Amounts in the smallest unit; stack: the total of an all-in, None if not
 * counted.
 */
export interface Pad {
  seat: number;
  what: string;
  title: string;
  set: string;
  step: Sentence;
  all_in_title: string;
  all_in_step: Sentence;
  call: string;
  least: number;
  most: number | null;
  range: PadRange | null;
  match: number | null;
  to_call: number;
  stack: number | null;
  presets: Array<Key>;
}

/**
 * The legal totals of a bet or raise; `max` is "" without a maximum.
 */
export interface PadRange {
  min: string;
  max: string;
}

/**
 * A player who can be seated; `at`: their current seat.
 */
export interface Person {
  player: string;
  name: string;
  at: string;
}

export interface Pill {
  text: string;
  name: string;
  look: string;
}

/**
 * A step of a plan. pile: the cards to mix, from the stub and from the burns.
 */
export interface PlanStep {
  art: string;
  text: string;
  sub: string;
  pile?: Array<number>;
}

/**
 * A seat.
 * place: its slot; arms: the armed keys it accepts; first: a first-in raise; choices: its sheet;
 * row: the key over its name and chips; acts: acts that can be corrected; struck: the act that the
 * last tap corrected.
 */
export interface Pod {
  seat: number;
  place: string;
  player: string;
  out: boolean;
  calm: boolean;
  pills: Array<Pill>;
  front: string;
  shown: Array<string>;
  up: Array<string>;
  tight: boolean;
  reading: string;
  keys: Array<Key>;
  who: string;
  arms: Array<string>;
  again: Sentence | null;
  first: Action | null;
  pad: Pad | null;
  call_pot: Key | null;
  choices: Array<Key>;
  alone: string;
  conduct: Conduct | null;
  row: Key | null;
  acts: Array<ActRow>;
  struck: string;
  away: AwayClock | null;
}

/**
 * A pot's part on one board: the amount, who won it or can win it. turn, done: as in `PotRow`.
 */
export interface PotCell {
  amount: string;
  note: string;
  turn: boolean;
  done: boolean;
}

/**
 * Aids for counting the pot. drops: (pot, rake, jackpot) in rising order.
 */
export interface PotCount {
  logged: number;
  stacks: Array<ChipStack>;
  drops: Array<[number, number, number]>;
}

/**
 * A half of the current pot. units: the seats that win it together, as in `AwardView`.
 */
export interface PotHalf {
  amount: number | null;
  best: Array<number>;
  splits: Record<string, SplitWay>;
  units: Array<Array<number>>;
}

/**
 * A pot. turn: it is the current one; done: it was awarded; cells: its parts, if it is split by
 * board.
 */
export interface PotRow {
  name: string;
  seats: Array<SeatMark>;
  amount: string;
  turn: boolean;
  note: string;
  done?: boolean;
  cells?: Array<PotCell>;
}

/**
 * The pots to award. splits: by the seats that share, "2+5"; size: of the letters; heads: the
 * boards or runs that the pots are split by, [] for one.
 */
export interface PotsStage {
  kind: "pots";
  held: Array<string>;
  rows: Array<PotRow>;
  drops: Array<DropRow>;
  note: string;
  splits: Record<string, SplitRow>;
  best: Array<number>;
  halves: Halves | null;
  readings: Array<Reading>;
  size: string;
  who: WhoShows | null;
  heads: Array<string>;
}

/**
 * The key over the count row. hold: the title of the band while a claim waits; at: its time, which
 * the page fills in as {time}, in Unix milliseconds.
 * post, step, caption, stage: of the second tap of a high hand, after the first one opened it.
 */
export interface PromotionPanel {
  key: Key;
  hold: string;
  at: number | null;
  post: Key | null;
  step: Sentence | null;
  caption: Caption | null;
  stage: ClaimStage | null;
}

/**
 * The step's own key and its subject.
 */
export interface PromptStage {
  kind: "prompt";
  held: Array<string>;
  title: string;
  lines: Array<string>;
  key: Key;
  numbers: Array<FeltNumber>;
  halves?: Halves | null;
  second?: Key;
}

/**
 * The rule's proposal for a reported call. ask: the deciding fact that is unknown, or ""; more:
 * number of steps without space.
 */
export interface ProposalPanel {
  title: string;
  ask: string;
  head: string;
  basis: string;
  result: string;
  questions: Record<string, FactQuestion>;
  clause: string;
  clause_name: string;
  sources: string;
  stub: string;
  objects: Key;
  carry: Key;
  steps: Array<DeckLine>;
  more: number;
  facts: Array<FactCell>;
}

/**
 * The felt's texts at a push, or "". leaving: for the outgoing dealer; coming: for the incoming
 * one.
 */
export interface PushLines {
  leaving: string;
  coming: string;
}

/**
 * A stack to push to a seat; `seat` is None for a drop, which is named by `label`.
 */
export interface PushRow {
  seat: number | null;
  label: string;
  amount: string;
  note: string;
  name: string;
  chips: Array<ChipCount>;
}

/**
 * The question on the felt while a key waits for its seat.
 */
export interface Question {
  title: string;
  text: string;
}

/**
 * The name of a shown hand.
 */
export interface Reading {
  seat: number;
  text: string;
}

/**
 * The deck to rebuild (H-45). asks: whether a supervisor must confirm; last: cards left; most: the
 * most that a count can find.
 */
export interface RebuildStage {
  kind: "rebuild";
  held: Array<string>;
  title: string;
  step: Sentence;
  lines: Array<string>;
  note: string;
  asks: boolean;
  last: number;
  stub: number;
  most: number;
  key: Key;
}

/**
 * The last ruling of the hand. done: the key while one of its steps is due.
 */
export interface RulingLine {
  ruling: string;
  title: string;
  final: string;
  result: string;
  fresh: boolean;
  size: string;
  done: Key | null;
}

/**
 * A stage of a floor call: when it was reached, and by whom.
 */
export interface Rung {
  text: string;
  at: number | null;
  by: string;
}

/**
 * The whole page. now: the time of the screen in Unix milliseconds; pots: the choice of a pot
 * before the deal.
 */
export interface Screen {
  now: number;
  seats: number;
  hand: number;
  running: boolean;
  header: Header;
  step: Sentence;
  pods: Array<Pod>;
  family: string;
  stage: PromptStage | AnswersStage | StraddleStage | PotsStage | TieStage | ShortStage | StudStage | LayersStage | RebuildStage | DealStage | TotalsStage | DrawsStage | BoardStage | ClaimStage;
  caption: Caption;
  count: Array<Key>;
  draw: DrawKeys | null;
  secondary: Array<Key>;
  undo: Key;
  award: Key;
  time: TimeReminder | null;
  silent: SilentSeat | null;
  push: PushLines;
  floor: FloorPanel;
  ruling: RulingLine | null;
  chips: Array<ChipKey>;
  buy_in: BuyIn | null;
  seating_supervised: boolean;
  pot_count: PotCount | null;
  bomb: BombKeys | null;
  bounties: Array<BountyPad>;
  pots: Array<Key>;
  straddles: Array<StraddlePad>;
  button_heights: Record<string, number>;
  more: Array<MenuRow>;
  games: Array<Key>;
  skip: Array<Key>;
  arms: Record<string, Arm>;
  counts: Array<Stepper> | null;
  cards: CardSheet;
  said: Array<Key>;
  people: Array<Person>;
  footer: Footer;
  currency: Currency | null;
  promotion: PromotionPanel | null;
}

/**
 * A seat in a row of pots: in, out, all-in, won or none.
 */
export interface SeatMark {
  seat: number;
  mark: string;
}

/**
 * A taken seat.
 */
export interface SeatName {
  seat: number;
  name: string;
}

/**
 * The band's sentence: what to do now, and what follows. owes: chips that a folded hand would owe.
 */
export interface Sentence {
  now: string;
  then: string;
  owes?: string;
}

export interface ShortStage {
  kind: "short";
  held: Array<string>;
  title: string;
  pill: string;
  steps: Array<PlanStep>;
  line: string;
  steppers: Array<Stepper>;
  aside: Aside | null;
}

/**
 * The seat that holds up the hand. The page fills in {time} and {called} in its texts.
 * since: when the action came to it, or TIME was called; due: from when it glows, both in Unix
 * milliseconds; stage, note: felt and caption from then on; time: the clock, None until TIME is
 * called.
 */
export interface SilentSeat {
  seat: number;
  since: number;
  due: number;
  stage: PromptStage;
  note: string;
  time: TurnTime | null;
}

/**
 * The shares of a split by seat, and who gets odd chips.
 */
export interface SplitRow {
  shares: Record<string, string>;
  note: string;
}

/**
 * One way to share a half by seat, in cents, and the seat that gets its odd chips.
 */
export interface SplitWay {
  shares: Record<string, number | null>;
  odd: string;
}

/**
 * A count that can be corrected by one.
 */
export interface Stepper {
  word: string;
  value: number;
  less: Key;
  more: Key;
}

/**
 * The pad of a seat's straddle. Amounts in the smallest unit.
 */
export interface StraddlePad {
  seat: number;
  title: string;
  set: string;
  range: PadRange;
  least: number;
  most: number;
  presets: Array<Key>;
}

/**
 * The seats that may straddle before the first card.
 */
export interface StraddleStage {
  kind: "straddles";
  held: Array<string>;
  title: string;
  keys: Array<Key>;
  lines: Array<string>;
}

/**
 * A street of stud. burn: "out", "gone", "none" or ""; key: skips to it.
 */
export interface StudGroup {
  street: string;
  burn: string;
  cards: Array<string>;
  out: boolean;
  current: boolean;
  key: Key | null;
}

export interface StudStage {
  kind: "stud";
  held: Array<string>;
  groups: Array<StudGroup>;
  ask: Ask | null;
  common: Common | null;
  numbers: Array<FeltNumber>;
  antes: string;
  forecast: string;
}

/**
 * A tied seat with a key for each suit.
 */
export interface TieRow {
  seat: number;
  player: string;
  word: string;
  cells: Array<Key>;
}

export interface TieStage {
  kind: "tie";
  held: Array<string>;
  title: string;
  ends: Array<string>;
  rows: Array<TieRow>;
  size: string;
  aside: Aside | null;
}

/**
 * The reminder of the time charge. due: Unix milliseconds; each: cents from every seat; payers:
 * seats that owe now.
 */
export interface TimeReminder {
  due: number;
  text: string;
  each: number;
  payers: Array<number>;
  seats: Array<SeatName>;
  key: Key | null;
}

/**
 * The payouts of the last hand by seat, until the next one starts. sum: the pots that add up to
 * `total`.
 */
export interface TotalsStage {
  kind: "totals";
  held: Array<string>;
  rows: Array<PushRow>;
  size: string;
  sum: string;
  total: string;
}

/**
 * The clock of a seat. until: its end, in Unix milliseconds; over, over_step: felt and step from
 * then on.
 */
export interface TurnTime {
  until: number;
  step: Sentence;
  over: PromptStage;
  over_step: Sentence;
}

/**
 * The question of who shows first. unsure: the sentence if the dealer does not know.
 */
export interface WhoShows {
  title: string;
  text: string;
  seats: Array<FirstToShow>;
  unsure: Sentence;
}
