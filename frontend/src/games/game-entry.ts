// Opens a game or takes a seat: one request, then the game's page or that of data-then, or the reason beside the form.
import type { Json } from "../forms/form-json";
import { offerPlaces, tooLong } from "../documents/misplaced-files";
import { asSentence, type ProblemDetails } from "../forms/problem-details";
import { newId } from "./outbox";
import { answerPlace, clearAnswer, showRefusal } from "../components/announcements";

const NEW_GAME = "/api/v1/games";
const TOO_LARGE = 413;

/** Sends a form once at a time, then opens the game. `placeOf` finds the place for a refusal. */
export async function openGame(
  form: HTMLFormElement,
  address: string,
  body: { [key: string]: Json },
  placeOf?: (why: ProblemDetails) => HTMLElement | null,
): Promise<void> {
  if (form.dataset["sending"]) return;
  const asked = address === NEW_GAME ? { ...body, request_id: requestOf(form, body) } : body;
  await openBy(form, address, JSON.stringify(asked), placeOf);
}

/** The same with a body that is text already. */
export async function openBy(
  form: HTMLFormElement,
  address: string,
  body: string | Blob,
  placeOf?: (why: ProblemDetails) => HTMLElement | null,
): Promise<void> {
  if (form.dataset["sending"]) return;
  form.dataset["sending"] = "sending";
  clearAnswer(answerPlace(form));
  const answer = await post(address, body);
  delete form.dataset["sending"];
  if ("game_id" in answer) delete form.dataset["asked"];
  if ("game_id" in answer) form.dispatchEvent(new CustomEvent("bz:sent"));
  if ("game_id" in answer) return location.assign(`/games/${encodeURIComponent(answer.game_id)}${form.dataset["then"] ?? ""}`);
  const because = answer.because ?? answer.detail ?? "The server does not answer.";
  const place = placeOf?.(answer) ?? answerPlace(form);
  const refused = { because: asSentence(because), instead: asSentence(answer.instead ?? ""), clause: answer.clause ?? "" };
  showRefusal(place, body instanceof Blob && answer.status === TOO_LARGE ? tooLong(body) : refused);
  if (body instanceof Blob) offerPlaces(place, answer, body);
}

/** One id for repeated requests: if the answer was lost, the repeated one opens the same game. */
function requestOf(form: HTMLFormElement, body: { [key: string]: Json }): string {
  const asked = JSON.stringify({ ...body, share: "" });
  if (form.dataset["asked"] !== asked) {
    form.dataset["asked"] = asked;
    form.dataset["request"] = newId();
  }
  return form.dataset["request"] ?? "";
}

/** This device's share in the dice of the game, so that the server alone cannot choose them. */
export function diceShare(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function post(address: string, body: string | Blob): Promise<{ game_id: string } | ProblemDetails> {
  const sent = { method: "POST", headers: { "Content-Type": "application/json" }, body };
  const response = await fetch(address, sent).catch(() => null);
  if (!response) return { because: "The server does not answer.", instead: "Try again in a moment." };
  return (await response.json().catch(() => ({}))) as { game_id: string } | ProblemDetails;
}
