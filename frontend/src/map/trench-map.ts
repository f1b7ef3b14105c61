// <trench-map>: pan with one finger, pinch, drag what moves, turn by its handle; keys do the same. Markup by
// templates/components/map.html. It changes nothing by itself: it shows where a thing is dragged to and says so in events
// that bubble: "map-moved" {id, part, x, y, by}, "map-turned" {id, facing}, "map-chosen" {id, part}, "map-tapped" {x, y, stand}.
// What is dragged has data-held: news that comes meanwhile leaves it under the finger. "map-lost" {id, part, words}: it was
// taken off the map meanwhile.
// Millimetres and degrees of the table in all of them, whichever edge lies below. With data-drawing every tap is a place.
import { drag, type D3DragEvent } from "d3-drag";
import { select, type Selection } from "d3-selection";
import { zoom, type D3ZoomEvent, type ZoomBehavior, zoomIdentity, type ZoomTransform } from "d3-zoom";
import { Lettering, partOf } from "./lettering";
import { bearing, onSheet, onTable, type Size, snapped, type Point, step, TURN_DEG, turned } from "./geometry";

const DEEPEST = 16;
const LARGER = 1.5;
const PAN_PX = 60;
/** How much of the frame a thing that is shown may fill. */
const ROOM = 0.8;
/** And how much those that are brought into view together, whose names stand beside them. */
const ROOM_OF_ALL = 0.66;
const BETWEEN_PX = 8;
/** A finger that has moved no farther than this may be the first of two. */
const HELD_PX = 12;
/** A finger that stays as near to where it came down has tapped, and dragged nothing. */
const TAP_PX = 6;
const TURNED = "[data-turns]";

/** What is dragged: its id, and which part of it (a stand, a point of a line). */
export interface Held {
  readonly id: string;
  readonly part: string;
}

export class TrenchMap extends HTMLElement {
  #zoom: ZoomBehavior<SVGSVGElement, unknown> | undefined;
  #now: ZoomTransform = zoomIdentity;
  #listening = new AbortController();
  #sizes: ResizeObserver | undefined;
  #chosen: Held | null = null;
  readonly #lettering = new Lettering(this);

