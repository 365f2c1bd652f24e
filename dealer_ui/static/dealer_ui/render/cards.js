// A card as a tile: rank letter and suit glyph in its color; "??" is dealt but unknown.

import { html } from "../vendor/lit-html.js";
import { say } from "../text.js";

export const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
export const RANKS = [..."23456789TJQKA"];
const NAMES = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };

export const rankText = (rank) => (rank === "T" ? "10" : rank);

export const cardName = (code) => `${rankText(code[0])} ${say(NAMES[code[1]])}`;

/** The shape of a suit with its letter, because color must not be the only difference. */
export const suitMark = (suit) => html`<span class="shape">${SUITS[suit]}</span><span class="letter">${suit.toUpperCase()}</span>`;

export function card(code, place = "") {
  if (!code) return html`<span class="card none ${place}"></span>`;
  if (code === "??") return html`<span class="card ${place}"></span>`;
  const [rank, suit] = code;
  return html`<span class="card known suit-${suit} ${place}" role="img" aria-label=${cardName(code)}
    ><span>${rankText(rank)}</span><span>${suitMark(suit)}</span></span
  >`;
}
