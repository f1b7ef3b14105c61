// The map of a game to measure on and to look ahead (src/flanders_fields/map/tool-form.ts); a table is laid there too.
import { sendCommand } from "../../games/command-forms";
import { refresh } from "../../live/stream";
import { TrenchMap } from "../../map/trench-map";
import { startToolForm } from "../map/tool-form";

if (!customElements.get("trench-map")) customElements.define("trench-map", TrenchMap);
startToolForm();

document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  if (form.dataset["layTable"] === undefined) return;
  event.preventDefault();
  if (!form.dataset["sending"]) void lay(form);
});

async function lay(form: HTMLFormElement): Promise<void> {
  const answer = await sendCommand({ kind: "set_table", table: { id: String(new FormData(form).get("table")) } }, form);
  if (answer.kind !== "accepted") await refresh();
}
