// The push and the one act of a supervisor: who is asked for a PIN, and what follows it.

import { owner, page, say } from "./text.js";

const ACT = "floorbook.one-act";
const ACT_WITHIN = 60_000; // ms between the PIN and the page that carries the act out

const NAMES = 7; // people offered by name
const isBetween = ({ screen }) => !screen.running && screen.stage.kind !== "rebuild";

/** The push is due and the hand over: the next step, until the next hand is dealt. */
export function pushDue(app) {
  const { next } = app.extras;
  return next?.badge && app.now() >= next.due && app.screen.stage.kind === "deal" ? next : null;
}

/** Who is asked for: the next dealer of the lineup, someone of the staff, or a supervisor for one act. */
export function incoming(app, act = null) {
  const { next, staff } = app.extras;
  const asksSupervisor = act || !isBetween(app);
  const supervisors = (staff?.supervisors ?? []).map((person) => ({ ...person, supervisor: true }));
  const people = asksSupervisor ? supervisors : [...(staff?.dealers ?? []), ...supervisors].slice(0, NAMES);
  const named = !asksSupervisor && next?.badge ? next : null;
  const gate = { typed: "", wrong: "", people, act, named: Boolean(named), supervisor: Boolean(asksSupervisor) };
  const [first] = named ? [named] : people;
  return first ? chosen(gate, { supervisor: asksSupervisor, ...first }) : otherBadge(gate);
}

/** Somebody else by name: the names are offered. */
export function others(gate) {
  const [first] = gate.people;
  return first ? chosen({ ...gate, named: false }, first) : otherBadge(gate);
}

/** Somebody without a name here enters the badge number. */
export const otherBadge = (gate) => ({ ...gate, named: false, step: "badge", typed: "", badge: "", name: "" });

export const chosen = (gate, { name, badge, supervisor = false }) => ({ ...gate, step: "pin", typed: "", badge, name, supervisor, wrong: "" });

/** The sentence of the band: the push, or the PIN that is asked for. */
export function pushStep(app) {
  const { table } = page;
  if (app.mode?.of === "push") {
    const { name, act, supervisor } = app.gate;
    if (!name) return null;
    if (act) return { now: say("act_now", { act: act.title }), then: "" };
    return supervisor ? null : { now: say("push_key", { name, table }), then: "" };
  }
  const next = app.mode ? null : pushDue(app);
  return next ? { now: say("push_now", { name: next.name, table }), then: say("push_then") } : null;
}

/** The act waits for the page of the supervisor; a page that opens later than that forgets it. */
export function keepAct({ send, args, label }) {
  sessionStorage.setItem(ACT, JSON.stringify({ send, args, label, at: Date.now() }));
}

/** The act that the supervisor's PIN was for, once. */
export function takeAct() {
  const act = JSON.parse(sessionStorage.getItem(ACT) ?? "null");
  sessionStorage.removeItem(ACT);
  return owner.supervises && act && Date.now() - act.at < ACT_WITHIN ? act : null;
}
