// Runs before the first paint, so that a dark theme never flashes white, and before the first tap.
import { watchLoading } from "./live/load-watch";
import { queueTaps } from "./live/tap-queue";
import { applySettings, readSettings } from "./components/settings";

watchLoading();
applySettings(document.documentElement, readSettings());
queueTaps();
