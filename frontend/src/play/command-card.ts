// The card of the selected command: its entries, odds, dice and open prompts.
import { html, nothing, type TemplateResult } from "lit-html";
import { chooser, counted, countedLot, pad, throwsOrAims } from "./dock";
import { factors, fights, meetingHead, meetingOf } from "./contested-roll";
import { areExceptions, factPlace } from "./command-draft";
import { otherDecisions, alternatives, requiredCommands, unitOf } from "./step-flow";
import type { Prompt, CommandSpec, Line, Odds } from "./model";
import { button, capital, columns, die, icon, ledger, oddsBar, type Face, type Part, pips, signed } from "./parts";
import { showsMap } from "./map-panel";
import { matrix, matrixOf, several } from "./matrix";
import { rowsAsk, rowsForm } from "./row-form";
import { placePromptOf } from "./place-prompts";
import { section, sectionOf } from "./cross-section";
import type { PlayScreen } from "./play-screen";

export function inHand(screen: PlayScreen): Face {
  const { draft, prompts, unitNow, data } = screen.state;
  const spec = draft!.deed;
  const isOrder = draft!.byItself && unitNow && spec.about["unit"] === unitNow.id;
  // A command of one stand is named with that stand.
  const isOfOne = unitNow && spec.of.startsWith(`${unitNow.name}, `) && unitNow.stands.some((id) => Object.values(spec.about).includes(id));
  const title = unitNow && spec.about["unit"] === unitNow.id && !isOfOne ? unitNow.name : capital(spec.of || spec.says);
  const right: Part = isOrder
    ? html`${pips(screen.state.data.hampers, unitNow.levels)}<br>${unitNow.stands.filter((id) => !screen.state.placed(id)?.counter.out).length} of ${unitNow.stands.length}`
    : unitNow?.left
      ? html`${unitNow.state}`
      : nothing;
  const face: Omit<Face, "body" | "dock"> = {
    kind: `deed ${spec.kind} ${spec.of}`,
    label:
      title !== spec.says || !data.step || draft!.aside || prompts?.prompts.some((prompt) => prompt.kind === "dice")
        ? spec.says
        : draft!.byItself
          ? `Step ${data.step.number}, one decision`
          : data.step.full,
    title,
    right,
    ...aboutIt(screen),
  };
  if (!prompts && screen.state.isOfflineDraft)
    return {
      ...face,
      body: html`<p class="wait1">${icon("wait")}<b>Without a connection it is not known what this asks</b>It goes on when the line is back.</p>`,
      dock: html`<div class="dock"></div>`,
    };
  if (!prompts) return { ...face, body: nothing, dock: pad(screen) };
  const rows = screen.state.refused ? null : matrixOf(screen);
  if (rows) return { ...face, body: matrix(screen, rows), dock: prompts.ready ? confirm(screen) : html`<div class="dock"></div>` };
  const form = screen.state.refused ? undefined : rowsAsk(screen);
  if (form) return { ...face, body: rowsForm(screen, form), dock: prompts.ready ? confirm(screen) : pad(screen) };
  const prompt = screen.state.openPrompt;
  if (prompt) return { ...face, kind: `${face.kind} ${prompt.name}`, body: told(screen), dock: chooser(screen, prompt) };
  const ends = endsOf(screen);
  if (ends.length)
    return { ...face, body: html`${bodyOf(screen)}${exceptions(screen)}`, dock: html`<div class="dock">${choicesOf(screen, ends)}</div>` };
  return {
    ...face,
    body: html`${bodyOf(screen)}${exceptions(screen)}${instead(screen)}`,
    dock: throwsOrAims(screen) || !prompts.ready ? pad(screen) : confirm(screen),
  };
}

/** Ways to end a command that is sent stand by stand, while its next stand is not tapped. */
export function endsOf({ state: { draft, aim, data } }: PlayScreen): CommandSpec[] {
  const { targets, dice } = draft!.tapped;
  return aim && !targets.length && !dice.length ? requiredCommands(data).filter((spec) => spec.at_once) : [];
}

