// One key: its text, look and tap. `place` is its box and never changes.

import { barred } from "../modes.js";
import { html, nothing } from "../vendor/lit-html.js";

/** tap(event) makes the key live regardless of `key.do`. */
export function key(app, told, place, { icon = nothing, extra = nothing, tap } = {}) {
  const live = Boolean(tap || told.do);
  const sent = app.sent.has(told.name) ? "is-sent" : "";
  const strong = told.strong ? "strong" : "";
  return html`<button
    type="button"
    class="key ${place} is-${told.look} ${sent} ${strong}"
    aria-label=${told.name}
    ?disabled=${!live}
    @click=${(event) => app.guard.takes(told, event, app.sent.has(told.name)) && (tap ? tap(event) : app.tap(told, event))}
  >
    ${icon}<span class="text">${told.text}</span>${extra}${told.sub
      ? html`<span class="sub ${/\d/.test(told.sub) ? "num" : "word"} ${told.sub.length > 6 ? "long" : ""}"
          >${told.sub}</span
        >`
      : nothing}
  </button>`;
}

/** A key of the table: while a pad or a sheet is open, only FLOOR and UNDO go past it. */
export function under(app, told, place, more = {}) {
  if (!barred(app, told)) return key(app, told, place, more);
  const { tap: _, ...rest } = more;
  const look = ["set", "folded"].includes(told.look) ? told.look : "off";
  return key(app, { ...told, look, do: null }, place, rest);
}

/** A key of the tablet itself, with its tap. */
export function own(app, { text = "", name = text, look = "live", sub = "" }, place, tap, more = {}) {
  const then = tap
    ? (event) => {
        tap(event);
        app.paint();
      }
    : undefined;
  return key(app, { text, name, look: then ? look : "off", sub, do: null }, place, { ...more, tap: then });
}
