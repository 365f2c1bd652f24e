// Warns before leaving a form with unsaved input. Without scripts there is no warning.

let hasInput = Boolean(document.querySelector(".ask .refused, .ask .sure"));

for (const form of document.querySelectorAll("form.ask")) {
  form.addEventListener("input", () => {
    hasInput = true;
  });
}
document.addEventListener("submit", () => {
  hasInput = false;
});
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-leave]")) hasInput = false;
});
addEventListener("beforeunload", (event) => {
  if (hasInput) event.preventDefault();
});