/** The button to enter exceptions before a tap on a stand sends the command. */
function exceptions(screen: PlayScreen): Part {
  const words = screen.lookAhead.exceptions;
  return words.length
    ? html`<div class="acts instead ${columns(1)}">${button({ title: `${screen.state.draft!.deed.says} \u2026`, small: words.join(", ").toLowerCase(), tap: () => screen.selection.enterExceptions() })}</div>`
    : nothing;
}

/** The alternatives to the command that was selected by itself, while nothing is entered. */
function instead(screen: PlayScreen): Part {
  const { byItself, deed: spec, tapped } = screen.state.draft!;
  const isFree = byItself && !tapped.targets.length && !tapped.dice.length;
  const ways = isFree
    ? [...alternatives(screen.state.data, spec), ...(unitOf(screen.state.data, spec) ? otherDecisions(screen.state.data) : [])]
    : [];
  return ways.length
    ? html`<div class="acts instead ${columns(Math.min(2, ways.length))}">${ways.map((spec) => wayOf(screen, spec))}</div>`
    : nothing;
}

/** Another command in place of the selected one. */
export function wayOf(screen: PlayScreen, spec: CommandSpec): TemplateResult {
  const { draft } = screen.state;
  return button({ title: spec.says, small: spec.of === draft!.deed.of ? "" : spec.of, tap: () => screen.selection.chooseInstead(spec) });
}

/** The head of a command that is more than its unit's: a contested roll, or a cross-section of the table. */
function aboutIt(screen: PlayScreen): Partial<Face> {
  const { deed: spec } = screen.state.draft!;
  const contest = meetingOf(screen);
  if (contest) {
    const { label, title, right } = meetingHead(screen, contest);
    return { label, title, right: html`${right}`, strip: fights(screen, contest) };
  }
  const lies = sectionOf(screen, spec);
  return lies
    ? {
        label: capital(spec.of),
        title: lies.title,
        right: html`${lies.small.map((words, n) => (n ? html`<br>${words}` : words))}`,
        above: section(screen, lies),
      }
    : {};
}

function told(screen: PlayScreen): Part {
  return screen.state.prompts!.odds?.length ? bodyOf(screen) : reckoned(screen);
}

/** The label of the button that sends the command: a side asks for what the rules refuse. */
export function sendsAs({ state: { draft, data } }: PlayScreen): string {
  return draft!.aside && data.sides.length === 1 ? `Ask: ${draft!.deed.says}` : draft!.deed.says;
}

function confirm(screen: PlayScreen): TemplateResult {
  // A command may not need its place: the button is not highlighted.
  const place = placePromptOf(screen);
  const lacks = !!place && !place.isTold;
  return html`<div class="dock">${button({ title: sendsAs(screen), small: screen.state.isSubmitted ? "on its way" : lacks ? "without saying where" : "", cls: lacks ? "wide" : "chief wide", off: screen.state.isSubmitted, tap: () => screen.diceInput.submit() })}</div>`;
}

function bodyOf(screen: PlayScreen): Part {
  const { aim, draft, prompts } = screen.state;
  if (aim && !draft!.tapped.targets.length) {
    const many =
      aim.how === "one"
        ? ""
        : aim.spread
          ? "All turn to the first; each tap on another brings one more."
          : aim.how === "several"
            ? "The letter or number of a row takes all in it."
            : "In order. The letter or number of a row takes all in it.";
    const lines = areExceptions(aim.ask) ? reckoned(screen) : nothing;
    if (lines !== nothing) return lines;
    if (areExceptions(aim.ask) && prompts!.ready && aim.ask.brief)
      return html`<p class="wait1">${icon("aim")}<b>${aim.ask.brief}: tap who</b>Usually it is nobody.</p>`;
    if (!aim.ask.needed && (prompts!.ready || screen.state.slots.length))
      return html`${reckoned(screen)}<p class="wait1">${icon("aim")}<b>If there are any, tap on the board: ${aim.ask.says}</b>${screen.state.slots.length ? "Else the dice are next." : many}</p>`;
    return html`${reckoned(screen)}<p class="wait1">${icon("aim")}<b>Tap on the board: ${aim.says}</b>${many}</p>`;
  }
  const chosen = several(screen);
  if (aim) return html`${areExceptions(aim.ask) ? reckoned(screen) : nothing}${targets(screen)}${chosen}${textsToTell(screen)}`;
  if (chosen !== nothing) return chosen;
  const contest = meetingOf(screen);
  if (contest) return factors(screen, contest);
  const odds = prompts!.odds?.[0];
  if (!odds) return stillToTell(screen);
  if ((prompts!.odds?.length ?? 0) > 1 && !areOneVolley(prompts!.odds!)) return rowsOfOdds(screen);
  if (!odds.lines.length && odds.bars.length > 1 && screen.state.slots.length === 1)
    return html`${ledger([], html`<li class="sum"><span class="v">${signed(0)}</span><span class="w">on the die: nothing adds to it</span><span class="cl"></span></li>`)}${setAside(odds)}`;
  return reckoningOf(odds);
}

