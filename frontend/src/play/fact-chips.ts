// The row of facts: each chip shows a value and its origin; a tap changes it.
import { html, nothing, type TemplateResult } from "lit-html";
import { factPlace } from "./command-draft";
import { OF_MM, placePair } from "./map-picking";
import { icon, capital } from "./parts";
import type { Prompt, Json, Origin } from "./model";
import type { PlayScreen } from "./play-screen";

/** One fact: its targets (none: the command's), its value, and its origin. */
export interface Fact {
  readonly targets: readonly string[];
  readonly ask: Prompt;
  readonly value: Json;
  readonly origin: Origin | "usual";
  readonly says: string;
  /** No other value would change a die, and nobody entered it: it is shown under "more". */
  readonly idle: boolean;
  /** The other half of a place: both are entered together. */
  readonly mate?: Fact;
}

const FACTS = new Set(["word", "switch", "number", "cm", "degrees", "one"]);
const RANK: { readonly [origin: string]: number } = { assumed: 0, map: 1, measured: 2, remembered: 2, usual: 3 };

/** Defaults come after what was entered. */
const ASSUMED_WITHOUT_NEED = 2.5;

function rank(fact: Fact): number {
  if (fact.origin === "assumed" && !fact.ask.needed && !fact.idle) return ASSUMED_WITHOUT_NEED;
  return fact.idle ? 4 : RANK[fact.origin]!;
}

/** Facts of the selected command: unknown ones first, then unusual ones, then the rest. */
export function factsOf(screen: PlayScreen): Fact[] {
  const { prompts, draft, aim } = screen.state;
  if (!prompts || !draft) return [];
  const top = joined(
    prompts.prompts
      .filter((prompt) => isFact(prompt) && prompt !== aim?.ask && !(aim && prompt.name === aim.target))
      .map((prompt) => factOf(screen, prompt, [], "", [])),
  );
  const rows = aim?.how === "rows" ? factsOfRows(screen) : [];
  return [...rows, ...top]
    .map((fact, n) => ({ fact, n }))
    .sort((a, b) => rank(a.fact) - rank(b.fact) || a.n - b.n)
    .map((target) => target.fact);
}

/** A place is one fact. Its second half may not be prompted for yet. */
function joined(facts: readonly Fact[]): Fact[] {
  const pair = placePair(facts.map((fact) => fact.ask));
  const second = facts.find((fact) => fact.ask.name === pair?.[1].name);
  return facts
    .filter((fact) => fact !== second)
    .map((fact) => (fact.ask === pair?.[0] ? { ...fact, mate: second ?? { ...fact, ask: pair[1], value: null } } : fact));
}

function isFact(prompt: Prompt): boolean {
  return FACTS.has(prompt.kind) && !prompt.chosen && (prompt.kind !== "one" || (prompt.among?.length ?? 0) > 1);
}

/** The facts of the row whose die is next, or that was tapped; what several targets lack alike is one chip. */
function factsOfRows(screen: PlayScreen): Fact[] {
  const aim = screen.state.aim!;
  const targets = screen.state.draft!.tapped.targets;
  const shown = Math.min(screen.state.row, targets.length - 1);
  const known: Fact[] = [];
  const open = new Map<string, { ask: Prompt; nths: number[]; at: string }>();
  let first = 0;
  targets.forEach((target, n) => {
    const at = `${aim.ask.name}.${first}.`;
    for (const prompt of (aim.ask.rows[first] ?? []).filter(
      (prompt) => isFact(prompt) && prompt.name !== aim.target && prompt.name !== aim.actor,
    )) {
      const fact = factOf(screen, prompt, [target.id], at, targets.length > 1 ? [n] : []);
      if (fact.origin === "assumed" && !fact.idle) {
        const key = `${prompt.name} ${inWords(fact)}`;
        const group = open.get(key);
        if (group) group.nths.push(n);
        else open.set(key, { ask: prompt, nths: [n], at });
      } else if (n === shown) known.push(fact);
    }
    first += target.count;
  });
  const grouped = [...open.values()].map(({ ask: prompt, nths, at }) =>
    factOf(
      screen,
      prompt,
      nths.map((n) => targets[n]!.id),
      at,
      targets.length > 1 ? nths : [],
      targets.length,
    ),
  );
  return [...grouped, ...known];
}

function factOf(screen: PlayScreen, prompt: Prompt, targets: readonly string[], at: string, nths: readonly number[], all = 0): Fact {
  const prompts = screen.state.prompts!;
  // A tapped value is shown before the service has answered.
  const tapped = tappedOf(screen, targets, prompt.name);
  const origin = tapped === undefined ? prompts.origins[at + prompt.name] : "measured";
  const told = tapped ?? valueAt(prompts.answers as unknown as Json, at + prompt.name);
  const brief = prompt.brief || capital(prompt.says);
  const of = !nths.length ? "" : nths.length === all ? " of all" : ` of ${nths.map((n) => n + 1).join(", ")}`;
  const from = origin ?? (told === undefined ? "usual" : "measured");
  return {
    targets,
    ask: prompt,
    value: told ?? prompt.usual,
    origin: from,
    says: brief + of,
    idle: prompt.matters === false && from !== "measured",
  };
}

