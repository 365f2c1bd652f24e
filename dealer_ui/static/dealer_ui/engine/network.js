// The network on the dealer's screen: nothing for ten seconds, then one band; on return a count
// that ends.

const UNNOTICED = 10_000; // ms without the room that the screen does not mention
const RETURN_SHOWN = 10_000; // ms that the return is shown
const MINUTE = 60_000;
const AWAY = "floorbook.away"; // when the network was lost, for a reload during the outage

export class Network {
  constructor() {
    const since = Number(sessionStorage.getItem(AWAY)) || Date.now();
    this.lostAt = performance.now() - Math.max(0, Date.now() - since); // until the first socket opens
    this.lost = null; // {stored, refused} of a shown outage, until its return was shown
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

  /**
   * The progress of the return: {left} while taps are sent, then {stored, made} for a while,
   * otherwise null.
   */
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
