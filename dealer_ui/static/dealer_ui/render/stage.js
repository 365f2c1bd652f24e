// The center of the table, laid out from the server's data.

import { html, nothing } from "../vendor/lit-html.js";
import { oddOf } from "../halves.js";
import { asks, sharing } from "../modes.js";
import { pushDue, waitingForPin } from "../push.js";
import { clock, owner, say } from "../text.js";
import { card } from "./cards.js";
import { draws, rebuild } from "./draw.js";
import { check } from "./icons.js";
import { key, own, under } from "./key.js";
import { numbers } from "./numbers.js";
import { cornerNumbers, STUD } from "./stud.js";
import { silentStage } from "./turn_clock.js";

const KINDS = { deal, totals, board, claim, layers, pots, draws, prompt, rebuild, answers, straddles, ...STUD };

export function stage(app) {
  const stageData = asking(app) ?? compared(app) ?? pushing(app) ?? silentStage(app) ?? app.screen.stage;
  return html`<section class="stage of-${stageData.kind}" aria-label="Table" ?inert=${stageData.kind in { ...STUD, rebuild } && isCovered(app)}>
      ${KINDS[stageData.kind](stageData, app)}
      ${stageData.held.length ? html`<p class="held-pots num">${stageData.held.join(" · ")}</p>` : nothing}
    </section>
    ${stageData.aside ? cornerNumbers(stageData.aside) : nothing}`;
}

/** The question on the felt while a key of MORE waits for its seat, and the key back to the hand. */
function asking({ mode, screen }) {
  const question = mode?.of === "arm" && !mode.seat && screen.arms[mode.arm].question;
  if (!question) return null;
  const { numbers: shown = [], held = [] } = screen.stage;
  return { kind: "prompt", title: question.title, lines: [question.text], numbers: shown, held, back: true };
}

/** A high hand beside the posted one, after the first of two taps. */
const compared = ({ mode, screen }) => (mode?.of === "high" ? screen.promotion.stage : null);

/** The hands of a promotion: the board, and what the log proves of a claim or what a high hand has to beat. */
function claim({ cards, lines, checks, notes }) {
  return html`<div class="claim">
    <div class="claim-hands">
      ${cards.length ? html`<span class="claim-cards">${cards.map((code) => card(code))}</span>` : nothing}
      <div class="claim-lines">${lines.map((line) => html`<p>${line}</p>`)}</div>
    </div>
    ${checks.length ? html`<ul class="checks">${checks.map(({ text, proved }) => html`<li class=${proved ? "proved" : "asked"}>${proved ? check(22) : html`<i aria-hidden="true">?</i>`}<span>${text}</span></li>`)}</ul>` : nothing}
    ${notes.map(({ text, at }) => html`<p class="claim-note num">${text.replace("{time}", at ? clock(at) : "")}</p>`)}
  </div>`;
}

/** The push that is due between two hands; dealing on is the alternative. */
function pushing(app) {
  const next = pushDue(app);
  if (!next) return null;
  const { name, at, goes, isAgain } = next;
  const { numbers: shown, held } = app.screen.stage;
  const keyData = {
    text: say("push_felt_key", { name: name.toUpperCase() }),
    name: say("push_felt_name", { name }),
    look: app.mode?.of === "push" ? "set" : "due",
    do: { open: "push" },
  };
  if (isAgain) {
    const again = { ...keyData, text: say("pin_again_key"), name: say("pin_again_name", { name }) };
    return { kind: "prompt", title: say("pin_again", { name }), lines: [waitingForPin(app)], key: again, numbers: shown, held };
  }
  const { leaving, coming } = app.screen.push;
  const known = [leaving, goes, coming].filter(Boolean);
  const lines = known.length > 1 ? known : [...known, say("push_felt_help")];
  return { kind: "prompt", title: say("push_felt", { name, at }), lines, key: keyData, numbers: shown, held };
}

