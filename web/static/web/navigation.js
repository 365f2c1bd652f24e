// If the items scroll, center the current one.

for (const row of document.querySelectorAll(".main-nav, .parts")) {
  const current = row.querySelector("[aria-current]");
  if (current) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
}
