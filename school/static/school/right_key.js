// Marks the keys of a screen after a wrong tap: the wrong one, and the only amber one, which is right.

const BETS = ["bet", "raise", "complete"];
const OPTIONAL = ["lit", "pot", "board", "to", "low", "target", "first", "confirmed"]; // that a tap and a key may name or not
const POTS = { bomb_pot: "bomb", splash_pot: "splash" }; // and the pad of its amount
const UNMARKED = ["due", "expected"]; // looks that lead to a key: only the right one has them now

const isSet = (value) => value !== undefined && value !== null && value !== "";

/** Whether a key's arguments are those of a tap. A key for any seat fits each. */
function fits(args = {}, wanted = {}) {
  const names = new Set([...Object.keys(args), ...Object.keys(wanted)].filter((name) => isSet(args[name]) || isSet(wanted[name])));
  return [...names].every((name) => {
    const [one, other] = [args[name], wanted[name]];
    if (one === "$seat" || !(isSet(one) && isSet(other))) return one === "$seat" || OPTIONAL.includes(name);
    return JSON.stringify(one) === JSON.stringify(other);
  });
}

/** The pot of the last player names no seat. */
const isAlone = ({ name, args = {} }) => name === "award" && !isSet(args.seats);

const sends = (key, tap) => key.do.send === tap.name && (isAlone(tap) || fits(key.do.args, tap.args));

/** Whether a key opens the payments of a bounty: of a winner whose cards are unknown, or to leave players out. */
const opensPayments = ({ open, args = {} }, { args: wanted }) =>
  open === "bounty" && (!isSet(wanted.seat) || args.seat === wanted.seat) && (args.asked || isSet(wanted.without));

/** Whether a key opens the pad of an amount: a short post of that seat, or a bomb or splash pot of an amount. */
function opensAmount({ open, args = {} }, { name, args: wanted }) {
  if (open !== "amount") return false;
  if (name === "post_short") return args.of === "post" && args.seat === wanted.seat;
  return POTS[name] !== undefined && args.of === POTS[name] && isSet(wanted.amount);
}

/** Whether a key opens what the tap is made in: the pad of a bet, the seats of an all-in, the rows of a report. */
function opens({ do: { open, args = {} } }, { name, args: wanted }, rows) {
  if (name === "report") return open === "rows" && (rows[args.group] ?? []).some((key) => key.do?.send && sends(key, { name, args: wanted }));
  if (name === "pay_bounty") return opensPayments({ open, args }, { args: wanted });
  if (name !== "act" && name !== "first_in") return opensAmount({ open, args }, { name, args: wanted });
  if (wanted.what === "all_in") return open === "arm" && args.of === "all_in";
  return open === "pad" && BETS.includes(wanted.what) && args.seat === wanted.seat;
}

const isKey = (part) => part && typeof part === "object" && "look" in part && part.do;

/** A part of a screen with its keys changed by `change`. */
function changed(part, change) {
  if (Array.isArray(part)) return part.map((item) => changed(item, change));
  if (!part || typeof part !== "object") return part;
  const inner = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, name === "do" ? value : changed(value, change)]));
  return isKey(part) ? change(inner) : inner;
}

const SHOWN = ["pods", "count", "draw", "secondary", "undo", "award", "stage", "ruling", "time", "floor"];
const AT_BOXES = ["boxes", "ranks", "editors", "sheets"]; // of a house-banked table
const partsOf = (screen) => [...SHOWN, ...AT_BOXES].filter((name) => name in screen);

/**
 * The screen with its keys marked; isLit: whether a key of it is the right one. leads: whether a key opens what the
 * right tap is made in, at a table other than poker's.
 */
export function marked(screen, feedback, leads = () => false) {
  if (!feedback) return { screen, isLit: true };
  const { right, tapped } = feedback;
  const rows = screen.floor.rows ?? {};
  let isLit = false;
  const mark = (key) => {
    const { send, open } = key.do;
    const isWay = open && (opens(key, right, rows) || leads(key.do, right, screen, (other) => sends(other, right)));
    if ((send && sends(key, right)) || isWay) {
      isLit ||= Boolean(send) || right.name === "report";
      return { ...key, look: "due" };
    }
    if (send && sends(key, tapped)) return { ...key, look: "wrong" };
    return UNMARKED.includes(key.look) ? { ...key, look: "filled" } : key;
  };
  const parts = Object.fromEntries(partsOf(screen).map((name) => [name, changed(screen[name], mark)]));
  return { screen: { ...screen, ...parts }, isLit };
}

/** The key of a screen that makes this tap, null if none does: of what is shown, then of MORE and its sheets. */
export function keyOf(screen, tap) {
  let found = null;
  const look = (key) => {
    if (!found && key.do.send && sends(key, tap)) found = key;
    return key;
  };
  for (const name of [...partsOf(screen), "more", "cards", "said", "skip", "games"]) changed(screen[name], look);
  return found;
}