/** A step with its own key: the subject at its left, and the four numbers below. */
function prompt({ title, lines, key: keyData, back: returns, ...stageData }, app) {
  const back = { text: say("back_to_hand"), name: say("back_to_hand_name"), look: "plain" };
  return html`<div class="prompt">
      <h3>${title}</h3>
      ${lines.map((line) => html`<p>${line}</p>`)}
    </div>
    ${returns ? own(app, back, "felt-key", () => app.set(null)) : under(app, keyData, "felt-key")}
    ${stageData.second ? under(app, stageData.second, "felt-key second") : nothing} ${numbers(stageData, app)}`;
}

/** Possible corrections of a seat's act that no longer fits; a supervisor may leave it as it was. */
function answers({ title, keys, note }, app) {
  return html`<div class="answers" role="group" aria-label=${title}>
    <h3>${title}</h3>
    <div class="row">${keys.map((keyData) => answerKey(keyData, app))}</div>
    <p>${note}</p>
  </div>`;
}

/** The seats that may straddle before the first card. */
function straddles({ title, keys, lines }, app) {
  return html`<div class="straddles" role="group" aria-label=${title}>
    <h3>${title}</h3>
    <div class="row">${keys.map((keyData) => under(app, keyData, "straddle-key num"))}</div>
    ${lines.map((line) => html`<p>${line}</p>`)}
  </div>`;
}

function answerKey(keyData, app) {
  if (!keyData.supervised || owner.supervises) return under(app, keyData, "answer-key");
  const { name, do: act } = keyData;
  const asked = { title: name, text: say("act_do"), send: act.send, args: act.args, label: name };
  return own(app, keyData, "answer-key", () => app.askSupervisor(asked));
}

function deal(stageData, app) {
  return html`<ol class="order num" aria-label=${say("deal_order")}>
      ${stageData.order.map((seat) => html`<li>${seat}</li>`)}
    </ol>
    <div class="order-line">
      <span class="caps">${say("first_card")}</span><span>${stageData.text}</span
      ><span class="caps">${say("last_card")}</span>
    </div>
    ${numbers(stageData, app)}`;
}

/** The payouts of the last hand: a row for each seat, its chips largest first; then the drop. */
export function totals({ rows, size, sum, total }) {
  return html`<div class="totals ${size}">
    ${rows.map(pushed)}
    ${sum ? html`<p class="sum num"><span>${sum}</span><b>${total}</b></p>` : nothing}
  </div>`;
}

function pushed({ seat, label, amount, note, name, chips }, i) {
  return html`<div class="pushed num ${seat === null ? "dropped" : ""} ${i ? "" : "first"}" role="group" aria-label=${name}>
    <span class="to">${seat ?? label}</span>
    <span class="sum-of"><b>${amount}</b>${note ? html`<small>${note}</small>` : nothing}</span>
    <span class="stacks of-${chips.length}">${chips.map(stack)}</span>
  </div>`;
}

const stack = ({ count, value, color, name }) => html`<span class="stack" role="img" aria-label=${name}
  ><i class="disc ${color}"></i><span class="count-of-chips"><b>${count}</b><small>${value}</small></span></span
>`;

/** The cards of a street, on two boards one row above the other. */
const faces = ({ cards, more }) =>
  more.length
    ? html`<span class="rows">${[cards, ...more].map((row) => html`<span class="row">${row.map((code) => card(code))}</span>`)}</span>`
    : cards.map((code) => card(code));

/** Main and side pots in play: a row each, a column for each seat; above them the board, small. */
function layers({ groups, name, rows, size, columns, beside }) {
  const twice = groups.some(({ more }) => more.length);
  return html`<div class="mini ${twice ? "twice" : ""}">
      ${groups.length ? groups.map((group) => html`<span class="burn ${group.burn ? "out" : ""}"></span>${faces(group)}`) : html`<b>${name}</b>`}
    </div>
    <div class="beside">
      ${beside.map(({ label, text, of }) => html`<div><span class="caps">${label}</span><b class="num">${text}${of ? html`<small>${of}</small>` : nothing}</b></div>`)}
    </div>
    <div class="layers ${size} ${columns > 6 ? "narrow" : ""}">${rows.map(layer)}</div>`;
}

function layer({ name, seats, amount, turn, note }) {
  return html`<div class="layer ${turn ? "turn" : ""}">
    <span>${name}</span>
    <span class="seats num">${seats.map(({ seat, mark }) => html`<span class=${mark}>${mark === "none" ? nothing : seat}</span>`)}</span>
    <span class="here">${note}</span>
    <span class="amount num">${amount}</span>
  </div>`;
}

