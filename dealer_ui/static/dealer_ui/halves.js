// A split pot: the seats selected for each half, and the push of AWARD. Without a seat for the
// second half the first takes all; a seat in both scoops, a seat that shares one is quartered.

import { money, say } from "./text.js";

/**
 * The seats that win together with this one, including it; only itself unless it tied in an
 * earlier pot.
 */
export const unitOf = (units, seat) => units.find((unit) => unit.includes(seat)) ?? [];

const together = (seats) => [...seats].sort((a, b) => a - b).join("+");

/** A tap on HIGH or LOW: selects the seat for that half, with those it tied with, or removes it. */
export function choose(mode, { pot, half, seat, unit }) {
  const chosen = mode?.of === "halves" && mode.pot === pot ? mode.chosen : [[], []];
  const before = chosen[half];
  const now = before.includes(seat) ? before.filter((other) => !unit.includes(other)) : [...before, ...unit];
  const next = chosen.map((seats, i) => (i === half ? now : seats));
  return next.some((seats) => seats.length) ? { of: "halves", pot, chosen: next } : null;
}

const selectionOf = (mode) => (mode?.of === "halves" ? mode.chosen : [[], []]);

/**
 * The shares of both halves, each {shares, odd}, or undefined if the server sent none for this
 * number of seats.
 */
function sharesOf(halves, [first, second]) {
  if (!second.length) return [halves.whole[together(first)]];
  return [halves.parts[0].splits[together(first)], halves.parts[1].splits[together(second)]];
}

/** The key of a seat and a half: its share in the current selection, or after this tap. */
export function halfKey({ mode, screen }, seat, key) {
  if (!key.do) return key;
  const { halves } = screen.stage;
  const chosen = selectionOf(mode);
  const selected = chosen[key.half];
  const on = selected.includes(seat);
  const best = halves.parts[key.half].best;
  const alone = on && key.half === 0 && !chosen[1].length;
  const splits = alone ? halves.whole : halves.parts[key.half].splits;
  const share = splits[together(on ? selected : [...selected, ...key.do.args.unit])]?.shares[seat];
  const sub = share == null ? "" : money(share);
  if (on) return { ...key, sub, look: "set", name: `${key.name}, ${say("half_chosen")}` };
  const isNeeded = key.half === 0 ? !chosen[0].length : chosen[0].length > 0 && !chosen[1].length;
  const look = best.includes(seat) ? "due" : isNeeded && !best.length ? "expected" : "live";
  return { ...key, sub, look };
}

/** The push of AWARD: {seats, low, totals, odd}; null until a seat has the first half. */
export function pushed({ mode, screen }) {
  const { halves } = screen.stage;
  const [first, second] = selectionOf(mode);
  if (!halves || !first.length || (halves.must && !second.length && first.length > 1)) return null;
  const ways = sharesOf(halves, [first, second]);
  const totals = new Map();
  for (const seat of [...new Set([...first, ...second])].sort((a, b) => a - b)) {
    const shares = ways.map((way) => way?.shares[seat] ?? 0);
    const known = ways.every((way) => way && Object.values(way.shares).every((share) => share !== null));
    totals.set(seat, known ? shares.reduce((sum, share) => sum + share, 0) : null);
  }
  const odd = ways.map((way) => way?.odd).filter(Boolean);
  return { pot: halves.pot, seats: first, low: second, totals, odd: [...new Set(odd)] };
}

/** Who gets odd chips of either half, once the seats are selected; or that there is no second half. */
export function oddOf(mode, screen) {
  if (mode?.of !== "halves") return null;
  const { words, must } = screen.stage.halves;
  const [first, second] = mode.chosen;
  if (first.length && !second.length && !must) return say("half_none", { word: words[1], first: words[0] });
  return pushed({ mode, screen })?.odd.join(" · ") || null;
}

const sums = (totals) =>
  [...totals].map(([seat, sum]) => say("half_total", { seat, amount: sum === null ? "" : money(sum) }).trim()).join(", ");

/** The sentence of the band while halves are selected. */
export function halfSentence(mode, screen) {
  const { words, must } = screen.stage.halves;
  const push = pushed({ mode, screen });
  const [first, second] = mode.chosen;
  if (!first.length) return { now: say("half_missing", { word: words[0].toUpperCase() }), then: "" };
  if (!push) return { now: say("half_missing", { word: words[1].toUpperCase() }), then: "" };
  const scoops = second.length && push.totals.size === 1;
  const text = scoops ? "half_scoop" : second.length ? "half_ready" : must ? "half_takes" : "half_all";
  return {
    now: say(text, { totals: sums(push.totals), word: words[1] }),
    then: second.length ? "" : say("half_or", { word: words[1].toUpperCase() }),
  };
}

/** Label of AWARD: the seats of the first half, and of the second below them. */
export function halfAward({ mode, screen }) {
  const push = pushed({ mode, screen });
  if (!push) return null;
  const first = together(push.seats);
  const sub = push.low.length ? `${first} | ${together(push.low)}` : first;
  const { now } = halfSentence(mode, screen);
  return { args: { pot: push.pot, seats: push.seats, low: push.low }, sub, name: now };
}
