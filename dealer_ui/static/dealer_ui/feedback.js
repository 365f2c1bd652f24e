// Feedback on a tap: a tick or a buzz if this tablet is set to it, and a blink if the tap was
// swallowed.

const KEY = "floorbook.feedback";
const BLINK_TIME = 120; // ms
const TICK_TIME = 0.015; // seconds
const TICK_GAP = 0.07; // seconds from one tick to the next
const PITCH = 1200; // Hz
const VOLUME = 0.08;
const BUZZ_TIME = 12; // ms
let audio = null; // from the first tap on, because browsers start no sound without one

/** The possible settings of this tablet; iPads cannot vibrate. */
export const CHOICES = ["none", "sound", ...(navigator.vibrate ? ["vibration"] : [])];

export function feedbackOf() {
  const stored = localStorage.getItem(KEY);
  return CHOICES.includes(stored) ? stored : CHOICES[0];
}

export function setFeedback(choice) {
  localStorage.setItem(KEY, choice);
  signal(1);
}

/** The choice after the current one. */
export const nextFeedback = () => CHOICES[(CHOICES.indexOf(feedbackOf()) + 1) % CHOICES.length];

/** One tick or buzz for a tap that was taken, two for a swallowed one. */
function signal(times) {
  const choice = feedbackOf();
  if (choice === "sound") ticks(times);
  if (choice === "vibration") navigator.vibrate(Array(2 * times - 1).fill(BUZZ_TIME));
}

function ticks(times) {
  audio ??= new AudioContext();
  const gain = new GainNode(audio, { gain: VOLUME });
  gain.connect(audio.destination);
  for (let i = 0; i < times; i++) {
    const tone = new OscillatorNode(audio, { frequency: PITCH });
    tone.connect(gain);
    tone.start(audio.currentTime + i * TICK_GAP);
    tone.stop(audio.currentTime + i * TICK_GAP + TICK_TIME);
  }
}

/** Whether the guard takes a tap; if not, the dealer sees it. */
export function takes(app, keyData, event, waits) {
  const isTaken = app.guard.takes(keyData, event, waits);
  signal(isTaken ? 1 : 2);
  if (isTaken) app.once = false;
  else swallowed(app, event.currentTarget);
  return isTaken;
}

/**
 * A repeated tap blinks its key. If another key has come under the finger, UNDO blinks, because it
 * shows what was done once.
 */
function swallowed(app, key) {
  const { isRepeat } = app.guard;
  app.once = Boolean(app.guard.command);
  app.paint();
  blink(isRepeat ? key : (document.querySelector(".key.undo") ?? key));
}

function blink(key) {
  key.classList.add("is-again");
  setTimeout(() => key.classList.remove("is-again"), BLINK_TIME);
}
