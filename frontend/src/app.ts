// Every page's script: the islands, this device's settings, the stream, the sender of commands.
import { showClocks } from "./clocks";
import { CmStepper } from "./cm-stepper";
import { startCommands } from "./commands";
import { DicePad } from "./dice-pad";
import { startFacts } from "./facts";
import { startFixes } from "./fixes";
import { startHeads } from "./heads";
import { startKeys } from "./keys";
import { startLive } from "./live";
import { startMorph } from "./morph";
import { startSettings } from "./settings";
import { startStrips } from "./strips";
import { startWake } from "./wake";

showClocks();
startMorph();
customElements.define("dice-pad", DicePad);
customElements.define("cm-stepper", CmStepper);
startSettings();
startKeys();
startFacts();
startFixes();
startStrips();
startCommands();
startLive();
startHeads();
startWake();