/** The value that was tapped for all targets of a fact alike. */
function tappedOf(screen: PlayScreen, targets: readonly string[], name: string): Json | undefined {
  const facts = screen.state.draft!.tapped.facts;
  const [first, ...rest] = (targets.length ? targets : [null]).map((target) => facts[factPlace(target, name)]);
  return rest.every((value) => value === first) ? first : undefined;
}

function valueAt(values: Json, path: string): Json | undefined {
  let current: Json | undefined = values;
  for (const step of path.split("."))
    current = current && typeof current === "object" ? (Array.isArray(current) ? current[Number(step)] : current[step]) : undefined;
  return current;
}

export function facts(screen: PlayScreen): TemplateResult | typeof nothing {
  // A choice in the dock is no chip.
  const chosen = screen.state.openPrompt?.name;
  const all = factsOf(screen).filter((fact) => fact.targets.length > 0 || fact.ask.name !== chosen);
  if (!all.length || screen.state.correctingDie || screen.state.sending) return nothing;
  // A figure to type is open, unless another chip was unfolded.
  const field = screen.state.prompts?.missing?.field;
  const missing = all.find(
    (fact) =>
      screen.state.unfolded === null &&
      field !== undefined &&
      [fact.ask.name, fact.mate?.ask.name].includes(field) &&
      (fact.value === null || fact.mate?.value === null) &&
      !fact.ask.among,
  );
  const open = all.find((fact) => keyOf(fact) === screen.state.unfolded) ?? missing;
  if (open) return unfolded(screen, open);
  return html`<div class="facts ${screen.state.allFacts ? "all" : ""}">${all.map((fact) => chip(screen, fact))}<button type="button" class="fact rest" hidden @click=${() => ((screen.state.allFacts = true), screen.draw())}><span><small>more</small><b></b></span></button></div>`;
}

function keyOf(candidate: Fact): string {
  return `${candidate.targets.join(",")}|${candidate.ask.name}`;
}

const MM_A_CM = 10;
const PLACEHOLDER: { readonly [kind: string]: string } = { cm: "cm", degrees: "degrees" };
const LOOKS: { readonly [origin: string]: string } = { assumed: "ask", map: "map", measured: "told", remembered: "told", usual: "usual" };

function chip(screen: PlayScreen, chip: Fact): TemplateResult {
  const look = chip.idle ? "usual" : (LOOKS[chip.origin] ?? "told");
  const yes = chip.value === true && chip.origin !== "usual" ? "yes" : "";
  const sign = look === "ask" ? html`<span class="qm" aria-hidden="true">?</span>` : look === "usual" ? nothing : icon(look);
  const words = `${chip.says} ${inWords(chip)}${look === "ask" ? "?" : ""}, ${{ ask: "not known", map: "by the map", told: "told", usual: "as usual" }[look]}`;
  return html`<button type="button" class="fact ${look} ${yes} ${chip.idle ? "idle" : ""}" aria-label=${words} @click=${() => tapped(screen, chip)}>${sign}<span><small>${chip.says}</small> <b>${inWords(chip)}${look === "ask" ? "?" : ""}</b></span></button>`;
}

function tapped(screen: PlayScreen, chip: Fact): void {
  if (chip.ask.kind === "switch") return screen.targets.fact(chip.targets, chip.ask.name, chip.value !== true, chip.says);
  const values = valuesOf(chip);
  if (values.length === 2) {
    const other = values.find(([value]) => value !== chip.value) ?? values[0]!;
    return screen.targets.fact(chip.targets, chip.ask.name, other[0], chip.says);
  }
  screen.state.unfolded = keyOf(chip);
  screen.draw();
}

/** The values to tap: words, or the bands of a distance that matter. */
function valuesOf(chip: Fact): [Json, string][] {
  if (chip.ask.bands?.length) return chip.ask.bands.map((band) => [band.value, band.says]);
  return (chip.ask.among ?? []).map((value, n) => [value, chip.ask.words?.[n] ?? String(value)]);
}

export function inWords(chip: Fact): string {
  const { ask: prompt, value, mate } = chip;
  if (mate && typeof value === "number" && typeof mate.value === "number") return `${inCm(chip)} cm along, ${inCm(mate)} up`;
  if (value === null && prompt.kind !== "text") return prompt.needed ? "to tell" : prompt.kind === "switch" ? "no" : "not told";
  if (value === null || value === "" || (Array.isArray(value) && !value.length)) return prompt.needed ? "to tell" : "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  const at = prompt.among?.indexOf(value) ?? -1;
  if (at >= 0) return capital(prompt.words?.[at] ?? String(value));
  const band = chip.origin === "assumed" || chip.origin === "measured" ? prompt.bands?.find((each) => each.value === value) : undefined;
  if (band) return band.says;
  return prompt.kind === "cm" ? `${value} cm` : prompt.kind === "degrees" ? `${value}°` : String(value);
}

