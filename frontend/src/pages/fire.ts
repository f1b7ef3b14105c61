// A fire action at one target: each stand that fires throws its own dice, all measured alike.
import { fieldsOf, sendCommand } from "../commands";
import { compose, type Json } from "../compose";

document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  if (!form.matches("[data-fire]")) return;
  event.preventDefault();
  void sendCommand(fireOf(form, event.submitter), form);
});

function fireOf(form: HTMLFormElement, submitter: HTMLElement | null): { [key: string]: Json } {
  const { kind, unit, firers, dice, mad_minute, ...aim } = compose("fire", fieldsOf(form, submitter));
  const stands = Array.isArray(firers) ? firers : [];
  const thrown = Array.isArray(dice) ? dice : [];
  const each = Math.max(1, Math.round(thrown.length / Math.max(1, stands.length)));
  const shots = stands.map((firer, n) => ({ ...aim, firer, dice: thrown.slice(n * each, (n + 1) * each) }));
  return { kind: kind ?? "fire", unit: unit ?? "", shots, mad_minute: mad_minute === true };
}
