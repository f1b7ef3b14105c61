// <dice-pad name for count [auto] [one]>: six faces for one die or many; markup by templates/components/dice.html.
import { asText, back, byCount, countWords, emptyHand, enter, type Hand, isFull, isTouched, rollRest, select, slotWords, type Throw } from "./dice";
import { useIcon } from "./page";
import { onceShown } from "./showing";

export interface DiceEntered {
  readonly name: string;
  readonly dice: readonly Throw[];
}

const DIGIT = /^[1-6]$/;

export class DicePad extends HTMLElement {
  // Another roll in the same place starts with an empty hand: dice never pass from one unit to the next.
  static readonly observedAttributes = ["count", "for"];

  #hand: Hand = emptyHand(0);
  #listening = new AbortController();

  connectedCallback(): void {
    this.#hand = emptyHand(this.count);
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.addEventListener("click", this.#clicked, { signal });
    document.addEventListener("keydown", this.#pressed, { signal });
    // The hand lives here, not in the markup: after a morph it is shown again.
    document.addEventListener("bz:morphed", () => this.#show(), { signal });
    this.addEventListener("change", () => this.#write(), { signal });
    this.form?.addEventListener("reset", () => this.clear(), { signal });
    this.#show();
  }

  disconnectedCallback(): void {
    this.#listening.abort();
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (this.isConnected && before !== after) this.clear();
  }

  get count(): number {
    return Number(this.getAttribute("count") ?? 1);
  }

  get form(): HTMLFormElement | null {
    return this.closest("form");
  }

  clear(): void {
    this.#take(emptyHand(this.count));
  }

  #clicked = (event: Event): void => {
    const button = (event.target as Element).closest("button");
    if (!button || !this.contains(button)) return;
    const { face, slot, part } = button.dataset;
    if (part === "confirm") return;
    event.preventDefault();
    if (face) onceShown(() => this.#take(enter(this.#hand, Number(face))));
    else if (slot) onceShown(() => this.#take(select(this.#hand, Number(slot))));
    else if (part === "back") onceShown(() => this.#take(back(this.#hand)));
    else if (part === "roll") onceShown(() => this.#take(rollRest(this.#hand)));
  };

  // Number keys enter a die wherever the page is, as long as nobody is typing into a field.
  #pressed = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || !this.#isMine(event.target)) return;
    if (DIGIT.test(event.key)) onceShown(() => this.#take(enter(this.#hand, Number(event.key))));
    else if (event.key === "Backspace") onceShown(() => this.#take(back(this.#hand)));
    else return;
    event.preventDefault();
  };

  // With several pads on a page the one with the focus hears the key; otherwise the first.
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
    else if (!wasFull) this.#part("confirm")?.focus();
  }

  #show(): void {
    this.#write();
    this.#showSlots();
    this.#part("back")?.toggleAttribute("disabled", !isTouched(this.#hand));
    this.#showConfirm();
    const count = this.#part("count");
    if (count) count.textContent = countWords(this.#hand);
    for (const bar of this.querySelectorAll<HTMLElement>("[data-slot-odds]")) bar.hidden = !this.#isShown(bar);
  }

  #showConfirm(): void {
    const confirm = this.#part("confirm");
    if (!confirm) return;
    const missing = this.#hand.dice.filter((die) => !die).length;
    const toCome = missing ? `, ${missing} ${missing === 1 ? "die" : "dice"} to come` : "";
    confirm.textContent = `${confirm.dataset["word"] ?? ""}${toCome}`;
    confirm.toggleAttribute("disabled", missing > 0);
  }

  #isShown(bar: HTMLElement): boolean {
    const last = this.count - 1;
    return Number(bar.dataset["slotOdds"]) === Math.min(this.#hand.at, last);
  }

  #showSlots(): void {
    for (const slot of this.querySelectorAll<HTMLButtonElement>("[data-slot]")) {
      const n = Number(slot.dataset["slot"]);
      const die = this.#hand.dice[n] ?? null;
      const svg = slot.querySelector("svg");
      if (svg) {
        svg.dataset["die"] = n === this.#hand.at ? "in-hand" : !die ? "empty" : die.source === "entered" ? "thrown" : "face";
        useIcon(svg, die?.source === "rolled" ? "die-auto" : `die-${die?.pips ?? 0}`);
      }
      const label = slot.dataset["label"] ? `, ${slot.dataset["label"]}` : "";
      slot.setAttribute("aria-label", `Die ${n + 1}${label}: ${slotWords(die)}`);
      slot.setAttribute("aria-pressed", String(n === this.#hand.at));
    }
  }

  // Whether only counts were told, and at least one die of the table is among them.
  get #isCounted(): boolean {
    return this.querySelector<HTMLInputElement>('[data-part="counted"]')?.checked === true && this.#hand.dice.some((die) => die?.source === "entered");
  }

  // What the form sends: a hidden field with the dice as they were entered, only once all of them are there.
  // Under several names each die is a field of its own.
  #write(): void {
    for (const typed of this.querySelectorAll<HTMLInputElement>(".typed input")) typed.disabled = true;
    const names = (this.getAttribute("name") ?? "dice").split(" ");
    const isSingle = this.hasAttribute("one") || names.length > 1;
    for (const old of this.querySelectorAll<HTMLInputElement>("input[data-dice]")) if (!names.includes(old.name)) old.remove();
    const all = this.#isCounted ? byCount(this.#hand.dice) : this.#hand.dice;
    for (const [n, name] of names.entries()) {
      const field = this.#field(name);
      field.disabled = !isFull(this.#hand);
      const dice = isSingle ? all[n] : all;
      field.value = this.form?.matches("[data-command], [data-fire], [data-change]") ? JSON.stringify(dice) : asText(this.#hand);
    }
  }

  #field(name: string): HTMLInputElement {
    const there = this.querySelector<HTMLInputElement>(`input[data-dice][name="${name}"]`);
    if (there) return there;
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name });
    field.dataset["type"] = "json";
    field.dataset["dice"] = "";
    this.append(field);
    return field;
  }

  #part(name: string): HTMLElement | null {
    return this.querySelector<HTMLElement>(`[data-part="${name}"]`);
  }
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input:not([type=radio], [type=checkbox]), textarea, select") !== null;
}
