// Runs before the first paint, so that a dim hall is never lit by a white flash.
import { applySettings, readSettings } from "./settings-values";

applySettings(document.documentElement, readSettings());
