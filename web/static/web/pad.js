// The digits next to badge and PIN, for touch. A keyboard also works.

export function pads() {
  for (const digits of document.querySelectorAll("form[data-pad] .digits")) {
    const form = digits.closest("form");
    const [badge, pin] = [form.querySelector("[name=badge]"), form.querySelector("[name=pin]")];
    let field = badge.value ? pin : badge;
    digits.hidden = false;
    const choose = (one) => {
      field = one;
      for (const other of [badge, pin]) other.classList.toggle("chosen", other === one);
    };
    for (const one of [badge, pin]) {
      one.inputMode = "none"; // the pad is the keyboard
      one.addEventListener("focus", () => choose(one));
    }
    choose(field);
    digits.addEventListener("click", (event) => {
      const digit = event.target.closest("[data-digit]")?.dataset.digit;
      if (!digit) return;
      if (digit === "clear") field.value = "";
      else if (digit === "back") field.value = field.value.slice(0, -1);
      else if (field.value.length < field.maxLength) field.value += digit;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }
}
