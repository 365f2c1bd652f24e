// The bands of a house-banked table: boxes around the felt, the strip above it, the felt itself.

import { html, nothing } from "../dealer_ui/vendor/lit-html.js";
import { key, own, under } from "../dealer_ui/render/key.js";
import { cross } from "../dealer_ui/render/icons.js";
import { stage, totals as pushedTotals } from "../dealer_ui/render/stage.js";
import { AT_TABLE, band, captioned, tablet } from "../dealer_ui/render/tablet.js";
import { owner, say } from "../dealer_ui/text.js";

const MOST_WITH_CHIPS = 4; // rows of the last round that show chips; more have only sums
const LONG_TOTAL = 6; // characters of the totals of a split box in large letters
const FEW_CARDS = 4; // of a box, with its own tiles; more cards overlap

export const bankedTable = (app) => tablet(app, BANDS);

const BANDS = { ...AT_TABLE, look: "banked", step: (app) => step(app), stage: (app) => felt(app, strip(app)), caption };

/** usual: the band while no card is corrected. */
export function step(app, usual = AT_TABLE.step) {
  const card = app.mode?.of === "fix" && app.mode.card;
  if (app.notice || !card) return usual(app);
  return band("tool", say("banked_fix"), card.step);
}

export function caption(app) {
  if (app.editor) return { text: app.editor.caption, note: app.editor.note };
  return captioned(app);
}

/** above: the strip above the felt. */
export function felt(app, above) {
  const { screen } = app;
  return html`${above} ${screen.boxes.map((box) => pod(app, box))} ${center(app)}`;
}

// The strip

export function strip(app) {
  const { editor, screen } = app;
  const panel = editor && { title: editor.title, note: editor.range, cards: [], total: "", look: "", big: editor.amount, small: editor.other };
  const hands = panel ? [screen.strip[0], panel] : screen.strip;
  const seven = screen.seats > 6 ? "of-seven" : "";
  return html`<div class="strip of-${hands.length} ${seven}">${hands.map(stripHand)}</div>`;
}

export const stripHand = ({ title, note, cards, total, look, big, small }) => html`<section class="hand ${look}" aria-label=${title}>
  <h4><span>${title}</span><span>${note}</span></h4>
  ${big || small ? html`<p class="big num">${big ? html`<b>${big}</b>` : nothing} <small>${small}</small></p>` : tiles(cards)}
  ${total ? html`<span class="total num">${total}</span>` : nothing}
</section>`;

const tiles = (cards) => html`<div class="tiles ${cards.length > FEW_CARDS ? "many" : ""}">${cards.map(tile)}</div>`;

function tile({ text, is_next: isNext }) {
  if (text === "-") return html`<span class="tile ${isNext ? "next" : "slot"}"></span>`;
  return html`<span class="tile ${text ? "" : "down"} ${text.length > 2 ? "faces" : ""}">${text}</span>`;
}

// Boxes

function pod(app, box) {
  return html`<section class="pod box-pod ${box.place} ${box.is_open ? "out" : ""}" aria-label="Box ${box.box}">
    <div class="who">
      <span class="seat num">${box.box}</span>
      <span class="player">${box.name}</span>
      ${box.front ? html`<span class="front num">${box.front}</span>` : nothing}
    </div>
    ${contents(app, box)}
  </section>`;
}

function contents(app, box) {
  const [first, second] = box.keys;
  if (box.cards && first) return html`${under(app, first, "fold")} ${boxCards(box, "beside")}`;
  if (box.cards) return boxCards(box, "");
  if (!first) return nothing;
  if (!second) return under(app, edited(app, box, first, "bet"), "whole");
  return html`${under(app, edited(app, box, first, "bet"), "fold")} ${under(app, edited(app, box, second, "match"), "bet")}`;
}

/** The key of the wager that is being changed has the cyan ring. */
function edited({ mode }, box, keyData, wager) {
  const isOpen = mode?.of === "bet" && mode.box === box.box && mode.wager === wager;
  return isOpen ? { ...keyData, look: "set" } : keyData;
}

