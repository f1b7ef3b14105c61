// A fire action: a company's stands each at one target, or a machine gun's first target and its beaten zone.
import { fieldsOf, sendCommand } from "../commands";
import { compose, type Json } from "../compose";

type Aim = { [key: string]: Json };

document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  if (!form.matches("[data-fire]")) return;
  event.preventDefault();
  void sendCommand(fireOf(form, event.submitter), form);
});

function fireOf(form: HTMLFormElement, submitter: HTMLElement | null): Aim {
  const { kind, unit, firers, dice, mad_minute, behind, ...aim } = compose("fire", fieldsOf(form, submitter));
  const thrown = Array.isArray(dice) ? dice : [];
  const stands = Array.isArray(firers) ? firers : [];
  const aims = stands.map((firer) => ({ ...aim, firer }));
  const shots = [...aims, ...inBeatenZone(behind, aims[0])];
  const each = Math.max(1, Math.round(thrown.length / Math.max(1, shots.length)));
  const fired = shots.map((shot, n) => ({ ...shot, dice: thrown.slice(n * each, (n + 1) * each) }));
  return { kind: kind ?? "fire", unit: unit ?? "", shots: fired, mad_minute: mad_minute === true };
}

/** Each stand behind the first target is as much farther away as it was measured to stand behind. */
function inBeatenZone(behind: Json | undefined, first: Aim | undefined): Aim[] {
  if (!first || typeof behind !== "object" || behind === null) return [];
  return Object.values(behind).map((stand) => {
    const aim = stand as Aim;
    const range = (Number(first["range_cm"]) * 10 + Number(aim["behind_cm"]) * 10) / 10;
    return { ...first, ...aim, range_cm: range };
  });
}
