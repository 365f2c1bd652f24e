// The shares of a held pot: what is left of it.

export function shares() {
  document.addEventListener("input", (event) => {
    const form = event.target.closest("form[data-whole]");
    if (!form?.dataset.whole) return;
    const paid = [...form.querySelectorAll("[data-share]")].reduce((sum, one) => sum + Math.round(Number(one.value || 0) * 100), 0);
    const left = Number(form.dataset.whole) - paid;
    form.querySelector("[data-rest]").textContent = left ? `${(left / 100).toFixed(2)} left to divide` : "Divided in full";
  });
}
