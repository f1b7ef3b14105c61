// Runs before the first paint, so that a dim hall is never lit by a white flash, and before the first tap.
import { watchLoading } from "./live/load-watch";
import { queueTaps } from "./live/tap-queue";
import { applySettings, readSettings } from "./components/settings";

watchLoading();
applySettings(document.documentElement, readSettings());
queueTaps();
