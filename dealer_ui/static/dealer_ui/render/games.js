// The next game of the rotation where a player chooses it, and the bounty games: one key each.

import { html } from "../vendor/lit-html.js";
import { say } from "../text.js";
import { cross } from "./icons.js";
import { key, own } from "./key.js";

export function games(app) {
  const title = say(app.mode.what === "bounty" ? "bounty_title" : "games_title");
  return html`<section class="wide" aria-label=${title}>
    <h3>${title}</h3>
    ${own(app, { name: say("close") }, "close", () => app.set(null), { icon: cross() })}
    <div class="people">${app.screen.games.map((keyData) => key(app, keyData, ""))}</div>
  </section>`;
}
