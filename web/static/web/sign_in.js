// The sign-in page: the digits next to badge and PIN.

import { pads } from "./pad.js";

pads();
