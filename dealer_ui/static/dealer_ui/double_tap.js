// One finger, one tap. A key that appears under a finger must not take the second tap of that finger, and the
// same command twice in a row is one command: a count key tapped twice would open two streets.

const SAME_SPOT = 44; // px of the screen around the last tap that a finger hits as the same spot
const REPEAT_WITHIN = 500; // ms after a tap in which another tap there repeats it
const SERIES_REPEAT_WITHIN = 250; // ms in which a tap of a series, seat after seat, is a repeat
const UNSEEN_FOR = 300; // ms after a change of the screen in which no one has seen it yet
const REST_WITHIN = 3000; // ms that a finger may rest above the spot of its last tap
const IN_FLIGHT_REPEAT_WITHIN = 2000; // ms in which a second tap means "was the first one taken?"

/** The clock of every guard of the page, in ms of `event.timeStamp`. A test moves it ahead instead of waiting. */
const pageClock = {
  ahead: 0,
  now() {
    return performance.now() + this.ahead;
  },
  timeOf(event) {
    return event.timeStamp + this.ahead;
  },
};

export class Guard {
  constructor(clock = pageClock) {
    this.clock = clock;
    this.last = null; // {meaning, at, x, y, series} of the last tap
    this.command = null; // {meaning, at} of the last tap that sent a command
    this.changed = -Infinity;
    this.isRepeat = false; // the last swallowed tap was a second tap on the same key
    this.uncovered = { at: -Infinity, covered: null }; // when a pad or a sheet closed, and the area it had covered
  }

  /** A pad or a sheet has closed: for a moment no tap in its area is meant for what was under it. */
  uncover(covered) {
    this.uncovered = { at: this.clock.now(), covered };
  }

  under(event) {
    const { clientX: x, clientY: y, detail } = event;
    return detail > 0 && this.clock.timeOf(event) - this.uncovered.at < REPEAT_WITHIN && Boolean(this.uncovered.covered?.(x, y));
  }

  /** The screen, or something open on it, has changed. */
  change() {
    this.changed = this.clock.now();
  }

  /** Whether a tap is meant for the key that it hit; `waits` while the same command is in flight. */
  takes({ name, do: what, series = false }, event, waits) {
    if (this.under(event)) return false;
    const meaning = `${name} ${JSON.stringify(what ?? null)}`;
    const at = this.clock.timeOf(event);
    const { clientX: x, clientY: y } = event;
    const { last } = this;
    // Keyboard and switch users have no tap position.
    const isSameSpot = last && event.detail && Math.abs(x - last.x) < SAME_SPOT && Math.abs(y - last.y) < SAME_SPOT;
    const isOther = isSameSpot && last.meaning !== meaning;
    this.isRepeat = !isOther;
    // Numbers for seat after seat are tapped on one spot, and the tablet moves on with the tap.
    const next = series && last?.series;
    if (next && isOther && at - last.at < SERIES_REPEAT_WITHIN) return false;
    if (!next && isOther && (at - last.at < REPEAT_WITHIN || (at - last.at < REST_WITHIN && at - this.changed < UNSEEN_FOR))) return false;
    if (what?.send && this.repeats(what, series ? name : "", at, waits)) return false;
    this.last = { meaning, at, x, y, series };
    return true;
  }

  /**
   * The name of a key in a series has its next effect: UNDO after UNDO is another action once its
   * name has changed.
   */
  repeats({ send, args }, name, at, waits) {
    const meaning = `${send} ${JSON.stringify(args)} ${name}`;
    const { command } = this;
    if (command?.meaning === meaning && at - command.at < (waits ? IN_FLIGHT_REPEAT_WITHIN : REPEAT_WITHIN)) return true;
    this.command = { meaning, at };
    return false;
  }
}
