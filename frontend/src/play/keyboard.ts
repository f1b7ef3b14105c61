// Keys and strokes: 1 to 6 are dice, Enter is Next, U undoes, a letter is a command. A finger drawn over counters selects
// each of them.
import { faceOf } from "./board";
import { meetingOf, throwsBoth } from "./contested-roll";
import { nextOf } from "./footer";
import { MAP_FACE, showsMap } from "./map-panel";
import { deedsOf } from "./step-flow";
import type { PlayScreen } from "./play-screen";

export function startStageKeys(table: PlayScreen): void {
  document.addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    // What the map took for itself: an arrow moves what is chosen there.
    if (event.defaultPrevented) return;
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || event.metaKey || event.ctrlKey || event.altKey) return;
    if (pressed(table, event.key.toLowerCase(), target)) event.preventDefault();
  });
}

export function pressed(table: PlayScreen, key: string, target: HTMLElement): boolean {
  const meeting = meetingOf(table);
  if (/^[1-6]$/.test(key))
    return done(() => (meeting && throwsBoth(table, meeting) ? table.diceInput.meetByKeys(Number(key)) : table.diceInput.die(Number(key))));
  if (key === "backspace" && table.state.firstDie) return done(() => ((table.state.firstDie = 0), table.draw()));
  if (key === "backspace") return !!table.state.hand?.trail.at(-1)?.name.startsWith("die") && done(() => table.requests.back());
  if (key === "u") return done(() => table.requests.back());
  if (key === "l") return done(() => ((table.state.drawer = table.state.drawer ? null : "log"), table.draw()));
  if (key === "g") return done(() => turn(table));
  if (key === "escape")
    return done(() => (([table.state.drawer, table.state.unfolded, table.state.refused] = [null, null, null]), table.draw()));
  if (key === "enter" && (target === document.body || target.matches(".sheet"))) return done(() => nextOf(table).go?.());
  if (key === "f") return deed(table, 3);
  if (key === "m") return deed(table, 2);
  if (key === "a") return deed(table, 4);
  if (key === "/") return find(table);
  if (/^[a-z]$/.test(key)) return called(table, key);
  if (key.startsWith("arrow")) return step(table, target, key === "arrowright" || key === "arrowdown" ? 1 : -1);
  return false;
}

function done(what: () => void): true {
  what();
  return true;
}

function turn(table: PlayScreen): void {
  const faces = [...table.state.scene.faces.map((one) => one.side), ...(table.state.scene.has_map ? [MAP_FACE] : [])];
  const now = showsMap(table) ? MAP_FACE : faceOf(table)?.side;
  table.state.face = faces[(faces.findIndex((one) => one === now) + 1) % faces.length] ?? null;
  table.state.look = "";
  table.draw();
}

/** The look-ups, in a window of their own: what is in hand stays there. */
function find(table: PlayScreen): boolean {
  const way = table.state.scene.ways.find((one) => one.sign === "find");
  return !!way && done(() => window.open(way.address, "_blank", "noopener"));
}

/** A deed of the unit in hand that one of its words begins with, if it is the only one: W tries the wire. */
function called(table: PlayScreen, letter: string): boolean {
  const words = (says: string): string[] => says.toLowerCase().split(/[^a-z]+/);
  const found = deedsOf(table.state.scene, table.state.unit).filter(
    (one) => !one.barred && words(one.says).some((word) => word.startsWith(letter)),
  );
  if (found.length !== 1 || table.state.hand?.tapped.dice.length) return false;
  return done(() => table.selection.choose(found[0]!));
}

function deed(table: PlayScreen, place: number): boolean {
  const found = deedsOf(table.state.scene, table.state.unit).find((one) => one.place === place && !one.barred);
  if (!found || table.state.hand?.tapped.dice.length) return false;
  return done(() => table.selection.choose(found));
}

/** From one counter to the next; while the card asks for somebody, only to those who may be taken. */
function step(table: PlayScreen, target: HTMLElement, by: number): boolean {
  const among = table.state.aiming ? table.state.aim!.among : null;
  const mayBeTaken = (id: string): boolean => !among || (among.has(id) && !table.state.placed(id)?.counter.out);
  const all = [...document.querySelectorAll<HTMLElement>(".board [data-unit], .board button[data-st]")].filter(
    (one) => one.offsetParent && (one.dataset["st"] === undefined || mayBeTaken(one.dataset["st"])),
  );
  const at = all.indexOf(target);
  if (!all.length) return false;
  all[(at + by + all.length) % all.length]!.focus();
  return true;
}

export function startStrokes(table: PlayScreen): void {
  let seen: string[] | null = null;
  let drawn = false;
  const under = (event: PointerEvent): string | undefined =>
    document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>(".board button[data-st]")?.dataset["st"];
  document.addEventListener("pointerdown", (event) => {
    const first = (event.target as Element).closest<HTMLElement>(".board button[data-st]")?.dataset["st"];
    seen = first && table.state.aiming && !table.state.aim!.spread && table.state.aim!.how !== "one" ? [first] : null;
    drawn = false;
  });
  document.addEventListener("pointermove", (event) => {
    if (!seen || !(event.buttons & 1)) return;
    const id = under(event);
    if (!id || seen.includes(id)) return;
    seen.push(id);
    drawn = true;
  });
  document.addEventListener("pointerup", () => {
    if (seen && drawn) table.targets.stroke(seen);
    seen = null;
  });
  // The click that ends a stroke is no tap of its own.
  document.addEventListener("click", (event) => drawn && (event.stopPropagation(), (drawn = false)), { capture: true });
}
