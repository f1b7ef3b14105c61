// The home page opens the demonstration game, and takes a code to join one.
import type { Json } from "../compose";
import { diceShare, openGame } from "../opening";

document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  const address = form.dataset["open"];
  if (address === undefined) return;
  event.preventDefault();
  void openGame(form, address, bodyOf(form));
});

function bodyOf(form: HTMLFormElement): { [key: string]: Json } {
  const given = JSON.parse(form.dataset["body"] ?? "{}") as { [key: string]: Json };
  const typed = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  return { ...given, ...typed, share: diceShare() };
}
