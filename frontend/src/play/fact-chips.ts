// The row of facts: each a chip that says what counts and where it comes from; a tap changes it.
import { html, nothing, type TemplateResult } from "lit-html";
import { factPlace } from "./command-draft";
import { OF_MM, spotOf } from "./map-picking";
import { icon, capital } from "./parts";
import type { Ask, Json, Origin } from "./model";
import type { PlayScreen } from "./play-screen";

/** One fact: of which targets (none: of the deed), what counts, and where it comes from. */
export interface Fact {
  readonly targets: readonly string[];
  readonly ask: Ask;
  readonly value: Json;
  readonly origin: Origin | "usual";
  readonly says: string;
  /** No other value would change a die, and nobody told it: it is read under "more". */
  readonly idle: boolean;
  /** Of a place its other half: both are told together. */
  readonly mate?: Fact;
}

const FACTS = new Set(["word", "switch", "number", "cm", "degrees", "one"]);
const RANK: { readonly [origin: string]: number } = { assumed: 0, map: 1, measured: 2, remembered: 2, usual: 3 };

/** What would count untold comes after what was told. */
const ASSUMED_WITHOUT_NEED = 2.5;

function rank(fact: Fact): number {
  if (fact.origin === "assumed" && !fact.ask.needed && !fact.idle) return ASSUMED_WITHOUT_NEED;
  return fact.idle ? 4 : RANK[fact.origin]!;
}

/** Facts of the deed in hand, not known ones first, then what is out of the ordinary, then the rest. */
export function factsOf(table: PlayScreen): Fact[] {
  const { asked, hand, aim } = table.state;
  if (!asked || !hand) return [];
  const top = joined(
    asked.asks
      .filter((ask) => isFact(ask) && ask !== aim?.ask && !(aim && ask.name === aim.target))
      .map((ask) => factOf(table, ask, [], "", [])),
  );
  const rows = aim?.how === "rows" ? factsOfRows(table) : [];
  return [...rows, ...top]
    .map((fact, n) => ({ fact, n }))
    .sort((a, b) => rank(a.fact) - rank(b.fact) || a.n - b.n)
    .map((one) => one.fact);
}

/** A place is one fact. Its second half may not have been asked for yet. */
function joined(facts: readonly Fact[]): Fact[] {
  const pair = spotOf(facts.map((one) => one.ask));
  const second = facts.find((one) => one.ask.name === pair?.[1].name);
  return facts
    .filter((one) => one !== second)
    .map((one) => (one.ask === pair?.[0] ? { ...one, mate: second ?? { ...one, ask: pair[1], value: null } } : one));
}

function isFact(ask: Ask): boolean {
  return FACTS.has(ask.kind) && !ask.chosen && (ask.kind !== "one" || (ask.among?.length ?? 0) > 1);
}

/** Those of the row whose die is next, or that was tapped; what is not known of several targets alike is one chip. */
function factsOfRows(table: PlayScreen): Fact[] {
  const aim = table.state.aim!;
  const targets = table.state.hand!.tapped.targets;
  const shown = Math.min(table.state.row, targets.length - 1);
  const known: Fact[] = [];
  const open = new Map<string, { ask: Ask; nths: number[]; at: string }>();
  let first = 0;
  targets.forEach((target, n) => {
    const at = `${aim.ask.name}.${first}.`;
    for (const ask of (aim.ask.rows[first] ?? []).filter((one) => isFact(one) && one.name !== aim.target && one.name !== aim.actor)) {
      const fact = factOf(table, ask, [target.id], at, targets.length > 1 ? [n] : []);
      if (fact.origin === "assumed" && !fact.idle) {
        const key = `${ask.name} ${inWords(fact)}`;
        const group = open.get(key);
        if (group) group.nths.push(n);
        else open.set(key, { ask, nths: [n], at });
      } else if (n === shown) known.push(fact);
    }
    first += target.count;
  });
  const grouped = [...open.values()].map(({ ask, nths, at }) =>
    factOf(
      table,
      ask,
      nths.map((n) => targets[n]!.id),
      at,
      targets.length > 1 ? nths : [],
      targets.length,
    ),
  );
  return [...grouped, ...known];
}

function factOf(table: PlayScreen, ask: Ask, targets: readonly string[], at: string, nths: readonly number[], all = 0): Fact {
  const asked = table.state.asked!;
  // What was tapped counts at once, though the service has not answered yet.
  const tapped = tappedOf(table, targets, ask.name);
  const origin = tapped === undefined ? asked.origins[at + ask.name] : "measured";
  const told = tapped ?? valueAt(asked.told as unknown as Json, at + ask.name);
  const brief = ask.brief || capital(ask.says);
  const of = !nths.length ? "" : nths.length === all ? " of all" : ` of ${nths.map((n) => n + 1).join(", ")}`;
  const from = origin ?? (told === undefined ? "usual" : "measured");
  return { targets, ask, value: told ?? ask.usual, origin: from, says: brief + of, idle: ask.matters === false && from !== "measured" };
}