/** The modifiers of a die, and their total. */
function reckoningOf(odds: Odds, dice = 1): Part {
  const total =
    odds.total === null || odds.total === ""
      ? nothing
      : html`<li class="sum"><span class="v">${signed(odds.total)}</span><span class="w">on ${dice > 1 ? "each" : "the"} die</span><span class="cl"></span></li>`;
  return odds.lines.length || total !== nothing
    ? html`${ledger(
        odds.lines.map((line) => ({ ...line, value: signed(line.value) })),
        total,
      )}${setAside(odds)}`
    : setAside(odds);
}

/** Modifiers that did not apply, by the short form of their clause. */
function setAside({ considered = [] }: Odds): Part {
  const item = ({ says, clause }: Line, n: number): Part =>
    html`${n ? "; " : " "}${says} <span class="cl">${clause.replace(/^\w+-(?=\w+-)/, "")}</span>`;
  return considered.length ? html`<p class="not"><b>Did not apply:</b>${considered.map(item)}.</p>` : nothing;
}

/** The calculation from the entries so far. */
function reckoned(screen: PlayScreen): Part {
  const asks = screen.state.prompts?.prompts ?? [];
  const lines = asks.flatMap((prompt) => prompt.reckoned ?? []);
  const chosen = asks.filter((prompt) => prompt.chosen);
  return lines.length || chosen.length
    ? html`${lines.length ? ledger(lines) : nothing}${chosen.map((prompt) => stepper(screen, prompt))}`
    : nothing;
}

/** A number with buttons for one up and one down. */
function stepper(screen: PlayScreen, prompt: Prompt): TemplateResult {
  const value = Number(
    screen.state.draft!.tapped.facts[factPlace(null, prompt.name)] ??
      screen.state.prompts!.answers[prompt.name] ??
      prompt.usual ??
      prompt.minimum ??
      0,
  );
  const to = (next: number, sign: string, name: string): TemplateResult => {
    const off = next < (prompt.minimum ?? next) || next > (prompt.maximum ?? next);
    return html`<button type="button" class="btn ${off ? "not-yet" : ""}" aria-disabled=${off ? "true" : nothing} aria-label="${name}: ${prompt.says}" @click=${() => !off && screen.targets.fact([], prompt.name, next, prompt.says)}>${icon(sign)}</button>`;
  };
  return html`<div class="chosen"><span>${capital(prompt.says)}</span>${to(value - 1, "minus", "One fewer")}<b>${value}</b>${to(value + 1, "plus", "One more")}</div>`;
}

/** Whether all dice have the same target and reasons: these are shown once, and the pad counts the dice. */
function areOneVolley(odds: readonly Odds[]): boolean {
  const [first, ...others] = odds;
  return (
    first!.lines.length > 0 && others.every((odds) => odds.of === first!.of && JSON.stringify(odds.lines) === JSON.stringify(first!.lines))
  );
}

function stillToTell(screen: PlayScreen): Part {
  const { prompts } = screen.state;
  const lines = reckoned(screen);
  if (!prompts?.missing) return lines === nothing && placePromptOf(screen) ? whereItLies(screen) : lines;
  if (screen.state.waitsForDice) return lines;
  const texts = textsToTell(screen);
  if (texts !== nothing) return texts;
  if (lines !== nothing) return lines;
  const how = screen.state.data.has_map && placePromptOf(screen) ? "Tap it on the map, or tell it below." : "Tell it below.";
  return html`<p class="wait1"><b>${capital(prompts.missing.instead.replace("give: ", ""))}</b>${how}</p>`;
}

