// A scanned invitation: the code is taken out of the address at once, so that it stays in no history and no picture.
import { joinGame } from "../seats/join-form";

let invited = "";
takeCode();
// A link that is opened while this page is open changes the address only.
addEventListener("hashchange", takeCode);

function takeCode(): void {
  const code = location.hash.slice(1);
  if (!code) return;
  invited = code;
  history.replaceState(null, "", location.pathname);
  askForCode(false);
}

function askForCode(asked: boolean): void {
  for (const field of document.querySelectorAll<HTMLElement>("[data-code]")) field.hidden = !asked;
  for (const words of document.querySelectorAll<HTMLElement>("[data-invited]")) words.hidden = asked;
}

document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  const address = form.dataset["join"];
  if (address === undefined) return;
  event.preventDefault();
  void joinGame(form, address, invited || String(new FormData(form).get("code") ?? ""), refused);
});

/** An invitation that does not serve gives way to a code typed by hand. */
function refused(): void {
  invited = "";
  askForCode(true);
}