function boxCards({ cards, is_turn: isTurn }, place) {
  const count = cards.hands.reduce((sum, hand) => sum + hand.length, 0);
  const look = isTurn ? "turn" : "";
  return html`<div class="box-cards ${place} ${look}">
    <div class="tiles ${count > FEW_CARDS ? "many" : ""}">
      ${cards.hands.map((hand, i) => html`${i ? html`<span class="gap"></span>` : nothing}${hand.map(tile)}`)}
    </div>
    <div class="sum-up">
      <span>${place || (cards.outcome && cards.look !== "push") ? nothing : cards.state}</span>
      ${cards.outcome && !place ? html`<b class="${cards.look}">${cards.outcome}</b>` : nothing}
      ${cards.outcome && cards.hands.length > 1 ? nothing : html`<b class="num points ${cards.total.length > LONG_TOTAL ? "many" : ""}">${cards.total}</b>`}
    </div>
  </div>`;
}

// The felt

function center(app) {
  const { screen } = app;
  if (app.sheet) return sheet(app);
  if (app.mode?.of === "fix") return fixSheet(app);
  if (screen.ranks.length) return ranks(app);
  if (screen.settle.length) return settlement(screen);
  if (screen.totals.length && !app.editor) return totals(app);
  return stage(app);
}

function ranks(app) {
  return html`<section class="stage of-ranks" aria-label="Table">
    <div class="ranks">${app.screen.ranks.map((keyData) => under(app, keyData, `rank ${keyData.text.length > 2 ? "faces" : ""}`))}</div>
  </section>`;
}

function settlement({ settle }) {
  return html`<section class="stage of-settle" aria-label="Table">
    <ol class="settle ${settle.length > 5 ? "many" : ""}">
      ${settle.map(
        (row) => html`<li class="${row.look} ${row.is_next ? "next" : ""}"><span>${row.box}</span><b class="num">${row.text}</b><small>${row.note}</small></li>`,
      )}
    </ol>
  </section>`;
}

/** What each box got in the last round, in chips by color; the bets of the next one go on beside it. */
function totals(app) {
  const { totals: rows } = app.screen;
  const size = rows.length > MOST_WITH_CHIPS ? "many" : rows.length === MOST_WITH_CHIPS ? "" : "few";
  return html`<section class="stage of-totals" aria-label="Table">${pushedTotals({ rows, size, sum: "", total: "" })}</section>`;
}

function sheet(app) {
  const { title, help, keys } = app.sheet;
  return sheetFrame(app, title, help, keys.map((keyData, i) => sheetKey(app, keyData, `choice b-${i}`)));
}

/** A supervisor's key asks another dealer for a supervisor's PIN. */
function sheetKey(app, keyData, place) {
  if (!keyData.supervised || owner.supervises || !keyData.do) return key(app, keyData, place);
  const { name, do: act } = keyData;
  const asked = { title: name, text: say("act_do"), send: act.send, args: act.args, label: name };
  return own(app, keyData, place, () => app.askSupervisor(asked));
}

function sheetFrame(app, title, help, body) {
  return html`<section class="sheet banked-sheet" aria-label=${title}>
    <h3>${title}</h3>
    <p class="help">${help}</p>
    ${own(app, { name: say("close") }, "close", () => app.set(null), { icon: cross() })} ${body}
  </section>`;
}

/** CARD ERROR: which card, then what it really is. Everything after it is decided again. */
function fixSheet(app) {
  const { fixes, fix_ranks: values } = app.screen;
  const { card } = app.mode;
  if (card) {
    const keys = values.map((rank) => own(app, { text: rank, name: `${card.name} is ${rank}`, look: "filled" }, "fix-rank", () => app.correct(rank)));
    return sheetFrame(app, card.name, say("banked_fix_rank"), html`<div class="fix-ranks">${keys}</div>`);
  }
  const choose = (chosen) => () => {
    app.mode = { of: "fix", card: chosen };
  };
  const rows = fixes.map(
    ({ label, cards }) => html`<div class="fix-row"><span>${label}</span>${cards.map((item) => own(app, { text: item.text, name: item.name, look: "filled" }, "fix-card", choose(item)))}</div>`,
  );
  return sheetFrame(app, say("banked_fix"), say("banked_fix_help"), html`<div class="fix-rows">${rows}</div>`);
}
