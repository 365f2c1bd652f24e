// One finger, one tap. A key that appears under a finger must not take the second tap of that finger, and the
// same command twice in a row is one command: a count key tapped twice would open two streets.

const PLACE = 44; // px of the screen around the last tap that are the same spot for a finger
const SECOND = 500; // ms after a tap in which another one there is a repeat of it
const NEXT = 250; // ms in which a tap of a series, seat after seat, is a repeat
const CHANGED = 300; // ms after a change of the screen in which no one has seen it yet
const PATIENCE = 3000; // ms that a finger may rest above the spot of its last tap
const WAITING = 2000; // ms in which a second tap asks whether the first was taken

export class Guard {
  constructor() {
    this.last = null; // {meaning, at, x, y, series} of the last tap
    this.command = null; // {meaning, at} of the last one that sent a command
    this.changed = -Infinity;
    this.bared = { at: -Infinity, covered: null }; // when a pad or a sheet closed, and the area it had covered
  }

  /** A pad or a sheet has closed: for a moment no tap in its area is meant for what was under it. */
  bare(covered) {
    this.bared = { at: performance.now(), covered };
  }

  under({ timeStamp: at, clientX: x, clientY: y, detail }) {
    return detail > 0 && at - this.bared.at < SECOND && Boolean(this.bared.covered?.(x, y));
  }

  /** The screen or what is open on it has changed. */
  change() {
    this.changed = performance.now();
  }

  /** Whether a tap is meant for the key that it hit; `waits` while the same command is in flight. */
  takes({ name, do: what, series = false }, event, waits) {
    if (this.under(event)) return false;
    const meaning = `${name} ${JSON.stringify(what ?? null)}`;
    const { timeStamp: at, clientX: x, clientY: y } = event;
    const { last } = this;
    // Keyboard and switch users have no tap position.
    const here = last && event.detail && Math.abs(x - last.x) < PLACE && Math.abs(y - last.y) < PLACE;
    const other = here && last.meaning !== meaning;
    // Numbers of seat after seat are tapped on one spot, and the tablet goes on with the tap.
    const next = series && last?.series;
    if (next && other && at - last.at < NEXT) return false;
    if (!next && other && (at - last.at < SECOND || (at - last.at < PATIENCE && at - this.changed < CHANGED))) return false;
    if (what?.send && this.again(what, at, waits)) return false;
    this.last = { meaning, at, x, y, series };
    return true;
  }

  again({ send, args }, at, waits) {
    const meaning = `${send} ${JSON.stringify(args)}`;
    const { command } = this;
    if (command?.meaning === meaning && at - command.at < (waits ? WAITING : SECOND)) return true;
    this.command = { meaning, at };
    return false;
  }
}
