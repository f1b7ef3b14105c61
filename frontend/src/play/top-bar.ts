// The top bar: side, turn, news, More; and the rail of the steps.
import { html, nothing, type TemplateResult } from "lit-html";
import { nextStep } from "./step-flow";
import { sideName } from "./footer";
import { button, flag, icon } from "./parts";
import type { Step } from "./model";
import { wordsOf } from "./waiting-commands";
import type { PlayScreen } from "./play-screen";

export function bar(screen: PlayScreen): TemplateResult {
  const { data } = screen.state;
  const mine = data.faces.find((face) => face.own);
  const other = data.faces.find((face) => face.side === data.whose && !face.own);
  const who =
    data.sides.length === 1 && mine
      ? html`<div class="side n-${mine.nation}">${flag(mine.letter, mine.nation)}${mine.name}</div>`
      : html`<div class="side ref">${data.role.charAt(0).toUpperCase() + data.role.slice(1)}</div>`;
  const whose = other
    ? html`<span class="whose n-${other.nation}">${flag(other.letter, other.nation, "sm")}${other.name}</span>`
    : html`<span class="gm">${data.title}</span>`;
  return html`${who}<div class="turn">${data.turn || "Setting up"}${data.end === "last" ? html`<span class="lasts"><span class="not-s">the </span>last</span>` : nothing}<span class="st2">${data.step?.number ?? ""}</span>${whose}</div>${slot(screen)}
<button type="button" class="more toboard" @click=${() => document.body.classList.toggle("showboard")}>Board</button>
${more(screen)}`;
}

export function more(screen: PlayScreen): TemplateResult {
  return html`<button type="button" class="more" aria-expanded=${screen.state.drawer ? "true" : "false"} aria-label="More: log, map, notes, other deeds, this device" @click=${() => ((screen.state.drawer = screen.state.drawer ? null : "log"), screen.draw())}><span>More</span>${icon("menu")}</button>`;
}

/** A lost connection is shown beside any other news. */
const LINE_AWAY = html`<connection-bar class="beside" role="status">${icon("cut", "ico")}<span data-part="words"></span></connection-bar>`;

/** News from the other seat: one at a time, requests to this seat first. */
export function slot(screen: PlayScreen): TemplateResult {
  const { request, asking, declined, deletion } = screen.state.data;
  const open = request ?? asking ?? (deletion ? { says: "Delete this game" } : null);
  const held = (sign: string, title: string, says: string): TemplateResult =>
    html`<div class="slot hold" role="status">${icon(sign)}<div class="q"><b>${title}</b>${says}</div>${LINE_AWAY}</div>`;
  if (open && screen.state.pendingAnswer) return held("wait", `${screen.state.pendingAnswer}, on its way`, open.says);
  if (request)
    return html`<div class="slot ask" role="alert">${icon("mind")}<div class="q"><b>You are asked</b>${request.says}</div>${LINE_AWAY}${button({ title: "Don’t agree", tap: () => void screen.requests.answer(false) })}${button({ title: "Agree", cls: "chief", tap: () => void screen.requests.answer(true) })}</div>`;
  if (asking) return held("wait", screen.state.data.sides.length ? "Asked" : `${sideName(screen, asking.side)} asks`, asking.says);
  if (deletion?.is_asked)
    return html`<div class="slot ask" role="alert">${icon("mind")}<div class="q"><b>${deletion.by || "The host"} asks to delete this game</b>Every seat ends. The host can restore it for seven days.</div>${LINE_AWAY}${button({ title: "Refuse", cls: "chief", tap: () => void screen.requests.answerDeletion(false) })}${button({ title: "Agree", tap: () => void screen.requests.answerDeletion(true) })}</div>`;
  const { waiting } = screen.state;
  const kept =
    waiting.length > 1
      ? `${waiting.length} commands`
      : waiting[0]
        ? wordsOf(waiting[0])
        : screen.state.sending?.waits
          ? screen.state.sending.what
          : screen.state.isOfflineDraft
            ? (screen.state.draft?.deed.says ?? "")
            : "";
  if (kept) return held("wait", "Not sent yet", kept);
  if (declined) return held("no", "Not agreed", declined.says);
  if (deletion?.is_host) return held("wait", "Asked", `to delete this game. Still to agree: ${deletion.waiting_for.join(", ")}`);
  const { sealed } = document.body.dataset;
  if (sealed !== undefined) return held("mind", sealed, "It can be read; update Beaten Zone to play on.");
  return html`<div class="slot"><connection-bar role="status">${icon("ok", "ico sign-ok")}${icon("cut", "ico")}<span class="not-s" data-part="words"></span></connection-bar></div>`;
}

export function rail(screen: PlayScreen): TemplateResult {
  const { steps } = screen.state.data;
  const next = nextStep(screen.state.data);
  return html`<ol>${steps.map((stage) => step(stage, stage === next))}</ol>`;
}

function step(stage: Step, next: boolean): TemplateResult {
  const parts = stage.number.split(" ");
  const no = stage.sub ? parts.at(-1)! : stage.number;
  const state = stage.state === "next" ? "todo" : stage.state;
  return html`<li class="${stage.sub ? "sub" : "ph"} ${next ? "nx" : ""}" data-step=${state} aria-current=${stage.state === "now" ? "step" : nothing}><span class="no">${stage.state === "now" && stage.sub && parts.length > 1 ? html`<span class="now-of">${parts[0]} </span>` : nothing}${no}</span><span class="w"><span class="not-p">${stage.words}</span><span class="only-p">${stage.full || stage.words}</span>${stage.small ? html`<small>${stage.small}</small>` : nothing}</span>${stage.state === "done" ? icon("ok") : stage.state === "now" ? icon("go") : html`<i></i>`}</li>`;
}
