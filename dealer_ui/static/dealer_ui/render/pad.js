// The raise pad and the pad for other amounts: presets record in one tap, digits and chips build a sum.

import { html, nothing } from "../vendor/lit-html.js";
import { fits, podOf } from "../modes.js";
import { erased, total, withChip, withDigits } from "../sums.js";
import { money, say } from "../text.js";
import { backspace, cross } from "./icons.js";
import { own } from "./key.js";

const OUTLINE =
  "M127 8h666a16 16 0 0 1 16 16v276a16 16 0 0 0 16 16h71a16 16 0 0 1 16 16v88a16 16 0 0 1-16 16H24a16 16 " +
  "0 0 1-16-16v-88a16 16 0 0 1 16-16h71a16 16 0 0 0 16-16V24a16 16 0 0 1 16-16z";
// Ten seats: the seat next to the dealer must be in reach, where the chips are otherwise.
const OUTLINE_TEN =
  "M127 8h666a16 16 0 0 1 16 16v276a16 16 0 0 0 16 16h71a16 16 0 0 1 16 16v88a16 16 0 0 1-16 16H24a16 16 " +
  "0 0 1-16-16v-88a16 16 0 0 1 16-16h304a16 16 0 0 0 16-16V170a16 16 0 0 0-16-16H127a16 16 0 0 1-16-16V24a16 16 0 0 1 16-16z";
// An upright tablet: digits over the felt, chips over the inner keys of the near seats, presets
// over the counts.
const OUTLINE_UPRIGHT =
  "M128 20A12 12 0 0 1 140 8L460 8A12 12 0 0 1 472 20L472 178A12 12 0 0 0 484 190L578 190A12 12 0 0 1 590 202" +
  "L590 298A12 12 0 0 1 578 310L484 310A12 12 0 0 0 472 322L472 326A12 12 0 0 0 484 338L578 338A12 12 0 0 1 590 350" +
  "L590 446A12 12 0 0 1 578 458L483 458A11 11 0 0 0 472 469L472 469A11 11 0 0 0 483 480L564 480A12 12 0 0 1 576 492" +
  "L576 700A12 12 0 0 1 564 712L36 712A12 12 0 0 1 24 700L24 492A12 12 0 0 1 36 480L117 480A11 11 0 0 0 128 469" +
  "L128 469A11 11 0 0 0 117 458L22 458A12 12 0 0 1 10 446L10 350A12 12 0 0 1 22 338L116 338A12 12 0 0 0 128 326" +
  "L128 322A12 12 0 0 0 116 310L22 310A12 12 0 0 1 10 298L10 202A12 12 0 0 1 22 190L116 190A12 12 0 0 0 128 178z";
// Three rows of four cells; the last cell of the first row closes the pad.
const DIGITS = [["1", "2", "3"], ["4", "5", "6", "0"], ["7", "8", "9", "00"]];
const CELLS = [2, 3, 4, 5, 6]; // of the count row, for presets

export function raisePad(app) {
  const { mode } = app;
  const { pad } = podOf(app.screen, mode.seat);
  const sum = total(mode);
  const outside = !fits(pad, sum, mode.allIn);
  return frame(app, {
    title: mode.allIn ? pad.all_in_title : pad.title,
    sum,
    verb: mode.allIn ? say("all_in") : pad.set,
    set: () => app.setTotal(),
    lines: [mode.allIn ? say("pad_count") : range(pad, sum), split(pad, sum, mode.allIn)],
    outside,
    presets: pad.presets.map((keyData, i) => preset(app, pad, keyData, i)),
  });
}

/**
 * Above the maximum of the limit or the stack, which the rules refuse. `most` is null without a
 * maximum.
 */
const isOver = (pad, sum) => pad.most !== null && sum > pad.most;

/** "$90 to $340"; the bound that the sum exceeds is coral. */
function range(pad, sum) {
  if (!pad.range) return nothing;
  const { min, max } = pad.range;
  const under = sum > 0 && sum < pad.least ? "broken" : "";
  if (!max) return html`<b class="num ${under}">${min}</b> ${say("range_more")}`;
  const over = isOver(pad, sum) ? "broken" : "";
  return html`<b class="num ${under}">${min}</b> ${min === max ? nothing : html`${say("range_to")} <b class="num ${over}">${max}</b>`}`;
}

/** "call $45, raise $142": the parts of the sum. */
function split(pad, sum, allIn) {
  if (!sum) return "";
  if (!pad.match) return say("pad_bet", { more: money(sum) });
  if (sum < pad.match) return allIn ? say("pad_call_for_less") : "";
  const call = money(pad.to_call);
  if (sum === pad.match) return say("pad_call", { call });
  return say("pad_raise", { call, more: money(sum - pad.match) });
}

