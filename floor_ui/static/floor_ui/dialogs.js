// Sheets over the ruling. Each stores the log position that its supervisor had read when it was opened.

const only = window.matchMedia("(max-width: 899px)");

/** The present page is what its supervisor has read. */
function taken(dialog) {
  const proposal = document.getElementById("proposal");
  for (const seen of dialog.querySelectorAll("[name=seen]")) seen.value = proposal.dataset.seen;
  for (const copy of dialog.querySelectorAll("[data-copy]"))
    copy.replaceChildren(
      ...[...document.getElementById(copy.dataset.copy).childNodes].map((one) => one.cloneNode(true)),
    );
}

function open(dialog) {
  taken(dialog);
  dialog.showModal();
  dialog.dispatchEvent(new CustomEvent("floor:open"));
  if (dialog.id !== "override") dialog.querySelector("[name=pin], [name=reason]")?.focus();
}

/** On a phone, clause, alternatives, precedents and facts are behind buttons. */
function door(key) {
  const body = document.getElementById(`${key.dataset.door}-body`);
  const shown = body.classList.toggle("shown");
  key.setAttribute("aria-expanded", String(shown));
  opened.set(key.dataset.door, shown);
}

const opened = new Map();

function again() {
  for (const [name, shown] of opened) {
    document.getElementById(`${name}-body`)?.classList.toggle("shown", shown);
    document.querySelector(`[data-door="${name}"]`)?.setAttribute("aria-expanded", String(shown));
  }
}

export function dialogs() {
  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-opens], [data-closes], [data-door]");
    if (!key) return;
    if (key.dataset.opens) open(document.getElementById(key.dataset.opens));
    else if (key.dataset.door) door(key);
    else key.closest("dialog").close();
  });
  document.addEventListener("floor:shown", again);
  for (const dialog of document.querySelectorAll("dialog"))
    dialog.addEventListener("floor:again", () => taken(dialog));
  document.addEventListener("floor:over", (event) => {
    for (const dialog of document.querySelectorAll("dialog[open]"))
      dialog.addEventListener("close", () => location.assign(event.detail), { once: true });
  });
  // One fact is corrected at a time.
  document.addEventListener(
    "toggle",
    (event) => {
      if (!event.target.matches?.("details.fact[open]")) return;
      for (const other of document.querySelectorAll("details.fact[open]"))
        if (other !== event.target) other.open = false;
      if (only.matches) event.target.scrollIntoView({ block: "nearest" });
    },
    true,
  );
}
