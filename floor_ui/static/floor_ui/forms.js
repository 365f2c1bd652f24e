// A form is answered in place: what was refused is said beside it, and nothing that was typed is lost.

import { look, read, show } from "./live.js";

const NO_ANSWER = "The room does not answer. Nothing was sent; what is typed stays. Try again.";

function say(form, words, link) {
  const place = form.querySelector(".said") ?? document.getElementById("refused");
  const told = document.createElement("p");
  told.className = "refused";
  told.textContent = words;
  if (link) {
    const there = document.createElement("a");
    there.href = link.href;
    there.target = link.target;
    there.className = "link";
    there.textContent = ` ${link.textContent}`;
    told.append(there);
  }
  place.replaceChildren(told);
  place.scrollIntoView({ block: "nearest" });
  return place;
}

/** The table moved on: the facts are read anew and what was typed stays, but for the PIN. */
function offerAgain(form, place) {
  const key = document.createElement("button");
  key.type = "button";
  key.className = "key slim again";
  key.textContent = "Look again";
  key.addEventListener("click", async () => {
    try {
      await look({ all: true });
    } catch {
      say(form, NO_ANSWER);
      return;
    }
    form.closest("dialog")?.dispatchEvent(new CustomEvent("floor:again"));
    const told = document.createElement("p");
    told.className = "quiet";
    told.textContent = "Read anew. Look over it, then type the PIN.";
    place.replaceChildren(told);
  });
  place.append(key);
}

const quiet = (form) => {
  form.querySelector(".said")?.replaceChildren();
  document.getElementById("refused")?.replaceChildren();
};

async function send(form, submitter) {
  const body = new FormData(form, submitter);
  const answer = await fetch(form.action, { method: "POST", body });
  const page = read(await answer.text());
  if (!answer.ok) {
    const pins = [...form.querySelectorAll("[name=pin]")];
    for (const pin of pins) pin.value = "";
    const told = page.getElementById("refused")?.textContent.trim() || "That was refused. Look at the page again.";
    const link = page.getElementById("instead");
    // A PIN is never kept on a page.
    const place = say(form, pins.length && !link ? `${told} Type the PIN again.` : told, link);
    if (page.getElementById("again") && form.closest("dialog")) offerAgain(form, place);
    look().catch(() => {});
    return;
  }
  if (new URL(answer.url).pathname !== location.pathname) {
    location.assign(answer.url);
    return;
  }
  const folded = form.closest("details.fact, details.more-ears, details[data-once]");
  folded?.removeAttribute("open");
  // What the room told meanwhile may have put another one in its place, open as this one was.
  if (folded?.id) document.getElementById(folded.id)?.removeAttribute("open");
  form.closest("dialog")?.close();
  if (form.closest(".beside")) location.reload();
  else show(page, { all: !document.querySelector("details.fact[open]") });
}

export function forms() {
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches("[data-act]")) return;
    event.preventDefault();
    if (form.dataset.sending) return;
    form.dataset.sending = "1";
    quiet(form);
    try {
      await send(form, event.submitter);
    } catch {
      say(form, NO_ANSWER);
    } finally {
      delete form.dataset.sending;
    }
  });
  // The shares of a held pot: what is left of it.
  document.addEventListener("input", (event) => {
    const form = event.target.closest("form[data-whole]");
    if (!form?.dataset.whole) return;
    const shares = [...form.querySelectorAll("[data-share]")];
    const paid = shares.reduce((sum, one) => sum + Math.round(Number(one.value || 0) * 100), 0);
    const left = Number(form.dataset.whole) - paid;
    form.querySelector("[data-rest]").textContent = left
      ? `${(left / 100).toFixed(2)} still to divide`
      : "All of it is divided";
  });
}
