// Filling a seat from the map: the first tap opens the row, the second one calls or seats. The desk responds.

const NO_ANSWER = "No connection. This page will show whether it went through.";
const sent = new Map(); // a row's id for its command, so that a duplicate is executed once

/** Unique without crypto.randomUUID, which needs TLS or localhost. */
const unique = () => [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");

async function send(form, submitter) {
  const key = `${form.closest("[data-key]").dataset.key} ${submitter.value}`;
  const body = new FormData(form, submitter);
  body.set("csrfmiddlewaretoken", document.querySelector("[name=csrfmiddlewaretoken]").value);
  if (!sent.has(key)) sent.set(key, unique());
  body.set("command", sent.get(key));
  const answer = await fetch(form.action, { method: "POST", body });
  sent.delete(key); // answered: another try is another command
  if (answer.ok) return "";
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return page.querySelector(".refused")?.textContent.trim() || "That was refused. Check the waitlist.";
}

export function fills() {
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches("[data-fill]")) return;
    event.preventDefault();
    if (form.dataset.sending) return;
    form.dataset.sending = "1";
    const key = form.closest("[data-key]").dataset.key;
    const error = await send(form, event.submitter).catch(() => NO_ANSWER);
    delete form.dataset.sending;
    // The row may be another one since.
    const output = document.querySelector(`[data-key="${CSS.escape(key)}"] .form-error`);
    if (output) output.textContent = error;
  });
  // One row is open at a time.
  document.addEventListener(
    "toggle",
    ({ target }) => {
      if (!target.matches?.(".fill") || !target.open) return;
      for (const other of document.querySelectorAll(".fill[open]")) if (other !== target) other.open = false;
    },
    true,
  );
}
