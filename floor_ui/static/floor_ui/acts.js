// Actions on the map in one tap: answer a call, seat, call or push. The pages that own them
// respond.

const NO_ANSWER = "No connection. This page will show whether it went through.";
const sent = new Map(); // a row's id for its command, so that a duplicate is executed once

/** Unique without crypto.randomUUID, which needs TLS or localhost. */
const unique = () => [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");

const rowKey = (form) => form.closest("[data-key]")?.dataset.key ?? form.id;

/** Shows the desk's UNDO of the last action there; null removes it. */
function showUndo(form) {
  const bar = document.getElementById("undo");
  bar.hidden = !form;
  if (!form) return bar.replaceChildren();
  form.removeAttribute("hx-boost");
  form.dataset.act = "undo";
  const error = document.createElement("p");
  error.className = "form-error";
  error.setAttribute("role", "alert");
  bar.replaceChildren(form, error);
}

/** The current data of a form, because the page may change while another one is sent. */
function actOf(form, submitter) {
  const key = `${rowKey(form)} ${submitter?.value}`;
  const body = new FormData(form, submitter);
  body.set("csrfmiddlewaretoken", document.querySelector("[name=csrfmiddlewaretoken]").value);
  if (!sent.has(key)) sent.set(key, unique());
  body.set("command", sent.get(key));
  return { key, body, act: form.dataset.act, action: form.action };
}

/** Sends an action; resolves with the refusal, or "". */
async function send({ key, body, act, action }) {
  const redirect = act === "desk" ? "follow" : "manual"; // after an action, only the desk's page is needed
  const answer = await fetch(action, { method: "POST", body, redirect });
  sent.delete(key); // answered, so another attempt is another command
  if (act === "undo" && answer.type === "opaqueredirect") showUndo(null);
  if (answer.type === "opaqueredirect" || (answer.ok && act !== "desk")) return "";
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (answer.ok) showUndo(page.querySelector("form.undo"));
  if (answer.ok) return "";
  return page.querySelector(".refused")?.textContent.trim() || "That was refused. Check the waitlist.";
}

/**
 * Sends each listed push, one after another. A refusal does not stop the others; it is shown with
 * its table.
 */
async function pushAll(key) {
  key.disabled = true;
  const pushes = [...document.querySelectorAll(".pushes form[data-act]")].map((form) => actOf(form, form.querySelector("button")));
  const refused = [];
  for (const push of pushes) {
    const error = await send(push).catch(() => NO_ANSWER);
    if (error) refused.push(`${push.body.get("table")}: ${error}`);
  }
  key.disabled = false;
  const box = document.getElementById("push-all"); // removed once no push is left
  if (!box) return;
  box.querySelector(".form-error").textContent = refused.join(" ");
  box.open = refused.length > 0;
}

export function acts() {
  document.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-push-all]");
    if (key) pushAll(key);
  });
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches("[data-act]")) return;
    event.preventDefault();
    if (form.dataset.sending) return;
    form.dataset.sending = "1";
    const key = rowKey(form);
    const error = await send(actOf(form, event.submitter)).catch(() => NO_ANSWER);
    delete form.dataset.sending;
    // The row may have changed since.
    const output = document.querySelector(`[data-key="${CSS.escape(key)}"] .form-error`);
    if (output) output.textContent = error;
  });
  document.addEventListener("floor:tick", () => {
    const left = document.querySelector("#undo [data-until]");
    if (left && Number(left.dataset.until) <= Date.now()) showUndo(null);
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
