// The components that card, board and dock are drawn from, and the keys of a die.
import { html, nothing, type TemplateResult } from "lit-html";
import { hourOf } from "../components/clocks";
import type { Bar, SuppressionScale, Line, Odds, LogLine, Tag } from "./model";

export type Part = TemplateResult | typeof nothing;

/** The content of the card. */
export interface Face {
  /** The kind of the content: a bouncing finger does nothing on another kind. */
  readonly kind: string;
  readonly label: string;
  readonly title: string;
  readonly right?: Part;
  /** The content between head and body, which never scrolls; and the first content of the body. */
  readonly strip?: Part;
  readonly above?: Part;
  readonly body?: Part;
  readonly dock?: Part;
}

export const MINUS = "\u2212";

/** A modifier with its sign. */
export function signed(value: number | string | null): string {
  const number = value === "" ? null : typeof value === "string" ? Number(value.replace(MINUS, "-")) : value;
  if (number === null || Number.isNaN(number)) return String(value ?? "");
  return number === 0 ? "±0" : number > 0 ? `+${number}` : `${MINUS}${-number}`;
}

export function icon(name: string, cls = "ico"): TemplateResult {
  return html`<svg class=${cls} aria-hidden="true"><use href="${document.body.dataset["icons"] ?? ""}#${name}"></use></svg>`;
}

/** A die with its face; 0: it was not rolled. */
export function die(pips: number, cls = ""): TemplateResult {
  const name = `${document.body.dataset["icons"] ?? ""}#die-${pips}`;
  return pips
    ? html`<svg class="die ${cls}" role="img" aria-label=${pips}><use href=${name}></use></svg>`
    : html`<svg class="die ${cls}" aria-hidden="true"><use href=${name}></use></svg>`;
}

/** The letter of a side in its shape: colour alone never marks a side. */
export function flag(letter: string, nation: string, cls = ""): TemplateResult {
  return html`<span class="flag ${nation === "german" ? "rd" : ""} n-${nation} ${cls}" aria-hidden="true">${letter}</span>`;
}

/** The time of a log line, by the clock of this device. */
export function hour({ at = "" }: LogLine): TemplateResult {
  return html`<time datetime=${at}>${hourOf(at)}</time>`;
}

const OF_KIND: { readonly [kind: string]: string } = {
  none: "o-none",
  some: "o-a1",
  good: "o-a1",
  more: "o-a2",
  most: "o-a3",
  suppressed: "o-sup",
  killed: "o-kill",
};
const SIGNS: { readonly [kind: string]: string } = { suppressed: "loz", killed: "no" };

/** The odds of one die, in sixths over its six faces. */
export function oddsBar(odds: Pick<Odds, "bars">, cls = ""): TemplateResult {
  const told = odds.bars.map((bar) => `${bar.word} ${bar.faces} in 6`).join(", ");
  return html`<div class="odds ${cls}" role="img" aria-label=${told}>${odds.bars.map((bar) => barOf(bar, cls === "sm" ? LETTERS_A_FACE.small : LETTERS_A_FACE.large))}</div>`;
}

/** How many letters fit above one face on the smallest screen. */
const LETTERS_A_FACE = { small: 3.5, large: 7 };

/** Without room for a word its icon or short form is shown. */
function barOf(bar: Bar, letters: number): TemplateResult {
  const narrow = bar.word.length > bar.faces * letters;
  const word =
    narrow && SIGNS[bar.kind] ? icon(SIGNS[bar.kind]!, "") : html`<span class="wd">${narrow ? bar.short || bar.word : bar.word}</span>`;
  return html`<span class="${OF_KIND[bar.kind] ?? ""} f${bar.faces}"><b>${bar.percent}</b>${word}</span>`;
}

const TAGS: { readonly [kind: string]: string } = {
  killed: "k",
  lost: "k",
  suppressed: "s",
  none: "n",
  good: "a",
  some: "a",
  more: "a",
  most: "a",
};

export function tag(tag: Tag): TemplateResult {
  const sign = SIGNS[tag.kind];
  return html`<span class="tag ${TAGS[tag.kind] ?? "n"}">${sign ? icon(sign, "") : nothing}${tag.word}</span>`;
}

