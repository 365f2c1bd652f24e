// The board fetches itself every half minute. Without an answer it says since when its amounts are.

const EVERY = 30_000; // milliseconds

async function refresh() {
  const response = await fetch(location.href);
  if (!response.ok) throw new Error(`status ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const main = page.querySelector("main");
  if (main) document.querySelector("main")?.replaceWith(main);
}

function showLost() {
  document.querySelector("#lost")?.removeAttribute("hidden");
}

setInterval(() => refresh().catch(showLost), EVERY);
