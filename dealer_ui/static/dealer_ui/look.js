// The look of this tablet: theme, suits, the dealer's hand. Stored on the tablet, because its frame
// is at one table.

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

/** On the root element, which has the design tokens. */
export function applyLook() {
  for (const name of Object.keys(KEYS)) document.documentElement.dataset[name] = lookOf(name);
}
