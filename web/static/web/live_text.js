// The pages' texts about their connection. A file without imports, because the map has no live.js.

export const LIVE_OFF = "Live updates are off; refreshing every 10 s. What you do is saved.";

/** Shows in the top bar whether the page is live. */
export function tellLive(text, { isLost = false } = {}) {
  const status = document.getElementById("live");
  if (!status) return;
  status.querySelector("span").textContent = text;
  status.title = text;
  status.classList.toggle("lost", isLost);
}
