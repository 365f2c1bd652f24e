// The part of the map on a screen without space for everything: one thing at a time on a phone, the
// tables with panels over them on a small tablet. A call on another tab is announced in a line
// after a while; the page never jumps.

const WIDE = matchMedia("(width >= 1100px)"); // the rail is beside the tables
const PHONE = matchMedia("(width < 620px)");
const LINE_PAUSE = 3000; // ms until the line announces a call
const map = document.querySelector(".map");
const rest = document.getElementById("rest");
const line = document.getElementById("call-line");
const signs = document.getElementById("signs");
const known = new Set(); // the calls that were shown or announced
let section = ""; // the section whose tables a phone shows, "" for all

const tabs = () => document.querySelectorAll("[data-view]");
const calls = () => [...document.querySelectorAll("#waits li[data-since]")];

function choose(tab) {
  map.dataset.shown = tab;
  for (const key of tabs()) key.setAttribute("aria-pressed", String(key.dataset.view === tab));
  if (tab === "calls") {
    line.hidden = true;
    for (const call of calls()) known.add(call.id);
  }
  below();
}

function chooseSection() {
  let current = "";
  for (const item of document.querySelectorAll(".row > li")) {
    if (item.matches(".strip")) current = item.dataset.section;
    item.classList.toggle("other", section !== "" && current !== section);
  }
  for (const key of document.querySelectorAll(".letters [data-section]")) key.setAttribute("aria-pressed", String(key.dataset.section === section));
}

/** Announces a call that came while another tab is shown. */
function tell() {
  if (WIDE.matches || map.dataset.shown === "calls") return;
  for (const call of calls()) {
    if (known.has(call.id)) continue;
    known.add(call.id);
    setTimeout(() => {
      const still = document.getElementById(call.id);
      if (!still || map.dataset.shown === "calls") return;
      line.textContent = `${still.querySelector(".at b").textContent} waits: ${still.querySelector(".words").textContent}`;
      line.dataset.of = still.id;
      line.hidden = false;
    }, LINE_PAUSE);
  }
  if (!line.hidden && !document.getElementById(line.dataset.of)) line.hidden = true;
}

/** The number of a list's rows below the rail's edge. */
function countBelow(list, edge) {
  const bottom = list.getBoundingClientRect().bottom;
  const hidden = WIDE.matches ? [...list.querySelectorAll("li")].filter((item) => item.getBoundingClientRect().bottom > bottom + 8) : [];
  edge.hidden = hidden.length === 0;
  edge.textContent = `${hidden.length} more`;
}

function below() {
  countBelow(rest, document.getElementById("below"));
  countBelow(document.querySelector("#waits ul"), document.getElementById("calls-below"));
}

/** The signs are open on the first visit in this browser; later they are behind their key. */
function showSigns() {
  const key = `floor.signs.${signs.dataset.person}`;
  if (PHONE.matches || localStorage.getItem(key)) return;
  localStorage.setItem(key, "shown");
  signs.open = true;
}

/** Starts; returns a function to call after the page has changed. */
export function mapTabs() {
  for (const call of calls()) known.add(call.id);
  document.addEventListener("click", ({ target }) => {
    const tab = target.closest("[data-view]");
    if (tab) choose(!PHONE.matches && map.dataset.shown === tab.dataset.view ? "tables" : tab.dataset.view);
    const letter = target.closest(".letters [data-section]");
    if (letter) {
      section = letter.dataset.section;
      chooseSection();
    }
    if (target.closest("#call-line")) choose("calls");
  });
  document.querySelector(".rail").addEventListener("scroll", below, { passive: true, capture: true });
  addEventListener("resize", below);
  // If the lists open over the tables, they and the signs would cover each other.
  signs.addEventListener("toggle", () => signs.open && !WIDE.matches && choose("tables"));
  choose(PHONE.matches ? "calls" : "tables");
  showSigns();
  return () => {
    choose(map.dataset.shown);
    if (section) chooseSection();
    tell();
  };
}
