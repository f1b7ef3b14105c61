// The table from the side: what lies across the whole of it, in cm up from an edge.
import { html, nothing, svg, type TemplateResult } from "lit-html";
import type { Deed, Section } from "./model";
import type { PlayScreen } from "./play-screen";

const [WIDE, TOP, GROUND, HIGH] = [560, 20, 78, 104];
const TICK_CM = 10;
/** A name as it is written takes about so much for each of its letters. */
const LETTER = 7.6;

/** The section that a deed is about, if what it is done with lies across the table. */
export function sectionOf(table: PlayScreen, deed: Deed | undefined): Section | undefined {
  if (!deed) return undefined;
  const about = Object.values(deed.about);
  return table.state.scene.sheets.flatMap((sheet) => sheet.sections ?? []).find((one) => about.includes(one.id));
}

export function section(table: PlayScreen, one: Section): TemplateResult {
  const at = (cm: number): number => ((cm - one.least_cm) / (one.most_cm - one.least_cm)) * WIDE;
  const ticks = Array.from(
    { length: Math.floor(one.most_cm / TICK_CM) - Math.ceil(one.least_cm / TICK_CM) + 1 },
    (_, n) => (Math.ceil(one.least_cm / TICK_CM) + n) * TICK_CM,
  );
  const band = (part: Section["bands"][number]): TemplateResult => {
    const [x, wide] = [at(Math.max(part.from_cm, one.least_cm)), at(part.to_cm) - at(Math.max(part.from_cm, one.least_cm))];
    // The danger strip is narrower than its words: they stand beside the section.
    const says =
      part.kind !== "danger"
        ? svg`<text class=${part.kind === "now" ? "b" : ""} x=${x + wide / 2} y="14" text-anchor="middle">${part.says}</text>`
        : nothing;
    const edges = part.kind === "now" ? svg`<path class="edge" d="M${x} ${TOP}V${GROUND}M${x + wide} ${TOP}V${GROUND}"></path>` : nothing;
    return svg`<rect class=${part.kind} x=${x} y=${TOP} width=${wide} height=${GROUND - TOP}></rect>${edges}${says}`;
  };
  const mark = (place: Section["marks"][number]): TemplateResult => {
    const nation = table.state.scene.faces.find((face) => face.side === place.side)?.nation ?? "";
    const half = (place.says.length * LETTER) / 2;
    const x = Math.max(half, Math.min(WIDE - half, at(place.at_cm)));
    return svg`<g class="n-${nation}"><path class="trench" d="M${at(place.at_cm) - 15} 66h6v-9h6v9h6v-9h6v9h6"></path><text class="s" x=${x} y="47" text-anchor="middle">${place.says}</text></g>`;
  };
  const tick = (cm: number): TemplateResult =>
    svg`<path class="tick" d="M${at(cm)} ${GROUND}v6"></path><text x=${at(cm)} y="99" text-anchor="middle">${cm}</text>`;
  return html`<svg class="sect" viewBox="0 0 ${WIDE} ${HIGH}" role="img" aria-label="${[one.title, ...one.small].join(", ")}"><defs><pattern id="lies" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V7"></path></pattern></defs>
${one.bands.map(band)}${one.marks.map(mark)}<path class="ground" d="M0 ${GROUND}H${WIDE}"></path>${ticks.map(tick)}</svg>`;
}
