// The floor's pages: they refresh when the server reports a change, and every form responds in place.

import { forms } from "../web/forms.js";
import { inRoom, live } from "../web/live.js";
import { LIVE_OFF, tellLive } from "../web/live_text.js";
import { pads } from "../web/pad.js";
import { ages } from "./ages.js";
import { deliveries } from "./deliveries.js";
import { dialogs } from "./dialogs.js";
import { shares } from "./shares.js";
import { tones } from "./tones.js";

history.replaceState(null, "", inRoom(location.href));
pads();
dialogs();
forms();
shares();
tones();
ages();
deliveries();

// socket: the events of the room that this page subscribes to; "own": the page opens its socket
// itself
const { room, socket = "" } = document.body.dataset;
const lost = document.getElementById("lost");
const connectionLost = lost?.textContent;
if (room && socket !== "own" && document.querySelector("#main [data-live], #waiting"))
  live({
    path: `/ws/floor/${room}/${socket}`,
    opened: () => {
      tellLive("Live");
      lost.hidden = true;
    },
    lost: () => {
      tellLive("Not live", { isLost: true });
      lost.textContent = connectionLost;
      lost.hidden = false;
    },
    off: () => {
      tellLive("Every 10 s", { isLost: true });
      lost.textContent = LIVE_OFF;
      lost.hidden = false;
    },
    unauthorized: () => {
      tellLive("Signed out", { isLost: true });
      lost.textContent = "You've been signed out. Sign in again to continue.";
      lost.hidden = false;
    },
  });
