// The roster's pages: they refresh when a week or the crew changes; search and jumps work in the page.

import { live } from "../web/live.js";
import { tellLive } from "../web/live_text.js";

const { htmx } = window;
const { room } = document.body.dataset;
const lost = document.getElementById("lost");
const dialog = document.getElementById("shift-dialog");
const find = document.getElementById("find");
const onlyChanged = document.getElementById("only-changed");
const FRAGMENT = "#sheet"; // the part of a shift's page that the dialog shows
let jumpedTo = -1; // the day of the last jump to an unmet need

/** Hides the rows that do not match; a refresh brings rows back, so it runs again after each. */
function filterRows() {
  const text = (find?.value ?? "").trim().toLowerCase();
  for (const row of document.querySelectorAll("#grid tbody tr[data-name]")) {
    const isChanged = !onlyChanged?.checked || row.querySelector(".shift.new, .shift.changed") !== null;
    row.hidden = !row.dataset.name.includes(text) || !isChanged;
  }
}

function show(target) {
  target.scrollIntoView({ block: "center", inline: "center" });
  target.classList.add("here");
  target.addEventListener("animationend", () => target.classList.remove("here"), { once: true });
}

/** Shows the next day with missing dealers, and its first open shift. */
function jumpToUnmet() {
  const short = [...document.querySelectorAll("#grid th[data-short]")];
  if (!short.length) return;
  jumpedTo = (jumpedTo + 1) % short.length;
  show(short[jumpedTo]);
}

function jump(item) {
  const row = item.dataset.row && document.getElementById(item.dataset.row);
  const day = item.dataset.unmet && document.querySelector(`#grid th[data-day="${item.dataset.unmet}"]`);
  if (day) show(day);
  if (row) {
    row.hidden = false;
    show(row);
  }
}

/** Opens a shift over the grid, which keeps its place. Without an answer the link's own page opens. */
async function openSheet(link) {
  let text = "";
  try {
    const response = await fetch(link.href, { credentials: "same-origin" });
    if (response.ok) text = await response.text();
  } catch {
    text = "";
  }
  const part = new DOMParser().parseFromString(text, "text/html").querySelector(FRAGMENT);
  if (!part) {
    location.assign(link.href);
    return;
  }
  dialog.replaceChildren(part);
  htmx.process(dialog);
  dialog.showModal();
  dialog.querySelector("[name=start]")?.focus();
}

function takeTemplate(key) {
  const { form } = key;
  form.elements.start.value = key.dataset.start;
  form.elements.end.value = key.dataset.end;
  form.elements.template.value = key.dataset.key;
  for (const other of form.querySelectorAll(".chip")) other.classList.toggle("chosen", other === key);
}

document.addEventListener("click", (event) => {
  const { target } = event;
  const sheet = target.closest("[data-sheet]");
  if (sheet && dialog && !event.metaKey && !event.ctrlKey) {
    event.preventDefault();
    openSheet(sheet);
    return;
  }
  if (target.closest("[data-shut]") && dialog?.open) {
    event.preventDefault();
    dialog.close();
    return;
  }
  const template = target.closest("[data-start]");
  if (template) takeTemplate(template);
  else if (target.closest("[data-next-unmet]")) jumpToUnmet();
  else if (target.closest("[data-jump]")) jump(target.closest("li"));
});

// A typed time replaces "Any time".
document.addEventListener("input", ({ target }) => {
  const anyTime = target.form?.elements.any_time;
  if (anyTime && /^(from|to)-/.test(target.name ?? "")) anyTime.checked = false;
});

find?.addEventListener("input", filterRows);
onlyChanged?.addEventListener("change", filterRows);
document.addEventListener("live:shown", filterRows);

if (room && document.querySelector("#main [data-live]"))
  live({
    path: `/ws/roster/${room}/`,
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
