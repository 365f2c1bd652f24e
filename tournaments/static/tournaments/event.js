// The pages of an event: they refresh when the event changes, and their clock runs by itself.

import { changed, live } from "../web/live.js";
import { tellLive } from "../web/live_text.js";
import { startClocks } from "./clock.js";

const { event } = document.body.dataset;
const lost = document.getElementById("lost");

startClocks(changed);
// The desk types the next player at once.
document.addEventListener("live:done", ({ target }) => target.querySelector("[autofocus]")?.focus());
live({
  path: `/ws/tournament/${event}/`,
  opened: () => {
    tellLive("Live");
    lost.hidden = true;
  },
  lost: () => {
    tellLive("Not live", { isLost: true });
    lost.hidden = false;
  },
  off: () => tellLive("Every 10 s", { isLost: true }),
});
