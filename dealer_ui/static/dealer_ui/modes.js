// What is open on the tablet itself: a pad, a sheet, a key that waits for its seat. One at a time;
// the game never depends on it, and it closes with the screen it belongs to.

import { halfSentence, unitOf } from "./halves.js";
import { drawSentence } from "./button_draw.js";
import { isPad, sumOf } from "./sums.js";
import { page } from "./text.js";

/** The mode opened by a key with `open`: (args, screen) -> mode. */
const OPENED = {
  pad: ({ seat, all_in, first }, screen) => ({
    of: "pad",
    seat,
    ...(all_in && counted(podOf(screen, seat))),
    allIn: Boolean(all_in),
    first: Boolean(first),
  }),
  arm: ({ of, seat }) => ({ of: "arm", arm: of, ...(seat && { seat }) }), // a key tapped twice waits for its own seat
  split: ({ pot, seat, units }) => ({
    of: "split",
    pot,
    units,
    seats: units.length === 2 ? units.flat() : unitOf(units, seat),
  }),
  more: () => ({ of: "more" }),
  skip: () => ({ of: "skip" }),
  pots: () => ({ of: "pots" }),
  games: ({ of }) => ({ of: "games", what: of }),
  bounty: ({ seat }) => ({ of: "bounty", seat, without: [] }),
  look: () => ({ of: "look" }),
  cards: () => ({ of: "cards" }),
  counts: () => ({ of: "counts" }),
  high_hand: () => ({ of: "high" }),
  confirm: (args) => ({ ...args, ask: args.of, of: "confirm" }),
  amount: ({ of, seat, fact, ask, act, kind }) => ({ of: "amount", what: of, seat, chips: [], ...(fact && { fact, ask }), ...(act && { act }), ...(kind && { kind }) }),
  acts: ({ seat }) => ({ of: "acts", seat }),
  seat: ({ seat }) => ({ of: "seat", seat }),
  name: ({ seat }) => ({ of: "name", seat, typed: "" }),
  said: ({ seat }) => ({ of: "said", seat }),
  time: (_, { time }) => ({ of: "time", seats: [...time.payers] }),
  push: () => ({ of: "push" }),
  conduct: ({ seat }, screen) => reported(seat, screen),
  picker: picker,
};

/** All values of a counted stack; empty if it is counted now. */
const counted = ({ pad }) => (pad.stack ? { typed: "", chips: [pad.stack], fresh: true } : {});

/** The player and hand of a report, as of the tap on the seat. */
function reported(seat, screen) {
  const { player, conduct } = podOf(screen, seat);
  return { of: "conduct", seat, name: player, player: conduct.player, hand: screen.hand, more: false };
}

/** Upcards of one seat again, or of every seat in turn with cards not entered yet. */
export function upcards(screen, seat, after = 0) {
  const live = screen.pods.filter((pod) => !pod.out && pod.up.length);
  const open = live.filter((pod) => pod.seat > after && pod.up.includes("??"));
  const pod = seat ? podOf(screen, seat) : (open[0] ?? (after ? null : live[0]));
  if (!pod) return null;
  const known = pod.up.indexOf("??");
  const cards = seat ? [] : pod.up.slice(0, known < 0 ? pod.up.length : known);
  return { of: "picker", what: "up", seat: pod.seat, need: pod.up.length, cards, walks: !seat };
}

function picker({ of, seat, board, fact, ask }, screen) {
  if (of === "fact") return { of: "picker", what: "fact", fact, ask, need: 1, cards: [] };
  if (of === "up") return upcards(screen, seat);
  if (of === "button") {
    const seats = screen.pods.filter((pod) => pod.player).map((pod) => pod.seat);
    return { of: "picker", what: "button", seats, at: 0, need: 1, cards: [], drawn: {} };
  }
  if (of === "board") return { of: "picker", what: "board", board, need: screen.cards.boards[board].length, cards: [] };
  return { of: "picker", what: of, seat, need: screen.cards.hole, cards: [] };
}

export function opened(key, screen) {
  return OPENED[key.open](key.args ?? {}, screen);
}

/** A pad starts with the sum of the pad that it replaces, or of the last closed one. */
export function withSum(next, mode, kept) {
  if (next.of !== "pad" || next.chips) return next;
  return { chips: [], typed: "", ...next, ...(mode?.of === "pad" ? sumOf(mode) : kept) };
}

// These only need a seat or a number of the table; every pad and every sheet has its own keys.
const TABLES = ["arm", "split", "halves", "skip-count", "acts", "bet", "high"];

export const asks = (mode) => Boolean(mode && !TABLES.includes(mode.of));

const NOT_BESIDE_A_PAD = ["all_in", "award"];

/** Whether a tap on another seat leaves the pad open. */
export const leavesPad = (mode, { seat }) => Boolean(isPad(mode) && seat && seat !== mode.seat);

/**
 * Whether a key of the table waits until the pad or sheet is answered; the key that opened it
 * closes it.
 */
export function barred({ mode, screen }, { do: what }) {
  if (mode?.of === "more") return false;
  if (isPad(mode)) return what?.open === "arm" && NOT_BESIDE_A_PAD.includes(what.args.of);
  return asks(mode) && !(what?.open && what.open in OPENED && same(mode, opened(what, screen)));
}

