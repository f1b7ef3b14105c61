// A look-up answers while its facts are changed. Without this script its form is sent by its button.
import { thrown } from "../components/dice-entry";
import { showAt, showSoon } from "../live/page-loader";

const REGIONS = new Set(["answer", "facts", "reasons"]);
const DICE = new Set(["dice", "more"]);

const form = document.querySelector<HTMLFormElement>("#lookup");

if (form) {
  document.documentElement.classList.add("scripted");
  form.addEventListener("change", () => showSoon(() => address(form), REGIONS));
  // What was tapped before this script was there is answered too.
  if (isChanged(form)) showSoon(() => address(form), REGIONS);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void showAt(address(form), REGIONS);
  });
  form.addEventListener("click", (event) => {
    const again = (event.target as Element).closest<HTMLAnchorElement>("a[data-again]");
    if (!again) return;
    event.preventDefault();
    void showAt(again.href, REGIONS);
  });
}

function address(asked: HTMLFormElement): string {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(asked)) {
    if (typeof value === "string") query.append(name, DICE.has(name) ? thrown(value) : value);
  }
  return `${asked.action}?${query}`;
}

function isChanged(asked: HTMLFormElement): boolean {
  return [...asked.querySelectorAll<HTMLInputElement>("#facts :is([type=radio], [type=checkbox])")].some(
    (input) => input.checked !== input.defaultChecked,
  );
}
