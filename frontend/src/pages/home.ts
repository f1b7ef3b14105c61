// The home page opens the demonstration game, takes a code to join one, and a file to bring one back.
import "../forms/post-forms";
import type { Json } from "../forms/form-json";
import { joinGame } from "../seats/join-form";
import { diceShare, openBy, openGame } from "../games/game-entry";

document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  const { join, open, bringBack } = form.dataset;
  if (join === undefined && open === undefined && bringBack === undefined) return;
  event.preventDefault();
  if (join !== undefined) void joinGame(form, join, String(new FormData(form).get("code") ?? ""));
  else if (open !== undefined) void openGame(form, open, bodyOf(form));
  else if (bringBack !== undefined) void sendFile(form, bringBack);
});

/** Sends the file byte for byte: what is in it was hashed so, and the service reads its text. */
async function sendFile(form: HTMLFormElement, address: string): Promise<void> {
  const file = form.querySelector<HTMLInputElement>("input[type=file]")?.files?.[0];
  if (file) await openBy(form, address, file);
}

/** What the form stands for and what was typed; of a ready game also the side that this device is to play. */
function bodyOf(form: HTMLFormElement): { [key: string]: Json } {
  const given = JSON.parse(form.dataset["body"] ?? "{}") as { [key: string]: Json };
  const typed = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  const here = document.querySelector<HTMLInputElement>("input[name=here]:checked")?.value ?? "";
  const role = here && form.dataset["sides"]?.split(" ").includes(here) ? { role: here } : {};
  return { ...given, ...typed, ...role, share: diceShare() };
}
