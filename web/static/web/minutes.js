// Minutes in a box and until a push count here, in server time; pushes that become due are labeled.

let ahead = Number(document.querySelector("[data-now]").dataset.now) - Date.now();

function lateText(late) {
  if (late > 0) return `${late} min over`;
  return late === 0 ? "due" : `in ${-late} min`;
}

function put(one, text) {
  if (one.textContent !== text) one.textContent = text;
}

function tick() {
  const now = Date.now() + ahead;
  for (const one of document.querySelectorAll("[data-in-box-since]"))
    put(one, `${Math.max(0, Math.floor((now - one.dataset.inBoxSince) / 60_000))} min`);
  for (const one of document.querySelectorAll(".box:not(.empty)")) {
    const late = Math.floor((now - one.dataset.due) / 60_000);
    put(one.querySelector("[data-late]"), lateText(late));
    one.classList.toggle("due", late >= 0);
    one.classList.toggle("later", late < 0);
  }
}

document.addEventListener("live:shown", ({ detail: { now } }) => {
  if (now) ahead = now - Date.now();
  tick();
});
tick();
setInterval(tick, 5_000);
