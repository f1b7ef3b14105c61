// The library of tables: forms that make, bring in, copy, rename and throw away; and the map where there is one.
import { type Json } from "../compose";
import { fieldsOf } from "../commands";
import { compose } from "../compose";
import { TrenchMap } from "../map/trench-map";
import { sentence } from "../opening";
import { answerPlace, sayNothing, sayRefused } from "../say";

if (!customElements.get("trench-map")) customElements.define("trench-map", TrenchMap);

document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  const { table, tableFile } = form.dataset;
  if (table === undefined && tableFile === undefined) return;
  event.preventDefault();
  if (form.dataset["sending"]) return;
  form.dataset["sending"] = "sending";
  void send(form, table ?? tableFile ?? "", event.submitter).finally(() => delete form.dataset["sending"]);
});

// What is tapped on the map is marked in the list; what is tapped in the list is shown on the map.
document.addEventListener("map-chosen", (event) => {
  const { id } = (event as CustomEvent<{ id: string }>).detail;
  mark(id)?.scrollIntoView({ block: "nearest" });
});
document.addEventListener("click", (event) => {
  const id = (event.target as Element).closest<HTMLElement>("[data-show]")?.dataset["show"];
  const map = document.querySelector("trench-map");
  if (id === undefined || !(map instanceof TrenchMap)) return;
  mark(id);
  map.show(id);
});

function mark(id: string): HTMLElement | null {
  for (const one of document.querySelectorAll("[data-show][aria-pressed=true]")) one.setAttribute("aria-pressed", "false");
  const one = document.querySelector<HTMLElement>(`[data-show="${CSS.escape(id)}"]`);
  one?.setAttribute("aria-pressed", "true");
  return one;
}

async function send(form: HTMLFormElement, address: string, submitter: HTMLElement | null): Promise<void> {
  const place = answerPlace(form);
  sayNothing(place);
  const answer = await post(address, await bodyOf(form, submitter));
  if (answer === null) return sayRefused(place, { because: "The server does not answer.", instead: "Try again in a moment." });
  if (!answer.ok) return sayRefused(place, whyNot(await answer.json().catch(() => ({}))));
  goOn(form.dataset["then"] ?? "edit", answer.status === 204 ? null : ((await answer.json()) as { id: string }));
}

function goOn(then: string, made: { id: string } | null): void {
  if (then === "list" || !made) return location.assign("/tables");
  location.assign(`/tables/${encodeURIComponent(made.id)}${then ? `/${then}` : ""}`);
}

async function bodyOf(form: HTMLFormElement, submitter: HTMLElement | null): Promise<string> {
  const file = form.querySelector<HTMLInputElement>("input[type=file]")?.files?.[0];
  if (form.dataset["tableFile"] !== undefined) return (await file?.text()) ?? "";
  const { kind: _, ...body } = compose("", fieldsOf(form, submitter));
  return JSON.stringify(body satisfies { [key: string]: Json });
}

function post(address: string, body: string): Promise<Response | null> {
  return fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body }).catch(() => null);
}

function whyNot(told: { because?: string; detail?: string; instead?: string }): { because: string; instead: string } {
  return { because: sentence(told.because ?? told.detail ?? "The server cannot answer this."), instead: sentence(told.instead ?? "") };
}
