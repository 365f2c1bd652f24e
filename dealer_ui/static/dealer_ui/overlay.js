// The area of a pad or a sheet on the screen. What is under it reappears when it closes, and the
// finger that closed it may still be tapping.

const OPEN = ".pad, .sheet:not(.held), .wide, .call";
const pen = document.createElement("canvas").getContext("2d");

/** Whether a pad or a sheet is open; a refused command blocks nothing. */
export const isOpen = () => Boolean(document.querySelector(OPEN));

/** (x, y) => whether the open pad or sheet covers it; null if nothing is open. */
export function covered() {
  const open = document.querySelector(OPEN);
  if (!open) return null;
  const outline = [...open.querySelectorAll(".pad-back path")].find((path) => path.getClientRects().length);
  return outline ? within(outline) : inside(open.getBoundingClientRect());
}

const inside = ({ left, right, top, bottom }) => (x, y) => x >= left && x <= right && y >= top && y <= bottom;

/** The pad is not a rectangle: the seats next to its narrow half were never under it. */
function within(outline) {
  const shape = new Path2D(outline.getAttribute("d"));
  const back = outline.getScreenCTM().inverse();
  return (x, y) => {
    const at = new DOMPoint(x, y).matrixTransform(back);
    return pen.isPointInPath(shape, at.x, at.y);
  };
}
