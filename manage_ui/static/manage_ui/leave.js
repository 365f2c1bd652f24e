// Whoever leaves a form that was typed in and not saved is asked first. Without scripts nothing is asked.

let typed = Boolean(document.querySelector(".ask .refused, .ask .sure"));

for (const form of document.querySelectorAll("form.ask")) {
  form.addEventListener("input", () => (typed = true));
}
document.addEventListener("submit", () => (typed = false));
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-leave]")) typed = false;
});
addEventListener("beforeunload", (event) => {
  if (typed) event.preventDefault();
});
