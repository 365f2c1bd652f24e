// Saves the draft after each change, by the form's hx-trigger. Without scripts, Save draft stores the choices.

import { forms } from "../web/forms.js";

const form = document.getElementById("draft");
const find = document.getElementById("find");
const parts = () => [...document.querySelectorAll(".contents .part")];
let isSaving = false;
let leave = null; // what the reader chose to do while the draft was being saved

forms();

// Each save names the draft revision that the one before has left: htmx sends them one after the other.
form?.addEventListener("htmx:confirm", () => {
  isSaving = true;
});
form?.addEventListener("htmx:afterRequest", () => {
  isSaving = false;
  setTimeout(() => {
    if (!isSaving) leave?.();
  });
});

// The draft is saved before leaving the page.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || !isSaving) return;
  event.preventDefault();
  leave = () => location.assign(link.href);
});
document.addEventListener("submit", (event) => {
  if (!isSaving) return;
  event.preventDefault();
  const { target, submitter } = event;
  leave = () => target.requestSubmit(submitter?.isConnected ? submitter : null);
});
addEventListener("pagehide", () => isSaving && navigator.sendBeacon(form.action, new FormData(form)));

if (find) {
  find.closest("label").hidden = false;
  const open = parts().map((part) => part.open);
  const search = () => {
    const wanted = find.value.trim().toLowerCase();
    parts().forEach((part, i) => {
      const links = [...part.querySelectorAll("li")];
      for (const item of links) item.hidden = !item.textContent.toLowerCase().includes(wanted);
      part.hidden = links.every((item) => item.hidden);
      part.open = wanted ? !part.hidden : open[i];
    });
  };
  find.addEventListener("input", search);
  document.addEventListener("live:shown", () => find.value && search());
}

// On a phone the list would push the setting off the screen.
if (matchMedia("(max-width: 700px)").matches) {
  for (const part of parts()) part.open = false;
}
