// The form of a new game: from its fields to the command that sets the game up, answers beside the field they are about.
import type { Json } from "../../forms/form-json";
import { diceShare, openGame } from "../../games/game-entry";
import type { ProblemDetails } from "../../forms/problem-details";
import { answerPlace, clearAnswer, showRefusal } from "../../components/announcements";

const form = document.querySelector<HTMLFormElement>("form[data-new-game]");
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  for (const place of form.querySelectorAll<HTMLElement>("[data-for]")) clearAnswer(place);
  if (!rightVeterans(form)) return;
  void setUp(form);
});
form?.addEventListener("change", () => countHouseRules(form));
if (form) countHouseRules(form);

async function setUp(from: HTMLFormElement): Promise<void> {
  const body = wanted(from);
  const chosen = String(new FormData(from).get("table") ?? "");
  if (chosen) body.command = { ...body.command, table: { id: chosen } };
  if (from.dataset["own"]) {
    const own = await documentOf(from.dataset["own"]);
    if (!own)
      return showRefusal(answerPlace(from), {
        because: "The scenario cannot be had.",
        instead: "Try again in a moment, or choose another.",
      });
    body.command = { ...body.command, own };
  }
  await openGame(from, from.dataset["newGame"] ?? "", body, (why) => placeOf(from, why));
}

/** A scenario that was written here, whole. */
async function documentOf(id: string): Promise<Json | null> {
  const answer = await fetch(`/api/v1/scenarios/${encodeURIComponent(id)}`).catch(() => null);
  return answer?.ok ? ((await answer.json().catch(() => null)) as Json | null) : null;
}

function wanted(from: HTMLFormElement): { [key: string]: Json; command: { [key: string]: Json } } {
  const typed = new FormData(from);
  const text = (name: string) => String(typed.get(name) ?? "").trim();
  const command = {
    kind: "create_game",
    scenario: from.dataset["scenario"] ?? "",
    title: text("title"),
    date: text("date"),
    period: text("period"),
    attacker: text("attacker"),
    defender: text("defender"),
    event_cards: text("event_cards") || "none",
    veterans: typed.getAll("veterans").map(String),
    house_rules: houseRules(from).map(({ name, value }) => ({ ruling: name, option: value })),
  };
  return {
    system: from.dataset["system"] ?? "",
    title: text("title"),
    role: text("role"),
    name: text("name"),
    share: diceShare(),
    command,
  };
}

/** Only what was chosen otherwise: defaultChecked is the option the page came with. */
function houseRules(from: HTMLFormElement): HTMLInputElement[] {
  return [...from.querySelectorAll<HTMLInputElement>("input[data-ruling]:checked")].filter((way) => !way.defaultChecked);
}

function countHouseRules(from: HTMLFormElement): void {
  const place = from.querySelector("[data-house-count]");
  const count = houseRules(from).length;
  if (place) place.textContent = count ? `${count} chosen otherwise` : "as the book";
}

function rightVeterans(from: HTMLFormElement): boolean {
  const wantedCount = Number(from.dataset["veterans"]);
  const chosen = from.querySelectorAll("input[name=veterans]:checked").length;
  const place = from.querySelector<HTMLElement>('[data-for~="veterans"]');
  if (!place || chosen === wantedCount) return true;
  inSight(place);
  showRefusal(place, {
    because: `Veteran battalions marked: ${chosen}.`,
    instead: `Mark ${wantedCount}.`,
    clause: from.dataset["veteransClause"] ?? "",
  });
  return false;
}

function placeOf(from: HTMLFormElement, why: ProblemDetails): HTMLElement | null {
  const name = why.field?.split(".").at(-1) || why.clause;
  return name ? inSight(from.querySelector<HTMLElement>(`[data-for~="${CSS.escape(name)}"]`)) : null;
}

/** What is said in a fold is said where one sees it. */
function inSight(place: HTMLElement | null): HTMLElement | null {
  const fold = place?.closest("details");
  if (fold) fold.open = true;
  return place;
}
