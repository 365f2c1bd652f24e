// The network on the screen: a sign in the header, the band at the bottom, and a tap that the room refused.

import { html, nothing } from "../vendor/lit-html.js";
import { page, say } from "../text.js";
import { alert, check, offline } from "./icons.js";
import { own } from "./key.js";

/** Whether the dealer is told that the room is away. Only an engine deals on without it. */
export const isAway = ({ queue, network }) => Boolean(queue.engine && network.isNoticed);

export function networkSign(app) {
  if (!isAway(app)) return nothing;
  const { minutes } = app.network;
  return html`<span class="no-network">${offline()} ${say(minutes ? "away_minutes" : "away", { minutes })}</span>`;
}

/** The footer's left side while the room is away or just back; null otherwise. */
export function networkLine(app) {
  const { queue, network } = app;
  if (!queue.engine) return null;
  if (!queue.durable) return { look: "lost", icon: alert(), title: say("not_kept"), text: say("not_kept_call") };
  if (isAway(app)) return { look: "away", icon: offline(), title: say("away_title"), text: kept(queue.size) };
  const back = network.returning(queue.size);
  if (!back) return null;
  if (back.left) return { look: "back", icon: check(), title: say("sending_title"), text: say("sending_left", { count: back.left }) };
  return { look: "back", icon: check(), title: say("back_title"), text: back.made ? say("back_sent", back) : "" };
}

const kept = (size) => (size === 1 ? say("kept_one") : say("kept", { count: size }));

/** Instead of the table, if neither the room nor the tablet has one to show. */
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

/** One refused tap at a time, the newest; the numbers of the felt stay below it. */
export function refusedTap(app) {
  const { queue } = app;
  if (!queue.engine || !queue.held.length) return nothing;
  const { command } = queue.held.at(-1);
  const label = command.label ?? command.key;
  const title = say("refused_title", { tap: label.charAt(0).toLowerCase() + label.slice(1) });
  const count = queue.held.length > 1 ? html`<small>${say("refused_of", { count: queue.held.length })}</small>` : nothing;
  const drop = { text: say("refused_drop"), name: say("refused_drop_name", { tap: label }), look: "live" };
  return html`<section class="refused-tap" role="alert" aria-label=${title}>
    <h3>${alert()} ${title} ${count}</h3>
    <p>${command.refused}</p>
    ${own(app, drop, "drop-tap", () => app.queue.dismiss())}
  </section>`;
}
