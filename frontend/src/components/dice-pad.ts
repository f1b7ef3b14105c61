// <dice-pad name for count [auto] [one] data-told>: the keys of a die in a form, for one die or many. Its content without
// a script, and its attributes, are in templates/components/dice.html.
import { html, nothing, render, type TemplateResult } from "lit-html";
import {
  asText,
  back,
  byCount,
  countWords,
  emptyHand,
  enter,
  type Hand,
  isFull,
  isTouched,
  rollRest,
  select,
  slotWords,
  type Throw,
} from "./dice-entry";
import { afterShown } from "../live/page-loader";
import { keysOfADie } from "../play/parts";
import type { Bar } from "../play/model";
import { button, die, icon, type Part } from "../play/parts";

export interface DiceEntered {
  readonly name: string;
  readonly dice: readonly Throw[];
}

/** The page's data about the dice: app/pages/rendering.py. */
interface Told {
  readonly title: string;
  readonly confirm: string;
  readonly may_roll: boolean;
  readonly may_count: boolean;
  readonly bars: readonly Bar[];
  readonly face_words: readonly string[];
  readonly slots: readonly { readonly label: string; readonly bars: readonly Bar[] }[];
}

const DIGIT = /^[1-6]$/;

export class DicePad extends HTMLElement {
  // Another roll in the same place starts empty: dice never move from one unit to the next.
  static readonly observedAttributes = ["count", "for", "data-told"];

  #hand: Hand = emptyHand(0);
  #isCounted = false;
  #isDrawn = false;
  #listening = new AbortController();