/** One tap records and closes. ALL-IN does so when the stack is known; otherwise it is counted. */
function preset(app, pad, keyData, i) {
  const { do: what } = keyData;
  const chosen = what?.all_in && app.mode.allIn;
  const counts = what?.all_in && !what.total;
  const take = () => app.bet(pad, { to: what.total, allIn: what.all_in, what: what.what });
  return own(app, { ...keyData, look: chosen ? "set" : keyData.look }, cell(i), what && (counts ? () => count(app) : take));
}

const cell = (i) => `preset n${CELLS[i]}`;

function count(app) {
  app.mode = { ...app.mode, allIn: !app.mode.allIn };
}

/** Counting the pot, a short post, chips bought: the same keys with other presets. */
export function amountPad(app) {
  const { what, seat, fact, ask, act, kind } = app.mode;
  if (what === "straddle") return straddlePad(app);
  const sum = total(app.mode);
  const kinds = {
    fact: { title: ask, verb: say("fact_set"), send: ["report", { facts: { [fact]: sum } }] },
    pot: { title: say("pot_title"), verb: say("pot_set"), send: ["count_pot", { amount: sum }] },
    post: { title: say("post_title", { seat }), verb: say("post_set"), send: ["post_short", { seat, amount: sum }] },
    said: { title: say("said_title", { seat }), verb: say("said_set"), send: ["declare", { seat, what: "sum", amount: sum }] },
    chips: {
      title: say("chips_title", { seat }),
      verb: say("chips_set"),
      send: ["add_chips", { seat, amount: sum }],
      line: app.screen.running ? say("chips_next_line") : "",
    },
    bomb: { title: say("bomb_title"), verb: say("bomb_set"), send: ["bomb_pot", { amount: sum }], line: say("bomb_line") },
    splash: { title: say("splash_title"), verb: say("splash_set"), send: ["splash_pot", { amount: sum }], line: say("splash_line") },
    bounty: { title: say(`bounty_${kind ?? "stand_up"}`), verb: say("bounty_set"), send: ["start_bounty", { kind, amount: sum }], line: say("bounty_line") },
    off: { title: say("off_title", { seat }), verb: say("off_set"), send: ["take_chips", { seat, amount: sum }] },
    correct: act && corrected(seat, act, sum),
  };
  const { title, verb, send, line = "" } = kinds[what];
  const set = () => {
    if (fact) app.asking = {};
    app.send(...send, title);
  };
  if (act) return frame(app, { title, sum, verb, set, lines: [line || (sum ? "" : say("chips_only"))], presets: allIn(app, seat, act, sum) });
  if (what === "bomb") return frame(app, { title, sum, verb, set, lines: [line], presets: boards(app, sum) });
  if (what === "pot") return frame(app, { title, sum, verb, set, lines: dropped(app, sum), presets: stacks(app) });
  return frame(app, { title, sum, verb, set, lines: [line || (sum ? "" : say("chips_only"))] });
}

/** A bomb pot with so many boards, and the amount if one was entered. */
function boards(app, sum) {
  return app.screen.bomb?.boards.map((keyData, i) => {
    const { send, args } = keyData.do;
    return own(app, keyData, cell(i), () => app.send(send, { ...args, ...(sum && { amount: sum }) }, keyData.name));
  });
}

/** Another amount for a straddle: its presets record in one tap. */
function straddlePad(app) {
  const { seat } = app.mode;
  const pad = app.screen.straddles.find((other) => other.seat === seat);
  const sum = total(app.mode);
  const takes = (args) => () => app.send("straddle", args, pad.title);
  return frame(app, {
    title: pad.title,
    sum,
    verb: pad.set,
    set: takes({ seat, amount: sum }),
    lines: [range(pad, sum), sum ? say("straddle_raise", { amount: money(2 * sum) }) : ""],
    outside: !fits(pad, sum, false),
    presets: pad.presets.map((keyData, i) => own(app, keyData, cell(i), keyData.do && takes(keyData.do.args))),
  });
}

/** An amount below the bet can only be all-in. */
function corrected(seat, { number, was, match }, sum) {
  const isShort = sum <= match;
  const what = isShort ? "all_in" : match ? "raise" : "bet";
  return {
    title: say("correct_title", { seat }),
    verb: say("correct_set"),
    send: ["correct_act", { number, seat, was, what, to: sum }],
    line: sum && isShort ? say("correct_short", { match: money(match) }) : "",
  };
}

/** The same total, with no chips left behind it. */
function allIn(app, seat, { number, was }, sum) {
  const title = say("correct_title", { seat });
  const set = sum ? () => app.send("correct_act", { number, seat, was, what: "all_in", to: sum }, title) : null;
  return own(app, { text: say("all_in"), sub: sum ? money(sum) : "", look: "filled" }, cell(4), set);
}

/** The house's share of a pot of this size, and the rest that is pushed. */
function dropped({ screen: { pot_count: counts } }, sum) {
  const [, rake = 0, jackpot = 0] = counts?.drops.findLast(([pot]) => sum >= pot) ?? [];
  const parts = { rake: money(rake), jackpot: money(jackpot) };
  const takes = jackpot ? say(rake ? "pot_drop" : "pot_jackpot", parts) : rake ? say("pot_rake", parts) : "";
  return [takes, sum ? html`${say("pot_push")} <b class="num">${money(sum - rake - jackpot)}</b>` : say("chips_only")];
}

