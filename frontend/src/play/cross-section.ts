// The table from the side: bands across it, in cm up from an edge.
import { html, nothing, svg, type TemplateResult } from "lit-html";
import type { CommandSpec, CrossSection } from "./model";
import type { PlayScreen } from "./play-screen";

const [WIDE, TOP, GROUND, HIGH] = [560, 20, 78, 104];
const TICK_CM = 10;
/** The width of one letter of a name. */
const LETTER = 7.6;

/** The cross-section that a command is about, if any. */
export function sectionOf(screen: PlayScreen, spec: CommandSpec | undefined): CrossSection | undefined {
  if (!spec) return undefined;
  const about = Object.values(spec.about);
  return screen.state.data.sheets.flatMap((sheet) => sheet.sections ?? []).find((section) => about.includes(section.id));
}

export function section(screen: PlayScreen, section: CrossSection): TemplateResult {
  const at = (cm: number): number => ((cm - section.least_cm) / (section.most_cm - section.least_cm)) * WIDE;
  const ticks = Array.from(
    { length: Math.floor(section.most_cm / TICK_CM) - Math.ceil(section.least_cm / TICK_CM) + 1 },
    (_, n) => (Math.ceil(section.least_cm / TICK_CM) + n) * TICK_CM,
  );
  const band = (part: CrossSection["bands"][number]): TemplateResult => {
    const [x, wide] = [at(Math.max(part.from_cm, section.least_cm)), at(part.to_cm) - at(Math.max(part.from_cm, section.least_cm))];
    // The danger strip is narrower than its label: that is beside the section.
    const says =
      part.kind !== "danger"
        ? svg`<text class=${part.kind === "now" ? "b" : ""} x=${x + wide / 2} y="14" text-anchor="middle">${part.says}</text>`
        : nothing;
    const edges = part.kind === "now" ? svg`<path class="edge" d="M${x} ${TOP}V${GROUND}M${x + wide} ${TOP}V${GROUND}"></path>` : nothing;
    return svg`<rect class=${part.kind} x=${x} y=${TOP} width=${wide} height=${GROUND - TOP}></rect>${edges}${says}`;
  };
  const mark = (place: CrossSection["marks"][number]): TemplateResult => {
    const nation = screen.state.data.faces.find((face) => face.side === place.side)?.nation ?? "";
    const half = (place.says.length * LETTER) / 2;
    const x = Math.max(half, Math.min(WIDE - half, at(place.at_cm)));
    return svg`<g class="n-${nation}"><path class="trench" d="M${at(place.at_cm) - 15} 66h6v-9h6v9h6v-9h6v9h6"></path><text class="s" x=${x} y="47" text-anchor="middle">${place.says}</text></g>`;
  };
  const tick = (cm: number): TemplateResult =>
    svg`<path class="tick" d="M${at(cm)} ${GROUND}v6"></path><text x=${at(cm)} y="99" text-anchor="middle">${cm}</text>`;
  return html`<svg class="sect" viewBox="0 0 ${WIDE} ${HIGH}" role="img" aria-label="${[section.title, ...section.small].join(", ")}"><defs><pattern id="lies" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V7"></path></pattern></defs>
${section.bands.map(band)}${section.marks.map(mark)}<path class="ground" d="M0 ${GROUND}H${WIDE}"></path>${ticks.map(tick)}</svg>`;
}
