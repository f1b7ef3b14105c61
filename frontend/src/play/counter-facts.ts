// What lies on a counter beside what hampers it: its cover, how far it is, and what it is in. Pure.
import type { Counter, Proposal } from "./model";

/** One thing on a counter: `short` is drawn, `icon` in its place where there is one, `says` is read aloud. */
export interface OnCounter {
  readonly place: "cover" | "far" | "mark";
  readonly short: string;
  readonly icon: string;
  readonly says: string;
  readonly origin: string;
}

type Known = { readonly [fact: string]: Proposal };

/** Marks that have a sign of their own. A fact that is so is drawn by the last word of its name: "in_gas" by the sign of gas. */
export const SIGNS: ReadonlySet<string> = new Set(["wire", "gas", "moved", "dug", "digs", "packed", "pen", "go", "aim", "car"]);

/** Cover, distance and marks of a counter; what moved and was not placed again has no distance. */
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