/** What was tapped of a fact, where it was tapped alike of all its targets. */
function tappedOf(table: PlayScreen, targets: readonly string[], name: string): Json | undefined {
  const facts = table.state.hand!.tapped.facts;
  const [first, ...rest] = (targets.length ? targets : [null]).map((one) => facts[factPlace(one, name)]);
  return rest.every((one) => one === first) ? first : undefined;
}

function valueAt(values: Json, path: string): Json | undefined {
  let found: Json | undefined = values;
  for (const step of path.split("."))
    found = found && typeof found === "object" ? (Array.isArray(found) ? found[Number(step)] : found[step]) : undefined;
  return found;
}

export function facts(table: PlayScreen): TemplateResult | typeof nothing {
  // What is chosen in the dock is no fact beside it.
  const chosen = table.state.openAsk?.name;
  const all = factsOf(table).filter((one) => one.targets.length > 0 || one.ask.name !== chosen);
  if (!all.length || table.state.again || table.state.sending) return nothing;
  // A figure that has to be typed stands open, as long as nothing else was unfolded.
  const field = table.state.asked?.missing?.field;
  const missing = all.find(
    (one) =>
      table.state.unfolded === null &&
      field !== undefined &&
      [one.ask.name, one.mate?.ask.name].includes(field) &&
      (one.value === null || one.mate?.value === null) &&
      !one.ask.among,
  );
  const open = all.find((one) => keyOf(one) === table.state.unfolded) ?? missing;
  if (open) return unfolded(table, open);
  return html`<div class="facts ${table.state.allFacts ? "all" : ""}">${all.map((one) => chip(table, one))}<button type="button" class="fact rest" hidden @click=${() => ((table.state.allFacts = true), table.draw())}><span><small>more</small><b></b></span></button></div>`;
}

function keyOf(one: Fact): string {
  return `${one.targets.join(",")}|${one.ask.name}`;
}

const MM_A_CM = 10;
const PLACEHOLDER: { readonly [kind: string]: string } = { cm: "cm", degrees: "degrees" };
const LOOKS: { readonly [origin: string]: string } = { assumed: "ask", map: "map", measured: "told", remembered: "told", usual: "usual" };

function chip(table: PlayScreen, one: Fact): TemplateResult {
  const look = one.idle ? "usual" : (LOOKS[one.origin] ?? "told");
  const yes = one.value === true && one.origin !== "usual" ? "yes" : "";
  const sign = look === "ask" ? html`<span class="qm" aria-hidden="true">?</span>` : look === "usual" ? nothing : icon(look);
  const words = `${one.says} ${inWords(one)}${look === "ask" ? "?" : ""}, ${{ ask: "not known", map: "by the map", told: "told", usual: "as usual" }[look]}`;
  return html`<button type="button" class="fact ${look} ${yes} ${one.idle ? "idle" : ""}" aria-label=${words} @click=${() => tapped(table, one)}>${sign}<span><small>${one.says}</small> <b>${inWords(one)}${look === "ask" ? "?" : ""}</b></span></button>`;
}

function tapped(table: PlayScreen, one: Fact): void {
  if (one.ask.kind === "switch") return table.targets.fact(one.targets, one.ask.name, one.value !== true, one.says);
  const values = valuesOf(one);
  if (values.length === 2) {
    const other = values.find(([value]) => value !== one.value) ?? values[0]!;
    return table.targets.fact(one.targets, one.ask.name, other[0], one.says);
  }
  table.state.unfolded = keyOf(one);
  table.draw();
}

/** The values that may be tapped: words, or the bands of a distance that matter. */
function valuesOf(one: Fact): [Json, string][] {
  if (one.ask.bands?.length) return one.ask.bands.map((band) => [band.value, band.says]);
  return (one.ask.among ?? []).map((value, n) => [value, one.ask.words?.[n] ?? String(value)]);
}

export function inWords(one: Fact): string {
  const { ask, value, mate } = one;
  if (mate && typeof value === "number" && typeof mate.value === "number") return `${inCm(one)} cm along, ${inCm(mate)} up`;
  if (value === null && ask.kind !== "text") return ask.needed ? "to tell" : ask.kind === "switch" ? "no" : "not told";
  if (value === null || value === "" || (Array.isArray(value) && !value.length)) return ask.needed ? "to tell" : "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  const at = ask.among?.indexOf(value) ?? -1;
  if (at >= 0) return capital(ask.words?.[at] ?? String(value));
  const band = one.origin === "assumed" || one.origin === "measured" ? ask.bands?.find((each) => each.value === value) : undefined;
  if (band) return band.says;
  return ask.kind === "cm" ? `${value} cm` : ask.kind === "degrees" ? `${value}°` : String(value);
}

