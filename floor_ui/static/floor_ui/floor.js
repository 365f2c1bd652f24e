// The floor's pages: they refresh when the server reports a change, and every form responds in place.

import { ages } from "./ages.js";
import { dialogs } from "./dialogs.js";
import { forms } from "./forms.js";
import { live } from "./live.js";
import { pads } from "../web/pad.js";
import { tones } from "./tones.js";

pads();
dialogs();
forms();
tones();
ages();
live();
