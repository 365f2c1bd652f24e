// Where the places scroll, the one that is open is in sight.

for (const row of document.querySelectorAll(".places, .parts")) {
  const here = row.querySelector("[aria-current]");
  if (here) row.scrollLeft = here.offsetLeft - (row.clientWidth - here.offsetWidth) / 2;
}
