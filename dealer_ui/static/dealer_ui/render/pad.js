// The raise pad and the pad for other amounts: presets record in one tap, chips build a total.

import { html, nothing } from "../vendor/lit-html.js";
import { podOf, total } from "../modes.js";
import { money, say } from "../text.js";
import { backspace, cross } from "./icons.js";
import { own } from "./key.js";

const OUTLINE =
  "M127 8h666a16 16 0 0 1 16 16v276a16 16 0 0 0 16 16h71a16 16 0 0 1 16 16v88a16 16 0 0 1-16 16H24a16 16 " +
  "0 0 1-16-16v-88a16 16 0 0 1 16-16h71a16 16 0 0 0 16-16V24a16 16 0 0 1 16-16z";
const OUTLINE_TEN =
  "M360 8h433a16 16 0 0 1 16 16v276a16 16 0 0 0 16 16h71a16 16 0 0 1 16 16v88a16 16 0 0 1-16 16H24a16 16 " +
  "0 0 1-16-16v-88a16 16 0 0 1 16-16h304a16 16 0 0 0 16-16V24a16 16 0 0 1 16-16z";

export function raisePad(app) {
  const { mode } = app;
  const { pad } = podOf(app.screen, mode.seat);
  const sum = total(mode);
  const verb = mode.allIn ? say("all_in") : pad.set;
  return frame(app, {
    title: mode.allIn ? pad.all_in_title : pad.title,
    sum,
    verb,
    set: () => app.setTotal(),
    facts: facts(pad),
    line: over(pad, sum) ? say("pad_over", { over: money(sum - pad.most) }) : line(pad, sum, mode.allIn),
    over: over(pad, sum),
    presets: pad.presets.map((keyData, i) => preset(app, pad, keyData, i)),
  });
}

function facts(pad) {
  const shown = [
    ["to_call", pad.call],
    ["min_to", pad.min],
    ["max", pad.max],
  ].filter(([, text]) => text);
  const length = shown.reduce((sum, [, text]) => sum + text.length, 0);
  return html`<div class="facts ${sized(length, 13, 18)}">
    ${shown.map(([label, text]) => html`<span><span class="caps">${say(label)}</span><b class=${text.startsWith("$") ? "num" : ""}>${text}</b></span>`)}
  </div>`;
}

/** Large amounts use smaller type, so that none runs into its neighbor. */
const sized = (length, long, longest) => (length > longest ? "longest" : length > long ? "long" : "");

/** Above the maximum of the limit or the stack: the rules refuse it. `most` is null if there is no maximum. */
const over = (pad, sum) => pad.most !== null && sum > pad.most;

function line(pad, sum, allIn) {
  if (!sum) return say("pad_empty");
  if (!pad.to_call) return pad.pot;
  if (allIn && sum < pad.match) return say("pad_line_less", { pot: pad.pot });
  if (sum === pad.match) return say("pad_line_call", { call: money(pad.to_call), pot: pad.pot });
  const more = Math.max(0, sum - pad.match);
  return say("pad_line", { call: money(pad.to_call), more: money(more), pot: pad.pot });
}

/** MIN, ½ POT and POT record and close; ALL-IN does when the stack is known, else it is counted. */
function preset(app, pad, keyData, i) {
  const { do: what } = keyData;
  const chosen = what?.all_in && app.mode.allIn;
  const take = what && (() => (what.total ? app.bet(pad, { to: what.total, allIn: what.all_in }) : count(app)));
  return own(app, { ...keyData, look: chosen ? "set" : keyData.look }, `preset p-${i}`, take);
}

function count(app) {
  app.mode = { ...app.mode, allIn: !app.mode.allIn };
}

