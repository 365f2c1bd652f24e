// The time charge from some seats only: those who owe are selected, and a tap on a seat adds or
// removes it.

import { html } from "../vendor/lit-html.js";
import { money, say } from "../text.js";
import { cross } from "./icons.js";
import { own } from "./key.js";

export function time(app) {
  const { each, payers, seats } = app.screen.time;
  const chosen = seats.map(({ seat }) => seat).filter((seat) => app.mode.seats.includes(seat));
  const title = say("time_title", { each: money(each) });
  const all = String(chosen) === String(payers);
  const take = () => app.send("collect_time", all ? {} : { seats: chosen }, say("time_label"));
  const sum = money(each * chosen.length);
  const face = { text: say("time_takes"), sub: sum, name: say("set_to", { verb: say("time_takes"), amount: sum }), look: "due" };
  return html`<section class="wide payers" aria-label=${title}>
    <h3>${title}</h3>
    ${own(app, face, "done", chosen.length ? take : null)}
    ${own(app, { name: say("close") }, "close", () => app.set(null), { icon: cross() })}
    <div class="people">${seats.map((one) => payer(app, one, chosen))}</div>
  </section>`;
}

/** A paying seat is cyan, and its text shows it. */
function payer(app, { seat, name }, chosen) {
  const pays = chosen.includes(seat);
  const label = say(pays ? "time_pays" : "time_pays_not", { seat, name });
  const face = { text: `${seat} · ${name}`, sub: say(pays ? "pays" : "pays_not"), name: label, look: pays ? "set" : "filled" };
  return own(app, face, "", () => {
    app.mode = { ...app.mode, seats: pays ? chosen.filter((other) => other !== seat) : [...chosen, seat] };
  });
}
