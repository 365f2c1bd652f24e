// The page: starts the app in its frame.

import { render } from "./vendor/lit-html.js";
import { App } from "./app.js";
import { frame } from "./frame.js";
import { heartbeat } from "./http.js";
import { rememberGame } from "./open_game.js";
import { page } from "./text.js";
import { gate } from "./render/gate.js";
import { noTable } from "./render/network.js";
import { tablet } from "./render/tablet.js";

const HEARTBEAT_INTERVAL = 15_000; // ms between two heartbeats while no dealer is signed in
const TABLE_EXPECTED = 5000; // ms until a page without a table reports it
const root = document.getElementById("tablet");

const app = new App((state) => {
  if (state.screen) rememberGame(state.screen);
  if (state.screen) render(tablet(state), root);
  else if (page.state !== "table") render(gate(state), root);
  else if (!state.up && performance.now() > TABLE_EXPECTED) render(noTable(state), root);
});

frame(root);
window.floorbook = { ...window.floorbook, app };
app.start();
if (page.state === "sign-in") setInterval(heartbeat, HEARTBEAT_INTERVAL);
