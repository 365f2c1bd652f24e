// A form responds in place: a refusal is shown next to it, and no input is lost.

import { refresh, read, show } from "./live.js";

const NO_ANSWER = "No connection. Nothing was sent; what you typed is still here. Try again.";

function showError(form, text, link) {
  const output = form.querySelector(".form-error") ?? document.getElementById("refused");
  const message = document.createElement("p");
  message.className = "refused";
  message.textContent = text;
  if (link) {
    const anchor = document.createElement("a");
    anchor.href = link.href;
    anchor.target = link.target;
    anchor.className = "link";
    anchor.textContent = ` ${link.textContent}`;
    message.append(anchor);
  }
  output.replaceChildren(message);
  output.scrollIntoView({ block: "nearest" });
  return output;
}

/** The table changed: the facts are loaded again and the input stays, except the PIN. */
function offerReload(form, output) {
  const key = document.createElement("button");
  key.type = "button";
  key.className = "key slim reload";
  key.textContent = "Reload";
  key.addEventListener("click", async () => {
    try {
      await refresh({ all: true });
    } catch {
      showError(form, NO_ANSWER);
      return;
    }
    form.closest("dialog")?.dispatchEvent(new CustomEvent("floor:again"));
    const message = document.createElement("p");
    message.className = "quiet";
    message.textContent = "Reloaded. Check it, then enter the PIN.";
    output.replaceChildren(message);
  });
  output.append(key);
}

const clearErrors = (form) => {
  form.querySelector(".form-error")?.replaceChildren();
  document.getElementById("refused")?.replaceChildren();
};

async function send(form, submitter) {
  const body = new FormData(form, submitter);
  const answer = await fetch(form.action, { method: "POST", body });
  const page = read(await answer.text());
  if (!answer.ok) {
    const pins = [...form.querySelectorAll("[name=pin]")];
    for (const pin of pins) pin.value = "";
    const error = page.getElementById("refused")?.textContent.trim() || "That was refused. Reload the page.";
    const link = page.getElementById("instead");
    // A PIN is never left on a page. Someone who may not do it is not asked for it again.
    const isAsked = pins.length && !link && page.body.dataset.roleRefused === undefined;
    const output = showError(form, isAsked ? `${error} Enter the PIN again.` : error, link);
    if (page.getElementById("again") && form.closest("dialog")) offerReload(form, output);
    refresh().catch(() => {});
    return;
  }
  if (new URL(answer.url).pathname !== location.pathname) {
    location.assign(answer.url);
    return;
  }
  const folded = form.closest("details.fact, details.more-witnesses, details[data-once]");
  folded?.removeAttribute("open");
  // A refresh may have replaced the form with another one, open as this one was.
  if (folded?.id) document.getElementById(folded.id)?.removeAttribute("open");
  form.closest("dialog")?.close();
  if (form.closest(".sidebar")) location.reload();
  else show(page, { all: !document.querySelector("details.fact[open]") });
}

export function forms() {
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches("[data-act]")) return;
    event.preventDefault();
    if (form.dataset.sending) return;
    form.dataset.sending = "1";
    clearErrors(form);
    try {
      await send(form, event.submitter);
    } catch {
      showError(form, NO_ANSWER);
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
