// Runs before the first paint, so that a dim hall is never lit by a white flash, and before the first tap.
import { watchLoading } from "./half-loaded";
import { holdTaps } from "./held-taps";
import { applySettings, readSettings } from "./settings-values";

watchLoading();
applySettings(document.documentElement, readSettings());
holdTaps();
