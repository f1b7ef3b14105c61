// A fire action: stands at one target together or each at its own, or a machine gun's first target and its beaten zone.
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
  const { kind, unit, firers, dice, mad_minute, on_the_move, behind, aims, throws, surveyed, passes, ...aim } = compose("fire", fieldsOf(form, submitter));
  const thrown = Array.isArray(dice) ? dice : [];
  const together = (Array.isArray(firers) ? firers : []).map((firer) => ({ ...aim, firer }));
  const each = valuesOf(aims).filter((own) => "firer" in own).flatMap((own) => withZone({ ...aim, ...own }));
  const zone = inBeatenZone(behind, together[0]);
  const shots = [...together, ...each, ...zone].map((shot) => ({ ...fromMap(shot, surveyed), ...passingOver(shot, passes) }));
  // How many dice each shot takes, as the service has worked it out; without that all alike.
  const alike = Math.max(1, Math.round(thrown.length / Math.max(1, shots.length)));
  const takes = Array.isArray(throws) ? throws.map(Number) : [];
  const left = [...thrown];
  const fired = shots.map((shot, n) => ({ ...shot, dice: left.splice(0, takes[n] ?? alike) }));
  const moving = on_the_move === true ? { on_the_move } : {};
  return { kind: kind ?? "fire", unit: unit ?? "", shots: fired, mad_minute: mad_minute === true, ...moving };
}

/** What the map has of this very shot, wherever the form still holds what it proposed for all of them. */
export function fromMap(shot: Aim, surveyed: Json | undefined): Aim {
  const shown = recordOf(recordOf(surveyed)["shown"]);
  const own = recordOf(recordOf(recordOf(surveyed)["own"])[`${String(shot["firer"])}>${String(shot["target"])}`]);
  const kept = Object.entries(own).filter(([name]) => name in shown && shot[name] === shown[name]);
  return { ...shot, ...Object.fromEntries(kept) };
}

/** Whether another enemy comes first for who fires here, as it was said of this very target. */
function passingOver(shot: Aim, passes: Json | undefined): Aim {
  return { passes_over: Array.isArray(passes) && passes.includes(`${String(shot["firer"])}>${String(shot["target"])}`) };
}

function recordOf(value: Json | undefined): Aim {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

/** A target with what is hit behind it: the faces of a block house have a beaten zone each. */
function withZone({ behind, ...first }: Aim): Aim[] {
  return [first, ...inBeatenZone(behind, first)];
}

/** Each stand behind the first target is as much farther away as it was measured to stand behind. */
function inBeatenZone(behind: Json | undefined, first: Aim | undefined): Aim[] {
  if (!first) return [];
  return valuesOf(behind).map((aim) => {
    const range = (Number(first["range_cm"]) * 10 + Number(aim["behind_cm"]) * 10) / 10;
    return { ...first, ...aim, range_cm: range };
  });
}

function valuesOf(numbered: Json | undefined): Aim[] {
  return typeof numbered === "object" && numbered !== null ? (Object.values(numbered) as Aim[]) : [];
}
