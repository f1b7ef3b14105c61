// The facts on a counter beside its suppression: cover, distance and marks. Pure.
import type { Counter, Proposal } from "./model";

/** One fact on a counter: `short` or `icon` is drawn, `says` is read aloud. */
export interface OnCounter {
  readonly place: "cover" | "far" | "mark";
  readonly short: string;
  readonly icon: string;
  readonly says: string;
  readonly origin: string;
}

type Known = { readonly [fact: string]: Proposal };

/** Marks with an icon of their own. A true fact has the icon of the last word of its name: "in_gas" that of gas. */
export const SIGNS: ReadonlySet<string> = new Set(["wire", "gas", "moved", "dug", "digs", "packed", "pen", "go", "aim", "car"]);

/** Cover, distance and marks of a counter; a stand that has moved has no distance. */
export function factsOn(counter: Counter, known: Known): OnCounter[] {
  const cover = known["cover"];
  const far = known["range_cm"];
  const facts: OnCounter[] = [];
  if (cover) facts.push(coverOn(String(cover.value), cover.origin));
  else if (counter.cover)
    facts.push({ place: "cover", short: counter.cover.short, icon: "", says: counter.cover.says, origin: counter.cover.origin });
  const kinds = new Set(counter.marks.map((mark) => mark.kind));
  const flags = Object.entries(known).filter(
    ([fact, proposal]) => proposal.value === true && SIGNS.has(signOf(fact)) && !kinds.has(signOf(fact)),
  );
  for (const mark of counter.marks) facts.push({ place: "mark", short: "", icon: mark.kind, says: mark.says, origin: "" });
  for (const [fact, proposal] of flags) facts.push({ place: "mark", short: "", icon: signOf(fact), says: proposal.why, origin: "" });
  if (far && !known["moved"])
    facts.push({
      place: "far",
      short: String(Math.round(Number(far.value))),
      icon: "",
      says: `${Number(far.value)} cm ${by(far.origin)}`,
      origin: far.origin,
    });
  return facts;
}

function signOf(fact: string): string {
  return fact.split("_").at(-1) ?? fact;
}

function coverOn(word: string, origin: string): OnCounter {
  return { place: "cover", short: word.charAt(0).toUpperCase(), icon: "", says: `${word} cover ${by(origin)}`, origin };
}

function by(origin: string): string {
  return origin === "map" ? "by the map" : origin === "assumed" ? "not known" : "told";
}
