// The room's clock on the tablet. The tablet's own clock is not trusted: while connected the difference is measured,
// and apart only the time since then counts, by a counter that nobody can set.

const MEASURES = 16; // the last measurements that count

const counter = () => performance.timeOrigin + performance.now();

export class RoomClock {
  constructor() {
    this.difference = Date.now() - counter();
    this.measured = [];
    this.last = 0;
  }

  /** saved: the difference to Date.now() of an earlier page, used until the room is heard. */
  restore(saved) {
    if (!this.measured.length) this.difference = Date.now() + saved - counter();
  }

  /** The room said what time it is. The message took a while, so the largest difference is the closest one. */
  heard(now) {
    this.measured = [...this.measured, now - counter()].slice(-MEASURES);
    this.difference = Math.max(...this.measured);
  }

  now() {
    return Math.round(counter() + this.difference);
  }

  /** The time of a tap: never before the tap before it. */
  tapped() {
    this.last = Math.max(this.last, this.now());
    return this.last;
  }

  /** What the next page on this tablet starts with. */
  get saved() {
    return Math.round(counter() + this.difference - Date.now());
  }
}
