// The drawer: everything else. It covers rail and board, never the dock nor the foot.
import { html, nothing, type TemplateResult } from "lit-html";
import { applySettings, type Settings, writeSetting, readSettings } from "../settings-values";
import { notNow } from "./flow";
import { lying } from "./lying";
import type { Deed } from "./model";
import { button, capital, columns, flag, hour, icon } from "./parts";
import type { Table } from "./table";

const HAND_KEY = "beaten-zone.hand";

/** So many kinds of deeds have a tile of their own; what is rarer still has one together. */
const MOST_TILES = 9;

export function drawer(table: Table): TemplateResult {
  const tile = (key: string, sign: string, title: string): TemplateResult =>
    html`<button type="button" class="${table.drawer === key ? "on" : ""}" aria-pressed=${table.drawer === key ? "true" : "false"} @click=${() => (([table.drawer, table.more] = [key, null]), table.draw())}>${icon(sign)}<span>${title}</span></button>`;
  const { able, barred } = rare(table);
  const offered = new Set(able.map((one) => one.kind));
  // What is done on a page of its own leads there, as long as it may be done.
  const ways = table.scene.ways.filter((one) => one.sign !== PRINTED && (!one.deed || one.now || offered.has(one.deed)));
  const kinds = [...offered].filter((kind) => !ways.some((one) => one.deed === kind));
  const rest = kinds.length > MOST_TILES ? kinds.slice(MOST_TILES - 1) : [];
  const own = kinds.filter((one) => !rest.includes(one));
  return html`<div class="dh"><span>More</span>${button({ title: "Close", tap: () => ((table.drawer = null), table.draw()) })}</div>
<div class="tiles">${tile("log", "list", "Log")}${ways.map((one) => link(one.address, one.sign, one.says))}${own.map((kind) =>
    deedTile(
      table,
      able.filter((one) => one.kind === kind),
    ),
  )}${rest.length || barred.length ? tile("deeds", "star", rest.length ? "Other deeds" : "Not now") : nothing}${tile("sheets", "eye", "On the table")}${tile("game", "house", "This game")}${tile("device", "menu", "This device")}</div>
${panel(table, rest)}`;
}

/** Pages that are for paper stand behind the tile of the game. */
const PRINTED = "list";

function link(address: string | undefined, sign: string, title: string): TemplateResult | typeof nothing {
  return address ? html`<a class="tile" href=${address}>${icon(sign)}<span>${title}</span></a>` : nothing;
}

/** Deeds that are at hand at any time, and what may not be done now. A rule is set aside where it refused something: on the card of that refusal. */
function rare(table: Table): { readonly able: readonly Deed[]; readonly barred: readonly Deed[] } {
  const able = table.scene.stage.offered.filter((one) => one.where === "more" && one.kind !== "override" && !one.barred);
  return { able, barred: notNow(table.scene, table.unit) };
}

/** One tap does it; of several alike the tile opens which. */
function deedTile(table: Table, deeds: readonly Deed[]): TemplateResult {
  const { kind, says } = deeds[0]!;
  const several = deeds.length > 1;
  const open = table.drawer === "deeds" && table.more === kind;
  const tapped = (): void => {
    if (!several) return choose(table, deeds[0]!);
    [table.drawer, table.more] = ["deeds", kind];
    table.draw();
  };
  return html`<button type="button" class="${open ? "on" : ""}" data-kind=${kind} aria-expanded=${several ? (open ? "true" : "false") : nothing} @click=${tapped}>${icon("star")}<span>${says}</span></button>`;
}

function panel(table: Table, rest: readonly string[]): TemplateResult {
  switch (table.drawer) {
    case "log":
      return log(table);
    case "device":
      return device(table);
    case "sheets":
      return sheets(table);
    case "game":
      return pages(table);
    default:
      return table.more && !rest.includes(table.more) ? alike(table, table.more) : deeds(table, rest);
  }
}

/** The pages of this game beside its table. */
function pages(table: Table): TemplateResult {
  const links = document.body.dataset;
  const prints = table.scene.ways.filter((one) => one.sign === PRINTED);
  const file = links["file"]
    ? html`<a class="tile" href=${links["file"]} download>${icon("house")}<span>Save the game’s file</span></a>`
    : nothing;
  return html`<div class="logp many" tabindex="0" role="region" aria-label="This game"><div class="tiles">${prints.map((one) => link(one.address, one.sign, one.says))}${link(links["wholeLog"], "list", "Whole log")}${link(links["plain"], "list", "Plain form")}${link(links["seats"], "go", "Seats")}${link(links["deletion"], "no", "Delete game")}${file}${link(links["home"], "house", "Start page")}</div></div>`;
}

