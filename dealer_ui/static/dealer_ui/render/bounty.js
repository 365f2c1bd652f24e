// The payments of a bounty game between players: everyone is selected, and a tap on a seat leaves
// it out or takes it in again.

import { html } from "../vendor/lit-html.js";
import { money, say } from "../text.js";
import { cross } from "./icons.js";
import { own } from "./key.js";

export function bounty(app) {
  const pad = app.screen.bounties.find(({ seat }) => seat === app.mode.seat);
  const { without } = app.mode;
  const paid = pad.shares.filter(({ seat }) => !without.includes(seat));
  const sum = money(paid.reduce((total, { amount }) => total + amount, 0));
  const { send, args } = pad.do;
  const take = () => app.send(send, { ...args, ...(without.length && { without }) }, pad.title);
  const face = { text: say("bounty_paid"), sub: sum, name: say("set_to", { verb: say("bounty_paid"), amount: sum }), look: "due" };
  return html`<section class="wide payers" aria-label=${pad.title}>
    <h3>${pad.title}</h3>
    ${own(app, face, "done", paid.length ? take : null)}
    ${own(app, { name: say("close") }, "close", () => app.set(null), { icon: cross() })}
    <div class="people">${pad.shares.map((share) => player(app, share, pad.share))}</div>
  </section>`;
}

/** A player who takes part is cyan, and the text shows the amount. */
function player(app, { seat, name, amount }, verb) {
  const { without } = app.mode;
  const isOut = without.includes(seat);
  const part = isOut ? say("bounty_left_out") : `${verb} ${money(amount)}`;
  const face = { text: `${seat} · ${name}`, sub: part, name: say("bounty_seat", { seat, name, part }), look: isOut ? "filled" : "set" };
  return own(app, face, "", () => {
    app.mode = { ...app.mode, without: isOut ? without.filter((other) => other !== seat) : [...without, seat] };
  });
}
