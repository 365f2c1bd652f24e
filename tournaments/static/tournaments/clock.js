// The clock of an event, computed from its plan: a level changes on the screen without the network.

const LAST_MINUTES = 120_000; // ms: the end of a level is marked

/** What the clock shows: the segment with its index, ms left, whether it runs. now: ms on the server's clock. */
export function readClock({ segments, clock }, now) {
  let index = Math.min(clock.segment ?? 0, segments.length - 1);
  let elapsed = (clock.elapsed ?? 0) + (clock.since ? Math.max(0, now - clock.since) : 0);
  while (elapsed >= segments[index].length && index < segments.length - 1) {
    elapsed -= segments[index].length;
    index += 1;
  }
  const segment = segments[index];
  return { index, segment, left: Math.max(0, segment.length - elapsed), runs: Boolean(clock.since) };
}

/** 12:47 or 1:02:47. */
export function clockText(ms) {
  const seconds = Math.ceil(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const rest = String(seconds % 60).padStart(2, "0");
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}

/** Shows the time in every element with `data-clock-plan`. changed(): another level or break has begun. */
export function startClocks(changed) {
  const received = new WeakMap(); // by element: the text of its plan, the plan, and this device's time when it came
  const shown = new WeakMap(); // by element: the segment that it shows
  const planOf = (node) => {
    const known = received.get(node);
    if (known?.text === node.dataset.clockPlan) return known;
    const fresh = { text: node.dataset.clockPlan, plan: JSON.parse(node.dataset.clockPlan), at: performance.now() };
    received.set(node, fresh);
    return fresh;
  };
  const tick = () => {
    for (const node of document.querySelectorAll("[data-clock-plan]")) {
      const { plan, at } = planOf(node);
      if (!plan.clock.since && !plan.clock.elapsed && !plan.clock.segment) continue; // not started
      const { index, segment, left } = readClock(plan, plan.now + performance.now() - at);
      node.textContent = clockText(left);
      node.classList.toggle("break", segment.pause);
      node.classList.toggle("ending", !segment.pause && left <= LAST_MINUTES);
      if (shown.get(node) !== undefined && shown.get(node) !== index) changed();
      shown.set(node, index);
    }
  };
  setInterval(tick, 250);
  tick();
}
