// Polls the progress of the file until it is ready, and then downloads it.

import { morph } from "../web/morph.js";

const INTERVAL = 700; // ms between two requests

async function ask() {
  const response = await fetch(location.href, { headers: { "X-Background": "1" } });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const fresh = page.getElementById("job");
  if (!fresh) return location.reload(); // signed out
  morph(document.getElementById("job"), fresh);
}

async function watch() {
  while (!("over" in document.getElementById("job").dataset)) {
    await new Promise((done) => setTimeout(done, INTERVAL));
    await ask().catch(() => {}); // the next request may reach the server
  }
  document.getElementById("file")?.click();
}

if (!("over" in document.getElementById("job").dataset)) watch();
