// Waiting times count here: cyan below one minute, amber from one, coral from two, each with its
// word.

const STEPS = [
  [120, "late", "over 2 min"],
  [60, "slow", "over 1 min"],
  [0, "fresh", "new"],
];
let ahead = 0; // ms by which the server's clock is ahead of this one

export const seconds = (since) =>
  Math.max(0, Math.floor((Date.now() + ahead - Number(since)) / 1000));

const durationText = (all) => {
  const [hours, minutes, left] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(left)}` : `${minutes}:${two(left)}`;
};

function tick() {
  for (const one of document.querySelectorAll("[data-since]")) {
    const age = one.querySelector("[data-age]");
    if (!age) continue;
    const waited = seconds(one.dataset.since);
    const [, name, word] = STEPS.find(([from]) => waited >= from);
    if (age.dataset.step !== name) age.dataset.step = name;
    age.querySelector("[data-time]").textContent = durationText(waited);
    age.querySelector("[data-word]").textContent = word;
  }
  for (const one of document.querySelectorAll("[data-after]"))
    one.textContent = durationText(Math.max(0, Math.round((one.dataset.after - one.dataset.from) / 1000)));
  for (const one of document.querySelectorAll("[data-ago]")) one.textContent = durationText(seconds(one.dataset.ago));
  document.dispatchEvent(new CustomEvent("floor:tick"));
}

export function ages() {
  const now = document.querySelector("[data-now]");
  if (now) ahead = Number(now.dataset.now) - Date.now();
  document.addEventListener("live:shown", ({ detail: { now } }) => {
    if (now) ahead = now - Date.now();
    tick();
  });
  tick();
  setInterval(tick, 1000);
}
