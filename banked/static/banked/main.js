// The page of a house-banked table: starts its app in the tablet's frame.

import { render } from "../dealer_ui/vendor/lit-html.js";
import { frame } from "../dealer_ui/frame.js";
import { noTable } from "../dealer_ui/render/network.js";
import { BankedApp } from "./banked_app.js";
import { bankedTable } from "./bands.js";

const TABLE_EXPECTED = 5000; // ms until a page without a table reports it
const root = document.getElementById("tablet");

const app = new BankedApp((state) => {
  if (state.screen) render(bankedTable(state), root);
  else if (!state.up && performance.now() > TABLE_EXPECTED) render(noTable(state), root);
});

frame(root);
window.floorbook = { ...window.floorbook, app };
app.start();
