// The card of a deed in hand: what was told of it, its chances, its dice, what it still asks.
import { html, nothing, type TemplateResult } from "lit-html";
import { chooser, counted, countedLot, pad, throwsOrAims } from "./dock";
import { factors, fights, meetingHead, meetingOf } from "./contested-roll";
import { areExceptions, factPlace } from "./command-draft";
import { besides, otherWays, owed, unitOf } from "./step-flow";
import type { Ask, Deed, Line, Odds } from "./model";
import { button, capital, columns, die, icon, ledger, oddsBar, type Face, type Part, pips, signed } from "./parts";
import { showsMap } from "./map-panel";
import { matrix, matrixOf, several } from "./matrix";
import { rowsAsk, rowsForm } from "./row-form";
import { wantedOf } from "./place-prompts";
import { section, sectionOf } from "./cross-section";
import type { PlayScreen } from "./play-screen";

export function inHand(table: PlayScreen): Face {
  const { hand, asked, unitNow, scene } = table.state;
  const deed = hand!.deed;
  const isOrder = hand!.byItself && unitNow && deed.about["unit"] === unitNow.id;
  // One of its stands is named with it.
  const isOfOne = unitNow && deed.of.startsWith(`${unitNow.name}, `) && unitNow.stands.some((id) => Object.values(deed.about).includes(id));
  const title = unitNow && deed.about["unit"] === unitNow.id && !isOfOne ? unitNow.name : capital(deed.of || deed.says);
  const right: Part = isOrder
    ? html`${pips(table.state.scene.hampers, unitNow.levels)}<br>${unitNow.stands.filter((id) => !table.state.placed(id)?.counter.out).length} of ${unitNow.stands.length}`
    : unitNow?.left
      ? html`${unitNow.state}`
      : nothing;
  const face: Omit<Face, "body" | "dock"> = {
    kind: `deed ${deed.kind} ${deed.of}`,
    label:
      title !== deed.says || !scene.step || hand!.aside || asked?.asks.some((one) => one.kind === "dice")
        ? deed.says
        : hand!.byItself
          ? `Step ${scene.step.number}, one decision`
          : scene.step.full,
    title,
    right,
    ...aboutIt(table),
  };
  if (!asked && table.state.isUnasked)
    return {
      ...face,
      body: html`<p class="wait1">${icon("wait")}<b>Without a connection it is not known what this asks</b>It goes on when the line is back.</p>`,
      dock: html`<div class="dock"></div>`,
    };
  if (!asked) return { ...face, body: nothing, dock: pad(table) };
  const rows = table.state.refused ? null : matrixOf(table);
  if (rows) return { ...face, body: matrix(table, rows), dock: asked.ready ? confirm(table) : html`<div class="dock"></div>` };
  const form = table.state.refused ? undefined : rowsAsk(table);
  if (form) return { ...face, body: rowsForm(table, form), dock: asked.ready ? confirm(table) : pad(table) };
  const ask = table.state.openAsk;
  if (ask) return { ...face, kind: `${face.kind} ${ask.name}`, body: told(table), dock: chooser(table, ask) };
  const ends = endsOf(table);
  if (ends.length)
    return { ...face, body: html`${bodyOf(table)}${exceptions(table)}`, dock: html`<div class="dock">${choicesOf(table, ends)}</div>` };
  return {
    ...face,
    body: html`${bodyOf(table)}${exceptions(table)}${instead(table)}`,
    dock: throwsOrAims(table) || !asked.ready ? pad(table) : confirm(table),
  };
}

/** What ends the deed in hand, where that is told stand by stand and its next stand is not tapped yet. */
export function endsOf({ state: { hand, aim, scene } }: PlayScreen): Deed[] {
  const { targets, dice } = hand!.tapped;
  return aim && !targets.length && !dice.length ? owed(scene).filter((deed) => deed.at_once) : [];
}

