// A game of two forces that the core keeps: checked by the service as it is filled in, then opened with the command that
// the service gives.
import type { Json } from "../forms/form-json";
import { startDraft } from "../forms/form-draft";
import { diceShare, openGame } from "../games/game-entry";
import { asSentence } from "../forms/problem-details";
import { answerPlace, clearAnswer, showRefusal } from "../components/announcements";
import {
  type CheckedGame,
  countHouseRules,
  houseRules,
  item,
  offerTableOfTheDate,
  type RuleChosen,
  showChecked,
  takeMonth,
} from "../games/new-game-form";

interface Checked extends CheckedGame {
  readonly date: string;
  readonly title: string;
  readonly sides: readonly { readonly side: string; readonly says: string }[];
  readonly house_rules: readonly RuleChosen[];
  readonly command: { readonly [key: string]: Json } | null;
}

const FORCE = "_force";
/** The house rules are those of the forces until somebody chooses one. */
let rulesChosen = false;
let asked = 0;

const form = document.querySelector<HTMLFormElement>("form[data-own-game][data-check]");
if (form) begin(form);

function begin(of: HTMLFormElement): void {
  const draft = startDraft(
    of,
    () => rulesChosen,
    (more) => void (rulesChosen = more === true),
  );
  chooseNamed(of);
  of.addEventListener("change", (event) => {
    const checked = changed(of, event.target as HTMLElement);
    draft.keep();
    void checked.then(draft.keep);
  });
  of.addEventListener("submit", (event) => {
    event.preventDefault();
    void setUp(of);
  });
  countHouseRules(of);
  void check(of);
}

/** The forces that the address names are chosen, whatever a draft holds. */
function chooseNamed(of: HTMLFormElement): void {
  for (const [side, force] of [...new URLSearchParams(location.search)]) {
    const choice = of.querySelector<HTMLSelectElement>(`select[name="${CSS.escape(side)}${FORCE}"]`);
    if (choice && [...choice.options].some((option) => option.value === force)) choice.value = force;
  }
}

async function changed(of: HTMLFormElement, what: HTMLElement): Promise<void> {
  if (what instanceof HTMLSelectElement && what.name.endsWith(FORCE)) takeMonth(of);
  if (what instanceof HTMLSelectElement && what.name === "table") delete what.dataset["nearest"];
  if (what instanceof HTMLInputElement && what.dataset["ruling"] !== undefined) rulesChosen = true;
  countHouseRules(of);
  await check(of);
}

/** What the form holds. Its own fields of the system are all that are neither a force nor one of those that every system has. */
function wanted(of: HTMLFormElement): { [key: string]: Json } {
  const typed = [...new FormData(of)].map(([name, value]) => [name, String(value).trim()] as const);
  const valueOf = (name: string): string => typed.find(([key]) => key === name)?.[1] ?? "";
  const rulings = new Set([...of.querySelectorAll<HTMLInputElement>("input[data-ruling]")].map((way) => way.name));
  const common = ["title", "date", "table", "length", "role", "player"];
  const forces = typed.filter(([name]) => name.endsWith(FORCE)).map(([name, value]) => [name.slice(0, -FORCE.length), value]);
  const options = typed.filter(([name]) => !name.endsWith(FORCE) && !common.includes(name) && !rulings.has(name));
  return {
    forces: Object.fromEntries(forces) as { [side: string]: Json },
    title: valueOf("title"),
    date: valueOf("date"),
    length: valueOf("length") === "" ? null : asNumber(valueOf("length")),
    table: valueOf("table"),
    options: Object.fromEntries(options) as { [name: string]: Json },
    house_rules: rulesChosen ? houseRules(of).map(({ ruling, option }) => ({ ruling, option })) : null,
  };
}

/** What cannot be read as a number goes as it was typed: the service says what would be right. */
function asNumber(written: string): Json {
  const number = Number(written);
  return Number.isInteger(number) ? number : written;
}

async function check(of: HTMLFormElement): Promise<Checked | null> {
  const mine = ++asked;
  const sent = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(wanted(of)) };
  const answer = await fetch(of.dataset["check"] ?? "", sent).catch(() => null);
  if (answer && !answer.ok)
    return refuse(of, (await answer.json().catch(() => ({}))) as { because?: string; detail?: string; instead?: string });
  const told = answer ? ((await answer.json().catch(() => null)) as Checked | null) : null;
  // What was asked before the newest change is out of date.
  if (told && mine === asked) show(of, told);
  return told;
}

function refuse(of: HTMLFormElement, why: { because?: string; detail?: string; instead?: string }): null {
  const because = asSentence(why.because ?? why.detail ?? "The server cannot read the form.");
  of.querySelector("[data-wrong]")?.replaceChildren(item(`${because} ${asSentence(why.instead ?? "")}`.trim()));
  return null;
}

function show(of: HTMLFormElement, told: Checked): void {
  showChecked(of, told);
  for (const place of of.querySelectorAll<HTMLElement>("[data-side]")) {
    place.textContent = told.sides.find((side) => side.side === place.dataset["side"])?.says ?? "";
  }
  offerTableOfTheDate(of, told.date);
  const title = of.querySelector<HTMLInputElement>("input[name=title]");
  if (title && told.title) title.placeholder = told.title;
  if (!rulesChosen) chooseRules(of, told.house_rules);
}

/** The rules that the forces bring are chosen in the form, so that they are seen there. */
function chooseRules(of: HTMLFormElement, rules: readonly RuleChosen[]): void {
  const chosen = new Map(rules.map((rule) => [rule.ruling, rule.option]));
  for (const way of of.querySelectorAll<HTMLInputElement>("input[data-ruling]")) {
    const option = chosen.get(way.name);
    way.checked = option === undefined ? way.dataset["usual"] !== undefined : way.value === option;
  }
  countHouseRules(of);
}

async function setUp(of: HTMLFormElement): Promise<void> {
  clearAnswer(answerPlace(of));
  const told = await check(of);
  if (!told)
    return showRefusal(answerPlace(of), {
      because: "The game cannot be set up.",
      instead: "Correct what is listed above, or try again in a moment.",
    });
  if (!told.command) {
    const [first] = told.wrong;
    return showRefusal(answerPlace(of), {
      because: asSentence(`${first?.where ? `${first.where}: ` : ""}${first?.because ?? "something is missing"}`),
      instead: asSentence(first?.instead ?? ""),
    });
  }
  const typed = new FormData(of);
  const text = (name: string): string => String(typed.get(name) ?? "").trim();
  const body = {
    system: of.dataset["system"] ?? "",
    title: told.title,
    role: text("role") || "referee",
    name: text("player"),
    share: diceShare(),
    command: told.command,
  };
  await openGame(of, of.dataset["ownGame"] ?? "", body, () => answerPlace(of));
}