/** Counting the pot, a short post, chips bought: the same keys without presets. */
export function amountPad(app) {
  const { what, seat, fact, ask } = app.mode;
  const sum = total(app.mode);
  const kinds = {
    fact: { title: ask, verb: say("fact_set"), send: ["report", { facts: { [fact]: sum } }] },
    pot: { title: say("pot_title"), verb: say("pot_set"), send: ["count_pot", { amount: sum }] },
    post: { title: say("post_title", { seat }), verb: say("post_set"), send: ["post_short", { seat, amount: sum }] },
    said: { title: say("said_title", { seat }), verb: say("said_set"), send: ["declare", { seat, what: "sum", amount: sum }] },
    chips: { title: say("chips_title", { seat }), verb: say("chips_set"), send: ["add_chips", { seat, amount: sum }] },
    chips_next: {
      title: say("chips_next_title", { seat }),
      verb: say("chips_set"),
      send: ["add_chips", { seat, amount: sum }],
      line: say("chips_next_line"),
    },
    off: { title: say("off_title", { seat }), verb: say("off_set"), send: ["take_chips", { seat, amount: sum }] },
  };
  const { title, verb, send, line = "" } = kinds[what];
  const set = () => {
    if (fact) app.asking = {};
    app.send(...send, title);
  };
  return frame(app, { title, sum, verb, set, facts: nothing, line: sum ? line : say("chips_only"), presets: nothing });
}

/** A player who sits down buys in within the plaque's limits, or the tablet does not count the stack. */
export function buyInPad(app) {
  const { seat, player, name } = app.mode;
  const { least, most, range } = app.screen.buy_in;
  const sum = total(app.mode);
  const title = say("buy_in_title", { seat, name });
  const sit = (stack) => () => app.send("seat_player", { seat, player, name, ...(stack && { stack }) }, title);
  const sums = [["buy_in_least", least], ["buy_in_most", most]].map(([word, stack], i) => {
    const face = { text: say(word), sub: money(stack), name: `${say(word)} ${money(stack)}`, look: "filled" };
    return own(app, face, `preset p-${i}`, sit(stack));
  });
  const sitUncounted = () => app.send("seat_player", { seat, player, name, ...(sum && { buy_in: sum }) }, title);
  const uncounted = own(app, { text: say("not_counted"), look: "filled" }, "preset p-3", sitUncounted);
  return frame(app, {
    title,
    sum,
    verb: say("buy_in_set"),
    set: sit(sum),
    facts: nothing,
    line: say("buy_in_line", { range }),
    over: sum > most || (sum > 0 && sum < least),
    presets: [...sums, uncounted],
  });
}

function frame(app, { title, sum, verb, set, facts: factsHtml, line: text, presets, over: above = false }) {
  const amount = money(sum);
  const ready = sum > 0 && !above;
  const face = {
    text: verb,
    sub: ready ? amount : "",
    name: say("set_to", { verb, amount }),
    look: "due",
  };
  return html`<section class="pad" aria-label=${title}>
    ${outline(app.screen.seats)}
    <div class="title caps">${title}</div>
    <div class="total num ${sized(amount.length, 4, 6)}" aria-live="polite">${amount}</div>
    ${factsHtml}
    <div class="line ${above ? "above" : ""}">${text}</div>
    ${own(app, { name: say("close") }, "close", () => app.set(null), { icon: cross() })} ${presets}
    ${app.screen.chips.map((chip, i) => chipKey(app, chip, i))}
    ${own(app, { name: say("backspace") }, "chip-key n7", sum ? () => back(app) : null, { icon: backspace() })}
    ${own(app, { ...face, why: text }, "set-key", ready ? set : null)}
  </section>`;
}

function outline(seats) {
  return html`<svg class="pad-back" viewBox="0 0 920 444" aria-hidden="true">
    <path d=${seats === 10 ? OUTLINE_TEN : OUTLINE} />
  </svg>`;
}

function chipKey(app, keyData, i) {
  const add = () => {
    app.mode = { ...app.mode, chips: [...app.mode.chips, keyData.value] };
  };
  const face = html`<span class="chip chip-${i} ${keyData.text.length > 3 ? "long" : ""}"
    ><svg viewBox="0 0 90 90" width="90" height="90" aria-hidden="true">
      <circle class="ring" cx="45" cy="45" r="41" />
      <circle class="edge" cx="45" cy="45" r="41" />
    </svg>
    <span class="num">${keyData.text}</span></span
  >`;
  return own(app, { name: keyData.name }, `chip-key n${i + 2}`, add, { icon: face });
}

function back(app) {
  app.mode = { ...app.mode, chips: app.mode.chips.slice(0, -1) };
}

