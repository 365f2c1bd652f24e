// The server's endpoints: JSON over same-origin POST with Django's token.

import { page } from "./text.js";

const BASE = page.base;
// Not table commands, but stored and retried like them.
const OTHER_PATHS = { incident: "incident", refused_taps: "refused-taps", carry_out: "carry-out" };

async function request(path, { method = "GET", body, timeout = 8000 } = {}) {
  const response = await fetch(BASE + path, {
    method,
    headers: {
      Accept: "application/json",
      ...(body && { "Content-Type": "application/json", "X-CSRFToken": page.csrf }),
    },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(timeout),
    cache: "no-store",
  });
  const type = response.headers.get("Content-Type") ?? "";
  return { status: response.status, body: type.includes("json") ? await response.json() : {} };
}

export const post = (path, body, timeout) => request(path, { method: "POST", body, timeout });

export const get = (path, timeout) => request(path, { timeout });

/** A heartbeat; its failure does not matter. */
export const heartbeat = () => post("here", {}).catch(() => {});

/**
 * A page with a socket gets the new screen through it; the response then has only numbers. The age
 * is measured from the tap, whatever the tablet's clock shows; the server limits it.
 */
export function sendCommand({ id, seen, shown, name, args, dealer, tapped, earlier, pin }, timeout, listening) {
  const path = OTHER_PATHS[name] ?? "command";
  const age = Math.max(0, Date.now() - tapped);
  return post(path, { id, seen, shown, name, args, dealer, listening, age, ...(earlier && { earlier }), ...(pin && { pin }) }, timeout);
}

export async function snapshot() {
  const { status, body } = await request("snapshot");
  if (status !== 200) throw Object.assign(new Error(`snapshot ${status}`), { status });
  return body;
}