/** Whether a pad's sum can be logged: within its limits, or all-in up to the maximum. */
export const fits = ({ least, most }, sum, allIn) => (most === null || sum <= most) && (allIn || sum >= least);

/** A second tap on the key that opened it closes it. */
export function same(mode, next) {
  if (!mode || mode.of !== next.of) return false;
  return mode.arm === next.arm && mode.seat === next.seat && mode.ask === next.ask && mode.of !== "split";
}

/** Whether it selects the seats that share a pot. */
export const shares = (mode) => ["split", "halves"].includes(mode?.of);

/** SPLIT toggles a seat, with those it tied with; if only two can win, both share. */
export function splitWith(mode, seat) {
  const unit = unitOf(mode.units, seat);
  const seats = mode.seats.includes(seat)
    ? mode.seats.filter((other) => !unit.includes(other))
    : [...mode.seats, ...unit];
  return seats.length && mode.units.length > 2 ? { ...mode, seats } : null;
}

/** The shares of the selected seats: {shares, note}; null until two are selected. */
export function sharing(mode, screen) {
  if (mode?.of !== "split" || mode.seats.length < 2) return null;
  const seats = [...mode.seats].sort((a, b) => a - b).join("+");
  return screen.stage.splits?.[seats] ?? null;
}

/** Whether a mode is still valid on a new screen. */
export function holds(mode, before, screen) {
  if (!mode || ["push", "conduct"].includes(mode.of)) return Boolean(mode);
  if (before && before.hand !== screen.hand) return false;
  if (mode.of === "high") return Boolean(screen.promotion?.post);
  if (mode.of === "time") return Boolean(screen.time && !screen.running);
  if (mode.of === "bounty") return screen.bounties.some(({ seat }) => seat === mode.seat);
  if (mode.what === "straddle") return screen.straddles.some(({ seat }) => seat === mode.seat);
  if (mode.fact) return Boolean(screen.floor.told);
  if (mode.of === "acts" || mode.act) return Boolean(podOf(screen, mode.seat)?.acts.length);
  if (mode.of === "pad") return Boolean(podOf(screen, mode.seat)?.pad);
  if (mode.of === "arm" && mode.seat) return JSON.stringify(podOf(before, mode.seat)) === JSON.stringify(podOf(screen, mode.seat));
  if (shares(mode)) return before?.award.name === screen.award.name;
  return true;
}

export const podOf = (screen, seat) => screen.pods.find((pod) => pod.seat === seat);

/** A key for any seat, filled in for this seat. */
export const filled = (keyData, seat) => JSON.parse(JSON.stringify(keyData).replaceAll('"$seat"', seat).replaceAll("$seat", seat));

/**
 * The keys of a pod while `mode` waits for a seat: one or two, or empty if the seat cannot be
 * chosen.
 */
export function armed(mode, pod, screen) {
  if (mode?.arm === "first_in") return ["first_call", "first_raise"].map((arm) => single({ ...mode, arm }, pod, screen)).filter(Boolean);
  const one = single(mode, pod, screen);
  if (!one) return [];
  return mode.arm === "call" && pod.call_pot ? [{ ...one, sub: pod.pad.call }, pod.call_pot] : [one];
}

function single(mode, pod, screen) {
  if (mode?.of !== "arm" || (mode.seat && mode.seat !== pod.seat)) return undefined;
  const wanted = mode.arm === "call" ? ["call", "check"] : [mode.arm];
  const arm = wanted.find((name) => pod.arms.includes(name));
  if (!arm) return undefined;
  const { text, verb, do: what } = screen.arms[arm];
  if (arm === "first_raise") {
    return { text, sub: "", name: `${verb} ${pod.who}`, look: "expected", do: pod.first };
  }
  const sub = mode.seat ? pod.again.owes : "";
  // The name, because the whole seat is meant and not its hand.
  if (arm === "conduct") return { text: pod.player, sub, name: `${verb} ${pod.who}`, look: "filled", do: filled(what, pod.seat) };
  return { text, sub, name: `${verb} ${pod.who}`, look: "expected", do: filled(what, pod.seat) };
}

/** The sentence of the band while something is open; null for the table's own. */
export function sentence(mode, screen) {
  if (!mode) return null;
  if (mode.of === "arm") return mode.seat ? podOf(screen, mode.seat).again : screen.arms[mode.arm].step;
  if (mode.of === "skip-count") return mode.keyData.step;
  if (mode.of === "high") return screen.promotion.step;
  if (mode.of === "acts") return { now: page.texts.acts_ask.replace("{seat}", mode.seat), then: page.texts.acts_then };
  if (mode.of === "pad") {
    const { pad } = podOf(screen, mode.seat);
    return mode.allIn ? pad.all_in_step : pad.step;
  }
  if (mode.of === "amount" && mode.what === "pot") return { now: page.texts.pot_now, then: page.texts.pot_then };
  if (mode.of === "picker" && mode.what === "button") return drawSentence(mode, screen);
  if (mode.of === "halves") return halfSentence(mode, screen);
  if (mode.of === "split") {
    const seats = [...mode.seats].sort((a, b) => a - b).join(" + ");
    const ready = mode.seats.length > 1;
    const text = page.texts[ready ? "split_ask" : "split_more"];
    return { now: text.replace("{seats}", seats), then: "" };
  }
  return null;
}
