// Says while a password is typed whether it is long enough; the server decides.

for (const field of document.querySelectorAll("input[data-least]")) {
  const least = Number(field.dataset.least);
  const help = document.getElementById(`${field.id}_helptext`);
  const before = help?.textContent;
  field.addEventListener("input", () => {
    const { length } = [...field.value];
    if (help) help.textContent = length >= least ? `✓ Long enough: ${length} of at least ${least} characters.` : `${before} ${length} so far.`;
  });
}
