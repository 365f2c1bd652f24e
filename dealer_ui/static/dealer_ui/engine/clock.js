// The room's clock on the tablet. The tablet's own clock is not trusted: while connected the
// difference is measured. Without a connection a counter that no one can set measures the time
// since then.

const MEASURES = 16; // the last measurements in use

const counter = () => performance.timeOrigin + performance.now();

export class RoomClock {
  constructor() {
    this.difference = Date.now() - counter();
    this.measured = [];
    this.last = 0;
  }

  /**
   * saved: the difference to Date.now() of an earlier page, used until the first message from the
   * room.
   */
  restore(saved) {
    if (!this.measured.length) this.difference = Date.now() + saved - counter();
  }

  /**
   * The room sent its time. The message took a while, so the largest difference is the closest
   * one.
   */
  heard(now) {
    this.measured = [...this.measured, now - counter()].slice(-MEASURES);
    this.difference = Math.max(...this.measured);
  }

  now() {
    return Math.round(counter() + this.difference);
  }

  /** The time of a tap, never before the previous tap. */
  tapped() {
    this.last = Math.max(this.last, this.now());
    return this.last;
  }

  /** The clock for the next page on this tablet. */
  get saved() {
    return Math.round(counter() + this.difference - Date.now());
  }
}
