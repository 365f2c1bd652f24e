// A file that takes seconds to make: its key says so and waits. Without scripts link and form do the same in silence.

const WORDS = "Being made …";

/** The file of an answer, handed to the browser as a download; false for a page, which is a refusal. */
async function saved(answer) {
  const name = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1];
  if (!answer.ok || !name) return false;
  const url = URL.createObjectURL(await answer.blob());
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return true;
}

/** Ask for a file; `otherwise` goes there as without scripts. */
async function make(key, ask, otherwise) {
  if (key.ariaBusy === "true") return;
  const said = Object.assign(document.createElement("span"), { className: "making", role: "status" });
  key.after(said);
  key.ariaBusy = "true";
  said.textContent = WORDS; // after it is there, so that it is read out
  let done = false;
  try {
    done = await saved(await ask());
  } catch {
    // not reached: the browser says so by itself
  }
  key.ariaBusy = "false";
  said.remove();
  if (!done) otherwise();
}

for (const one of document.querySelectorAll("a[data-made]"))
  one.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    make(one, () => fetch(one.href), () => location.assign(one.href));
  });

for (const one of document.querySelectorAll("form[data-made]"))
  one.addEventListener("submit", (event) => {
    event.preventDefault();
    const ask = () => fetch(one.action, { method: "POST", body: new FormData(one) });
    make(event.submitter ?? one.querySelector("button"), ask, () => one.submit());
  });
