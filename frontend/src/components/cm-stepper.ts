// <cm-stepper>: minus, a value that can be typed over, plus. Markup by templates/components/fields.html.
import { type Bounds, read, stepped, written } from "./centimetres";

export class CmStepper extends HTMLElement {
  #listening = new AbortController();

  connectedCallback(): void {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.addEventListener("click", this.#clicked, { signal });
    this.addEventListener("change", () => this.#check(), { signal });
    this.addEventListener("keydown", this.#pressed, { signal });
    document.addEventListener("bz:morphed", () => this.#unhide(), { signal });
    // A morph may insert the element empty and fill it afterwards; it announces the end.
    if (this.querySelector("input")) this.#unhide();
  }

  disconnectedCallback(): void {
    this.#listening.abort();
  }

  #clicked = (event: Event): void => {
    const by = (event.target as Element).closest("button")?.dataset["by"];
    if (by) this.#step(by === "1" ? 1 : -1);
  };

  #pressed = (event: KeyboardEvent): void => {
    if (event.target !== this.#input) return;
    if (event.key === "ArrowUp") this.#step(1);
    else if (event.key === "ArrowDown") this.#step(-1);
    else return;
    event.preventDefault();
  };

  #step(by: 1 | -1): void {
    const reading = read(this.#input.value, { ...this.#bounds, min: null, max: null });
    const from = "value" in reading ? reading.value : (this.#bounds.min ?? 0);
    this.#input.value = written(stepped(from, by, Number(this.#input.dataset["step"] ?? 1), this.#bounds));
    this.#input.dispatchEvent(new Event("input", { bubbles: true }));
    this.#input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  // The browser shows at the field what is wrong and what is expected, when the form is sent.
  #check(): void {
    const reading = read(this.#input.value, this.#bounds);
    const problem = "problem" in reading ? reading.problem : "";
    this.#input.setCustomValidity(problem);
    this.querySelector(".stepper")?.setAttribute("aria-invalid", String(problem !== ""));
    this.#say(problem || `${this.#input.value} ${this.querySelector(".unit")?.textContent ?? ""}`);
    if ("value" in reading) this.#input.value = written(reading.value);
    if (problem) this.#input.reportValidity();
    this.#limit();
  }

  #limit(): void {
    const reading = read(this.#input.value, this.#bounds);
    const { min, max } = this.#bounds;
    for (const button of this.#buttons) {
      const end = button.dataset["by"] === "1" ? max : min;
      button.disabled = "value" in reading && end !== null && reading.value === end;
    }
  }

  #unhide(): void {
    for (const button of this.#buttons) button.hidden = false;
    this.#limit();
  }

  #say(words: string): void {
    const status = this.querySelector("[role=status]");
    if (status) status.textContent = words;
  }

  get #input(): HTMLInputElement {
    const input = this.querySelector("input");
    if (!input) throw new Error("a cm-stepper holds an input");
    return input;
  }

  get #buttons(): NodeListOf<HTMLButtonElement> {
    return this.querySelectorAll<HTMLButtonElement>("[data-by]");
  }

  get #bounds(): Bounds {
    const { min, max, decimals } = this.#input.dataset;
    return { min: asNumber(min), max: asNumber(max), decimals: decimals === "1" ? 1 : 0 };
  }
}

function asNumber(text: string | undefined): number | null {
  return text === undefined || text === "" ? null : Number(text);
}
