// The drawer: everything else. It covers rail and board, never the dock or the footer.
import { html, nothing, type TemplateResult } from "lit-html";
import { applySettings, type Settings, writeSetting, readSettings } from "../components/settings";
import { unavailableCommands } from "./step-flow";
import { sheetList } from "./table-notices";
import type { CommandSpec } from "./model";
import { button, capital, columns, flag, hour, icon } from "./parts";
import type { PlayScreen } from "./play-screen";

const HAND_KEY = "beaten-zone.hand";

/** So many kinds of commands have a tile of their own; rarer ones share one. */
const MOST_TILES = 9;

export function drawer(screen: PlayScreen): TemplateResult {
  const tile = (key: string, sign: string, title: string): TemplateResult =>
    html`<button type="button" class="${screen.state.drawer === key ? "on" : ""}" aria-pressed=${screen.state.drawer === key ? "true" : "false"} @click=${() => (([screen.state.drawer, screen.state.openMore] = [key, null]), screen.draw())}>${icon(sign)}<span>${title}</span></button>`;
  const { able, barred } = rare(screen);
  const offered = new Set(able.map((spec) => spec.kind));
  // A command with a page of its own leads there, while it is available.
  const ways = screen.state.data.ways.filter((link) => link.sign !== PRINTED && (!link.deed || link.now || offered.has(link.deed)));
  const kinds = [...offered].filter((kind) => !ways.some((link) => link.deed === kind));
  const rest = kinds.length > MOST_TILES ? kinds.slice(MOST_TILES - 1) : [];
  const own = kinds.filter((kind) => !rest.includes(kind));
  return html`<div class="dh"><span>More</span>${button({ title: "Close", tap: () => ((screen.state.drawer = null), screen.draw()) })}</div>
<div class="tiles">${tile("log", "list", "Log")}${ways.map((page) => link(page.address, page.sign, page.says))}${own.map((kind) =>
    deedTile(
      screen,
      able.filter((spec) => spec.kind === kind),
    ),
  )}${rest.length || barred.length ? tile("deeds", "star", rest.length ? "Other deeds" : "Not now") : nothing}${tile("sheets", "eye", "On the table")}${tile("game", "house", "This game")}${tile("device", "menu", "This device")}</div>
${panel(screen, rest)}`;
}

/** Pages to print are behind the tile of the game. */
const PRINTED = "list";

function link(address: string | undefined, sign: string, title: string): TemplateResult | typeof nothing {
  return address ? html`<a class="tile" href=${address}>${icon(sign)}<span>${title}</span></a>` : nothing;
}

/** Commands at any time, and unavailable ones. An override is on the card of its refusal. */
function rare(screen: PlayScreen): { readonly able: readonly CommandSpec[]; readonly barred: readonly CommandSpec[] } {
  const able = screen.state.data.stage.available.filter((spec) => spec.where === "more" && spec.kind !== "override" && !spec.barred);
  return { able, barred: unavailableCommands(screen.state.data, screen.state.unit) };
}

/** One tap selects it; the tile of several alike opens their list. */
function deedTile(screen: PlayScreen, specs: readonly CommandSpec[]): TemplateResult {
  const { kind, says } = specs[0]!;
  const several = specs.length > 1;
  const open = screen.state.drawer === "deeds" && screen.state.openMore === kind;
  const tapped = (): void => {
    if (!several) return choose(screen, specs[0]!);
    [screen.state.drawer, screen.state.openMore] = ["deeds", kind];
    screen.draw();
  };
  return html`<button type="button" class="${open ? "on" : ""}" data-kind=${kind} aria-expanded=${several ? (open ? "true" : "false") : nothing} @click=${tapped}>${icon("star")}<span>${says}</span></button>`;
}

function panel(screen: PlayScreen, rest: readonly string[]): TemplateResult {
  switch (screen.state.drawer) {
    case "log":
      return log(screen);
    case "device":
      return device(screen);
    case "sheets":
      return sheets(screen);
    case "game":
      return pages(screen);
    default:
      return screen.state.openMore && !rest.includes(screen.state.openMore) ? alike(screen, screen.state.openMore) : deeds(screen, rest);
  }
}

/** The other pages of this game. */
function pages(screen: PlayScreen): TemplateResult {
  const links = document.body.dataset;
  const prints = screen.state.data.ways.filter((link) => link.sign === PRINTED);
  const file = links["file"]
    ? html`<a class="tile" href=${links["file"]} download>${icon("house")}<span>Save the game’s file</span></a>`
    : nothing;
  return html`<div class="logp many" tabindex="0" role="region" aria-label="This game"><div class="tiles">${prints.map((print) => link(print.address, print.sign, print.says))}${link(links["wholeLog"], "list", "Whole log")}${link(links["plain"], "list", "Plain form")}${link(links["seats"], "go", "Seats")}${link(links["deletion"], "no", "Delete game")}${file}${link(links["home"], "house", "Start page")}</div></div>`;
}