/** The way to tell the exceptions of a deed that a tap on a stand would do as it is usually done. */
function exceptions(table: PlayScreen): Part {
  const words = table.lookAhead.exceptions;
  return words.length
    ? html`<div class="acts instead ${columns(1)}">${button({ title: `${table.state.hand!.deed.says} \u2026`, small: words.join(", ").toLowerCase(), tap: () => table.selection.tellFirst() })}</div>`
    : nothing;
}

/** What may be done instead of what is in hand by itself, as long as nothing was told of it. */
function instead(table: PlayScreen): Part {
  const { byItself, deed, tapped } = table.state.hand!;
  const isFree = byItself && !tapped.targets.length && !tapped.dice.length;
  const ways = isFree
    ? [...otherWays(table.state.scene, deed), ...(unitOf(table.state.scene, deed) ? besides(table.state.scene) : [])]
    : [];
  return ways.length
    ? html`<div class="acts instead ${columns(Math.min(2, ways.length))}">${ways.map((one) => wayOf(table, one))}</div>`
    : nothing;
}

/** Another deed in place of the one in hand. */
export function wayOf(table: PlayScreen, deed: Deed): TemplateResult {
  const { hand } = table.state;
  return button({ title: deed.says, small: deed.of === hand!.deed.of ? "" : deed.of, tap: () => table.selection.chooseInstead(deed) });
}

/** What the head says of a deed that is more than its unit's: two dice that meet, or what lies across the table. */
function aboutIt(table: PlayScreen): Partial<Face> {
  const { deed } = table.state.hand!;
  const meeting = meetingOf(table);
  if (meeting) {
    const { label, title, right } = meetingHead(table, meeting);
    return { label, title, right: html`${right}`, strip: fights(table, meeting) };
  }
  const lies = sectionOf(table, deed);
  return lies
    ? {
        label: capital(deed.of),
        title: lies.title,
        right: html`${lies.small.map((one, n) => (n ? html`<br>${one}` : one))}`,
        above: section(table, lies),
      }
    : {};
}

function told(table: PlayScreen): Part {
  return table.state.asked!.odds?.length ? bodyOf(table) : reckoned(table);
}

/** The name of the button that sends the deed in hand: a side only asks for what the rules refuse. */
export function sendsAs({ state: { hand, scene } }: PlayScreen): string {
  return hand!.aside && scene.sides.length === 1 ? `Ask: ${hand!.deed.says}` : hand!.deed.says;
}

function confirm(table: PlayScreen): TemplateResult {
  // A deed about a place may be done without one; it is not what the eye falls on.
  const place = wantedOf(table);
  const lacks = !!place && !place.isTold;
  return html`<div class="dock">${button({ title: sendsAs(table), small: table.state.isWanted ? "on its way" : lacks ? "without saying where" : "", cls: lacks ? "wide" : "chief wide", off: table.state.isWanted, tap: () => table.diceInput.submit() })}</div>`;
}

function bodyOf(table: PlayScreen): Part {
  const { aim, hand, asked } = table.state;
  if (aim && !hand!.tapped.targets.length) {
    const many =
      aim.how === "one"
        ? ""
        : aim.spread
          ? "All turn to the first; each tap on another brings one more."
          : aim.how === "several"
            ? "The letter or number of a row takes all in it."
            : "In order. The letter or number of a row takes all in it.";
    const lines = areExceptions(aim.ask) ? reckoned(table) : nothing;
    if (lines !== nothing) return lines;
    if (areExceptions(aim.ask) && asked!.ready && aim.ask.brief)
      return html`<p class="wait1">${icon("aim")}<b>${aim.ask.brief}: tap who</b>Usually it is nobody.</p>`;
    if (!aim.ask.needed && (asked!.ready || table.state.slots.length))
      return html`${reckoned(table)}<p class="wait1">${icon("aim")}<b>If there are any, tap on the board: ${aim.ask.says}</b>${table.state.slots.length ? "Else the dice are next." : many}</p>`;
    return html`${reckoned(table)}<p class="wait1">${icon("aim")}<b>Tap on the board: ${aim.says}</b>${many}</p>`;
  }
  const chosen = several(table);
  if (aim) return html`${areExceptions(aim.ask) ? reckoned(table) : nothing}${targets(table)}${chosen}${textsToTell(table)}`;
  if (chosen !== nothing) return chosen;
  const meeting = meetingOf(table);
  if (meeting) return factors(table, meeting);
  const odds = asked!.odds?.[0];
  if (!odds) return stillToTell(table);
  if ((asked!.odds?.length ?? 0) > 1 && !areOneVolley(asked!.odds!)) return rowsOfOdds(table);
  if (!odds.lines.length && odds.bars.length > 1 && table.state.slots.length === 1)
    return html`${ledger([], html`<li class="sum"><span class="v">${signed(0)}</span><span class="w">on the die: nothing adds to it</span><span class="cl"></span></li>`)}${setAside(odds)}`;
  return reckoningOf(odds);
}

