// A draw on the tablet: each tap is for the next seat of the order at once, before the room has answered. What was
// said stays said until a screen shows it, or the room refuses it.

import { filled } from "./modes.js";
import { whose } from "./text.js";

export class Draws {
  constructor() {
    this.said = new Map(); // seat -> {count, seq}: seq of the log once the room has it
  }

  /** A tap sends it. */
  say({ seat, count }) {
    this.said.set(seat, { count, seq: null });
  }

  answered({ seat }, seq) {
    const told = this.said.get(seat);
    if (told) told.seq = seq;
  }

  /** Taps after a refused one are held: nothing of what was said stands. */
  refused() {
    this.said.clear();
  }

  /** A screen as of `seq`: it knows itself what the room had by then. */
  shown(seq) {
    for (const [seat, told] of this.said) if (told.seq !== null && told.seq <= seq) this.said.delete(seat);
  }

  /** What an earlier page left on its way counts as said. */
  waiting(kept) {
    const on = kept.filter(({ command }) => command.name === "draw").map(({ command }) => command.args);
    return new Map([...on.map(({ seat, count }) => [seat, count]), ...[...this.said].map(([seat, { count }]) => [seat, count])]);
  }
}

/** Whose number is asked: {due, ahead}, `ahead` has what was said and is not on the screen yet. Null without a draw. */
export function drawing({ screen, draws, queue }) {
  const told = screen.draw;
  if (!told) return null;
  const waiting = draws.waiting(queue.kept);
  const ahead = new Map();
  let { left } = told;
  for (const { seat } of told.order) {
    if (!waiting.has(seat)) return { due: seat, ahead };
    ahead.set(seat, waiting.get(seat));
    if (left === null) continue;
    left -= waiting.get(seat);
    if (left < 0) break; // the deck runs short: the room says how it goes on
  }
  return { due: 0, ahead };
}

/** The second key of a pod: PAT where the number is asked, what was said where it was. */
export function podKey(app, pod, key) {
  const now = drawing(app);
  if (!now || key.said) return key;
  const { draw } = app.screen;
  if (now.ahead.has(pod.seat)) return filled(draw.drew[now.ahead.get(pod.seat)], pod.seat);
  return now.due === pod.seat ? filled(draw.pat, pod.seat) : key;
}

/** The sentence of the seat that is asked, where the tablet is ahead of the room; of the deck that a supervisor makes up. */
export function drawStep(app) {
  if (app.screen.stage.kind === "rebuild") return whose.supervises && app.screen.stage.key.do ? app.screen.stage.step : null;
  const now = drawing(app);
  return now?.ahead.size ? (app.screen.draw.order.find(({ seat }) => seat === now.due)?.step ?? null) : null;
}
