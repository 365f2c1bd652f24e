// The seat that holds up the hand: after a time it glows, and its clock runs, without sound or
// motion. It is for the dealer, not for the player.

import { clock, say, span } from "../text.js";

/** The silent seat once it is due, otherwise null. */
export function silentSeat(app) {
  const { silent } = app.screen;
  return silent && app.now() >= silent.due ? silent : null;
}

const left = (app, { until }) => Math.ceil((until - app.now()) / 1000) * 1000;
const isOver = (app, { time }) => Boolean(time) && app.now() >= time.until;

/**
 * {time}: the time left on the clock, or since the seat fell silent; {called}: when TIME was
 * called.
 */
function filled(app, silent, text) {
  const ms = silent.time ? left(app, silent.time) : app.now() - silent.since;
  return text.replaceAll("{time}", span(ms)).replaceAll("{called}", clock(silent.since));
}

/** The felt's content in place of the cards. */
export function silentStage(app) {
  const silent = silentSeat(app);
  if (!silent) return null;
  const stage = isOver(app, silent) ? silent.time.over : silent.stage;
  const { held = [] } = app.screen.stage;
  return { ...stage, held, title: filled(app, silent, stage.title), lines: stage.lines.map((line) => filled(app, silent, line)) };
}

/** The sentence of the band while the clock runs, and once it is over. */
export function clockStep(app) {
  const silent = app.screen.silent;
  if (!silent?.time) return null;
  const { now, then } = isOver(app, silent) ? silent.time.over_step : silent.time.step;
  return { now: filled(app, silent, now), then, ticks: !isOver(app, silent) };
}

/** The right side of the caption. */
export const clockNote = (app) => silentSeat(app)?.note ?? "";

/** The time left, next to the name of the seat on the clock; null for other seats. */
export function clockPill(app, seat) {
  const silent = silentSeat(app);
  if (silent?.seat !== seat || !silent.time) return null;
  const time = span(left(app, silent.time));
  return { text: time, name: say("on_clock", { time }), look: "timed" };
}

/** The current face of the silent seat; a new face is a change of the screen. */
export function clockFace(app) {
  const silent = app.screen ? silentSeat(app) : null;
  if (!silent) return "";
  return `${silent.seat} ${silent.since} ${isOver(app, silent)}`;
}
