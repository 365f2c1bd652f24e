// The manager's pages of tournaments. Keys of rows are answered by the server without leaving the page;
// times and the proof of the split are computed as someone types.

import { formatMoney, readMoney } from "../web/money.js";

const PAUSE = 400; // ms after the last key until the server checks a payout table
const MINUTES_OF_DAY = 1440;

/** Sends a form with one of its keys and returns the page of the answer. */
async function answerOf(form, what) {
  const data = new FormData(form);
  data.set("do", what);
  const response = await fetch(form.action || location.href, { method: "POST", body: data, credentials: "same-origin" });
  if (!response.ok) throw new Error(String(response.status));
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

function swap(page, id) {
  const fresh = page.getElementById(id);
  document.getElementById(id)?.replaceWith(fresh);
  return fresh;
}

/** Keys that only change rows: the rest of the form stays as it is. */
function swapRows(form) {
  form.addEventListener("click", async (event) => {
    const key = event.target.closest("[data-swap]");
    if (!key) return;
    event.preventDefault();
    key.setAttribute("aria-busy", "true");
    const name = key.getAttribute("aria-label") ?? key.textContent;
    try {
      const fresh = swap(await answerOf(form, key.value), key.dataset.swap);
      const same = [...fresh.querySelectorAll("button")].find((one) => (one.getAttribute("aria-label") ?? one.textContent) === name);
      (same ?? fresh.querySelector("button"))?.focus();
      showTimes(form);
    } catch {
      key.removeAttribute("aria-busy");
      form.requestSubmit(key); // the browser shows what is wrong
    }
  });
}

const whole = (text) => (/^\d{1,4}$/u.test(text.trim()) ? Number(text.trim()) : 0);

function clock(minutes) {
  const rest = minutes % MINUTES_OF_DAY;
  return `${String(Math.floor(rest / 60)).padStart(2, "0")}:${String(rest % 60).padStart(2, "0")}`;
}

/** Writes when each level begins, and moves the end of late entry to its place. */
function showTimes(form) {
  const [hours, minutes] = (form.querySelector("[data-start-time]")?.value || form.dataset.start).split(":").map(Number);
  let moment = hours * 60 + minutes;
  const late = whole(form.elements.late_level?.value ?? "");
  const mark = form.querySelector("[data-late-row]");
  let lastRow = null;
  let level = 0;
  for (const row of form.querySelectorAll("[data-row]")) {
    if (row.dataset.row === "level") level += 1;
    row.querySelector("[data-at]").textContent = clock(moment);
    moment += whole(row.querySelector("[name=row_minutes]").value);
    if (late && level <= late) {
      lastRow = row;
      if (mark) mark.querySelector(".at").textContent = clock(moment);
    }
  }
  if (!mark) return;
  mark.hidden = !lastRow;
  if (lastRow && lastRow.nextElementSibling !== mark) lastRow.after(mark);
}

/** Shows whether the parts of the entry come to what the player pays. */
function showProof(form) {
  const proof = form.querySelector("[data-proof]");
  const currency = JSON.parse(form.dataset.currency);
  const parts = ["pool", "house", "staff"].map((name) => readMoney(form.elements[name].value, currency));
  const paid = readMoney(form.elements.paid.value, currency);
  const sum = parts.reduce((total, part) => total + part, 0);
  if (Number.isNaN(sum) || Number.isNaN(paid)) return;
  const isEven = sum === paid;
  const text = parts.filter((part) => part).map((part) => formatMoney(part, currency)).join(" + ") || "0";
  proof.classList.toggle("off", !isEven);
  proof.querySelector("use").setAttribute("href", isEven ? "#i-check" : "#i-warn");
  proof.querySelector("span").textContent = `${text} = ${formatMoney(sum, currency)}${isEven ? "" : `, the player pays ${formatMoney(paid, currency)}`}`;
}

function planEditor(form) {
  swapRows(form);
  form.addEventListener("input", (event) => {
    if (["pool", "house", "staff", "paid"].includes(event.target.name)) showProof(form);
    showTimes(form);
  });
  // Minutes a level: every level that had the number before.
  const minutes = form.elements.minutes;
  const before = form.elements.minutes_before;
  minutes?.addEventListener("change", () => {
    if (!whole(minutes.value)) return;
    for (const row of form.querySelectorAll("[data-row=level]")) {
      const input = row.querySelector("[name=row_minutes]");
      if (input.value.trim() === before.value.trim()) input.value = minutes.value.trim();
    }
    before.value = minutes.value.trim();
    showTimes(form);
  });
}

/** Totals, what is over or under, and the amounts: checked by the server after a pause. */
function payoutEditor(form) {
  let timer = 0;
  let sent = 0;
  const check = async () => {
    sent += 1;
    const number = sent;
    try {
      const page = await answerOf(form, "try");
      if (number !== sent) return; // a later answer is on its way
      for (const id of ["totals", "faults", "trial"]) if (document.getElementById(id)) swap(page, id);
      const save = document.getElementById("save");
      const fresh = page.getElementById("save");
      if (!save || !fresh) return;
      save.disabled = fresh.disabled;
      save.className = fresh.className;
    } catch {
      // The save key checks again.
    }
  };
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(check, PAUSE);
  });
  // Enter computes; it does not save a table that is not finished.
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
    event.preventDefault();
    clearTimeout(timer);
    check();
  });
  for (const keys of form.querySelectorAll("[data-no-script]")) keys.hidden = true;
}

for (const form of document.querySelectorAll("[data-plan]")) planEditor(form);
for (const form of document.querySelectorAll("[data-payouts]")) payoutEditor(form);