function board(stageData, app) {
  return html`${stageData.groups.map((group, i) => street(group, i, app))} ${numbers(stageData, app)}`;
}

/**
 * Whether a sheet covers the table, whose keys must then not be reachable by touch or screen
 * reader.
 */
const isCovered = ({ mode, queue }) =>
  (queue.held.length > 0 && !queue.engine) || asks(mode);

function street(group, i, app) {
  const twice = group.more.length > 0;
  return html`<div class="group g${i} ${group.current ? "current" : ""} ${twice ? "twice" : ""}">
    <span class="burn ${group.burn ? "out" : ""}"></span>
    <span class="caps of-burn">${say("burn")}</span>
    ${twice && !i ? html`<span class="board-numbers num">${[group.cards, ...group.more].map((_, at) => html`<span>${at + 1}</span>`)}</span>` : nothing}
    ${twice ? faces(group) : group.cards.map((code, at) => card(code, `k${at}`))}
    <span class="caps of-cards">${group.street}</span>
    ${group.key?.do && !isCovered(app) ? key(app, group.key, "skip") : nothing}
  </div>`;
}

/** With three or more winners, odd chips are shown once the sharing seats are selected. */
function pots(stageData, app) {
  const { mode, screen } = app;
  if (stageData.who && !mode && app.shown?.hand !== screen.hand) return whoShows(stageData.who, app);
  const note = sharing(mode, screen)?.note ?? oddOf(mode, screen) ?? stageData.note;
  return html`<div class="pots ${stageData.size}">
    ${stageData.heads.length ? byBoard(stageData) : stageData.rows.map(pot)} ${stageData.drops.map(drop)} ${stageData.readings.map(reading)}
    ${note ? html`<p class="odd">${note}</p>` : nothing}
  </div>`;
}

/**
 * A question that the tablet cannot answer. SPLIT and WINS are live meanwhile and answer it by
 * themselves.
 */
function whoShows({ title, text, seats, unsure }, app) {
  const answer = (step) => () => {
    app.shown = { hand: app.screen.hand, step };
  };
  return html`<div class="who-shows" role="group" aria-label=${title}>
    <h3>${title}</h3>
    <div class="row">
      ${seats.map(({ step, ...face }) => own(app, { ...face, look: "expected" }, "num", answer(step)))}
      ${own(app, { text: say("not_sure"), name: say("not_sure_name"), look: "live" }, "unsure", answer(unsure))}
    </div>
    <p>${text}</p>
  </div>`;
}

/** Pots that are split by board or run: a row for each pot, a column for each board. */
function byBoard({ heads, rows }) {
  return html`<div class="by-board of-${heads.length} rows-${rows.length}">
    <span></span>${heads.map((head) => html`<span class="head">${head}</span>`)}
    ${rows.map(({ name, cells }) => html`<span class="name">${name}</span>${cells.length < heads.length ? [...cells.map(cell), ...Array(heads.length - cells.length).fill(html`<span></span>`)] : cells.map(cell)}`)}
  </div>`;
}

const cell = ({ amount, note, turn, done }) =>
  html`<span class="cell num ${turn ? "turn" : ""} ${done ? "done" : ""}"><b>${amount}</b><small>${done ? check() : nothing}${note}</small></span>`;

function pot(row) {
  return html`<div class="pot ${row.turn ? "turn" : ""}">
    <span>${row.name}</span>
    <span class="seats num"
      >${row.seats.map(({ seat, mark }) => html`<span class=${mark}>${seat}</span>`)}</span
    >
    <span class="amount num">${row.amount}</span>
    <span class="note num">${row.done ? check() : nothing}${row.note}</span>
  </div>`;
}

const reading = ({ seat, text }) =>
  html`<p class="reading"><span class="seats num"><span>${seat}</span></span>${text}</p>`;

function drop(row) {
  return html`<div class="pot">
    <span>${row.name}</span><span></span>
    <span class="amount num">${row.amount}</span><span class="note">${row.note}</span>
  </div>`;
}