export function ledger(lines: readonly Line[], sum: TemplateResult | typeof nothing = nothing): TemplateResult {
  const row = (line: Line): TemplateResult =>
    html`<li><span class="v">${line.value}</span><span class="w">${line.says}</span><span class="cl">${line.clause}</span></li>`;
  const valued = sum !== nothing || lines.some((line) => line.value !== "");
  return html`<ul class=${valued ? "led" : "led unvalued"}>${lines.map(row)}${sum}</ul>`;
}

/** The suppression levels of a unit; nothing in a game with one level only: its counters show that. */
export function pips(hampers: SuppressionScale, levels: number): TemplateResult | typeof nothing {
  if (hampers.most <= 1) return nothing;
  return html`<span class="pips" data-n=${levels} role="img" aria-label=${hampered(hampers, levels)}>${Array.from({ length: hampers.most }, () => html`<i></i>`)}<b>${levels}</b></span>`;
}

export function hampered(hampers: SuppressionScale, levels: number): string {
  return hampers.most > 1 ? `${hampers.word} ${levels}` : hampers.word;
}

export interface Button {
  readonly cls?: string;
  readonly title: string;
  readonly small?: string;
  readonly tap?: () => void;
  readonly off?: boolean;
  /** It is the chosen one of several. */
  readonly on?: boolean;
  readonly sign?: string;
  readonly name?: string;
  readonly key?: string;
}

export function button(options: Button): TemplateResult {
  return html`<button type="button" class="btn ${options.cls ?? ""} ${options.off ? "not-yet" : ""}" aria-disabled=${options.off ? "true" : nothing} aria-pressed=${options.on ? "true" : nothing} aria-label=${options.name ?? nothing} data-key=${options.key ?? nothing}
    @click=${() => !options.off && options.tap?.()}>${options.sign ? icon(options.sign) : nothing}<span>${options.title}${options.small ? html`<small>${options.small}</small>` : nothing}</span></button>`;
}

/** The number of columns of a grid: the content policy forbids style attributes. */
export function columns(count: number): string {
  return `of-${Math.max(1, Math.min(12, count))}`;
}

/** Names without the last word, where all have the same: platoons below their company's name are 1st, 2nd and 3rd. */
export function briefly(names: readonly string[]): string[] {
  const words = names.map((name) => name.split(" "));
  const alike = words.every((word) => word.length > 1 && word.at(-1) === words[0]!.at(-1));
  return words.map((word) => (alike ? word.slice(0, -1) : word).join(" "));
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const FACES = [1, 2, 3, 4, 5, 6] as const;

export interface Keys {
  readonly title: string;
  /** How many dice were entered, and of how many. */
  readonly count?: Part | string;
  /** The controls at the end of the line, such as rolling by the service or removing the last die. */
  readonly beside?: Part;
  /** The dice entered so far, where the card does not show them. */
  readonly lying?: Part;
  readonly bars?: readonly Bar[] | undefined;
  /** The content in place of the odds bar where there are no odds. */
  readonly instead?: string;
  /** What each face brings, or how often it was rolled; empty: nothing. */
  readonly corners?: { readonly [face: number]: string };
  /** The label of a face beside its number. */
  readonly names?: readonly string[];
  readonly shut?: boolean;
  readonly tap: (face: number) => void;
}

export function keysOfADie(options: Keys): TemplateResult {
  const { title, shut, corners, names } = options;
  const key = (face: number): TemplateResult =>
    html`<button type="button" aria-label=${names?.[face - 1] ? `${face}, ${names[face - 1]}` : face} aria-disabled=${shut ? "true" : nothing} data-die=${face} @click=${() => !shut && options.tap(face)}>${die(face)}${corners?.[face] ? html`<span class="k on">${corners[face]}</span>` : nothing}</button>`;
  return html`<div class="top"><b>${title}</b><span class="c">${options.count ?? ""}</span>${options.beside ?? nothing}</div>${options.lying ?? nothing}
${options.bars ? oddsBar({ bars: options.bars }) : options.instead === undefined ? nothing : html`<div class="odds plain"><span class="f6">${options.instead}</span></div>`}
<div class="pad" role="group" aria-label=${title}>${FACES.map(key)}</div>`;
}
