// Saves the draft after each change. Without scripts, Save draft stores the choices.

const form = document.getElementById("draft");
const find = document.getElementById("find");
const parts = () => [...document.querySelectorAll(".contents .part")];
let saving = Promise.resolve();
let waiting = 0;

/** Shows the server's page; fields with the focus stay. */
function show(page) {
  const open = parts().map((part) => part.open);
  for (const fresh of page.querySelectorAll("[data-live]")) {
    const old = document.getElementById(fresh.id);
    if (old && old !== fresh && !old.contains(document.activeElement)) old.replaceWith(fresh);
  }
  for (const [i, part] of parts().entries()) part.open = open[i];
}

/** Saves the choices and the text. */
async function save() {
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      body: new FormData(form),
      keepalive: true, // also if the page is left before the response
    });
    show(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    const message = document.createElement("p");
    message.className = "refused";
    message.textContent = "Not saved: no connection. Tap Save draft to try again.";
    document.getElementById("refused").replaceChildren(message);
  } finally {
    waiting -= 1;
  }
}

/** One after the other: each names the draft revision that the one before has left. */
function changed() {
  waiting += 1;
  saving = saving.then(save);
}

form?.addEventListener("change", changed);
for (const field of document.querySelectorAll("input[form=draft], textarea[form=draft]")) {
  if (field.type !== "hidden") field.addEventListener("change", changed);
}

// The draft is saved before leaving the page.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || !waiting) return;
  event.preventDefault();
  saving.then(() => location.assign(link.href));
});
document.addEventListener("submit", (event) => {
  if (!waiting) return;
  event.preventDefault();
  const { target, submitter } = event;
  saving.then(() => target.requestSubmit(submitter?.isConnected ? submitter : null));
});

if (find) {
  find.closest("label").hidden = false;
  const open = parts().map((part) => part.open);
  find.addEventListener("input", () => {
    const wanted = find.value.trim().toLowerCase();
    parts().forEach((part, i) => {
      const links = [...part.querySelectorAll("li")];
      for (const item of links) item.hidden = !item.textContent.toLowerCase().includes(wanted);
      part.hidden = links.every((item) => item.hidden);
      part.open = wanted ? !part.hidden : open[i];
    });
  });
}

// On a phone the list would push the setting off the screen.
if (matchMedia("(max-width: 700px)").matches) {
  for (const part of parts()) part.open = false;
}
