// Sheets over the ruling. Each stores the log position that its supervisor had read when it was
// opened.

const only = window.matchMedia("(max-width: 899px)");

/** Marks the current page as read by the supervisor. */
function markRead(dialog) {
  const proposal = document.getElementById("proposal");
  for (const seen of dialog.querySelectorAll("[name=seen]")) seen.value = proposal.dataset.seen;
  for (const copy of dialog.querySelectorAll("[data-copy]"))
    copy.replaceChildren(
      ...[...document.getElementById(copy.dataset.copy).childNodes].map((one) => one.cloneNode(true)),
    );
}

function open(dialog) {
  markRead(dialog);
  dialog.showModal();
  dialog.dispatchEvent(new CustomEvent("floor:open"));
  if (dialog.id !== "override") dialog.querySelector("[name=pin], [name=reason]")?.focus();
}

/** On a phone, clause, alternatives, precedents and facts are behind buttons. */
function toggleTab(key) {
  const body = document.getElementById(`${key.dataset.tab}-body`);
  const shown = body.classList.toggle("shown");
  key.setAttribute("aria-expanded", String(shown));
  openTabs.set(key.dataset.tab, shown);
}

const openTabs = new Map(); // by name, restored after a refresh

function restoreTabs() {
  for (const [name, shown] of openTabs) {
    document.getElementById(`${name}-body`)?.classList.toggle("shown", shown);
    document.querySelector(`[data-tab="${name}"]`)?.setAttribute("aria-expanded", String(shown));
  }
}

export function dialogs() {
  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-opens], [data-closes], [data-tab]");
    if (!key) return;
    if (key.dataset.opens) open(document.getElementById(key.dataset.opens));
    else if (key.dataset.tab) toggleTab(key);
    else key.closest("dialog").close();
  });
  document.addEventListener("live:shown", restoreTabs);
  for (const dialog of document.querySelectorAll("dialog"))
    dialog.addEventListener("live:reloaded", () => markRead(dialog));
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
