// The top bar stays on one line: items that do not fit go under More. The clock runs here, in the
// server's time.

const places = document.querySelector(".main-nav .places");
const more = document.querySelector(".more-places");
const clock = document.querySelector("[data-clock]");
const DAY = 86_400; // seconds

const fits = () => places.offsetParent !== null && places.scrollWidth <= places.clientWidth;

/** Moves items between the bar and More, in their order. */
function fit() {
  const panel = more.querySelector(".panel");
  const moved = [...panel.querySelectorAll("a")];
  more.hidden = false;
  places.append(...moved);
  const links = [...places.querySelectorAll("a")];
  while (links.length && !fits()) panel.prepend(links.pop());
  more.hidden = !panel.querySelector("a");
  const current = panel.querySelector("[aria-current]");
  const summary = more.querySelector("summary");
  summary.textContent = current ? current.firstChild.textContent.trim() : "More";
  summary.toggleAttribute("data-current", Boolean(current));
}

// A page that the browser keeps for its Back button keeps no PIN.
addEventListener("pagehide", () => {
  for (const pin of document.querySelectorAll("[name=pin]")) pin.value = "";
});

if (places) {
  fit();
  new ResizeObserver(fit).observe(places.parentElement);
  document.fonts?.ready.then(fit);
}

if (clock) {
  const [hours, minutes, seconds] = clock.textContent.split(":").map(Number);
  const start = hours * 3600 + minutes * 60 + seconds - Date.now() / 1000;
  const two = (number) => String(number).padStart(2, "0");
  const tick = () => {
    const now = (((start + Date.now() / 1000) % DAY) + DAY) % DAY;
    const text = `${two(Math.floor(now / 3600))}:${two(Math.floor(now / 60) % 60)}`;
    if (clock.textContent !== text) clock.textContent = text;
  };
  tick();
  setInterval(tick, 1000);
}

// One menu is open at a time; a tap elsewhere or Escape closes it.
const close = (except) => {
  for (const menu of document.querySelectorAll(".menu[open]")) if (menu !== except) menu.open = false;
};
document.addEventListener("click", ({ target }) => close(target.closest(".menu")));
document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  document.querySelector(".menu[open] summary")?.focus();
  close();
});

// If the parts of an area scroll, center the current one.
for (const row of document.querySelectorAll(".parts")) {
  const current = row.querySelector("[aria-current]");
  if (current) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
}
