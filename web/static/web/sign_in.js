// The sign-in pages: the digits next to badge and PIN, the wait after too many tries, and Show
// beside a password.

import { pads } from "./pad.js";

const SECOND = 1000; // ms

pads();

// A reader types the badge and Enter: the PIN comes next, and nothing is sent yet.
for (const badge of document.querySelectorAll(".badge-sign-in [name=badge]")) {
  badge.addEventListener("keydown", (event) => {
    const pin = badge.form.querySelector("[name=pin]");
    if (event.key !== "Enter" || pin.value || !badge.value) return;
    event.preventDefault();
    pin.focus();
  });
}

// After too many tries the key waits as long as the server requires, and shows it.
for (const form of document.querySelectorAll("[data-wait]")) {
  const key = form.querySelector(".key.amber");
  const said = key.textContent;
  const until = performance.now() + Number(form.dataset.wait) * SECOND;
  const show = () => {
    const left = Math.ceil((until - performance.now()) / SECOND);
    key.disabled = left > 0;
    key.textContent = left > 0 ? `Wait ${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : said;
    if (left > 0) setTimeout(show, SECOND / 4);
  };
  show();
}

for (const key of document.querySelectorAll("[data-show]")) {
  const field = document.getElementById(key.dataset.show);
  key.hidden = false;
  key.addEventListener("click", () => {
    const isShown = field.type === "text";
    field.type = isShown ? "password" : "text";
    key.textContent = isShown ? "Show" : "Hide";
    key.setAttribute("aria-pressed", String(!isShown));
    field.focus();
  });
}
