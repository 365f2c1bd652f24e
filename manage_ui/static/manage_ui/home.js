// Keeps the lines of the areas current while the page is seen. It belongs to no room's socket: a stranger may see it.

import { morph } from "../web/morph.js";

const INTERVAL = 20_000; // ms between two refreshes

async function refresh() {
  if (document.hidden) return;
  const response = await fetch(location.href, { headers: { "X-Background": "1" }, redirect: "manual" });
  if (response.type === "opaqueredirect") location.reload();
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const fresh of page.querySelectorAll("[data-live]")) morph(document.getElementById(fresh.id), fresh);
}

// Without the server the lines stay as they are; the next try may reach it.
setInterval(() => refresh().catch(() => {}), INTERVAL);
