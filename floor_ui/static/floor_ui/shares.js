// The shares of a held pot, and the rest that is not assigned.

import { formatMoney, readMoney } from "../web/money.js";

export function shares() {
  document.addEventListener("input", (event) => {
    const form = event.target.closest("form[data-whole]");
    if (!form?.dataset.whole) return;
    const currency = JSON.parse(form.dataset.currency);
    const paid = [...form.querySelectorAll("[data-share]")].reduce((sum, one) => sum + (readMoney(one.value, currency) || 0), 0);
    const left = Number(form.dataset.whole) - paid;
    form.querySelector("[data-rest]").textContent = left ? `${formatMoney(left, currency)} left to divide` : "Divided in full";
  });
}
