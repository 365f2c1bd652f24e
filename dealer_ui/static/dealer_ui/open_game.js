// Whether a game is open at this tablet's table. The school needs it, because it may start without
// a network.

const GAME = "floorbook.game";
let known = null;

/** A table without a game offers the school. */
const isOpen = ({ more }) => !more.some(({ keys }) => keys.some((keyData) => keyData?.do?.open === "school"));

/** Stores whether the table on the tablet's screen has an open game. */
export function rememberGame(screen) {
  if (screen.more) setOpenGame(isOpen(screen));
}

export function setOpenGame(isNow) {
  if (known === isNow) return;
  known = isNow;
  localStorage.setItem(GAME, isNow ? "1" : "0");
}

/** Whether the last screen of this tablet's table had an open game. */
export const hadOpenGame = () => localStorage.getItem(GAME) === "1";
