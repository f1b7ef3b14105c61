// Room for what must be read before the next tap: where an outcome does not fit, other things give way, the least missed first.

/** Rows draw together; then the board leaves, and a button brings it back; then a row keeps its name and its outcome. */
const LEVELS = ["1", "2", "3"];

/** Takes only as much as the outcome on the card needs, and gives it back when the card shows something else. */
export function makeRoom(main: HTMLElement): void {
  const { body } = document;
  delete body.dataset["room"];
  const outcome = main.querySelector<HTMLElement>(".res")?.closest<HTMLElement>(".body");
  if (!outcome) return;
  for (const level of LEVELS) {
    if (fits(outcome)) return;
    body.dataset["room"] = level;
  }
}

function fits(outcome: HTMLElement): boolean {
  const sheet = outcome.closest<HTMLElement>(".sheet")!;
  return outcome.scrollHeight <= outcome.clientHeight + 1 && sheet.scrollHeight <= sheet.clientHeight + 1;
}
