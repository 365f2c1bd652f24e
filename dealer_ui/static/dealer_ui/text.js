// Texts come from the server with the page and are only filled in here.

import { formatMoney } from "../web/money.js";

const readJson = (id) => JSON.parse(document.getElementById(id).textContent);
const boot = readJson("boot");

export const page = boot;

/** The owner of the taps: {queue, dealer, name, supervises, returns_in, at}; the queue's name contains tablet and table. */
export const owner = readJson("owner");

/** The text of `key`, with {name} replaced. */
export function say(key, values = {}) {
  return boot.texts[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

let currency = boot.currency;
let chips = null; // of a tournament's table, whose chips are not money

/** The table came with another currency than the page: it was changed, or the page is older. */
export function setCurrency(given) {
  currency = given;
}

/** The screen's own currency; null for that of the house. */
export function setChips(given) {
  chips = given;
}

/** The number of smallest units in one typed unit: 100 for dollars, 1 for yen. */
export const scale = () => 10 ** (chips ?? currency).decimals;

/** $54, $1,250, $0.50: the same as `formatting.money`. */
export const money = (amount) => formatMoney(amount, chips ?? currency);

/** A tap by the start of its key's name, with its seat and its amount: "Raise seat 4 to $12". */
export function labeled(name, { seat, to, amount }) {
  const [what] = name.split(", ");
  const where = seat && !RegExp(`seat ${seat}\\b`, "i").test(what) ? `, seat ${seat}` : "";
  const sum = to || amount;
  return `${what}${where}${sum ? ` ${to ? "to " : ""}${money(sum)}` : ""}`;
}

const two = (value) => String(value).padStart(2, "0");

/** 0:04, 12:31, 1:02:09 */
export function span(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** Hours and minutes of a down: 0:17 */
export function down(ms) {
  const minutes = Math.max(0, Math.floor(ms / 60000));
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}`;
}

/** 09:05, 21:30. `toLocaleTimeString` takes as long as the rest of the header, and it is drawn with every tap. */
export function clock(ms) {
  const time = new Date(ms);
  return `${two(time.getHours())}:${two(time.getMinutes())}`;
}
