// The drawer: everything else. It covers rail and board, never the dock nor the foot.
import { html, nothing, type TemplateResult } from "lit-html";
import { applySettings, type Settings, writeSetting, readSettings } from "../settings-values";
import { lying } from "./lying";
import type { Deed } from "./model";
import { button, capital, columns, flag, icon } from "./parts";
import type { Table } from "./table";

const HAND_KEY = "beaten-zone.hand";

export function drawer(table: Table): TemplateResult {
  const tile = (key: string, sign: string, title: string): TemplateResult => html`<button type="button" class="${table.drawer === key ? "on" : ""}" @click=${() => ((table.drawer = key), table.draw())}>${icon(sign)}<span>${title}</span></button>`;
  const links = document.body.dataset;
  const link = (address: string | undefined, sign: string, title: string): TemplateResult | typeof nothing => (address ? html`<a class="tile" href=${address}>${icon(sign)}<span>${title}</span></a>` : nothing);
  return html`<div class="dh"><span>More</span>${button({ title: "Close", tap: () => ((table.drawer = null), table.draw()) })}</div>
<div class="tiles">${tile("log", "list", "Log")}${tile("deeds", "star", "Other deeds")}${tile("sheets", "eye", "On the table")}${tile("device", "menu", "This device")}${table.scene.ways.map((one) => link(one.address, one.sign, one.says))}${link(links["plain"], "list", "Plain form")}${link(links["wholeLog"], "list", "Whole log")}${link(links["seats"], "go", "Seats")}${links["file"] ? html`<a class="tile" href=${links["file"]} download>${icon("house")}<span>Save the game’s file</span></a>` : nothing}${link(links["home"], "house", "Start page")}</div>
${panel(table)}`;
}

function panel(table: Table): TemplateResult {
  switch (table.drawer) {
    case "log":
      return log(table);
    case "device":
      return device(table);
    case "sheets":
      return sheets(table);
    default:
      return deeds(table);
  }
}

/** What lies on the table or is in force beside the stands. */
function sheets(table: Table): TemplateResult {
  return html`<div class="logp many" tabindex="0" role="region" aria-label="On the table">${table.scene.sheets.length ? lying(table.scene) : html`<p>Nothing lies on the table beside the stands.</p>`}</div>`;
}

function log(table: Table): TemplateResult {
  const of = (side: string): TemplateResult | typeof nothing => {
    const face = table.scene.faces.find((one) => one.side === side);
    return face ? flag(face.letter, face.nation, "sm") : nothing;
  };
  const lines = table.scene.lines.map((one) => html`<li><span class="cl">${one.number}</span>${of(one.side)}<span>${one.gone ? html`<del>${one.says}</del>` : one.says}</span></li>`);
  return html`<ol class="logp" tabindex="0" aria-label="Log">${lines.length ? lines : html`<li><span></span><span></span><span>Nothing yet</span></li>`}</ol>`;
}

/** Deeds that are at hand at any time, by their names; of several of one name each by what it is of. */
function deeds(table: Table): TemplateResult {
  // A rule is set aside where it refused something: on the card of that refusal.
  const more = table.scene.stage.offered.filter((one) => one.where === "more" && one.kind !== "overrule");
  const able = more.filter((one) => !one.barred);
  const barred = more.filter((one) => one.barred);
  const kinds = [...new Set(able.map((one) => one.kind))];
  const group = (kind: string): TemplateResult => {
    const own = able.filter((one) => one.kind === kind);
    const says = own[0]!.says;
    if (own.length === 1) return button({ title: says, small: own[0]!.of, cls: "wide", tap: () => choose(table, own[0]!) });
    if (table.more !== kind) return button({ title: says, small: `${own.length} to choose from`, cls: "wide", tap: () => ((table.more = kind), table.draw()) });
    return html`<div class="group"><p class="label">${says}</p><div class="acts ${columns(2)}">${own.map((one) => button({ title: capital(one.of || says), tap: () => choose(table, one) }))}</div></div>`;
  };
  return html`<div class="logp many" tabindex="0" role="region" aria-label="Other deeds">${kinds.map(group)}${barred.length ? html`<details><summary>Not now, ${barred.length}</summary><ul>${barred.map((one) => html`<li><b>${one.says}${one.of ? `: ${one.of}` : ""}</b> ${one.barred!.because} <span class="cl">${one.barred!.clause}</span></li>`)}</ul></details>` : nothing}</div>`;
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
  const one = (name: keyof Settings, value: string, title: string): TemplateResult => html`<button type="button" class="btn" aria-pressed=${now[name] === value} @click=${() => set(name, value)}>${title}</button>`;
  const left = isLeft();
  const hand = (value: boolean, title: string): TemplateResult => html`<button type="button" class="btn" aria-pressed=${left === value} @click=${() => (setLeft(value), table.draw())}>${title}</button>`;
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
