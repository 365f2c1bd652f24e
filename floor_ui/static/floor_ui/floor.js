// The floor's pages: they take a new look when the room says so, and every form answers in place.

import { ages } from "./ages.js";
import { dialogs } from "./dialogs.js";
import { forms } from "./forms.js";
import { live } from "./live.js";
import { pads } from "./pads.js";
import { tones } from "./tones.js";

pads();
dialogs();
forms();
tones();
ages();
live();
