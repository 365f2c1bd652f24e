// A form responds in place: a refusal is shown next to it, and no input is lost. htmx sends the
// forms with hx-boost.

import { changed, inRoom, read, refresh, refreshCount, shown, showPage } from "./live.js";

const NO_ANSWER = "No connection. Nothing was sent; what you typed is still here. Try again.";
const inFlight = new Map(); // by form: the sent data and its time, the page at that time, and the next data to send

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
      await refresh({ before: performance.now() });
    } catch {
      showError(form, NO_ANSWER);
      return;
    }
    form.closest("dialog")?.dispatchEvent(new CustomEvent("live:reloaded"));
    const message = document.createElement("p");
    message.className = "quiet";
    message.textContent = "Reloaded. Check it, then enter the PIN.";
    output.replaceChildren(message);
  });
  output.append(key);
}

function refused(form, page) {
  const pins = [...form.querySelectorAll("[name=pin]")];
  for (const pin of pins) pin.value = "";
  const error = page.getElementById("refused")?.textContent.trim() || "That was refused. Reload the page.";
  const link = page.getElementById("instead");
  // A PIN is never left on a page. A user who may not do it is not asked for it again.
  const isAsked = pins.length && !link && page.body.dataset.roleRefused === undefined;
  const output = showError(form, isAsked ? `${error} Enter the PIN again.` : error, link);
  if (page.getElementById("again") && form.closest("dialog")) offerReload(form, output);
  changed();
}

function answered(form, { xhr, requestConfig }) {
  const page = read(xhr.responseText);
  if (xhr.status >= 400) return refused(form, page);
  const { responseURL } = xhr;
  if (new URL(responseURL).pathname !== location.pathname) return location.assign(responseURL);
  const url = inRoom(responseURL);
  const sent = inFlight.get(form);
  const { at, count } = sent;
  for (const old of document.querySelectorAll(".form-error")) old.replaceChildren(); // the page has changed since
  if (location.href === at) history.replaceState(null, "", url);
  const isSigned = form.querySelector("[name=pin]") !== null;
  const folded = form.closest(isSigned ? "details" : "details.fact, details.more-witnesses, details[data-once]");
  const isOtherOpen = [...document.querySelectorAll("details.fact[open]")].some((one) => one !== folded);
  const before = requestConfig.triggeringEvent.type === "submit" && !isOtherOpen ? sent.time : 0;
  const fold = () => folded?.removeAttribute("open"); // its form is the next one by then, with its own command id
  form.closest("dialog")?.close();
  if (isSigned) form.reset(); // the signed data is stored, so neither PIN nor texts stay for a second record
  form.dispatchEvent(new CustomEvent("live:done", { bubbles: true, detail: requestConfig.formData }));
  // If the user has moved on, they stay there; a later refresh may be newer.
  if (location.href !== url || refreshCount !== count) sent.isShown = refresh({ before }).catch(changed).then(fold);
  else {
    fold();
    sent.isShown = showPage(page, { before });
  }
}

/**
 * The data of a form with hx-sync, whatever its command id; of another form, the input and the
 * pressed key.
 */
function contents(form, event) {
  const by = event?.submitter;
  const values = new URLSearchParams(new FormData(form, by?.form === form ? by : null));
  const isServers = (field) => (form.hasAttribute("hx-sync") ? field.name === "command" : field.type === "hidden");
  for (const field of form.elements) if (isServers(field)) values.delete(field.name);
  return values.toString();
}

function onForm(event, respond) {
  document.addEventListener(event, (one) => {
    const form = one.detail.requestConfig?.elt ?? one.detail.elt;
    if (form.matches("form")) respond(form, one.detail, one);
  });
}

/** settled(): a promise that forms with hx-sync also wait for. */
export function forms({ settled = () => null } = {}) {
  onForm("htmx:confirm", (form, { triggeringEvent, issueRequest }, event) => {
    // A second tap is not a second command. Other content waits until the previous response is
    // shown.
    const sent = inFlight.get(form);
    const isQueued = form.hasAttribute("hx-sync");
    if (sent || isQueued) event.preventDefault();
    const content = contents(form, triggeringEvent);
    if (sent?.content === content) return;
    if (isQueued) {
      if (!sent) inFlight.set(form, { content });
      Promise.all([shown, settled()]).then(() => issueRequest());
    } else if (sent) {
      // A form changed by the response asks something else, so an earlier press does not answer it.
      sent.next = () => contents(form, triggeringEvent) === content && issueRequest();
    }
  });
  onForm("htmx:beforeRequest", (form, { requestConfig }) => {
    form.querySelector(".form-error")?.replaceChildren();
    document.getElementById("refused")?.replaceChildren();
    const content = contents(form, requestConfig.triggeringEvent);
    inFlight.set(form, { content, time: performance.now(), at: location.href, count: refreshCount });
  });
  onForm("htmx:beforeSwap", answered);
  for (const lost of ["htmx:sendError", "htmx:timeout"]) onForm(lost, (form) => showError(form, NO_ANSWER));
  onForm("htmx:afterRequest", (form) => {
    const { next, isShown } = inFlight.get(form);
    inFlight.delete(form);
    if (next) Promise.resolve(isShown).then(next);
  });
}