/** The logged amount as a start, and stacks of twenty chips. */
function stacks(app) {
  const { logged, stacks: added } = app.screen.pot_count ?? { logged: 0, stacks: [] };
  const start = () => {
    app.mode = { ...app.mode, typed: "", chips: [logged] };
  };
  const soFar = { text: say("pot_so_far"), sub: money(logged), name: `${say("pot_so_far")} ${money(logged)}`, look: "filled" };
  return [
    logged ? own(app, soFar, cell(0), start) : nothing,
    ...added.map(({ value, text }, i) => {
      const face = { text: say("pot_stack"), sub: text, name: say("pot_stack_name", { amount: money(value) }), look: "filled" };
      return own(app, face, cell(i + 1), () => {
        app.mode = withChip(app.mode, value);
      });
    }),
  ];
}

/**
 * A player who sits down buys in within the plaque's limits, unless the tablet does not count the
 * stack.
 */
export function buyInPad(app) {
  const { seat, player, name } = app.mode;
  const { least, most, range: limits } = app.screen.buy_in;
  const sum = total(app.mode);
  const title = say("buy_in_title", { seat, name });
  const sit = (stack) => () => app.sitDown({ seat, player, name, ...(stack && { stack }) }, title);
  const sums = [["buy_in_least", least], ["buy_in_most", most]].map(([word, stack], i) => {
    const face = { text: say(word), sub: money(stack), name: `${say(word)} ${money(stack)}`, look: "filled" };
    return own(app, face, cell(i), sit(stack));
  });
  const sitUncounted = () => app.sitDown({ seat, player, name, ...(sum && { buy_in: sum }) }, title);
  const uncounted = own(app, { text: say("not_counted"), look: "filled" }, cell(4), sitUncounted);
  return frame(app, {
    title,
    sum,
    verb: say("buy_in_set"),
    set: sit(sum),
    lines: [say("buy_in_line", { range: limits })],
    outside: sum > most || (sum > 0 && sum < least),
    broken: sum > most,
    presets: [...sums, uncounted],
  });
}

function frame(app, { title, sum, verb, set, lines, presets = nothing, outside = false, broken = false }) {
  const amount = money(sum);
  const ready = sum > 0 && !outside;
  const face = {
    text: verb,
    sub: ready ? amount : "",
    name: say("set_to", { verb, amount }),
    look: "due",
  };
  const ten = app.screen.seats === 10;
  return html`<section class="pad ${title.length > LINE ? "two-lines" : ""}" aria-label=${title}>
    ${outline(ten)}
    <div class="figures">
      <div class="title">${title}</div>
      <div class="total num ${sized(amount.length)}" aria-live="polite">
        ${sum ? amount : html`<span role="img" aria-label=${say("pad_nothing")}>–</span>`}
      </div>
      <div class="range ${broken ? "broken" : ""}">${lines.map((line) => html`<p>${line}</p>`)}</div>
    </div>
    ${DIGITS.map((row, y) => row.map((digits, x) => digitKey(app, digits, `x-${x} y-${y}`)))}
    ${own(app, { name: say("close") }, "digit close x-3 y-0", () => app.closePad(), { icon: cross() })} ${presets}
    ${ten ? nothing : app.screen.chips.map((chip, i) => chipKey(app, chip, i))}
    ${own(app, { name: say("backspace"), look: "filled" }, "preset n7", sum ? () => back(app) : null, { icon: backspace() })}
    ${own(app, face, "set-key", ready ? set : null)}
  </section>`;
}

const LINE = 19; // characters of the title on one line

/** Large amounts use smaller type, so that they do not run into the digits. */
const sized = (length) => (length > 7 ? "longest" : length > 6 ? "longer" : length > 5 ? "long" : "");

function outline(ten) {
  return html`<svg class="pad-back" viewBox="0 0 920 444" aria-hidden="true">
      <path d=${ten ? OUTLINE_TEN : OUTLINE} />
    </svg>
    <svg class="pad-back upright" viewBox="0 0 600 720" aria-hidden="true">
      <path d=${OUTLINE_UPRIGHT} />
    </svg>`;
}

function digitKey(app, digits, place) {
  const add = () => {
    app.mode = withDigits(app.mode, digits);
  };
  return own(app, { text: digits, name: say("digit", { digit: digits }), look: "filled" }, `digit num ${place}`, add);
}

function chipKey(app, { value, text, name }, i) {
  const add = () => {
    app.mode = withChip(app.mode, value);
  };
  return own(app, { text, name, look: "filled" }, `chip-key num chip-${i} ${text.length > 5 ? "long" : ""}`, add);
}

function back(app) {
  app.mode = erased(app.mode);
}
