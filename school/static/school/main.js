// The school's page: starts the school in the tablet's frame.

import { render } from "../dealer_ui/vendor/lit-html.js";
import { frame } from "../dealer_ui/frame.js";
import { School } from "./school.js";
import { draw } from "./pages.js";

const root = document.getElementById("tablet");
const school = new School((state) => render(draw(state), root));

frame(root);
window.floorbook = { ...window.floorbook, school };
school.start();
