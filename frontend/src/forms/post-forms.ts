// Forms with data-decide: the address says it all. Afterwards the page of data-then opens, or this one again.
import { answerPlace, sayRefused } from "../components/announcements";
import { type WhyNot, sentence } from "./problem-details";

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
  const answer = (await response?.json().catch(() => ({}))) as WhyNot | undefined;
  const because = sentence(answer?.detail ?? "The server does not answer; try again in a moment");
  sayRefused(answerPlace(form), { because, instead: sentence(answer?.instead ?? "") });
}
