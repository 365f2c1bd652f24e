// The place that a pad or a sheet takes on the screen. What lies under it comes back when it closes, and the finger
// that closed it may still be tapping.

const OPEN = ".pad, .sheet:not(.held), .wide, .call";
const pen = document.createElement("canvas").getContext("2d");

/** Whether a pad or a sheet lies open; what was refused bars nothing. */
export const isOpen = () => Boolean(document.querySelector(OPEN));

/** (x, y) => whether the pad or sheet that lies open now covers it; null where none is open. */
export function covered() {
  const open = document.querySelector(OPEN);
  if (!open) return null;
  const outline = open.querySelector(".pad-back path");
  return outline ? within(outline) : inside(open.getBoundingClientRect());
}

const inside = ({ left, right, top, bottom }) => (x, y) => x >= left && x <= right && y >= top && y <= bottom;

/** The pad is no rectangle: the seats beside its narrow half were never under it. */
function within(outline) {
  const shape = new Path2D(outline.getAttribute("d"));
  const back = outline.getScreenCTM().inverse();
  return (x, y) => {
    const at = new DOMPoint(x, y).matrixTransform(back);
    return pen.isPointInPath(shape, at.x, at.y);
  };
}
