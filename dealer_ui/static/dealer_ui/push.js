// The push and a supervisor's single action: whose PIN is requested, and what follows.

import { owner, page, say } from "./text.js";

const ACT = "floorbook.one-act";
const ACT_WITHIN = 60_000; // ms between the PIN and the page that carries out the action

const NAMES = 7; // people offered by name
const isBetween = ({ screen }) => !screen.running && screen.stage.kind !== "rebuild";

/** Even after a misdeal, when the felt has the order of the new deal. */
const isBeforeDeal = ({ screen }) => ["deal", "totals"].includes(screen.stage.kind);

/** The push is due and the hand over: the next step, until the next hand is dealt. */
export function pushDue(app) {
  const { next } = app.extras;
  const { refusedPush: refused } = app.queue;
  if (refused && isBeforeDeal(app)) return { name: refused.args.name, isAgain: true };
  return next?.badge && app.now() >= next.due && isBeforeDeal(app) ? next : null;
}

/**
 * Whose PIN is requested: the next dealer of the lineup, a staff member, or a supervisor for one
 * action.
 */
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

/** The dealer whose PIN the room refused types it again; `again` is the waiting push. */
export function pushAgain({ queue, extras }) {
  const { id, args, pin, wrong } = queue.refusedPush;
  const people = (extras.staff?.dealers ?? []).filter(({ badge }) => badge !== pin.badge);
  const gate = { typed: "", people, act: null, named: true, again: id };
  return { ...chosen(gate, { name: args.name, badge: pin.badge }), wrong };
}

/** The number of taps that wait for the PIN of the refused push. */
export function waitingForPin({ queue }) {
  const count = queue.size - 1;
  return count === 1 ? say("pin_again_help_one") : say(count ? "pin_again_help" : "pin_again_help_none", { count });
}

/** The name for a badge that is offered here, otherwise "". */
export function nameOf({ extras }, badge) {
  const { next, staff } = extras;
  const people = [next, ...(staff?.dealers ?? []), ...(staff?.supervisors ?? [])];
  return people.find((person) => person?.badge === badge)?.name ?? "";
}

/** Offers the names for another person. */
export function others(gate) {
  const rest = { ...gate, named: false, again: null };
  const first = gate.people.find((person) => gate.needs || !person.supervisor);
  return first ? chosen(rest, first) : otherBadge(rest);
}

/** A person whose name is not here enters the badge number. */
export const otherBadge = (gate) => ({ ...gate, named: false, step: "badge", typed: "", badge: "", name: "", supervisor: Boolean(gate.needs) });

export const chosen = (gate, { name, badge, supervisor = false }) => ({ ...gate, step: "pin", typed: "", badge, name, supervisor, wrong: "" });

/** The sentence of the band: the push, or the requested PIN. */
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

/** Stores the action for the supervisor's page; a page that opens too late forgets it. */
export function keepAct({ send, args, label }) {
  sessionStorage.setItem(ACT, JSON.stringify({ send, args, label, at: Date.now() }));
}

/** Returns the action that the supervisor's PIN was for, once. */
export function takeAct() {
  const act = JSON.parse(sessionStorage.getItem(ACT) ?? "null");
  sessionStorage.removeItem(ACT);
  return owner.supervises && act && Date.now() - act.at < ACT_WITHIN ? act : null;
}
