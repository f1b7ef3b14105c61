// The wall on its own page, drawn whole and after one change. Driven by tests/bench/wall.py.
import type { ScreenData } from "../../src/play/model";
import type { PlayService } from "../../src/play/play-service";
import { PlayScreen } from "../../src/play/play-screen";
import { drawWall } from "../../src/play/wall";

const PLACES = ["bar", "rail", "board", "main"];

function place(id: string): HTMLElement {
  return document.getElementById(id)!;
}

/** Nothing of what was drawn is left, nor what the drawing remembers of it. */
function emptied(): void {
  delete document.body.dataset["give"];
  for (const id of PLACES) place(id).replaceWith(place(id).cloneNode(false));
}

function inner(): string {
  return place("board").outerHTML.replaceAll(/<!--.*?-->/g, "");
}

/** For each of these scenes, one change after the other, how long the change took and how long all of it, in milliseconds. */
async function measured(scenes: readonly string[]): Promise<{ changed: number[]; whole: number[] }> {
  let shown = "";
  const found = { changed: [] as number[], whole: [] as number[] };
  for (const [n, text] of scenes.entries()) {
    if (!n) continue;
    let next = scenes[n - 1]!;
    const service = { scene: async () => JSON.parse(next) as ScreenData } as unknown as PlayService;
    emptied();
    let began = performance.now();
    const screen = new PlayScreen(
      await service.scene(),
      service,
      () => drawWall(screen, place),
      () => undefined,
    );
    screen.state.isWall = true;
    drawWall(screen, place);
    found.whole.push(performance.now() - began);
    if (shown && shown !== inner()) throw new Error("what was drawn after a change is not what it is when drawn whole");
    const before = inner();
    next = text;
    began = performance.now();
    await screen.updates.refresh();
    const took = performance.now() - began;
    // What is told of a battalion off the table is not drawn.
    if (inner() !== before) found.changed.push(took);
    shown = inner();
  }
  return found;
}

Object.assign(globalThis, { measured });
