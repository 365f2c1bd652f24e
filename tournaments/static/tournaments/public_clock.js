// The clock of a public screen with its texts, computed from the plan of the event: level, blinds, next break.
// It fills every element with `data-show` inside the one with `data-clock-plan`, and runs on without the network.

import { clockText, readClock } from "./clock.js";

const LAST_MINUTES = 120_000; // ms: the end of a level is marked
const TICK = 250; // ms
const DAY = 86_400_000;

/** 9:42 pm on the room's clock. */
export function timeOfDay(ms, offset) {
  const minutes = Math.floor((((ms + offset) % DAY) + DAY) % DAY / 60_000);
  const hour = Math.floor(minutes / 60);
  return `${hour % 12 || 12}:${String(minutes % 60).padStart(2, "0")} ${hour < 12 ? "am" : "pm"}`;
}

/** The difference of the room's time to UTC at a moment: daylight saving may begin or end while the screen is open. */
const offsetAt = ({ offset, change }, ms) => (change && ms >= change[0] ? change[1] : offset);

/** ms until the next break after this segment's own; null if none is to come. */
function untilBreak(segments, index, left) {
  let until = left;
  for (const part of segments.slice(index + 1)) {
    if (part.pause) return until;
    until += part.length;
  }
  return null;
}

/** What the screen says beside the level: the one thing to know now, "" if there is none. */
function aside({ plan, segment, left, runs, now }) {
  if (plan.static) return "";
  if (!runs) return "Clock stopped";
  if (segment.pause) return `Level ${segment.level + 1} at ${timeOfDay(now + left, offsetAt(plan, now + left))}`;
  return left <= LAST_MINUTES ? "Last 2 minutes" : "";
}

/** All texts of the screen by the name of their element, its progress, and its state. */
export function screenAt(plan, now) {
  const { index, segment, left, runs } = readClock(plan, now);
  const until = untilBreak(plan.segments, index, left);
  const toBreak = until === null ? "none" : clockText(until);
  const texts = {
    title: segment.title,
    blinds: segment.blinds,
    ante: segment.ante,
    next: segment.next && !segment.pause && segment.next !== "Last level" ? `Next ${segment.next}` : segment.next,
    time: clockText(left),
    left: `${clockText(left)} left`,
    break: segment.pause && until === null ? "now" : toBreak,
    "break-aside": until === null || !runs || plan.static ? "" : `Break in ${toBreak}`,
    "break-at": until === null || !runs ? "" : timeOfDay(now + until, offsetAt(plan, now + until)),
    aside: aside({ plan, segment, left, runs, now }),
  };
  const ending = !segment.pause && runs && left <= LAST_MINUTES;
  return { index, texts, part: segment.length ? left / segment.length : 0, scale: segment.scale, ending, isBreak: segment.pause };
}

/** Shows the clock; returns a function that shows it now. changed(): another level or break has begun. */
export function startPublicClock(changed) {
  let text = ""; // the plan as received, the plan, and this device's time when it came
  let plan = null;
  let received = 0;
  let before = null;
  const show = () => {
    const root = document.querySelector("[data-clock-plan]");
    if (!root) return;
    if (root.dataset.clockPlan !== text) {
      text = root.dataset.clockPlan;
      plan = JSON.parse(text);
      received = performance.now();
    }
    const now = plan.now + performance.now() - received;
    const screen = screenAt(plan, now);
    for (const node of root.querySelectorAll("[data-show]")) {
      const name = node.dataset.show;
      if (plan.static && (name === "time" || name === "title")) continue; // the server's words stand there
      if (name === "bar") node.value = screen.part;
      else if (node.textContent !== screen.texts[name]) node.textContent = screen.texts[name];
    }
    if (!plan.static) {
      root.classList.toggle("break", screen.isBreak);
      root.classList.toggle("level", !screen.isBreak);
      root.classList.toggle("ending", screen.ending);
    }
    root.dataset.scale = screen.scale;
    for (const node of document.querySelectorAll("[data-time-of-day]")) node.textContent = timeOfDay(now, offsetAt(plan, now));
    if (before !== null && before !== screen.index) changed();
    before = screen.index;
  };
  setInterval(show, TICK);
  show();
  return show;
}