/** Half of a place in cm, as on a tape measure. */
function inCm({ ask: prompt, value }: Fact): number {
  return Number(value) / (OF_MM.has(prompt.spot ?? "") ? MM_A_CM : 1);
}

function unfolded(screen: PlayScreen, chip: Fact): TemplateResult {
  const values = valuesOf(chip);
  if (chip.mate) return placeTyped(screen, chip, chip.mate);
  const typed = ["number", "cm", "degrees"].includes(chip.ask.kind);
  return html`<div class="facts unfold ${values.length > LONG ? "many" : ""}"><span class="lab">${chip.says}</span>${values.map(([value, word]) => html`<button type="button" class="fact ${value === chip.value && chip.origin !== "assumed" ? "yes" : ""}" @click=${() => screen.targets.fact(chip.targets, chip.ask.name, value, chip.says)}><b>${capital(word)}</b></button>`)}${(chip.ask.denied ?? []).map((each) => html`<span class="fact never" title=${each.because}><span><small>not now, ${each.clause}</small> <b>${capital(each.word)}</b></span></span>`)}
${typed ? html`<form class="typed" @submit=${(event: SubmitEvent) => typedIn(event, screen, chip)}><input name="value" inputmode="decimal" autocomplete="off" aria-label=${chip.says} placeholder=${PLACEHOLDER[chip.ask.kind] ?? "number"}><button class="btn" type="submit">Tell</button></form>` : nothing}</div>`;
}

/** More values than these are in rows that scroll. */
const LONG = 8;

/** A place in figures: both halves, from the corner that the map counts from. */
function placeTyped(screen: PlayScreen, chip: Fact, mate: Fact): TemplateResult {
  const sent = (event: SubmitEvent): void => {
    event.preventDefault();
    const fields = [...(event.target as HTMLFormElement).querySelectorAll("input")];
    const [along, up] = fields.map((each) => numberIn(each.value));
    const told = (half: Fact, cm: number): number => (OF_MM.has(half.ask.spot ?? "") ? Math.round(cm * MM_A_CM) : cm);
    if (along !== null && up !== null)
      screen.targets.facts({ [chip.ask.name]: told(chip, along!), [mate.ask.name]: told(mate, up!) }, chip.targets, "the place");
    else fields.find((each) => numberIn(each.value) === null)!.focus();
  };
  const half = (word: string, fact: Fact): TemplateResult =>
    html`<input inputmode="decimal" autocomplete="off" aria-label="${chip.says}, ${word}" placeholder="cm ${word}" .value=${typeof fact.value === "number" ? String(inCm(fact)) : ""}>`;
  return html`<div class="facts unfold"><span class="lab">${chip.says}</span><form class="typed" @submit=${sent}>${half("along", chip)}${half("up", mate)}<button class="btn" type="submit">Tell</button></form></div>`;
}

/** The typed number; null if it is none. */
function numberIn(typed: string): number | null {
  const text = typed.trim().replace(",", ".").replace("\u2212", "-");
  return text && Number.isFinite(Number(text)) ? Number(text) : null;
}

function typedIn(event: SubmitEvent, screen: PlayScreen, fact: Fact): void {
  event.preventDefault();
  const field = (event.target as HTMLFormElement).querySelector("input")!;
  const number = numberIn(field.value);
  if (number !== null) screen.targets.fact(fact.targets, fact.ask.name, number, fact.says);
  else field.focus();
}

/** Folds chips that do not fit into the last one, usual values first; an unknown one is never folded. */
export function fold(root: HTMLElement, all: boolean): void {
  const row = root.querySelector<HTMLElement>(".facts:not(.unfold)");
  const rest = row?.querySelector<HTMLElement>(".rest");
  if (!row || !rest) return;
  const chips = [...row.querySelectorAll<HTMLElement>(".fact:not(.rest)")].reverse();
  const without = (many: number): boolean => {
    chips.forEach((element, n) => (element.hidden = n < many));
    rest.hidden = !many;
    if (many) rest.querySelector("b")!.textContent = `${many} more`;
    return row.scrollWidth <= row.clientWidth + 1;
  };
  row.classList.remove("tight");
  if (all) without(0);
  else row.classList.toggle("tight", !fewest(endsOf(chips), without));
}

/** After how many chips the row may be folded: before each that matters, and no later than before an unknown one. */
function endsOf(chips: readonly HTMLElement[]): number[] {
  const is = (element: HTMLElement, what: string): boolean => element.classList.contains(what);
  const asks = chips.findIndex((element) => is(element, "ask") && !is(element, "idle"));
  const last = asks < 0 ? chips.length : asks;
  return [...chips.keys()].filter((n) => n < last && !is(chips[n]!, "idle")).concat(last);
}

/** Folds as few chips as needed. Every measurement lays the page out again: few are made. */
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
