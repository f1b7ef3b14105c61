// The log shows the hours of this device, also on what comes in later.
import { showClocks } from "../clocks";

showClocks();
const whole = document.querySelector("#whole-log");
if (whole) new MutationObserver(() => showClocks(whole)).observe(whole, { childList: true, subtree: true, characterData: true });
