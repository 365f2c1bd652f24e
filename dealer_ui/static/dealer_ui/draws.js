// A draw on the tablet: each tap is immediately for the next seat of the order, before the server
// has answered. A declaration stays until a screen shows it, or the server refuses it.

import { filled } from "./modes.js";
import { owner } from "./text.js";

export class Draws {
  constructor() {
    this.declared = new Map(); // seat -> {count, seq}: seq of the log once the server has it
  }

  /** A tap sends it. */
  declare({ seat, count }) {
    this.declared.set(seat, { count, seq: null });
  }

  answered({ seat }, seq) {
    const declaration = this.declared.get(seat);
    if (declaration) declaration.seq = seq;
  }

  /** Taps after a refused one are held, so no declaration is valid. */
  refused() {
    this.declared.clear();
  }

  /** A screen as of `seq` contains all that the server had by then. */
  shown(seq) {
    for (const [seat, sent] of this.declared) if (sent.seq !== null && sent.seq <= seq) this.declared.delete(seat);
  }

  /** Commands that an earlier page left in flight count as declared. */
  waiting(pending) {
    const inFlight = pending.filter(({ command }) => command.name === "draw").map(({ command }) => command.args);
    return new Map([...inFlight.map(({ seat, count }) => [seat, count]), ...[...this.declared].map(([seat, { count }]) => [seat, count])]);
  }
}

/**
 * The due seat: {due, ahead}; `ahead` has the declarations that are not on the screen yet. Null
 * without a draw.
 */
export function drawing({ screen, draws, queue }) {
  const { draw } = screen;
  if (!draw) return null;
  const waiting = draws.waiting(queue.engine ? [] : queue.pending); // the engine's screen already has them
  const ahead = new Map();
  let { left } = draw;
  for (const { seat } of draw.order) {
    if (!waiting.has(seat)) return { due: seat, ahead };
    ahead.set(seat, waiting.get(seat));
    if (left === null) continue;
    left -= waiting.get(seat);
    if (left < 0) break; // the deck runs short, so the server decides how to continue
  }
  return { due: 0, ahead };
}

/** The second key of a pod: PAT if the seat is due, its declaration if it has one. */
export function podKey(app, pod, key) {
  const now = drawing(app);
  if (!now || key.said) return key;
  const { draw } = app.screen;
  if (now.ahead.has(pod.seat)) return filled(draw.drew[now.ahead.get(pod.seat)], pod.seat);
  return now.due === pod.seat ? filled(draw.pat, pod.seat) : key;
}

/**
 * The sentence of the due seat while the tablet is ahead of the server, or of the deck being
 * rebuilt.
 */
export function drawStep(app) {
  if (app.screen.stage.kind === "rebuild") return (owner.supervises || !app.screen.stage.asks) && app.screen.stage.key.do ? app.screen.stage.step : null;
  const now = drawing(app);
  return now?.ahead.size ? (app.screen.draw.order.find(({ seat }) => seat === now.due)?.step ?? null) : null;
}
