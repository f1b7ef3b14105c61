// A look-up answers while its facts are changed. Without this script its form is sent by its button.
import { morphRegions } from "../morph";

const REGIONS = new Set(["answer", "facts", "reasons"]);
const TOGETHER_MS = 120;

const form = document.querySelector<HTMLFormElement>("#lookup");
let waiting: ReturnType<typeof setTimeout> | undefined;
let newest = 0;

if (form) {
  document.documentElement.classList.add("scripted");
  form.addEventListener("change", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => void show(address(form)), TOGETHER_MS);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void show(address(form));
  });
  form.addEventListener("click", (event) => {
    const again = (event.target as Element).closest<HTMLAnchorElement>("a[data-again]");
    if (!again) return;
    event.preventDefault();
    void show(again.href);
  });
}

function address(asked: HTMLFormElement): string {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(asked)) if (typeof value === "string") query.append(name, value);
  return `${asked.action}?${query}`;
}

// Only the newest question is shown: an older answer may come in later than a newer one.
async function show(url: string): Promise<void> {
  const mine = ++newest;
  const response = await fetch(url, { headers: { Accept: "text/html" } }).catch(() => null);
  if (mine !== newest) return;
  if (!response?.ok) return location.assign(url);
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  await morphRegions(fresh, REGIONS);
  history.replaceState(null, "", url);
}
