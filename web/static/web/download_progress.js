// Shows progress on links and forms whose file takes seconds to create. Without scripts they still work, silently.

const PROGRESS_TEXT = "Being made …";

/** Offer the file of a response as a download; return false for a page, which is a refusal. */
async function saveResponse(response) {
  const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
  if (!response.ok || !name) return false;
  const url = URL.createObjectURL(await response.blob());
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return true;
}

/** Request a file and download it; otherwise call `fallback`, which navigates as without scripts. */
async function download(control, request, fallback) {
  if (control.ariaBusy === "true") return;
  const status = Object.assign(document.createElement("span"), { className: "download-progress", role: "status" });
  control.after(status);
  control.ariaBusy = "true";
  status.textContent = PROGRESS_TEXT; // set after insertion, so that screen readers announce it
  let done = false;
  try {
    done = await saveResponse(await request());
  } catch {
    // the browser reports the network error when the fallback navigates
  }
  control.ariaBusy = "false";
  status.remove();
  if (!done) fallback();
}

for (const link of document.querySelectorAll("a[data-download]"))
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    download(link, () => fetch(link.href), () => location.assign(link.href));
  });

for (const form of document.querySelectorAll("form[data-download]"))
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const request = () => fetch(form.action, { method: "POST", body: new FormData(form) });
    download(event.submitter ?? form.querySelector("button"), request, () => form.submit());
  });
