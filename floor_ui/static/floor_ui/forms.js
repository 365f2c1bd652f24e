// A form responds in place: a refusal is shown next to it, and no input is lost.

import { look, read, show } from "./live.js";

const NO_ANSWER = "No connection. Nothing was sent; what you typed is still here. Try again.";

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

/** The table changed: the facts are loaded again and the input stays, except the PIN. */
function offerAgain(form, place) {
  const key = document.createElement("button");
  key.type = "button";
  key.className = "key slim again";
  key.textContent = "Reload";
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
    told.textContent = "Reloaded. Check it, then enter the PIN.";
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
    const told = page.getElementById("refused")?.textContent.trim() || "That was refused. Reload the page.";
    const link = page.getElementById("instead");
    // A PIN is never left on a page.
    const place = say(form, pins.length && !link ? `${told} Enter the PIN again.` : told, link);
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
  // A refresh may have replaced the form with another one, open as this one was.
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
      ? `${(left / 100).toFixed(2)} left to divide`
      : "Divided in full";
  });
}