/** Deeds of one kind, each by what it is of. */
function alike(table: Table, kind: string): TemplateResult {
  const own = rare(table).able.filter((one) => one.kind === kind);
  const says = own[0]?.says ?? "";
  return html`<div class="logp many" tabindex="0" role="region" aria-label=${says || "Deeds"}><div class="group"><p class="label">${says}</p><div class="acts ${columns(own.length > 3 ? 2 : 1)}">${own.map((one) => button({ title: capital(one.of || says), tap: () => choose(table, one) }))}</div></div></div>`;
}

/** What lies on the table or is in force beside the stands. */
function sheets(table: Table): TemplateResult {
  return html`<div class="logp many" tabindex="0" role="region" aria-label="On the table">${table.scene.sheets.length ? lying(table.scene) : html`<p>Nothing lies on the table beside the stands.</p>`}</div>`;
}

/** The newest lines, where there is room for them beside what is in hand. */
export function lately(table: Table, most: number): TemplateResult {
  return html`<ol class="logp lately" aria-label="Lately">${logLines(table).slice(0, most)}</ol>`;
}

function log(table: Table): TemplateResult {
  const lines = logLines(table);
  return html`<ol class="logp" tabindex="0" aria-label="Log">${lines.length ? lines : html`<li><span></span><span></span><span>Nothing yet</span></li>`}</ol>`;
}

function logLines(table: Table): TemplateResult[] {
  const of = (side: string): TemplateResult => {
    const face = table.scene.faces.find((one) => one.side === side);
    return face ? flag(face.letter, face.nation, "sm") : html`<span></span>`;
  };
  return table.scene.lines.map(
    (one) => html`<li>${hour(one)}${of(one.side)}<span>${one.gone ? html`<del>${one.says}</del>` : one.says}</span></li>`,
  );
}

/** What has no tile of its own, and what may not be done now, each with why. */
function deeds(table: Table, kinds: readonly string[]): TemplateResult {
  const { able, barred } = rare(table);
  const group = (kind: string): TemplateResult => {
    const own = able.filter((one) => one.kind === kind);
    const says = own[0]!.says;
    if (own.length === 1) return button({ title: says, small: own[0]!.of, cls: "wide", tap: () => choose(table, own[0]!) });
    if (table.more !== kind)
      return button({ title: says, small: `${own.length} to choose from`, cls: "wide", tap: () => ((table.more = kind), table.draw()) });
    return html`<div class="group"><p class="label">${says}</p><div class="acts ${columns(2)}">${own.map((one) => button({ title: capital(one.of || says), tap: () => choose(table, one) }))}</div></div>`;
  };
  return html`<div class="logp many" tabindex="0" role="region" aria-label="Other deeds">${kinds.map(group)}${barred.length ? html`<details ?open=${!kinds.length}><summary>Not now, ${barred.length}</summary><ul>${barred.map((one) => html`<li><button type="button" class="not-now" @click=${() => choose(table, one)}><b>${one.says}${one.of ? `: ${one.of}` : ""}</b> ${one.barred!.because} <span class="cl">${one.barred!.clause}</span></button></li>`)}</ul></details>` : nothing}</div>`;
}

function choose(table: Table, deed: Deed): void {
  table.choose(deed);
  table.draw();
}

function device(table: Table): TemplateResult {
  const now = readSettings();
  const set = (name: keyof Settings, value: string): void => {
    writeSetting(name, value);
    applySettings(document.documentElement, { ...readSettings(), [name]: value });
    table.draw();
  };
  const one = (name: keyof Settings, value: string, title: string): TemplateResult =>
    html`<button type="button" class="btn" aria-pressed=${now[name] === value} @click=${() => set(name, value)}>${title}</button>`;
  const left = isLeft();
  const hand = (value: boolean, title: string): TemplateResult =>
    html`<button type="button" class="btn" aria-pressed=${left === value} @click=${() => (setLeft(value), table.draw())}>${title}</button>`;
  return html`<div class="logp"><p class="label">Light</p><div class="set">${one("theme", "system", "As the device")}${one("theme", "light", "Light")}${one("theme", "dark", "Dark")}</div>
<p class="label">Text</p><div class="set">${one("text", "normal", "Normal")}${one("text", "large", "Large")}${one("text", "larger", "Larger")}</div>
<p class="label">Hand</p><div class="set">${hand(false, "Right hand")}${hand(true, "Left hand")}</div><p class="dim" data-awake-note hidden></p></div>`;
}

export function isLeft(): boolean {
  try {
    return localStorage.getItem(HAND_KEY) === "left";
  } catch {
    return document.body.classList.contains("left");
  }
}

function setLeft(left: boolean): void {
  document.body.classList.toggle("left", left);
  try {
    localStorage.setItem(HAND_KEY, left ? "left" : "right");
  } catch {
    // Without storage it holds until the page is left.
  }
}
