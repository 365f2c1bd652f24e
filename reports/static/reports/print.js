// The key that prints; without scripts the browser's own menu does.
const key = document.getElementById("print");
if (key) {
  key.hidden = false;
  key.addEventListener("click", () => window.print());
}