  connectedCallback(): void {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.dataset["liveMap"] = "";
    this.#zoom = zoom<SVGSVGElement, unknown>().scaleExtent([1, DEEPEST]).clickDistance(6).filter(byHand).on("zoom", this.#zoomed);
    select(this.#sheet).call(this.#zoom).on("dblclick.zoom", null);
    this.#sizes = new ResizeObserver(() => {
      this.#lettering.spread();
      this.#lettering.fit();
    });
    this.#sizes.observe(this.#frame);
    this.#frame.addEventListener("keydown", this.#pressed, { signal });
    this.#frame.addEventListener("touchstart", this.#touched, { signal, capture: true, passive: true });
    this.#sheet.addEventListener("click", this.#tapped, { signal });
    document.addEventListener("bz:morphed", () => this.redraw(), { signal });
    document.addEventListener("click", this.#tool, { signal });
    for (const button of this.#tools) button.hidden = false;
    this.redraw();
  }

  disconnectedCallback(): void {
    this.#listening.abort();
    this.#sizes?.disconnect();
  }

  /** After its insides have been written anew: the same part of the table in view, the same thing chosen. */
  redraw(): void {
    this.dataset["liveMap"] = "";
    this.#lettering.forget();
    this.#lettering.spread();
    this.#apply();
    this.#letDrag();
    this.choose(this.#chosen);
  }

  /** What arrows and brackets act on; null: they move the map. */
  choose(held: Held | null): void {
    this.#chosen = held;
    for (const element of this.querySelectorAll(".chosen")) element.classList.remove("chosen");
    if (held) for (const element of this.#marks(held)) element.classList.add("chosen");
  }

  /** Chooses a piece or a stand and brings it into view if it is not, no larger than it was shown before. */
  show(id: string): void {
    const [element] = this.#marks({ id });
    if (!element || !this.#zoom) return;
    this.choose(heldOf(element));
    const isSpot = element.dataset["x"] !== undefined;
    // What is as large at every scale lies at its place; of other things all is shown.
    const box = isSpot ? new DOMRect() : element.getBBox();
    const frame = this.#frame.getBoundingClientRect();
    if (within(element.getBoundingClientRect(), frame)) return;
    const [wide, high] = [frame.width * this.#unitsAPixel, frame.height * this.#unitsAPixel];
    const k = Math.max(1, Math.min(this.#now.k, (ROOM * wide) / (box.width || 1), (ROOM * high) / (box.height || 1)));
    const at = isSpot ? this.sheetOf(placeOf(element)) : { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const middle = { x: this.size.width / 20, y: this.size.depth / 20 };
    select(this.#sheet).call(this.#zoom.transform, zoomIdentity.translate(middle.x - k * at.x, middle.y - k * at.y).scale(k));
  }

  /** Brings places of the table into view, as large as the frame holds them all. */
  bring(spots: readonly Point[]): void {
    if (!this.#zoom || !spots.length) return;
    const [xs, ys] = [spots.map((spot) => this.sheetOf(spot).x), spots.map((spot) => this.sheetOf(spot).y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const frame = this.#frame.getBoundingClientRect();
    const [wide, high] = [frame.width * this.#unitsAPixel, frame.height * this.#unitsAPixel];
    const k = Math.min(
      DEEPEST / 3,
      Math.max(1, Math.min((ROOM_OF_ALL * wide) / (right - left || 1), (ROOM_OF_ALL * high) / (bottom - top || 1))),
    );
    const middle = { x: this.size.width / 20, y: this.size.depth / 20 };
    select(this.#sheet).call(
      this.#zoom.transform,
      zoomIdentity.translate(middle.x - (k * (left + right)) / 2, middle.y - (k * (top + bottom)) / 2).scale(k),
    );
  }

  get chosen(): Held | null {
    return this.#chosen;
  }

  get size(): Size {
    return { width: Number(this.dataset["width"]) * 10, depth: Number(this.dataset["depth"]) * 10 };
  }

  get across(): boolean {
    return "across" in this.dataset;
  }

  /** Centimetres of the table to a pixel of the device, as it is shown now. */
  get screen(): number {
    const matrix = this.#view.getScreenCTM();
    return matrix?.a ? 1 / matrix.a : 1;
  }

  /** A place of the table in the middle of what is seen, for a thing that is put down by a button. */
  get middle(): Point {
    const box = this.#frame.getBoundingClientRect();
    return this.placeAt(box.left + box.width / 2, box.top + box.height / 2);
  }

  /** The place of the table under a point of the device's window, snapped. */
  placeAt(clientX: number, clientY: number): Point {
    return snapped(this.#under(clientX, clientY), this.size);
  }

  /** Where a place of the table is drawn, in cm of the sheet. */
  sheetOf(spot: Point): Point {
    return onSheet(spot, this.size, this.across);
  }

  #under(clientX: number, clientY: number): Point {
    const matrix = this.#view.getScreenCTM();
    const at = new DOMPoint(clientX, clientY).matrixTransform(matrix ? matrix.inverse() : undefined);
    return onTable(at, this.size, this.across);
  }

  #zoomed = (event: D3ZoomEvent<SVGSVGElement, unknown>): void => {
    this.#now = event.transform;
    this.#apply();
  };

  #apply(): void {
    this.#view.setAttribute("transform", this.#now.toString());
    this.#lettering.fit();
  }

  // One for as long as the map is there: another would know nothing of a finger that holds a thing while news comes.
  readonly #dragging = drag<SVGGElement, unknown>()
    .clickDistance(6)
    .filter((event: Event) => byHand(event) && !isOfMany(event) && this.#movable(event.target) !== null)
    .container(() => this.#sheet)
    .on("start", (event: D3DragEvent<SVGGElement, unknown, unknown>) => this.#picked(event));

  #letDrag(): void {
    (select(this).selectAll("[data-moves]") as Selection<SVGGElement, unknown, HTMLElement, unknown>).call(this.#dragging);
  }

  #from: Point = { x: 0, y: 0 };
  #grip: Point = { x: 0, y: 0 };
  #isTurning = false;
  /** What a finger or the mouse holds, and whether it has been moved with it. */
  #holding: SVGGElement | null = null;
  #isOnItsWay = false;
  #isDragged = false;

  /** Two fingers mean the map, though the first came down on a stand; a palm beside a drag means nothing. */
  #touched = (event: TouchEvent): void => {
    if (!this.#holding || !isOfMany(event)) return;
    if (this.#isOnItsWay) event.stopPropagation();
    else this.#holding.dispatchEvent(new TouchEvent("touchcancel", { changedTouches: [...event.touches] }));
  };

  #picked(event: D3DragEvent<SVGGElement, unknown, unknown>): void {
    const source = event.sourceEvent as Event;
    const element = this.#held(source);
    if (!element) return;
    this.#isTurning = element === this.#movable(source.target) && turnerOf(source) !== null;
    this.#from = placeOf(element);
    const under = this.#pointed(source);
    this.#grip = { x: under.x - this.#from.x, y: under.y - this.#from.y };
    this.#choose(heldOf(element));
    // What is held stays where it is held, whatever else of the page is brought up to date.
    element.dataset["held"] = "";
    this.#holding = element;
    [this.#isOnItsWay, this.#isDragged] = [false, false];
    event.on("drag", (moved: D3DragEvent<SVGGElement, unknown, unknown>) => this.#follow(element, moved));
    event.on("end", (ended: D3DragEvent<SVGGElement, unknown, unknown>) => this.#settle(element, ended));
  }

  /** Touching areas lie on one another: what is meant is what lies nearest, and a point before the place between two. */
  #held(source: Event): SVGGElement | null {
    const under = this.#movable(source.target);
    if (!under) return null;
    const at = this.#pointed(source);
    const near = (element: SVGGElement) =>
      Math.hypot(placeOf(element).x - at.x, placeOf(element).y - at.y) / (10 * this.screen) +
      (element.matches(".between") ? BETWEEN_PX : 0);
    const turner = turnerOf(source);
    let [best, least] = [under, turner ? pixelsFrom(turner, source) : near(under)];
    for (const element of this.querySelectorAll<SVGGElement>("[data-moves]"))
      if (near(element) < least) [best, least] = [element, near(element)];
    return best;
  }

  #follow(element: SVGGElement, event: D3DragEvent<SVGGElement, unknown, unknown>): void {
    const under = this.#pointed(event.sourceEvent as Event);
    if (this.#isTurning) this.#showTurned(element, bearing(this.#from, under));
    else this.#showAt(element, snapped({ x: under.x - this.#grip.x, y: under.y - this.#grip.y }, this.size));
    this.#isOnItsWay ||= this.#gone(under) > HELD_PX;
    this.#isDragged ||= this.#gone(under) > TAP_PX;
  }

  /** How many pixels the finger is away from where it came down. */
  #gone(under: Point): number {
    return Math.hypot(under.x - this.#grip.x - this.#from.x, under.y - this.#grip.y - this.#from.y) / (10 * this.screen);
  }

  #settle(element: SVGGElement, event: D3DragEvent<SVGGElement, unknown, unknown>): void {
    const source = event.sourceEvent as Event;
    delete element.dataset["held"];
    this.#holding = null;
    if (!element.isConnected)
      return this.#tell("map-lost", { ...heldOf(element), words: element.querySelector("title")?.textContent ?? "" });
    const under = this.#pointed(source);
    // The grid of a drag is no reason to move a stand that was only tapped. A browser holds back the first moves of a finger.
    const isTapped = !this.#isDragged && this.#gone(under) <= TAP_PX;
    if (source.type === "touchcancel" || isTapped) return this.#putBack(element);
    if (this.#isTurning) return this.#sayTurned(element, bearing(this.#from, under));
    const to = snapped({ x: under.x - this.#grip.x, y: under.y - this.#grip.y }, this.size);
    if (to.x !== this.#from.x || to.y !== this.#from.y) this.#sayMoved(element, this.#from, to);
    else this.#showAt(element, this.#from);
  }

  /** It was only tapped, or the device took the finger away for a call or a gesture of its own: nobody meant anything by it. */
  #putBack(element: SVGGElement): void {
    this.#showAt(element, this.#from);
    if (element.dataset["facing"] !== undefined) this.#showTurned(element, Number(element.dataset["facing"]));
  }

  /** The place under the finger or the mouse, as it is: what was gripped off its middle stays so. */
  #pointed(source: Event): Point {
    const touch = pointerOf(source);
    return touch ? this.#under(touch.clientX, touch.clientY) : this.#from;
  }

  #showAt(element: SVGGElement, at: Point): void {
    const sheet = this.sheetOf(at);
    element.setAttribute("transform", `translate(${sheet.x} ${sheet.y})${"screen" in element.dataset ? ` scale(${this.screen})` : ""}`);
    this.#tell("map-moving", { ...heldOf(element), ...at });
  }

  #showTurned(element: SVGGElement, facing: number): void {
    const turn = facing + (this.across ? 180 : 0);
    for (const base of element.querySelectorAll(".base, .arm-of")) base.setAttribute("transform", `rotate(${turn})`);
  }

  #sayMoved(element: SVGGElement, from: Point, to: Point): void {
    element.dataset["x"] = String(to.x);
    element.dataset["y"] = String(to.y);
    this.#showAt(element, to);
    this.#tell("map-moved", { ...heldOf(element), ...to, by: { x: to.x - from.x, y: to.y - from.y } });
  }

  #sayTurned(element: SVGGElement, facing: number): void {
    element.dataset["facing"] = String(facing);
    this.#showTurned(element, facing);
    this.#tell("map-turned", { ...heldOf(element), facing });
  }

  #choose(held: Held): void {
    this.choose(held);
    this.#tell("map-chosen", held);
  }

  #tapped = (event: MouseEvent): void => {
    if (event.defaultPrevented) return;
    const target = event.target as Element;
    const element = "drawing" in this.dataset ? null : (this.#movable(target) ?? target.closest<SVGGElement>("[data-piece]"));
    if (element) return this.#choose(heldOf(element));
    const stand = target.closest<SVGGElement>("[data-stand]")?.dataset["stand"] ?? "";
    this.#tell("map-tapped", { ...this.placeAt(event.clientX, event.clientY), stand });
  };

  #pressed = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.#pressedKey(event.key, event.shiftKey)) event.preventDefault();
  };

  #pressedKey(key: string, far: boolean): boolean {
    const element = this.#chosen && this.#movableOf(this.#chosen);
    const by = step(key, far, this.across);
    if (by && element) this.#stepBy(element, by);
    else if (by) this.#pan(key);
    else if (element && (key === "[" || key === "]")) this.#turnBy(element, key === "]" ? TURN_DEG : -TURN_DEG);
    else if (key === "+" || key === "=") this.#scale(LARGER);
    else if (key === "-") this.#scale(1 / LARGER);
    else if (key === "Escape" && this.#chosen) this.#letGo();
    else return false;
    return true;
  }

  #letGo(): void {
    this.choose(null);
    this.#tell("map-chosen", { id: "", part: "" });
  }

  #stepBy(element: SVGGElement, by: Point): void {
    const from = placeOf(element);
    const to = snapped({ x: from.x + by.x, y: from.y + by.y }, this.size, 1);
    if (to.x === from.x && to.y === from.y) return;
    this.#sayMoved(element, from, to);
  }

  #turnBy(element: SVGGElement, by: number): void {
    if (element.dataset["facing"] === undefined) return;
    const facing = turned(Number(element.dataset["facing"]), by);
    this.#sayTurned(element, facing);
  }

  #pan(key: string): void {
    const [x, y] = { ArrowRight: [-1, 0], ArrowLeft: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key] ?? [0, 0];
    const units = PAN_PX * this.#unitsAPixel;
    if (this.#zoom) select(this.#sheet).call(this.#zoom.translateBy, ((x ?? 0) * units) / this.#now.k, ((y ?? 0) * units) / this.#now.k);
  }

  #scale(by: number): void {
    if (this.#zoom) select(this.#sheet).call(this.#zoom.scaleBy, by);
  }

  #tool = (event: MouseEvent): void => {
    const button = (event.target as Element).closest<HTMLElement>("[data-map]");
    if (!button || ![...this.#tools].includes(button)) return;
    const does = button.dataset["map"];
    if (does === "in") this.#scale(LARGER);
    else if (does === "out") this.#scale(1 / LARGER);
    else if (does === "whole" && this.#zoom) select(this.#sheet).call(this.#zoom.transform, zoomIdentity);
  };

  #tell(what: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(what, { bubbles: true, detail }));
  }

  #movable(target: EventTarget | null): SVGGElement | null {
    return target instanceof Element ? target.closest<SVGGElement>("[data-moves]") : null;
  }

  #movableOf(held: Held): SVGGElement | null {
    return this.#marks(held).find((element) => "moves" in element.dataset) ?? null;
  }

  #marks({ id, part }: { readonly id: string; readonly part?: string }): SVGGElement[] {
    const named = [...this.querySelectorAll<SVGGElement>(`[data-stand="${CSS.escape(id)}"], [data-piece="${CSS.escape(id)}"]`)];
    return named.filter((element) => part === undefined || (element.dataset["part"] ?? "") === part);
  }

  get #unitsAPixel(): number {
    const matrix = this.#sheet.getScreenCTM();
    return matrix?.a ? 1 / matrix.a : 1;
  }

  get #tools(): NodeListOf<HTMLElement> {
    return (this.closest("section") ?? document).querySelectorAll<HTMLElement>("[data-map]");
  }

  get #frame(): HTMLElement {
    return partOf(this, "frame");
  }

  get #sheet(): SVGSVGElement {
    return partOf(this, "sheet");
  }

  get #view(): SVGGElement {
    return partOf(this, "view");
  }
}

function within(box: DOMRect, frame: DOMRect): boolean {
  return box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
}

/** Fingers and the main button; the wheel scales, as on any map. */
function byHand(event: Event): boolean {
  return !("button" in event) || (event as MouseEvent).button === 0;
}

function pointerOf(source: Event): { readonly clientX: number; readonly clientY: number } | undefined {
  return "changedTouches" in source ? (source as TouchEvent).changedTouches[0] : (source as MouseEvent);
}

/** The handle under a finger or the mouse by which a thing is turned. */
function turnerOf(source: Event): Element | null {
  return (source.target as Element).closest(TURNED);
}

function pixelsFrom(element: Element, source: Event): number {
  const { left, top, width, height } = element.getBoundingClientRect();
  const at = pointerOf(source);
  return at ? Math.hypot(at.clientX - left - width / 2, at.clientY - top - height / 2) : Infinity;
}

function isOfMany(event: Event): boolean {
  return "touches" in event && (event as TouchEvent).touches.length > 1;
}

function heldOf(element: SVGGElement): Held {
  return { id: element.dataset["stand"] ?? element.dataset["piece"] ?? "", part: element.dataset["part"] ?? "" };
}

function placeOf(element: SVGGElement): Point {
  return { x: Number(element.dataset["x"]), y: Number(element.dataset["y"]) };
}