  connectedCallback(): void {
    // The first content is for a browser without scripts.
    if (!this.#isDrawn) this.replaceChildren();
    this.#isDrawn = true;
    this.#hand = emptyHand(this.count);
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    document.addEventListener("keydown", this.#pressed, { signal });
    this.form?.addEventListener("reset", () => this.clear(), { signal });
    this.#show();
  }

  disconnectedCallback(): void {
    this.#listening.abort();
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (!this.#isDrawn || before === after) return;
    if (name === "data-told") this.#show();
    else this.clear();
  }

  get count(): number {
    return Number(this.getAttribute("count") ?? 1);
  }

  get form(): HTMLFormElement | null {
    return this.closest("form");
  }

  clear(): void {
    this.#isCounted = false;
    this.#take(emptyHand(this.count));
  }

  // Number keys enter a die anywhere on the page, except in a field.
  #pressed = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || !this.#isMine(event.target)) return;
    if (DIGIT.test(event.key)) afterShown(() => this.#take(enter(this.#hand, Number(event.key))));
    else if (event.key === "Backspace") afterShown(() => this.#take(back(this.#hand)));
    else return;
    event.preventDefault();
  };

  // Of several pads the one with the focus takes the key, otherwise the first.
  #isMine(target: EventTarget | null): boolean {
    const focused = target instanceof Element ? target.closest("dice-pad") : null;
    return (focused ?? document.querySelector("dice-pad")) === this;
  }

  #take(hand: Hand): void {
    if (hand === this.#hand) return;
    const wasFull = isFull(this.#hand);
    this.#hand = hand;
    this.#show();
    if (isFull(hand)) this.#complete(wasFull);
  }

  #complete(wasFull: boolean): void {
    const dice = this.#hand.dice.filter((die) => die !== null);
    const detail: DiceEntered = { name: this.getAttribute("name") ?? "dice", dice };
    this.dispatchEvent(new CustomEvent("dice-entered", { detail, bubbles: true, composed: true }));
    if (this.hasAttribute("auto")) this.form?.requestSubmit();
    else if (!wasFull) this.querySelector<HTMLElement>("[data-part=confirm]")?.focus();
  }

  #show(): void {
    const { told } = this.dataset;
    if (told) render(this.#drawn(JSON.parse(told) as Told), this);
  }

  #drawn(told: Told): TemplateResult {
    const { dice, at } = this.#hand;
    const isOne = this.count === 1;
    const bars = told.slots[Math.min(at, this.count - 1)]?.bars ?? told.bars;
    return html`${keysOfADie({
      title: told.title,
      count: isOne ? "" : html`<span data-part="count" role="status">${countWords(this.#hand)}</span>`,
      beside: this.#beside(told),
      lying: isOne ? nothing : html`<div class="slots">${dice.map((die, n) => this.#slot(die, n, told.slots[n]?.label ?? ""))}</div>`,
      bars: bars.length ? bars : undefined,
      corners: Object.fromEntries(told.face_words.map((word, n) => [n + 1, word])),
      names: told.face_words,
      tap: (face) => afterShown(() => this.#take(enter(this.#hand, face))),
    })}${isOne && this.hasAttribute("auto") ? nothing : this.#confirm(told)}${this.#fields()}`;
  }

  #beside({ may_roll }: Told): Part {
    const away = html`<button type="button" class="btn icon" data-part="back" aria-label="Clear the last die" ?disabled=${!isTouched(this.#hand)} @click=${() => afterShown(() => this.#take(back(this.#hand)))}>${icon("undo")}</button>`;
    const roll = button({
      title: this.count === 1 ? "Roll for me" : "Roll the rest",
      tap: () => afterShown(() => this.#take(rollRest(this.#hand))),
    });
    return html`${this.count > 1 ? away : nothing}${may_roll ? roll : nothing}`;
  }

  #slot(slotDie: Throw | null, n: number, label: string): TemplateResult {
    const isNow = n === this.#hand.at;
    return html`<button type="button" data-slot=${n} aria-label="Die ${n + 1}${label ? `, ${label}` : ""}: ${slotWords(slotDie)}" aria-pressed=${isNow} @click=${() => afterShown(() => this.#take(select(this.#hand, n)))}>${slotDie?.source === "rolled" ? icon("die-auto", "die sm") : die(slotDie?.pips ?? 0, isNow ? "sm sel" : slotDie ? "sm hit" : "sm wait")}${label ? html`<span>${label}</span>` : nothing}</button>`;
  }

  #confirm({ confirm, may_count }: Told): TemplateResult {
    const missing = this.#hand.dice.filter((die) => !die).length;
    const toCome = missing ? `, ${missing} ${missing === 1 ? "die" : "dice"} to come` : "";
    const count = (event: Event): void => {
      this.#isCounted = (event.target as HTMLInputElement).checked;
      this.#show();
    };
    const told = html`<label class="toggle"><input type="checkbox" data-part="counted" .checked=${this.#isCounted} @change=${count}><span class="box">${icon("ok")}</span><span>Told by count: which die falls to whom is dealt by lot</span></label>`;
    return html`${may_count ? told : nothing}<button type="submit" class="btn chief wide" data-part="confirm" ?disabled=${missing > 0}>${confirm}${toCome}</button>`;
  }

  // A hidden field with the dice as they were entered, once all of them are there.
  // With several names each die is a field of its own.
  #fields(): TemplateResult[] {
    const names = (this.getAttribute("name") ?? "dice").split(" ");
    const isSingle = this.hasAttribute("one") || names.length > 1;
    const { dice } = this.#hand;
    const isCounted = this.#isCounted && dice.some((die) => die?.source === "entered");
    const all = isCounted ? byCount(dice) : dice;
    const isJson = this.form?.matches("[data-command], [data-fire], [data-change]");
    const value = (n: number): string => (isJson ? JSON.stringify(isSingle ? all[n] : all) : asText(this.#hand));
    return names.map(
      (name, n) => html`<input type="hidden" name=${name} data-type="json" data-dice .value=${value(n)} ?disabled=${!isFull(this.#hand)}>`,
    );
  }
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input:not([type=radio], [type=checkbox]), textarea, select") !== null;
}
