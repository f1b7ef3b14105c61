// Rows of a form that are added and removed: a removed one can be restored until the form is sent.

/** `changed` is called after each row that is added or removed. */
export function startRows(of: HTMLFormElement, changed: () => void): void {
  of.addEventListener("click", (event) => {
    const on = event.target as HTMLElement;
    const add = on.closest<HTMLElement>("[data-add]");
    const row = on.closest("[data-remove]")?.closest<HTMLFieldSetElement>(".one-row");
    const back = on.closest("[data-put-back]")?.closest<HTMLElement>(".removed");
    if (add) addRow(of, add.dataset["add"] ?? "");
    else if (row) takeOut(row);
    else if (back) putBack(back);
    else return;
    numberRows(of);
    changed();
  });
  numberRows(of);
}

/** Numbers the rows: "Zone 2". */
function numberRows(of: HTMLFormElement): void {
  for (const place of of.querySelectorAll("[data-rows]")) {
    [...place.querySelectorAll<HTMLFieldSetElement>(".one-row:not(:disabled)")].forEach((row, at) => {
      const name = `${row.dataset["called"]} ${at + 1}`;
      const legend = row.querySelector("[data-number]");
      if (legend) legend.textContent = name;
      row.querySelector("[data-remove]")?.setAttribute("aria-label", `Remove: ${name}`);
    });
  }
}

/** Adds an empty row. */
export function addRow(of: HTMLFormElement, name: string): void {
  const template = of.querySelector<HTMLTemplateElement>(`template[data-row=${name}]`);
  const place = of.querySelector<HTMLElement>(`[data-rows=${name}]`);
  if (!template || !place) return;
  place.append(template.content.cloneNode(true));
  place.lastElementChild?.querySelector<HTMLElement>("input, select")?.focus();
}

/** Hides a removed row and shows how to restore it. A removed row is not sent. */
function takeOut(row: HTMLFieldSetElement): void {
  const template = document.querySelector<HTMLTemplateElement>("template#removed");
  const line = template?.content.firstElementChild?.cloneNode(true) as HTMLElement | undefined;
  if (!line) return;
  const name = row.querySelector("[data-number]")?.textContent ?? "";
  row.disabled = row.hidden = true;
  row.after(line);
  const word = line.querySelector("[data-word]");
  if (word) word.textContent = `${name} is taken out.`;
  const back = line.querySelector<HTMLElement>("[data-put-back]");
  back?.setAttribute("aria-label", `Put it back: ${name}`);
  back?.focus();
}

function putBack(line: HTMLElement): void {
  const row = line.previousElementSibling;
  line.remove();
  if (!(row instanceof HTMLFieldSetElement)) return;
  row.disabled = row.hidden = false;
  row.querySelector<HTMLElement>("input, select")?.focus();
}