/** Commands of one kind, each by its subject. */
function alike(screen: PlayScreen, kind: string): TemplateResult {
  const own = rare(screen).able.filter((spec) => spec.kind === kind);
  const says = own[0]?.says ?? "";
  return html`<div class="logp many" tabindex="0" role="region" aria-label=${says || "Deeds"}><div class="group"><p class="label">${says}</p><div class="acts ${columns(own.length > 3 ? 2 : 1)}">${own.map((spec) => button({ title: capital(spec.of || says), tap: () => choose(screen, spec) }))}</div></div></div>`;
}

/** What is on the table or in effect. */
function sheets(screen: PlayScreen): TemplateResult {
  return html`<div class="logp many" tabindex="0" role="region" aria-label="On the table">${screen.state.data.sheets.length ? sheetList(screen.state.data) : html`<p>Nothing lies on the table beside the stands.</p>`}</div>`;
}

/** The newest log lines, where there is space for them. */
export function lately(screen: PlayScreen, most: number): TemplateResult {
  return html`<ol class="logp lately" aria-label="Lately">${logLines(screen).slice(0, most)}</ol>`;
}

function log(screen: PlayScreen): TemplateResult {
  const lines = logLines(screen);
  return html`<ol class="logp" tabindex="0" aria-label="Log">${lines.length ? lines : html`<li><span></span><span></span><span>Nothing yet</span></li>`}</ol>`;
}

function logLines(screen: PlayScreen): TemplateResult[] {
  const of = (side: string): TemplateResult => {
    const face = screen.state.data.faces.find((face) => face.side === side);
    return face ? flag(face.letter, face.nation, "sm") : html`<span></span>`;
  };
  return screen.state.data.lines.map(
    (line) => html`<li>${hour(line)}${of(line.side)}<span>${line.gone ? html`<del>${line.says}</del>` : line.says}</span></li>`,
  );
}

/** Commands without a tile, and unavailable ones with the reason. */
function deeds(screen: PlayScreen, kinds: readonly string[]): TemplateResult {
  const { able, barred } = rare(screen);
  const group = (kind: string): TemplateResult => {
    const own = able.filter((spec) => spec.kind === kind);
    const says = own[0]!.says;
    if (own.length === 1) return button({ title: says, small: own[0]!.of, cls: "wide", tap: () => choose(screen, own[0]!) });
    if (screen.state.openMore !== kind)
      return button({
        title: says,
        small: `${own.length} to choose from`,
        cls: "wide",
        tap: () => ((screen.state.openMore = kind), screen.draw()),
      });
    return html`<div class="group"><p class="label">${says}</p><div class="acts ${columns(2)}">${own.map((spec) => button({ title: capital(spec.of || says), tap: () => choose(screen, spec) }))}</div></div>`;
  };
  return html`<div class="logp many" tabindex="0" role="region" aria-label="Other deeds">${kinds.map(group)}${barred.length ? html`<details ?open=${!kinds.length}><summary>Not now, ${barred.length}</summary><ul>${barred.map((spec) => html`<li><button type="button" class="not-now" @click=${() => choose(screen, spec)}><b>${spec.says}${spec.of ? `: ${spec.of}` : ""}</b> ${spec.barred!.because} <span class="cl">${spec.barred!.clause}</span></button></li>`)}</ul></details>` : nothing}</div>`;
}

function choose(screen: PlayScreen, spec: CommandSpec): void {
  screen.selection.choose(spec);
  screen.draw();
}

function device(screen: PlayScreen): TemplateResult {
  const now = readSettings();
  const set = (name: keyof Settings, value: string): void => {
    writeSetting(name, value);
    applySettings(document.documentElement, { ...readSettings(), [name]: value });
    screen.draw();
  };
  const item = (name: keyof Settings, value: string, title: string): TemplateResult =>
    html`<button type="button" class="btn" aria-pressed=${now[name] === value} @click=${() => set(name, value)}>${title}</button>`;
  const left = isLeft();
  const hand = (value: boolean, title: string): TemplateResult =>
    html`<button type="button" class="btn" aria-pressed=${left === value} @click=${() => (setLeft(value), screen.draw())}>${title}</button>`;
  return html`<div class="logp"><p class="label">Light</p><div class="set">${item("theme", "system", "As the device")}${item("theme", "light", "Light")}${item("theme", "dark", "Dark")}</div>
<p class="label">Text</p><div class="set">${item("text", "normal", "Normal")}${item("text", "large", "Large")}${item("text", "larger", "Larger")}</div>
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
    // Without storage it lasts until the page is left.
  }
}
