// A scanned invitation: the code is taken out of the address at once, so that it stays in no history and no picture.
import { diceShare, openGame } from "../opening";

const invited = decodeURIComponent(location.hash.slice(1));
if (invited) {
  history.replaceState(null, "", location.pathname);
  for (const field of document.querySelectorAll<HTMLElement>("[data-code]")) field.hidden = true;
  for (const words of document.querySelectorAll<HTMLElement>("[data-invited]")) words.hidden = false;
}

document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  const address = form.dataset["join"];
  if (address === undefined) return;
  event.preventDefault();
  const typed = new FormData(form);
  const code = invited || String(typed.get("code") ?? "");
  void openGame(form, address, { code, name: String(typed.get("name") ?? ""), share: diceShare() });
});