/** Half of a place, as a tape has it. */
function inCm({ ask, value }: Fact): number {
  return Number(value) / (OF_MM.has(ask.spot ?? "") ? MM_A_CM : 1);
}

function unfolded(table: PlayScreen, one: Fact): TemplateResult {
  const values = valuesOf(one);
  if (one.mate) return placeTyped(table, one, one.mate);
  const typed = ["number", "cm", "degrees"].includes(one.ask.kind);
  return html`<div class="facts unfold ${values.length > LONG ? "many" : ""}"><span class="lab">${one.says}</span>${values.map(([value, word]) => html`<button type="button" class="fact ${value === one.value && one.origin !== "assumed" ? "yes" : ""}" @click=${() => table.targets.fact(one.targets, one.ask.name, value, one.says)}><b>${capital(word)}</b></button>`)}${(one.ask.denied ?? []).map((each) => html`<span class="fact never" title=${each.because}><span><small>not now, ${each.clause}</small> <b>${capital(each.word)}</b></span></span>`)}
${typed ? html`<form class="typed" @submit=${(event: SubmitEvent) => typedIn(event, table, one)}><input name="value" inputmode="decimal" autocomplete="off" aria-label=${one.says} placeholder=${PLACEHOLDER[one.ask.kind] ?? "number"}><button class="btn" type="submit">Tell</button></form>` : nothing}</div>`;
}

/** More values than these stand in rows, which scroll. */
const LONG = 8;

/** A place in figures: both halves, from the corner that the map counts from. */
function placeTyped(table: PlayScreen, one: Fact, mate: Fact): TemplateResult {
  const sent = (event: SubmitEvent): void => {
    event.preventDefault();
    const fields = [...(event.target as HTMLFormElement).querySelectorAll("input")];
    const [along, up] = fields.map((each) => numberIn(each.value));
    const told = (half: Fact, cm: number): number => (OF_MM.has(half.ask.spot ?? "") ? Math.round(cm * MM_A_CM) : cm);
    if (along !== null && up !== null)
      table.targets.facts({ [one.ask.name]: told(one, along!), [mate.ask.name]: told(mate, up!) }, one.targets, "the place");
    else fields.find((each) => numberIn(each.value) === null)!.focus();
  };
  const half = (word: string, fact: Fact): TemplateResult =>
    html`<input inputmode="decimal" autocomplete="off" aria-label="${one.says}, ${word}" placeholder="cm ${word}" .value=${typeof fact.value === "number" ? String(inCm(fact)) : ""}>`;
  return html`<div class="facts unfold"><span class="lab">${one.says}</span><form class="typed" @submit=${sent}>${half("along", one)}${half("up", mate)}<button class="btn" type="submit">Tell</button></form></div>`;
}

/** What was typed as a number; null where it is none. */
function numberIn(typed: string): number | null {
  const text = typed.trim().replace(",", ".").replace("\u2212", "-");
  return text && Number.isFinite(Number(text)) ? Number(text) : null;
}

function typedIn(event: SubmitEvent, table: PlayScreen, one: Fact): void {
  event.preventDefault();
  const field = (event.target as HTMLFormElement).querySelector("input")!;
  const number = numberIn(field.value);
  if (number !== null) table.targets.fact(one.targets, one.ask.name, number, one.says);
  else field.focus();
}

/** Chips that do not fit go into the last one, from the ordinary end; one that is not known never does. */
export function fold(root: HTMLElement, all: boolean): void {
  const row = root.querySelector<HTMLElement>(".facts:not(.unfold)");
  const rest = row?.querySelector<HTMLElement>(".rest");
  if (!row || !rest) return;
  const chips = [...row.querySelectorAll<HTMLElement>(".fact:not(.rest)")].reverse();
  const without = (many: number): boolean => {
    chips.forEach((one, n) => (one.hidden = n < many));
    rest.hidden = !many;
    if (many) rest.querySelector("b")!.textContent = `${many} more`;
    return row.scrollWidth <= row.clientWidth + 1;
  };
  row.classList.remove("tight");
  if (all) without(0);
  else row.classList.toggle("tight", !fewest(endsOf(chips), without));
}

/** After how many chips folding may end: before each that is not idle, and no later than before one that is not known. */
function endsOf(chips: readonly HTMLElement[]): number[] {
  const is = (one: HTMLElement, what: string): boolean => one.classList.contains(what);
  const asks = chips.findIndex((one) => is(one, "ask") && !is(one, "idle"));
  const last = asks < 0 ? chips.length : asks;
  return [...chips.keys()].filter((n) => n < last && !is(chips[n]!, "idle")).concat(last);
}

/** Leaves out as few as it takes, and says whether the row fits. Each look lays the page out anew: few are taken. */
function fewest(ends: readonly number[], without: (many: number) => boolean): boolean {
  let [low, high] = [0, ends.length - 1];
  if (without(ends[low]!)) return true;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (without(ends[middle]!)) high = middle;
    else low = middle;
  }
  return without(ends[high]!);
}
