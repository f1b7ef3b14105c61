// Requests to the service over a connection that may be dead: every request ends after a time limit.
const ANSWER_MS = 20_000;

let line = new AbortController();

/** Like `fetch`, but rejects after the time limit, or when the connection is found dead. */
export function request(address: string, how: RequestInit = {}): Promise<Response> {
  const late = new AbortController();
  const { signal } = line;
  const giveUp = (): void => {
    signal.removeEventListener("abort", giveUp);
    late.abort();
  };
  signal.addEventListener("abort", giveUp);
  // The time limit covers the body too: it may be what never arrives.
  setTimeout(giveUp, ANSWER_MS);
  return fetch(address, { ...how, signal: late.signal });
}

/** Aborts all requests: the connection is dead. */
export function abortRequests(): void {
  line.abort();
  line = new AbortController();
}
