// Keeps the screen on while a game is live: <body data-awake>. Where the browser cannot, it says so and nothing fails.
let lock: WakeLockSentinel | null = null;

export function startWake(): void {
  if (document.body.dataset["awake"] === undefined) return;
  if (!("wakeLock" in navigator)) return tell("This screen may go dark by itself. Set a longer sleep time in the device’s settings.");
  document.addEventListener("visibilitychange", () => void take());
  void take();
}

/** The game is over: the screen may go dark again. */
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

function tell(words: string): void {
  for (const note of document.querySelectorAll<HTMLElement>("[data-awake-note]")) {
    note.hidden = false;
    note.textContent = words;
  }
}