/** An optional place: by a tap on the map, by figures, or in words. */
function whereItLies(screen: PlayScreen): Part {
  const how = showsMap(screen)
    ? "Tap it on the map, or tell it below."
    : screen.state.data.has_map
      ? "Turn the board to the map and tap it, or tell it below."
      : "Tell it below.";
  const told = placePromptOf(screen)!.isTold;
  // A place on the map needs no name.
  const words = told ? [] : (screen.state.prompts?.prompts ?? []).filter((prompt) => prompt.kind === "text" && !prompt.answered);
  return html`${told ? nothing : html`<p class="wait1">${icon("aim")}<b>Where it lies</b>${how}</p>`}${words.map((prompt) => writing(screen, prompt))}`;
}

/** Text that is required to complete the command. */
function textsToTell(screen: PlayScreen): Part {
  const texts = (screen.state.prompts?.prompts ?? []).filter((prompt) => prompt.kind === "text" && prompt.needed && !prompt.answered);
  return texts.length ? html`${texts.map((prompt) => writing(screen, prompt))}` : nothing;
}

function writing(screen: PlayScreen, prompt: Prompt): TemplateResult {
  const written = (event: SubmitEvent): void => {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).querySelector("textarea")!;
    const text = field.value.trim();
    if (text) screen.targets.pickChoice(prompt.name, text, prompt.says);
    else field.focus();
  };
  return html`<form class="writing" @submit=${written}><label>${capital(prompt.says)}<textarea name="text" rows="3" maxlength="400"></textarea></label><button class="btn chief" type="submit">Tell it</button></form>`;
}

/** Shown in place of odds: with an override there are none. */
function nothingCan({ state: { draft, slots, isAnswered } }: PlayScreen, blunt: boolean): string {
  if (draft!.aside && !blunt) return "chances are not reckoned";
  return blunt || (slots.length && isAnswered) ? "no die: nothing can happen" : "";
}

/** The targets in their order, each with its odds and its die. */
function targets(screen: PlayScreen): TemplateResult {
  const { draft, slots, dice, aim } = screen.state;
  const odds = screen.state.odds;
  const all = screen.state.prompts?.odds ?? [];
  const next = dice.length;
  const { targets: told } = draft!.tapped;
  // The target that the facts below are about, where each has its own.
  const read = aim!.how === "rows" && told.length > 1 ? Math.min(screen.state.row, told.length - 1) : -1;
  const reads = (n: number): void => {
    [screen.state.row, screen.state.unfolded] = [n, null];
    screen.draw();
  };
  const row = (target: { id: string; count: number }, n: number): TemplateResult => {
    const own = all.find((odds) => odds.of === target.id);
    const places = slots.flatMap((_, k) => (odds[k]?.of === target.id ? [k] : []));
    // Before the deal nobody knows which die of a lot is this stand's.
    const lot = screen.state.lots[places[0] ?? -1];
    const on = lot ? lot === screen.state.lots[next] : places.includes(next);
    const lies = lot ? [] : places.filter((k) => k < next);
    const blunt = own?.bars.length === 1;
    const shown =
      lot && places.length > 1
        ? html`<span class="dice4"><b>${places.length}</b> dice</span>`
        : blunt
          ? html`<span></span>`
          : places.length > 1
            ? html`<span class="dice4"><b>${lies.length}</b> of ${places.length}</span>`
            : places.length
              ? die(lies.length ? (dice[places[0]!]?.pips ?? 0) : 0, `sm ${lies.length ? "hit" : on ? "wait sel" : "wait"}`)
              : html`<span></span>`;
    const mod = own && own.total !== null ? html` <b>${signed(own.total)}</b>` : nothing;
    return html`<li class="${on ? "now" : ""} ${n === read ? "read" : ""} ${n === told.length - 1 ? "end" : ""}" @click=${read < 0 ? nothing : () => reads(n)}><span class="lane"><span class="no">${aim!.spread ? `×${target.count}` : n + 1}</span></span><div><div class="nm">${screen.state.placed(target.id)?.counter.brief ?? target.id}</div><div class="m">${factsInWords(screen, target.id)}${mod}</div></div>${own && !blunt ? oddsBar(own, "sm") : !slots.length && !blunt ? html`<span></span>` : html`<span class="odds sm plain"><span class="f6">${nothingCan(screen, blunt)}</span></span>`}${shown}</li>`;
  };
  const others = told.map((target, n) => ({ target, n })).filter(({ target }) => !isTold(screen, target.id));
  const only = told.length === 1 && screen.state.isAnswered ? all.find((odds) => odds.of === told[0]!.id) : undefined;
  return html`${counted(screen)}<ul class="tg-list ${aim!.spread ? "grp1" : ""}">${others.map(({ target, n }) => row(target, n))}</ul>${only ? reckoningOf(only, slots.length) : nothing}`;
}

