// What is asked of the service over a line that may be dead without a word: no question waits for ever.
const ANSWER_MS = 20_000;

let line = new AbortController();

/** As `fetch`, and rejected when nothing came in time or the line was found dead meanwhile. */
export function request(address: string, how: RequestInit = {}): Promise<Response> {
  const late = new AbortController();
  const { signal } = line;
  const giveUp = (): void => {
    signal.removeEventListener("abort", giveUp);
    late.abort();
  };
  signal.addEventListener("abort", giveUp);
  // Not ended with the head of an answer: its body may be what never comes.
  setTimeout(giveUp, ANSWER_MS);
  return fetch(address, { ...how, signal: late.signal });
}

/** The line is dead: whoever waits on it waits no longer. */
export function abortRequests(): void {
  line.abort();
  line = new AbortController();
}
