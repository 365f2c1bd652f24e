// The network on the screen: a sign in the header, the band at the bottom, and a tap that the room
// refused.

import { html, nothing } from "../vendor/lit-html.js";
import { waitingForPin } from "../push.js";
import { page, say } from "../text.js";
import { alert, check, offline } from "./icons.js";
import { own } from "./key.js";

/** Whether the screen shows an outage. Only an engine deals on without the room. */
export const isAway = ({ queue, network }) => Boolean(queue.engine && network.isNoticed);

export function networkSign(app) {
  if (!isAway(app)) return nothing;
  const { minutes } = app.network;
  return html`<span class="no-network">${offline()} ${say(minutes ? "away_minutes" : "away", { minutes })}</span>`;
}

/** The footer's left side during an outage or just after it; otherwise null. */
export function networkLine(app) {
  const { queue, network } = app;
  if (!queue.engine) return null;
  if (!queue.durable) return { look: "lost", icon: alert(), title: say("not_kept"), text: say("not_kept_call") };
  if (isAway(app)) return { look: "away", icon: offline(), title: say("away_title"), text: kept(queue.size) };
  const { refusedPush: refused } = queue;
  if (refused) return { look: "away", icon: alert(), title: say("pin_again", refused.args), text: waitingForPin(app) };
  const back = network.returning(queue.size);
  if (!back) return null;
  if (back.left) return { look: "back", icon: check(), title: say("sending_title"), text: say("sending_left", { count: back.left }) };
  return { look: "back", icon: check(), title: say("back_title"), text: back.made ? say("back_sent", back) : "" };
}

const kept = (size) => (size === 1 ? say("kept_one") : say("kept", { count: size }));

/** Replaces the table if neither the room nor the tablet can show one. */
export function noTable({ queue: { size } }) {
  const waiting = size === 1 ? say("kept_unsent_one") : say("kept_unsent", { count: size });
  return html`<main class="frame gate no-table">
    <div class="who" role="status">
      <h1>${page.table}</h1>
      <h2 class="caps">${say("away")}</h2>
      <p class="help">${say("no_table")}</p>
      ${size ? html`<p class="left-behind">${waiting}</p>` : nothing}
    </div>
  </main>`;
}

/** The room's refusals as one line with one key; the numbers of the felt stay below it. */
export function refusedTap(app) {
  const { queue } = app;
  if (!queue.engine || !queue.held.length) return nothing;
  const [title, text, drop] = queue.held.length > 1 ? severalRefused(queue.held) : oneRefused(queue.held[0]);
  return html`<section class="refused-tap" role="alert" aria-label=${title}>
    <h3>${alert()} ${title}</h3>
    <p>${text}</p>
    ${own(app, { ...drop, look: "live" }, "drop-tap", () => app.queue.dismiss())}
  </section>`;
}

function oneRefused({ command }) {
  const label = command.label ?? command.key;
  const title = say("refused_title", { tap: label.charAt(0).toLowerCase() + label.slice(1) });
  return [title, command.refused, { text: say("refused_drop"), name: say("refused_drop_name", { tap: label }) }];
}

function severalRefused(held) {
  const hands = held.map(({ command }) => command.of).filter(Boolean);
  const [first, last] = [Math.min(...hands), Math.max(...hands)];
  const where = hands.length ? say(first === last ? "refused_hand" : "refused_hands", { first, last }) : "";
  const cause = held.map(({ command }) => command.cause).find(Boolean);
  const lines = [where, cause, say(cause ? "refused_settle" : "refused_check")];
  const [count, text] = [held.length, lines.filter(Boolean).join(" ")];
  return [say("refused_many", { count }), text, { text: say("refused_drop_all"), name: say("refused_drop_all_name", { count }) }];
}
