// The bar: side, turn, the slot with news, More; and the rail of the steps.
import { html, nothing, type TemplateResult } from "lit-html";
import { nextStep } from "./step-flow";
import { sideName } from "./footer";
import { button, flag, icon } from "./parts";
import type { Step } from "./model";
import { wordsOf } from "./waiting-commands";
import type { PlayScreen } from "./play-screen";

export function bar(table: PlayScreen): TemplateResult {
  const { scene } = table.state;
  const mine = scene.faces.find((one) => one.own);
  const other = scene.faces.find((one) => one.side === scene.whose && !one.own);
  const who =
    scene.sides.length === 1 && mine
      ? html`<div class="side n-${mine.nation}">${flag(mine.letter, mine.nation)}${mine.name}</div>`
      : html`<div class="side ref">${scene.role.charAt(0).toUpperCase() + scene.role.slice(1)}</div>`;
  const whose = other
    ? html`<span class="whose n-${other.nation}">${flag(other.letter, other.nation, "sm")}${other.name}</span>`
    : html`<span class="gm">${scene.title}</span>`;
  return html`${who}<div class="turn">${scene.turn || "Setting up"}${scene.end === "last" ? html`<span class="lasts"><span class="not-s">the </span>last</span>` : nothing}<span class="st2">${scene.step?.number ?? ""}</span>${whose}</div>${slot(table)}
<button type="button" class="more toboard" @click=${() => document.body.classList.toggle("showboard")}>Board</button>
${more(table)}`;
}

export function more(table: PlayScreen): TemplateResult {
  return html`<button type="button" class="more" aria-expanded=${table.state.drawer ? "true" : "false"} aria-label="More: log, map, notes, other deeds, this device" @click=${() => ((table.state.drawer = table.state.drawer ? null : "log"), table.draw())}><span>More</span>${icon("menu")}</button>`;
}

/** A line that is away is said beside any other news. */
const LINE_AWAY = html`<connection-bar class="beside" role="status">${icon("cut", "ico")}<span data-part="words"></span></connection-bar>`;

/** News from the other seat: one thing at a time, what is asked of this seat first. */
export function slot(table: PlayScreen): TemplateResult {
  const { request, asking, declined, deletion } = table.state.scene;
  const open = request ?? asking ?? (deletion ? { says: "Delete this game" } : null);
  const held = (sign: string, title: string, says: string): TemplateResult =>
    html`<div class="slot hold" role="status">${icon(sign)}<div class="q"><b>${title}</b>${says}</div>${LINE_AWAY}</div>`;
  if (open && table.state.saying) return held("wait", `${table.state.saying}, on its way`, open.says);
  if (request)
    return html`<div class="slot ask" role="alert">${icon("mind")}<div class="q"><b>You are asked</b>${request.says}</div>${LINE_AWAY}${button({ title: "Don’t agree", tap: () => void table.requests.agree(false) })}${button({ title: "Agree", cls: "chief", tap: () => void table.requests.agree(true) })}</div>`;
  if (asking) return held("wait", table.state.scene.sides.length ? "Asked" : `${sideName(table, asking.side)} asks`, asking.says);
  if (deletion?.is_asked)
    return html`<div class="slot ask" role="alert">${icon("mind")}<div class="q"><b>${deletion.by || "The host"} asks to delete this game</b>Every seat ends. The host can restore it for seven days.</div>${LINE_AWAY}${button({ title: "Refuse", cls: "chief", tap: () => void table.requests.answerDeletion(false) })}${button({ title: "Agree", tap: () => void table.requests.answerDeletion(true) })}</div>`;
  const { waiting } = table.state;
  const kept =
    waiting.length > 1
      ? `${waiting.length} commands`
      : waiting[0]
        ? wordsOf(waiting[0])
        : table.state.sending?.waits
          ? table.state.sending.what
          : table.state.isUnasked
            ? (table.state.hand?.deed.says ?? "")
            : "";
  if (kept) return held("wait", "Not sent yet", kept);
  if (declined) return held("no", "Not agreed", declined.says);
  if (deletion?.is_host) return held("wait", "Asked", `to delete this game. Still to agree: ${deletion.waiting_for.join(", ")}`);
  const { sealed } = document.body.dataset;
  if (sealed !== undefined) return held("mind", sealed, "It can be read; update Beaten Zone to play on.");
  return html`<div class="slot"><connection-bar role="status">${icon("ok", "ico sign-ok")}${icon("cut", "ico")}<span class="not-s" data-part="words"></span></connection-bar></div>`;
}

export function rail(table: PlayScreen): TemplateResult {
  const { steps } = table.state.scene;
  const next = nextStep(table.state.scene);
  return html`<ol>${steps.map((one) => step(one, one === next))}</ol>`;
}

function step(one: Step, next: boolean): TemplateResult {
  const parts = one.number.split(" ");
  const no = one.sub ? parts.at(-1)! : one.number;
  const state = one.state === "next" ? "todo" : one.state;
  return html`<li class="${one.sub ? "sub" : "ph"} ${next ? "nx" : ""}" data-step=${state} aria-current=${one.state === "now" ? "step" : nothing}><span class="no">${one.state === "now" && one.sub && parts.length > 1 ? html`<span class="now-of">${parts[0]} </span>` : nothing}${no}</span><span class="w"><span class="not-p">${one.words}</span><span class="only-p">${one.full || one.words}</span>${one.small ? html`<small>${one.small}</small>` : nothing}</span>${one.state === "done" ? icon("ok") : one.state === "now" ? icon("go") : html`<i></i>`}</li>`;
}
