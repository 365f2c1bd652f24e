// What the dealer is told about the network: nothing for ten seconds, then one band; on return a count that ends.

const UNNOTICED = 10_000; // ms without the room that nobody is told about
const RETURN_SHOWN = 10_000; // ms that the return is shown
const MINUTE = 60_000;
const AWAY = "floorbook.away"; // when the network was lost, for a reload while it is away

export class Network {
  constructor() {
    const since = Number(sessionStorage.getItem(AWAY)) || Date.now();
    this.lostAt = performance.now() - Math.max(0, Date.now() - since); // until the first socket opens
    this.lost = null; // {stored, refused} of an outage that was shown, until its return was
    this.returnedAt = 0;
  }

  up() {
    if (this.lostAt === null) return;
    if (this.isNoticed) this.lost = { stored: 0, refused: 0 };
    this.lostAt = null;
    this.returnedAt = 0;
    sessionStorage.removeItem(AWAY);
  }

  down() {
    if (this.lostAt !== null) return;
    this.lostAt = performance.now();
    sessionStorage.setItem(AWAY, Date.now());
  }

  get isNoticed() {
    return this.lostAt !== null && performance.now() - this.lostAt >= UNNOTICED;
  }

  get minutes() {
    return Math.floor((performance.now() - this.lostAt) / MINUTE);
  }

  /** Taps left the queue: stored by the room, or refused. */
  counted(stored, refused) {
    if (!this.lost || this.returnedAt) return;
    this.lost.stored += stored;
    this.lost.refused += refused;
  }

  /** How the return goes: {left} while taps are sent, {stored, made} for a while after the last one, null without one. */
  returning(size) {
    if (this.lostAt !== null || !this.lost) return null;
    if (size) return { left: size };
    this.returnedAt ||= performance.now();
    const { stored, refused } = this.lost;
    if (performance.now() - this.returnedAt < RETURN_SHOWN) return { stored, made: stored + refused };
    this.lost = null;
    return null;
  }
}
