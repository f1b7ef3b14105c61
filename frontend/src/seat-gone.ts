// The host took this device's seat away: what it may no longer see goes, and a plain word with the way back comes.
export function sayGone(): void {
  const notice = document.querySelector<HTMLTemplateElement>("template#seat-gone")?.content.cloneNode(true);
  const main = document.querySelector<HTMLElement>("#main");
  if (!notice || !main) return;
  main.className = "page-plain stack";
  main.replaceChildren(notice);
  document.querySelector("#place")?.replaceChildren();
  main.querySelector<HTMLElement>("h1")?.focus();
}
