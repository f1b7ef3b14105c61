// A print that goes on in the background: its page looks again by itself until the file is ready. Without scripts a link does.
import { refresh } from "../live/stream";

const LOOK_EVERY_MS = 2000;

const looking = setInterval(() => {
  if (!document.querySelector("#print-waiting[data-waits]")) clearInterval(looking);
  else if (document.visibilityState === "visible" && location.pathname.startsWith("/print/waiting/")) void refresh();
}, LOOK_EVERY_MS);
