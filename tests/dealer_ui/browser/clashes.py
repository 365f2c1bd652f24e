"""Text over another text, or outside its key, on any screen of the tablet."""

# Texts that overlap others, or leave their key, the step or the screen: [what, text, text].
CLASHES = """() => {
  const { max, min } = Math;
  const texts = [];
  /** Whether a sheet lies over a text; the key over a seat's name is transparent. */
  const isCovered = ({ left, right, top, bottom }, parent) => {
    const all = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2);
    const hit = all.find((node) => !node.matches(".row-key"));
    return !hit || !(hit.contains(parent) || parent.contains(hit));
  };
  /** What a box with hidden overflow leaves of a line: a long name ends in an ellipsis. */
  const seen = ({ left, right, top, bottom }, parent) => {
    for (let at = parent; at; at = at.parentElement) {
      if (getComputedStyle(at).overflowX === "visible") continue;
      const box = at.getBoundingClientRect();
      [left, right] = [max(left, box.left), min(right, box.right)];
      [top, bottom] = [max(top, box.top), min(bottom, box.bottom)];
    }
    return { left, right, top, bottom, width: right - left, height: bottom - top };
  };
  const walker = document.createTreeWalker(document.querySelector(".frame"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim();
    const parent = walker.currentNode.parentElement;
    if (!text || parent.closest(".sr-only, [hidden]")) continue;
    if (!parent.checkVisibility({ opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    for (const line of range.getClientRects()) {
      const box = seen(line, parent);
      if (box.width < 1 || box.height < 1 || isCovered(box, parent)) continue;
      const slack = box.height * 0.14;
      texts.push({ text, parent, ...box, top: box.top + slack, bottom: box.bottom - slack });
    }
  }
  const shared = (a, b, from, to) => min(a[to], b[to]) - max(a[from], b[from]);
  const isOver = (a, b) => shared(a, b, "left", "right") > 1.5 && shared(a, b, "top", "bottom") > 1.5;
  const clashes = [];
  const named = [...document.querySelectorAll(".pod .key")].filter((key) => key.textContent.trim());
  const keys = named.map((key) => [key, key.getBoundingClientRect()]);
  texts.forEach((a, i) => {
    for (const b of texts.slice(i + 1)) {
      if (a.parent !== b.parent && isOver(a, b)) clashes.push(["over", a.text, b.text]);
    }
    const isOnSheet = a.parent.closest(".sheet, .pad, .wide, .gate, .call, .push-summary, .refused-tap");
    for (const [other, box] of isOnSheet ? [] : keys) {
      if (!other.contains(a.parent) && isOver(a, box)) clashes.push(["over a key", a.text, other.textContent]);
    }
    const key = a.parent.closest(".card, .key, .step");
    if (!key) return;
    const box = key.getBoundingClientRect();
    const edge = a.parent.matches(".pod .text, .pod .sub") ? 4 : -1;
    const isWide = a.left - edge < box.left || a.right + edge > box.right;
    const isHigh = a.top < box.top - 2 || a.bottom > box.bottom + 2;
    if (isWide || isHigh) clashes.push(["outside", a.text, key.className]);
  });
  for (const pill of document.querySelectorAll(".pod .who > .pill, .pod .who > .front")) {
    const pod = pill.closest(".pod").getBoundingClientRect();
    const box = pill.getBoundingClientRect();
    if (box.left < pod.left - 1 || box.right > pod.right + 1) clashes.push(["outside its seat", pill.textContent, ""]);
    if (pill.scrollWidth > pill.clientWidth + 1) clashes.push(["clipped", pill.textContent, ""]);
  }
  for (const node of document.querySelectorAll(".step p, .who .player, .caption span, .totals .sum")) {
    const { textOverflow, webkitLineClamp } = getComputedStyle(node);
    const isShortened = textOverflow === "ellipsis" || webkitLineClamp === "1" || !node.clientWidth;
    if (!isShortened && node.scrollWidth > node.clientWidth + 1) clashes.push(["clipped", node.textContent, ""]);
  }
  return clashes;
}"""