/** What is added to a die, and what it comes to. */
function reckoningOf(odds: Odds, dice = 1): Part {
  const total =
    odds.total === null || odds.total === ""
      ? nothing
      : html`<li class="sum"><span class="v">${signed(odds.total)}</span><span class="w">on ${dice > 1 ? "each" : "the"} die</span><span class="cl"></span></li>`;
  return odds.lines.length || total !== nothing
    ? html`${ledger(
        odds.lines.map((one) => ({ ...one, value: signed(one.value) })),
        total,
      )}${setAside(odds)}`
    : setAside(odds);
}

/** What was looked at and did not apply, by the short form of its clause. */
function setAside({ considered = [] }: Odds): Part {
  const one = ({ says, clause }: Line, n: number): Part =>
    html`${n ? "; " : " "}${says} <span class="cl">${clause.replace(/^\w+-(?=\w+-)/, "")}</span>`;
  return considered.length ? html`<p class="not"><b>Did not apply:</b>${considered.map(one)}.</p>` : nothing;
}

/** What the rules make of what was told so far. */
function reckoned(table: PlayScreen): Part {
  const asks = table.state.asked?.asks ?? [];
  const lines = asks.flatMap((one) => one.reckoned ?? []);
  const chosen = asks.filter((one) => one.chosen);
  return lines.length || chosen.length
    ? html`${lines.length ? ledger(lines) : nothing}${chosen.map((one) => stepper(table, one))}`
    : nothing;
}

/** A number that a person chooses, one up or down with a tap. */
function stepper(table: PlayScreen, ask: Ask): TemplateResult {
  const value = Number(
    table.state.hand!.tapped.facts[factPlace(null, ask.name)] ?? table.state.asked!.told[ask.name] ?? ask.usual ?? ask.least ?? 0,
  );
  const to = (next: number, sign: string, name: string): TemplateResult => {
    const off = next < (ask.least ?? next) || next > (ask.most ?? next);
    return html`<button type="button" class="btn ${off ? "not-yet" : ""}" aria-disabled=${off ? "true" : nothing} aria-label="${name}: ${ask.says}" @click=${() => !off && table.targets.fact([], ask.name, next, ask.says)}>${icon(sign)}</button>`;
  };
  return html`<div class="chosen"><span>${capital(ask.says)}</span>${to(value - 1, "minus", "One fewer")}<b>${value}</b>${to(value + 1, "plus", "One more")}</div>`;
}

/** Whether all dice are thrown at one target for the same reasons: these are told once, and the pad counts the dice. */
function areOneVolley(odds: readonly Odds[]): boolean {
  const [first, ...others] = odds;
  return (
    first!.lines.length > 0 && others.every((one) => one.of === first!.of && JSON.stringify(one.lines) === JSON.stringify(first!.lines))
  );
}

