// The near edge: FLOOR, the count row, the secondary row, UNDO, AWARD. These boxes never move.

import { html, nothing } from "../vendor/lit-html.js";
import { isPad } from "../sums.js";
import { clock, say, span } from "../text.js";
import { halfAward } from "../halves.js";
import { drawRow } from "./draw.js";
import { flag, push, undo } from "./icons.js";
import { key, own, under } from "./key.js";
import { isAway } from "./network.js";

const ARMED = ["all_in", null, "kill", null];

export function deck(app) {
  const { screen } = app;
  return html`${floor(app)} ${row(app)} ${screen.secondary.map((k, i) => second(app, k, i))}
  ${key(app, undoKey(app), "undo", { icon: undo() })} ${award(app)}`;
}

/** Players still in, or the numbers of a drawing seat. */
function row(app) {
  const { screen, mode } = app;
  if (isPad(mode)) return nothing;
  if (screen.promotion && mode?.of !== "skip-count") return promotionKey(app);
  return screen.draw && mode?.of !== "skip-count" ? drawRow(app) : screen.count.map((k) => count(app, k));
}

/** A jackpot, its claim, or a high hand: the first tap shows it, the second tap in the same box posts it. */
function promotionKey(app) {
  const { key: keyData, post, at } = app.screen.promotion;
  const shown = app.mode?.of === "high" ? post : keyData;
  return under(app, { ...shown, text: shown.text.replace("{time}", at ? clock(at) : "") }, "promotion-key");
}

function floor(app) {
  const { floor: call } = app.screen;
  const voice = isAway(app) ? html`<span class="by-voice">${say("by_voice")}</span>` : nothing;
  if (!app.called) return key(app, call.key, "floor-key", { icon: flag(), extra: voice });
  const since = call.called_at ?? app.call.tapped + app.offset;
  const state = say(app.isCallDelivered ? "floor_called" : app.isCallStored ? "floor_stored" : "floor_sending");
  const face = { text: state, sub: span(app.now() - since), look: "live" };
  const name = say(app.folded ? "floor_show" : "floor_hide", { state: state.toLowerCase() });
  const fold = () => {
    app.folded = !app.folded;
  };
  return own(app, { ...face, name }, "floor-key called", fold, { icon: flag() });
}

/** While a street to skip to is chosen, the count is the number still in on that street. */
function count(app, keyData) {
  const place = `count n${keyData.number}`;
  if (app.mode?.of !== "skip-count") return under(app, keyData, place);
  const { street, keyData: skipKey } = app.mode;
  const name = say("skip_count", { count: keyData.number, street });
  const what = { send: "skip_to", args: { street, count: keyData.number } };
  const look = keyData.look === "beyond" ? "beyond" : "expected";
  const skip = { ...keyData, name, sub: skipKey.short, look, do: what };
  return key(app, skip, place);
}

function second(app, keyData, i) {
  const { mode } = app;
  const isOfMore = mode?.of === "more" || (mode?.of === "arm" && app.screen.arms[mode.arm].question);
  const open = (ARMED[i] && mode?.arm === ARMED[i]) || (i === 3 && isOfMore);
  return under(app, open ? { ...keyData, look: "set" } : keyData, `second s${i}`);
}

function award(app) {
  const { mode, screen } = app;
  if (mode?.of === "split" && mode.seats.length > 1) {
    const seats = [...mode.seats].sort((a, b) => a - b);
    const name = say("split_ask", { seats: seats.join(" + ") });
    const face = { text: say("split_key"), sub: seats.join(" + "), name, look: "due" };
    const send = () => app.send("award", { pot: mode.pot, seats }, name);
    return own(app, face, "award-key with-sub", send, { icon: push() });
  }
  const halves = screen.stage.halves && halfAward(app);
  if (halves) {
    const face = { text: screen.award.text, sub: halves.sub, name: halves.name, look: "due" };
    return own(app, face, "award-key with-sub", () => app.send("award", halves.args, halves.name), { icon: push() });
  }
  const keyData = mode?.arm === "award" ? { ...screen.award, look: "set" } : screen.award;
  return under(app, keyData, `award-key ${keyData.sub ? "with-sub" : ""}`, { icon: push() });
}

/** After a swallowed second tap, UNDO shows that the first one was logged once. */
function undoKey({ screen, once }) {
  const { undo: keyData } = screen;
  return once && keyData.sub ? { ...keyData, sub: say("once", { tap: keyData.sub }) } : keyData;
}