/** Whether the dice of this stand's lot are being entered: they are shown together above the list. */
function isTold(screen: PlayScreen, id: string): boolean {
  const lot = countedLot(screen);
  return lot > 0 && screen.state.odds.some((odds, n) => odds?.of === id && screen.state.lots[n] === lot);
}

function factsInWords(screen: PlayScreen, target: string): string {
  const cover = screen.state.placed(target)?.counter.cover;
  const aim = screen.state.aim!;
  if (aim.how !== "rows") return cover?.says ?? "";
  const rows = screen.state.prompts?.answers[aim.ask.name];
  const row = Array.isArray(rows)
    ? rows.find((value) => value && typeof value === "object" && !Array.isArray(value) && value[aim.target] === target)
    : undefined;
  if (!row || typeof row !== "object" || Array.isArray(row)) return cover?.says ?? "";
  const at = Array.isArray(rows) ? rows.indexOf(row) : -1;
  const said = Object.entries(row).flatMap(([name, value]): { of: string; word: string }[] => {
    const prompt = (aim.ask.rows[at] ?? []).find((prompt) => prompt.name === name);
    if (!prompt || name === aim.target || name === aim.actor || value === false) return [];
    const of = prompt.brief || capital(prompt.says);
    const doubt = screen.state.prompts?.origins[`${aim.ask.name}.${at}.${name}`] === "assumed" ? "?" : "";
    if (prompt.kind === "cm")
      return [{ of, word: `${prompt.bands?.find((band) => doubt && band.value === value)?.says ?? `${String(value)} cm`}${doubt}` }];
    if (prompt.kind === "word")
      return [{ of, word: `${capital(prompt.words?.[prompt.among?.indexOf(value) ?? -1] ?? String(value))}${doubt}` }];
    return value === true ? [{ of, word: prompt.says }] : [];
  });
  // A word that two facts share names its stand.
  return said.map(({ of, word }) => (said.filter((words) => words.word === word).length > 1 ? `${of}: ${word}` : word)).join(", ");
}

function rowsOfOdds(screen: PlayScreen): TemplateResult {
  const odds = screen.state.odds;
  const row = (n: number): TemplateResult => {
    const dieOdds = odds[n];
    const lot = screen.state.lots[n];
    const lies = !lot && n < screen.state.dice.length;
    return html`<li class="${lot ? (lot === screen.state.lots[screen.state.dice.length] ? "now" : "") : n === screen.state.dice.length ? "now" : ""}"><span class="lane"><span class="no">${n + 1}</span></span><div><div class="nm">${dieOdds?.name ?? `Die ${n + 1}`}</div></div>${dieOdds ? oddsBar(dieOdds, "sm") : html`<span></span>`}${die(lies ? (screen.state.dice[n]?.pips ?? 0) : 0, `sm ${lies ? "hit" : "wait"}`)}</li>`;
  };
  const others = screen.state.slots.flatMap((_, n) => (countedLot(screen) > 0 && screen.state.lots[n] === countedLot(screen) ? [] : [n]));
  return html`${counted(screen)}<ul class="tg-list">${others.map(row)}</ul>`;
}

/** The required commands, as buttons. */
export function choicesOf(screen: PlayScreen, specs: readonly CommandSpec[]): TemplateResult {
  return html`<div class="acts">${specs.map((spec) => button({ title: spec.says, small: spec.of, cls: "chief wide", tap: () => screen.selection.choose(spec) }))}</div>`;
}