function stillToTell(table: PlayScreen): Part {
  const { asked } = table.state;
  const lines = reckoned(table);
  if (!asked?.missing) return lines === nothing && wantedOf(table) ? whereItLies(table) : lines;
  if (table.state.waitsForDice) return lines;
  const texts = textsToTell(table);
  if (texts !== nothing) return texts;
  if (lines !== nothing) return lines;
  const how = table.state.scene.has_map && wantedOf(table) ? "Tap it on the map, or tell it below." : "Tell it below.";
  return html`<p class="wait1"><b>${capital(asked.missing.instead.replace("give: ", ""))}</b>${how}</p>`;
}

/** A place that need not be told: by a tap on the map, by its figures, or in words. */
function whereItLies(table: PlayScreen): Part {
  const how = showsMap(table)
    ? "Tap it on the map, or tell it below."
    : table.state.scene.has_map
      ? "Turn the board to the map and tap it, or tell it below."
      : "Tell it below.";
  const told = wantedOf(table)!.isTold;
  // A place that lies on the map needs no name.
  const words = told ? [] : (table.state.asked?.asks ?? []).filter((one) => one.kind === "text" && !one.answered);
  return html`${told ? nothing : html`<p class="wait1">${icon("aim")}<b>Where it lies</b>${how}</p>`}${words.map((one) => writing(table, one))}`;
}

/** What has to be written before the deed is whole. */
function textsToTell(table: PlayScreen): Part {
  const texts = (table.state.asked?.asks ?? []).filter((one) => one.kind === "text" && one.needed && !one.answered);
  return texts.length ? html`${texts.map((one) => writing(table, one))}` : nothing;
}

function writing(table: PlayScreen, ask: Ask): TemplateResult {
  const written = (event: SubmitEvent): void => {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).querySelector("textarea")!;
    const text = field.value.trim();
    if (text) table.targets.pickOne(ask.name, text, ask.says);
    else field.focus();
  };
  return html`<form class="writing" @submit=${written}><label>${capital(ask.says)}<textarea name="text" rows="3" maxlength="400"></textarea></label><button class="btn chief" type="submit">Tell it</button></form>`;
}

/** What stands in place of chances: with a rule set aside nobody reckons them. */
function nothingCan({ state: { hand, slots, isAnswered } }: PlayScreen, blunt: boolean): string {
  if (hand!.aside && !blunt) return "chances are not reckoned";
  return blunt || (slots.length && isAnswered) ? "no die: nothing can happen" : "";
}

/** The targets in their order, each with its chances and its die. */
function targets(table: PlayScreen): TemplateResult {
  const { hand, slots, dice, aim } = table.state;
  const odds = table.state.odds;
  const all = table.state.asked?.odds ?? [];
  const next = dice.length;
  const { targets: told } = hand!.tapped;
  // Which target the facts below are of, where each has its own.
  const read = aim!.how === "rows" && told.length > 1 ? Math.min(table.state.row, told.length - 1) : -1;
  const reads = (n: number): void => {
    [table.state.row, table.state.unfolded] = [n, null];
    table.draw();
  };
  const row = (target: { id: string; count: number }, n: number): TemplateResult => {
    const own = all.find((one) => one.of === target.id);
    const places = slots.flatMap((_, k) => (odds[k]?.of === target.id ? [k] : []));
    // Which die of a lot is this stand's nobody knows before it is dealt.
    const lot = table.state.lots[places[0] ?? -1];
    const on = lot ? lot === table.state.lots[next] : places.includes(next);
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
    return html`<li class="${on ? "now" : ""} ${n === read ? "read" : ""} ${n === told.length - 1 ? "end" : ""}" @click=${read < 0 ? nothing : () => reads(n)}><span class="lane"><span class="no">${aim!.spread ? `×${target.count}` : n + 1}</span></span><div><div class="nm">${table.state.placed(target.id)?.counter.brief ?? target.id}</div><div class="m">${factsInWords(table, target.id)}${mod}</div></div>${own && !blunt ? oddsBar(own, "sm") : !slots.length && !blunt ? html`<span></span>` : html`<span class="odds sm plain"><span class="f6">${nothingCan(table, blunt)}</span></span>`}${shown}</li>`;
  };
  const others = told.map((target, n) => ({ target, n })).filter(({ target }) => !isTold(table, target.id));
  const only = told.length === 1 && table.state.isAnswered ? all.find((one) => one.of === told[0]!.id) : undefined;
  return html`${counted(table)}<ul class="tg-list ${aim!.spread ? "grp1" : ""}">${others.map(({ target, n }) => row(target, n))}</ul>${only ? reckoningOf(only, slots.length) : nothing}`;
}

