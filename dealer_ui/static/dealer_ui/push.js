// The push and the one act of a supervisor: who is asked for a PIN, and what follows it.

import { owner, page, say } from "./text.js";

const ACT = "floorbook.one-act";
const ACT_WITHIN = 60_000; // ms between the PIN and the page that carries the act out

const NAMES = 7; // people offered by name
const isBetween = ({ screen }) => !screen.running && screen.stage.kind !== "rebuild";

/** Also after a misdeal, when the felt has the order of the new deal. */
const isBeforeDeal = ({ screen }) => ["deal", "totals"].includes(screen.stage.kind);

/** The push is due and the hand over: the next step, until the next hand is dealt. */
export function pushDue(app) {
  const { next } = app.extras;
  const { refusedPush: refused } = app.queue;
  if (refused && isBeforeDeal(app)) return { name: refused.args.name, isAgain: true };
  return next?.badge && app.now() >= next.due && isBeforeDeal(app) ? next : null;
}

/** Who is asked for: the next dealer of the lineup, someone of the staff, or a supervisor for one act. */
export function incoming(app, act = null) {
  if (!act && app.queue.refusedPush && isBetween(app)) return pushAgain(app);
  const { next, staff } = app.extras;
  const asksSupervisor = act || !isBetween(app);
  const supervisors = (staff?.supervisors ?? []).map((person) => ({ ...person, supervisor: true }));
  const people = asksSupervisor ? supervisors : [...(staff?.dealers ?? []), ...supervisors].slice(0, NAMES);
  const named = !asksSupervisor && next?.badge ? next : null;
  const needs = Boolean(asksSupervisor);
  const gate = { typed: "", wrong: "", people, act, named: Boolean(named), supervisor: needs, needs };
  // A push comes first: a supervisor for one step is chosen by name.
  const [first] = named ? [named] : needs ? people : (staff?.dealers ?? []);
  return first ? chosen(gate, { supervisor: asksSupervisor, ...first }) : otherBadge(gate);
}

/** The dealer whose PIN the room refused types it again; `again` is the push that waits. */
export function pushAgain({ queue, extras }) {
  const { id, args, pin, wrong } = queue.refusedPush;
  const people = (extras.staff?.dealers ?? []).filter(({ badge }) => badge !== pin.badge);
  const gate = { typed: "", people, act: null, named: true, again: id };
  return { ...chosen(gate, { name: args.name, badge: pin.badge }), wrong };
}

/** How many taps wait for the PIN of the refused push. */
export function waitingForPin({ queue }) {
  const count = queue.size - 1;
  return count === 1 ? say("pin_again_help_one") : say(count ? "pin_again_help" : "pin_again_help_none", { count });
}

/** The name of a badge that is offered here, "" for any other. */
export function nameOf({ extras }, badge) {
  const { next, staff } = extras;
  const people = [next, ...(staff?.dealers ?? []), ...(staff?.supervisors ?? [])];
  return people.find((person) => person?.badge === badge)?.name ?? "";
}

/** Somebody else by name: the names are offered. */
export function others(gate) {
  const rest = { ...gate, named: false, again: null };
  const first = gate.people.find((person) => gate.needs || !person.supervisor);
  return first ? chosen(rest, first) : otherBadge(rest);
}

/** Somebody without a name here enters the badge number. */
export const otherBadge = (gate) => ({ ...gate, named: false, step: "badge", typed: "", badge: "", name: "", supervisor: Boolean(gate.needs) });

export const chosen = (gate, { name, badge, supervisor = false }) => ({ ...gate, step: "pin", typed: "", badge, name, supervisor, wrong: "" });

/** The sentence of the band: the push, or the PIN that is asked for. */
export function pushStep(app) {
  const { table } = page;
  if (app.mode?.of === "push") {
    const { name, act, again, supervisor } = app.gate;
    if (!name) return null;
    if (again) return { now: say("pin_again_now", { name }), then: "" };
    if (act) return { now: say("act_now", { act: act.title }), then: "" };
    return supervisor ? null : { now: say("push_key", { name, table }), then: "" };
  }
  const next = app.mode ? null : pushDue(app);
  if (next?.isAgain) return { now: say("pin_again_now", { name: next.name }), then: say("push_then") };
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
