// How this tablet looks: theme, suits, the hand it is used with. Stored on the tablet, as its frame is at one table.

const KEYS = { theme: "floorbook.theme", suits: "floorbook.suits" };
const CHOICES = { theme: ["dark", "light"], suits: ["colors", "letters"] };

/** The stored choice, or the first. */
export function lookOf(name) {
  const stored = localStorage.getItem(KEYS[name]);
  return CHOICES[name].includes(stored) ? stored : CHOICES[name][0];
}

export function setLook(name, choice) {
  localStorage.setItem(KEYS[name], choice);
  applyLook();
}

/** On the root, where the design tokens are. */
export function applyLook() {
  for (const name of Object.keys(KEYS)) document.documentElement.dataset[name] = lookOf(name);
}