/** Whether dice of the lot that this stand belongs to are being told: they stand together above the list. */
function isTold(table: PlayScreen, id: string): boolean {
  const lot = countedLot(table);
  return lot > 0 && table.state.odds.some((one, n) => one?.of === id && table.state.lots[n] === lot);
}

function factsInWords(table: PlayScreen, target: string): string {
  const cover = table.state.placed(target)?.counter.cover;
  const aim = table.state.aim!;
  if (aim.how !== "rows") return cover?.says ?? "";
  const rows = table.state.asked?.told[aim.ask.name];
  const row = Array.isArray(rows)
    ? rows.find((one) => one && typeof one === "object" && !Array.isArray(one) && one[aim.target] === target)
    : undefined;
  if (!row || typeof row !== "object" || Array.isArray(row)) return cover?.says ?? "";
  const at = Array.isArray(rows) ? rows.indexOf(row) : -1;
  const said = Object.entries(row).flatMap(([name, value]): { of: string; word: string }[] => {
    const ask = (aim.ask.rows[at] ?? []).find((one) => one.name === name);
    if (!ask || name === aim.target || name === aim.actor || value === false) return [];
    const of = ask.brief || capital(ask.says);
    const doubt = table.state.asked?.origins[`${aim.ask.name}.${at}.${name}`] === "assumed" ? "?" : "";
    if (ask.kind === "cm")
      return [{ of, word: `${ask.bands?.find((one) => doubt && one.value === value)?.says ?? `${String(value)} cm`}${doubt}` }];
    if (ask.kind === "word") return [{ of, word: `${capital(ask.words?.[ask.among?.indexOf(value) ?? -1] ?? String(value))}${doubt}` }];
    return value === true ? [{ of, word: ask.says }] : [];
  });
  // A word that two facts share says of which it is.
  return said.map(({ of, word }) => (said.filter((one) => one.word === word).length > 1 ? `${of}: ${word}` : word)).join(", ");
}

function rowsOfOdds(table: PlayScreen): TemplateResult {
  const odds = table.state.odds;
  const row = (n: number): TemplateResult => {
    const one = odds[n];
    const lot = table.state.lots[n];
    const lies = !lot && n < table.state.dice.length;
    return html`<li class="${lot ? (lot === table.state.lots[table.state.dice.length] ? "now" : "") : n === table.state.dice.length ? "now" : ""}"><span class="lane"><span class="no">${n + 1}</span></span><div><div class="nm">${one?.name ?? `Die ${n + 1}`}</div></div>${one ? oddsBar(one, "sm") : html`<span></span>`}${die(lies ? (table.state.dice[n]?.pips ?? 0) : 0, `sm ${lies ? "hit" : "wait"}`)}</li>`;
  };
  const others = table.state.slots.flatMap((_, n) => (countedLot(table) > 0 && table.state.lots[n] === countedLot(table) ? [] : [n]));
  return html`${counted(table)}<ul class="tg-list">${others.map(row)}</ul>`;
}

/** What is owed now, each to be tapped. */
export function choicesOf(table: PlayScreen, deeds: readonly Deed[]): TemplateResult {
  return html`<div class="acts">${deeds.map((one) => button({ title: one.says, small: one.of, cls: "chief wide", tap: () => table.selection.choose(one) }))}</div>`;
}
