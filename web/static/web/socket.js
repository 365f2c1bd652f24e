// A page's WebSocket. It reconnects after a random, growing pause, detects a dead connection by an
// unanswered ping, and notifies the page whether it is live. The page decides what it sends,
// receives and refreshes.

const FIRST_PAUSE = 500; // ms until the next attempt; doubled with each attempt …
const LONGEST_PAUSE = 8000; // … up to this, and then times 0.5 to 1.5, so that pages do not all return at the same time
const TRY_LATER = 1013; // close code: the server is reachable but can't serve this page now
const TRY_LATER_PAUSE = 1500; // ms, times 0.5 to 1.5; it does not grow, so that the page returns soon after the server
const STABLE_TIME = 5000; // ms that a socket must have been open to start again with the first pause
const OPEN_TIMEOUT = 10_000; // ms until a socket that doesn't open is given up
const PING_INTERVAL = 20_000;
const ANSWER_TIMEOUT = 8000; // ms to wait for any message after a ping
const HIDDEN_TIME = 600_000; // ms that a page is hidden until its socket is closed
const UNAUTHORIZED = 4401; // close code
const ANSWER = "here"; // the type of an answer to a ping
const ignore = () => {};

export class LiveSocket {
  /**
   * path: on this host. ping: the text that the server answers; it is sent every `pingInterval`
   * ms. isKeptWhenHidden: a page that is hidden for long keeps its socket, because the server
   * counts its pings. handlers: connecting() before each attempt; opened() when the page is live,
   * to fetch what it may have missed; lost() when it is not, even after every failed attempt;
   * unauthorized() when the server closed the socket for good, without another attempt;
   * received(message) for each parsed message, except answers to pings.
   */
  constructor({ path, ping = "?", pingInterval = PING_INTERVAL, isKeptWhenHidden = false, handlers }) {
    this.url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
    this.pingText = ping;
    this.pingInterval = pingInterval;
    this.isKeptWhenHidden = isKeptWhenHidden;
    this.handlers = { connecting: ignore, opened: ignore, lost: ignore, unauthorized: ignore, received: ignore, ...handlers };
    this.socket = null;
    this.tries = 0; // since the last stable socket
    this.openedAt = null;
    this.isPaused = false; // the page is hidden for long
    this.isOver = false; // the server does not admit this page
    this.timers = {}; // next, open, ping, answer, hidden
  }

  start() {
    document.addEventListener("visibilitychange", () => this.visibilityChanged());
    addEventListener("pagehide", ({ persisted }) => persisted && this.pause()); // the browser may show it again
    addEventListener("pageshow", ({ persisted }) => persisted && this.resume());
    addEventListener("online", () => !this.isPaused && this.resume());
    this.connect();
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Sends a message as JSON; false if there is no open socket. */
  send(message) {
    if (!this.isOpen) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /**
   * Gives the socket up, because another one may reach the server. A dead one would take seconds
   * to close.
   */
  reconnect() {
    const { socket } = this;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.ended();
  }

  connect() {
    clearTimeout(this.timers.next);
    this.handlers.connecting();
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.openedAt = null;
    this.timers.open = setTimeout(() => this.reconnect(), OPEN_TIMEOUT);
    socket.onopen = () => this.opened();
    socket.onmessage = ({ data }) => this.receive(JSON.parse(data));
    socket.onclose = ({ code }) => this.ended(code);
  }

  opened() {
    clearTimeout(this.timers.open);
    this.openedAt = performance.now();
    this.timers.ping = setInterval(() => this.ping(), this.pingInterval);
    this.handlers.opened();
  }

  /** Any message within the time shows that the connection is alive. */
  ping() {
    this.socket.send(this.pingText);
    this.timers.answer ||= setTimeout(() => this.reconnect(), ANSWER_TIMEOUT);
  }

  receive(message) {
    this.clearAnswer();
    if (message.type !== ANSWER) this.handlers.received(message);
  }

  clearAnswer() {
    clearTimeout(this.timers.answer);
    this.timers.answer = 0;
  }

  ended(code) {
    clearTimeout(this.timers.open);
    clearInterval(this.timers.ping);
    this.clearAnswer();
    this.socket = null;
    this.isOver = code === UNAUTHORIZED;
    if (this.isOver) return this.handlers.unauthorized();
    const wasStable = this.openedAt !== null && performance.now() - this.openedAt >= STABLE_TIME;
    if (wasStable) this.tries = 0;
    const pause = code === TRY_LATER ? TRY_LATER_PAUSE : Math.min(FIRST_PAUSE * 2 ** this.tries, LONGEST_PAUSE);
    this.tries = code === TRY_LATER ? 0 : this.tries + 1;
    if (!this.isPaused) this.timers.next = setTimeout(() => this.connect(), pause * (0.5 + Math.random()));
    this.handlers.lost();
  }

  visibilityChanged() {
    clearTimeout(this.timers.hidden);
    if (!document.hidden) this.resume();
    else if (!this.isKeptWhenHidden) this.timers.hidden = setTimeout(() => this.pause(), HIDDEN_TIME);
  }

  pause() {
    this.isPaused = true;
    clearTimeout(this.timers.next);
    this.reconnect();
  }

  /**
   * The page is shown again, or the network is back: an open socket may be dead, and a lost one
   * need not wait.
   */
  resume() {
    this.isPaused = false;
    if (this.isOver) return;
    if (this.isOpen) this.ping();
    else if (!this.socket) {
      this.tries = 0;
      this.connect();
    }
  }
}
