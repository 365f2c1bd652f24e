// Four suits by thirteen ranks. A card that is picked cannot be picked again; each is one tap.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../text.js";
import { podOf, upcards } from "../modes.js";
import { card, cardName, RANKS, rankText, suitMark } from "./cards.js";
import { backspace, cross } from "./icons.js";
import { own } from "./key.js";

const ORDER = ["c", "d", "h", "s"];

export function picker(app) {
  const { mode } = app;
  const slots = placed(mode);
  const title = heading(mode);
  return html`<section class="wide" aria-label=${title}>
    <h3>${title}${mode.what === "button" && !drawnAll(mode) ? html`<small>${say("pick_button_whose", { name: podOf(app.screen, mode.seats[mode.at]).player })}</small>` : nothing}</h3>
    ${mode.what === "button" ? pips(mode, slots) : html`<div class="picked">${slots.map((code) => card(code))}</div>`}
    ${mode.what === "button" && !drawnAll(mode) ? own(app, { text: say("no_card") }, "aside", () => nextSeat(app)) : nothing}
    ${mode.what === "up" ? unseen(app) : nothing}
    ${own(app, { name: say("take_back_card") }, "back", takeBack(app), { icon: backspace() })}
    ${mode.what === "button" && !drawnAll(mode) ? nothing : own(app, { text: say("done"), look: "due" }, "done", finished(app))}
    ${own(app, { name: say("close") }, "close", () => app.set(null), { icon: cross() })}
    <div class="cards">${ORDER.map((suit) => RANKS.map((rank) => tile(app, rank, suit)))}</div>
  </section>`;
}

/** Every seat's number above its card; the next seat is cyan. */
function pips({ seats, at }, slots) {
  return html`<div class="pips num n-${seats.length}">
    ${slots.map((code, i) => html`<div class=${i === at ? "now" : ""}><b>${seats[i]}</b>${card(code)}</div>`)}
  </div>`;
}

const drawnAll = ({ seats, at }) => at >= seats.length;

/** The cards picked so far; in a button draw the card of every seat. */
function placed({ what, need, cards, seats, drawn }) {
  if (what === "button") return seats.map((seat) => drawn[seat] ?? null);
  return Array.from({ length: need }, (_, i) => cards[i] ?? null);
}

function heading({ what, seat, seats, at, ask }) {
  if (what === "fact") return ask;
  if (what === "board") return say("pick_board");
  if (what === "hand") return say("pick_hand", { seat });
  if (what === "up") return say("pick_up", { seat });
  return at < seats.length ? say("pick_button", { seat: seats[at] }) : say("picked_all");
}

function tile(app, rank, suit) {
  const { mode } = app;
  const code = rank + suit;
  const gone = mode.cards.includes(code) || elsewhere(app).includes(code);
  const full = mode.what === "button" ? drawnAll(mode) : mode.cards.length >= mode.need;
  const face = { text: rankText(rank), name: cardName(code), look: `card suit-${suit}` };
  const glyph = html`<span class="suit" aria-hidden="true">${suitMark(suit)}</span>`;
  return own(app, face, "", gone || full ? null : () => pick(app, code), { extra: glyph });
}

/** Cards face up elsewhere. Cards being entered again (the board or this hand) may be picked again. */
function elsewhere({ mode, screen }) {
  if (mode.what === "button") return Object.values(mode.drawn);
  if (mode.what === "fact") return []; // it may have been entered in the wrong place
  const others = screen.pods.filter((pod) => pod.seat !== mode.seat || mode.what === "board");
  const hands = others.flatMap((pod) => [...pod.shown, ...pod.up]);
  return [...hands, ...onBoards(mode, screen.cards)].filter(Boolean);
}

/** Cards on the boards, without those of the board being entered; runs share their first cards. */
function onBoards({ what, board }, { boards, shared }) {
  if (what !== "board") return boards.flat();
  return boards.flatMap((cards, i) => (i === board ? [] : cards.slice(shared)));
}

function pick(app, code) {
  const { mode } = app;
  if (mode.what !== "button") {
    app.mode = { ...mode, cards: [...mode.cards, code] };
    if (mode.walks && app.mode.cards.length === mode.need) sendUp(app);
    if (mode.what === "fact") sendFact(app, code);
    return;
  }
  app.mode = { ...mode, drawn: { ...mode.drawn, [mode.seats[mode.at]]: code } };
  nextSeat(app);
}

/** An unseen card; a seat without any is left for the next one. */
function unseen(app) {
  const { mode } = app;
  const skip = () => {
    app.mode = upcards(app.screen, 0, mode.seat);
  };
  if (mode.walks && !mode.cards.some((code) => code !== "??")) return own(app, { text: say("skip_card") }, "aside", skip);
  return own(app, { text: say("unseen_card") }, "aside", mode.cards.length < mode.need ? () => pick(app, "??") : null);
}

/** The picked cards, with the rest unknown; when walking the seats it continues with the next one. */
function sendUp(app) {
  const { seat, need, cards, walks } = app.mode;
  const all = [...cards, ...Array(need - cards.length).fill("??")];
  const next = walks ? upcards(app.screen, 0, seat) : null;
  app.send("show_up", { seat, cards: all }, say("up_label", { seat }));
  app.mode = next;
}

/** The one card that a call needs. */
function sendFact(app, code) {
  const { fact } = app.mode;
  app.asking = {};
  app.send("report", { facts: { [fact]: code } }, say("card_said", { card: cardName(code) }));
}

function nextSeat(app) {
  app.mode = { ...app.mode, at: Math.min(app.mode.at + 1, app.mode.seats.length) };
}

function takeBack(app) {
  const { mode } = app;
  if (mode.what !== "button") {
    if (!mode.cards.length) return null;
    return () => {
      app.mode = { ...mode, cards: mode.cards.slice(0, -1) };
    };
  }
  if (!mode.at) return null;
  return () => {
    const { [mode.seats[mode.at - 1]]: _, ...drawn } = mode.drawn;
    app.mode = { ...mode, at: mode.at - 1, drawn };
  };
}

/**
 * Sends the picked cards once every position is filled. The server knows how many cards a draw
 * needs.
 */
function finished(app) {
  const { what, seat, board, cards, drawn, need } = app.mode;
  if (what === "button") {
    return Object.keys(drawn).length ? () => app.send("draw_button", { cards: drawn }, say("draw_label")) : null;
  }
  if (what === "up") return cards.length ? () => sendUp(app) : null;
  if (cards.length < need) return null;
  if (what === "board") return () => app.send("show_board", { cards, ...(board && { board }) }, heading(app.mode));
  return () => app.send("show_hand", { seat, cards }, say("hand_label", { seat }));
}
