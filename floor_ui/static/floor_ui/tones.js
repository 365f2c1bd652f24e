// A new call rings on an open page: a soft tone, a vibration, and the number of calls in the title; once more after two
// minutes of waiting. Tone and vibration need one tap first, as browsers want it.

import { seconds } from "./ages.js";

const SECOND_TONE_AFTER = 120; // seconds
const VIBRATION = [200, 100, 200]; // ms on, off, on
const STORAGE_KEY = "floor.sound";
const known = new Map(); // call: whether its two-minute tone was played
const title = document.title;
let sound = null;

/** Whether a tone can be heard: the page was tapped once, and its sound is on. */
export const canRing = () => sound?.state === "running" && localStorage.getItem(STORAGE_KEY) !== "off";

function tone(pitch) {
  if (!canRing()) return;
  const now = sound.currentTime;
  const [voice, loudness] = [sound.createOscillator(), sound.createGain()];
  voice.frequency.value = pitch;
  loudness.gain.setValueAtTime(0, now);
  loudness.gain.linearRampToValueAtTime(0.12, now + 0.03);
  loudness.gain.exponentialRampToValueAtTime(0.001, now + 0.35);
  voice.connect(loudness).connect(sound.destination);
  voice.start(now);
  voice.stop(now + 0.4);
  navigator.vibrate?.(VIBRATION);
  document.documentElement.dataset.tones = Number(document.documentElement.dataset.tones ?? 0) + 1;
}

function playTones({ first = false } = {}) {
  const present = new Set();
  for (const one of document.querySelectorAll("[data-call]")) {
    const call = one.dataset.call;
    const late = seconds(one.dataset.since) >= SECOND_TONE_AFTER;
    present.add(call);
    if (!known.has(call)) {
      known.set(call, late);
      if (!first) tone(660);
    } else if (late && !known.get(call)) {
      known.set(call, true);
      tone(520);
    }
  }
  for (const call of known.keys()) if (!present.has(call)) known.delete(call);
  const titleNow = present.size ? `(${present.size}) ${title}` : title;
  if (document.title !== titleNow) document.title = titleNow;
}

export function tones() {
  const key = document.getElementById("sound");
  const say = () => {
    if (!key) return;
    const on = localStorage.getItem(STORAGE_KEY) !== "off";
    key.hidden = false;
    key.setAttribute("aria-pressed", String(on));
    key.textContent = on ? (sound ? "Sound on" : "Tap for sound") : "Sound off";
  };
  let first = false; // the tap that enables the sound does not turn it off as well
  key?.addEventListener("click", () => {
    if (first) {
      first = false;
      return;
    }
    localStorage.setItem(STORAGE_KEY, localStorage.getItem(STORAGE_KEY) === "off" ? "on" : "off");
    say();
  });
  const begin = (event) => {
    if (sound) return;
    sound = new AudioContext();
    sound.resume();
    first = Boolean(key?.contains(event.target)) && localStorage.getItem(STORAGE_KEY) !== "off";
    say();
  };
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, begin);
  say();
  playTones({ first: true });
  document.addEventListener("floor:tick", () => playTones());
}
