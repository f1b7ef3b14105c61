// Keeps the screen on while a game is live: <body data-awake>. A browser that cannot do so says it.
const READ_KEY = "beaten-zone.sleep-notice-read";

let lock: WakeLockSentinel | null = null;

export function startWake(): void {
  if (document.body.dataset["awake"] === undefined) return;
  if (!("wakeLock" in navigator)) {
    sayOnce();
    return tell("This screen may go dark by itself. Set a longer sleep time in the device’s settings.");
  }
  document.addEventListener("visibilitychange", () => void take());
  void take();
}

/** The game is over: the screen may turn off again. */
export function letSleep(): void {
  delete document.body.dataset["awake"];
  void lock?.release();
}

async function take(): Promise<void> {
  if (document.body.dataset["awake"] === undefined || document.visibilityState !== "visible" || (lock && !lock.released)) return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    tell("The device does not keep its screen on just now, perhaps to save the battery.");
  }
}

/** The play screen shows it until it is read on this device. Browsers keep no screen on over plain http. */
function sayOnce(): void {
  const notice = document.querySelector<HTMLElement>("#sleeps");
  if (!notice || wasRead()) return;
  notice.hidden = false;
  notice.querySelector("button")?.addEventListener("click", () => {
    notice.hidden = true;
    try {
      localStorage.setItem(READ_KEY, "yes");
    } catch {
      // Without storage it is shown on every page.
    }
  });
}

function wasRead(): boolean {
  try {
    return localStorage.getItem(READ_KEY) !== null;
  } catch {
    return false;
  }
}

function tell(words: string): void {
  for (const note of document.querySelectorAll<HTMLElement>("[data-awake-note]")) {
    note.hidden = false;
    note.textContent = words;
  }
}
