// The six keys of a die with what they bring above them: the one place where dice are told, on the stage and on every page.
import { html, nothing, type TemplateResult } from "lit-html";
import type { Bar } from "./model";
import { die, oddsBar, type Part } from "./parts";

const FACES = [1, 2, 3, 4, 5, 6] as const;

export interface Keys {
  readonly title: string;
  /** How many lie, and of how many. */
  readonly count?: Part | string;
  /** What stands at the end of the line: the service may throw, the last may be taken away. */
  readonly beside?: Part;
  /** The dice that lie already, where they are not on the card. */
  readonly lying?: Part;
  readonly bars?: readonly Bar[] | undefined;
  /** What stands in place of the bar where no chances are told. */
  readonly instead?: string;
  /** What each face brings, or how often it lies; its corner is empty where there is nothing. */
  readonly corners?: { readonly [face: number]: string };
  /** What a face is called beside its number. */
  readonly names?: readonly string[];
  readonly shut?: boolean;
  readonly tap: (face: number) => void;
}

export function keysOfADie(one: Keys): TemplateResult {
  const { title, shut, corners, names } = one;
  const key = (face: number): TemplateResult =>
    html`<button type="button" aria-label=${names?.[face - 1] ? `${face}, ${names[face - 1]}` : face} aria-disabled=${shut ? "true" : nothing} data-die=${face} @click=${() => !shut && one.tap(face)}>${die(face)}${corners?.[face] ? html`<span class="k on">${corners[face]}</span>` : nothing}</button>`;
  return html`<div class="top"><b>${title}</b><span class="c">${one.count ?? ""}</span>${one.beside ?? nothing}</div>${one.lying ?? nothing}
${one.bars ? oddsBar({ bars: one.bars }) : one.instead === undefined ? nothing : html`<div class="odds plain"><span class="f6">${one.instead}</span></div>`}
<div class="pad" role="group" aria-label=${title}>${FACES.map(key)}</div>`;
}
