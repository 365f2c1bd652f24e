// One key: its text, look and tap. `place` is its box and never changes.

import { takes } from "../feedback.js";
import { barred } from "../modes.js";
import { say } from "../text.js";
import { html, nothing } from "../vendor/lit-html.js";

const KEPT_LOOKS = ["set", "folded", "open", "all-in"]; // even without a tap
const LONG_TEXT = 7; // characters of one word on half a seat
const LONGEST_TEXT = 8; // characters of one word in the smallest letters

const LONG_SUB = 5; // characters of an amount on half a seat
const TWO_LINES = 21; // characters of UNDO's label on one line
const lengthOf = ({ length }) => (length > TWO_LINES ? "long two-lines" : length > LONG_SUB ? "long" : "");

/** One long word, or seats that win together: "5+7 WIN". */
const isLong = (text = "") => text.includes("+") || (text.length > LONG_TEXT && !/\s/.test(text));

/** tap(event) makes the key live regardless of `key.do`; a key that is off shows why. */
export function key(app, keyData, place, { icon = nothing, extra = nothing, tap } = {}) {
  const live = Boolean(tap || keyData.do);
  const explains = !live && keyData.why;
  const act = tap ?? ((event) => (explains ? app.tell(keyData.why) : app.tap(keyData, event)));
  const sent = app.sent.has(keyData.name) ? "is-sent" : "";
  const isLongest = isLong(keyData.text) && keyData.text.length > LONGEST_TEXT;
  const strong = [keyData.strong && "strong", isLong(keyData.text) && "long-text", isLongest && "longest-text"].filter(Boolean).join(" ");
  return html`<button
    type="button"
    class="key ${place} is-${keyData.look} ${sent} ${strong}"
    aria-label=${keyData.name}
    ?disabled=${!live && !explains}
    aria-disabled=${explains ? "true" : nothing}
    @click=${(event) => takes(app, keyData, event, app.sent.has(keyData.name)) && act(event)}
  >
    ${icon}<span class="text">${keyData.text}</span>${extra}${keyData.sub
      ? html`<span class="sub ${/\d/.test(keyData.sub) ? "num" : "word"} ${lengthOf(keyData.sub)}"
          >${keyData.sub}</span
        >`
      : nothing}
  </button>`;
}

/** A key of the table: while a pad or a sheet is open, only FLOOR and UNDO work. */
export function under(app, keyData, place, more = {}) {
  if (!barred(app, keyData)) return key(app, keyData, place, more);
  const { tap: _, ...rest } = more;
  const look = KEPT_LOOKS.includes(keyData.look) ? keyData.look : "off";
  return key(app, { ...keyData, look, do: null, why: say("open_first") }, place, rest);
}

/** A key of the tablet itself, with its tap. */
export function own(app, { text = "", name = text, look = "live", sub = "", why = "" }, place, tap, more = {}) {
  const then = tap
    ? (event) => {
        tap(event);
        app.paint();
      }
    : undefined;
  return key(app, { text, name, look: then ? look : "off", sub, do: null, why }, place, { ...more, tap: then });
}
