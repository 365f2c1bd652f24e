// The print key; without scripts the browser's menu can print.
const key = document.getElementById("print");
if (key) {
  key.hidden = false;
  key.addEventListener("click", () => window.print());
}
