// Speaks what the table does, with the browser's own voice, while the sound is on.

const SOUND = "floorbook.school-sound";
const SLOW = 0.6; // of the usual rate
const SUITS = { "♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs" };
const FACES = { A: "ace", K: "king", Q: "queen", J: "jack" };

/** "1 (A♠ 4♥)" as it is said: "1: ace of spades, 4 of hearts". */
const spoken = (text) =>
  text
    .replace(/\b(10|[2-9AKQJ])([♠♥♦♣])/gu, (_, face, suit) => `${FACES[face] ?? face} of ${SUITS[suit]}`)
    .replace(/(spades|hearts|diamonds|clubs) (?=\w+ of )/g, "$1, ")
    .replace(/ \(([^)]*)\)/g, ": $1");

export class Voice {
  constructor() {
    this.isOn = localStorage.getItem(SOUND) === "1";
  }

  /** Whether this browser has a voice at all. */
  get isPossible() {
    return Boolean(window.speechSynthesis);
  }

  toggle() {
    this.isOn = !this.isOn;
    localStorage.setItem(SOUND, this.isOn ? "1" : "0");
    if (!this.isOn) this.stop();
  }

  /** Says a line instead of the one being said. */
  say(text, isSlow = false) {
    if (!this.isOn || !this.isPossible || !text) return;
    this.stop();
    const line = new SpeechSynthesisUtterance(spoken(text));
    line.lang = document.documentElement.lang;
    line.rate = isSlow ? SLOW : 1;
    window.speechSynthesis.speak(line);
  }

  stop() {
    if (this.isPossible) window.speechSynthesis.cancel();
  }
}
