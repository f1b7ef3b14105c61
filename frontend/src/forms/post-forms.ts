// Forms with data-decide: a request without a body. Afterwards the page of data-then opens, or this one again.
import { answerPlace, showRefusal } from "../components/announcements";
import { type ProblemDetails, asSentence } from "./problem-details";

document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  const address = form.dataset["decide"];
  if (address === undefined) return;
  event.preventDefault();
  void decide(form, address);
});

async function decide(form: HTMLFormElement, address: string): Promise<void> {
  const sent = { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" };
  const response = await fetch(address, sent).catch(() => null);
  const then = form.dataset["then"];
  if (response?.ok) return then === undefined ? location.reload() : location.assign(then);
  const answer = (await response?.json().catch(() => ({}))) as ProblemDetails | undefined;
  const because = asSentence(answer?.detail ?? "The server does not answer; try again in a moment");
  showRefusal(answerPlace(form), { because, instead: asSentence(answer?.instead ?? "") });
}
