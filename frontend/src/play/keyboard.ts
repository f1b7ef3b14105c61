// Keys and strokes: 1 to 6 are dice, Enter is Next, U undoes, a letter is a command. A finger drawn over counters selects
// each of them.
import { faceOf } from "./board";
import { meetingOf, throwsBoth } from "./contested-roll";
import { nextOf } from "./footer";
import { MAP_FACE, showsMap } from "./map-panel";
import { commandsOf } from "./step-flow";
import type { PlayScreen } from "./play-screen";

export function startPlayKeys(screen: PlayScreen): void {
  document.addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    // The map has handled the key: an arrow moves what is selected there.
    if (event.defaultPrevented) return;
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || event.metaKey || event.ctrlKey || event.altKey) return;
    if (pressed(screen, event.key.toLowerCase(), target)) event.preventDefault();
  });
}

export function pressed(screen: PlayScreen, key: string, target: HTMLElement): boolean {
  const contest = meetingOf(screen);
  if (/^[1-6]$/.test(key))
    return done(() =>
      contest && throwsBoth(screen, contest) ? screen.diceInput.rollContestByKeys(Number(key)) : screen.diceInput.die(Number(key)),
    );
  if (key === "backspace" && screen.state.firstDie) return done(() => ((screen.state.firstDie = 0), screen.draw()));
  if (key === "backspace") return !!screen.state.draft?.trail.at(-1)?.name.startsWith("die") && done(() => screen.requests.undo());
  if (key === "u") return done(() => screen.requests.undo());
  if (key === "l") return done(() => ((screen.state.drawer = screen.state.drawer ? null : "log"), screen.draw()));
  if (key === "g") return done(() => turn(screen));
  if (key === "escape")
    return done(() => (([screen.state.drawer, screen.state.unfolded, screen.state.refused] = [null, null, null]), screen.draw()));
  if (key === "enter" && (target === document.body || target.matches(".sheet"))) return done(() => nextOf(screen).go?.());
  if (key === "f") return deed(screen, 3);
  if (key === "m") return deed(screen, 2);
  if (key === "a") return deed(screen, 4);
  if (key === "/") return find(screen);
  if (/^[a-z]$/.test(key)) return called(screen, key);
  if (key.startsWith("arrow")) return step(screen, target, key === "arrowright" || key === "arrowdown" ? 1 : -1);
  return false;
}

function done(what: () => void): true {
  what();
  return true;
}

function turn(screen: PlayScreen): void {
  const faces = [...screen.state.data.faces.map((face) => face.side), ...(screen.state.data.has_map ? [MAP_FACE] : [])];
  const now = showsMap(screen) ? MAP_FACE : faceOf(screen)?.side;
  screen.state.face = faces[(faces.findIndex((face) => face === now) + 1) % faces.length] ?? null;
  screen.state.notice = "";
  screen.draw();
}

/** Opens the lookups in a window of their own. */
function find(screen: PlayScreen): boolean {
  const way = screen.state.data.ways.find((link) => link.sign === "find");
  return !!way && done(() => window.open(way.address, "_blank", "noopener"));
}

/** The only command of the chosen unit with a word that begins with this letter: W tries the wire. */
function called(screen: PlayScreen, letter: string): boolean {
  const words = (says: string): string[] => says.toLowerCase().split(/[^a-z]+/);
  const specs = commandsOf(screen.state.data, screen.state.unit).filter(
    (spec) => !spec.barred && words(spec.says).some((word) => word.startsWith(letter)),
  );
  if (specs.length !== 1 || screen.state.draft?.tapped.dice.length) return false;
  return done(() => screen.selection.choose(specs[0]!));
}

function deed(screen: PlayScreen, place: number): boolean {
  const specs = commandsOf(screen.state.data, screen.state.unit).find((spec) => spec.place === place && !spec.barred);
  if (!specs || screen.state.draft?.tapped.dice.length) return false;
  return done(() => screen.selection.choose(specs));
}

/** Moves the focus from counter to counter; while targets are chosen, only to those available. */
function step(screen: PlayScreen, target: HTMLElement, by: number): boolean {
  const among = screen.state.aiming ? screen.state.aim!.among : null;
  const mayBeTaken = (id: string): boolean => !among || (among.has(id) && !screen.state.placed(id)?.counter.out);
  const all = [...document.querySelectorAll<HTMLElement>(".board [data-unit], .board button[data-st]")].filter(
    (element) => element.offsetParent && (element.dataset["st"] === undefined || mayBeTaken(element.dataset["st"])),
  );
  const at = all.indexOf(target);
  if (!all.length) return false;
  all[(at + by + all.length) % all.length]!.focus();
  return true;
}

export function startStrokes(screen: PlayScreen): void {
  let seen: string[] | null = null;
  let drawn = false;
  const under = (event: PointerEvent): string | undefined =>
    document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>(".board button[data-st]")?.dataset["st"];
  document.addEventListener("pointerdown", (event) => {
    const first = (event.target as Element).closest<HTMLElement>(".board button[data-st]")?.dataset["st"];
    seen = first && screen.state.aiming && !screen.state.aim!.spread && screen.state.aim!.how !== "one" ? [first] : null;
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
    if (seen && drawn) screen.targets.stroke(seen);
    seen = null;
  });
  // The click that ends a stroke is not a tap.
  document.addEventListener("click", (event) => drawn && (event.stopPropagation(), (drawn = false)), { capture: true });
}
