// A table's document and every change to it, pure: each gives a new document and leaves the old one as it was, which is
// what taking back rests on. Places are whole millimetres. Whether a table is sound the service says.
import { snapped, type Point } from "./geometry";

export type Place = readonly [number, number];

export interface Gap {
  readonly path: readonly Place[];
  readonly width_mm: number;
  readonly made_by: string;
}

export interface Facts {
  readonly sort: string;
  readonly name: string;
  readonly kind?: string;
  readonly facing_deg?: number;
  readonly height?: number;
  readonly nation?: string;
  readonly strength?: string;
  readonly width_mm?: number;
  readonly depth_mm?: number;
  readonly gaps?: readonly Gap[];
  readonly words?: Words;
}

/** What rule systems read of a piece; said as nothing: it is as usual. */
export type Words = Readonly<Record<string, string>>;

export interface Polygon {
  readonly type: "Polygon";
  readonly coordinates: readonly [readonly Place[]];
}

export interface LineString {
  readonly type: "LineString";
  readonly coordinates: readonly Place[];
}

export interface Feature {
  readonly type: "Feature";
  readonly id: string;
  readonly geometry: Polygon | LineString;
  readonly properties: Facts;
}

export interface TableDocument {
  readonly type: "FeatureCollection";
  readonly format: string;
  readonly version: number;
  readonly name: string;
  readonly width_mm: number;
  readonly depth_mm: number;
  readonly features: readonly Feature[];
}

const OUTLINED = ["area", "hill"];
const WIDTHS: Readonly<Record<string, number>> = { trench: 20, road: 20, stream: 10, river: 50, bridge: 30 };
const WORDS: Readonly<Record<string, string>> = {
  buildings: "Village",
  shell_torn: "Shell-torn ground",
  shattered: "Shattered ground",
  strong_point: "Strong point",
  block_house: "Block house",
};
const CLOSEST_MM = 10;

export function piece(table: TableDocument, id: string): Feature | undefined {
  return table.features.find((feature) => feature.id === id);
}

/** Its corners or bends; an outline without its last point, which is its first again. */
export function pointsOf({ geometry }: Feature): readonly Place[] {
  return geometry.type === "Polygon" ? geometry.coordinates[0].slice(0, -1) : geometry.coordinates;
}

export function withPoints(item: Feature, points: readonly Place[]): Feature {
  const first = points[0];
  if (item.geometry.type === "LineString") return { ...item, geometry: { type: "LineString", coordinates: points } };
  return { ...item, geometry: { type: "Polygon", coordinates: [first ? [...points, first] : []] } };
}

function changed(table: TableDocument, id: string, change: (feature: Feature) => Feature): TableDocument {
  return { ...table, features: table.features.map((feature) => (feature.id === id ? change(feature) : feature)) };
}

export function pointMoved(table: TableDocument, id: string, place: number, by: Point): TableDocument {
  return changed(table, id, (feature) =>
    withPoints(
      feature,
      pointsOf(feature).map((point, at) => (at === place ? [point[0] + by.x, point[1] + by.y] : point)),
    ),
  );
}

/** A new point behind one; without a place, halfway to the next. */
export function pointAdded(table: TableDocument, id: string, after: number, at?: Point): TableDocument {
  return changed(table, id, (feature) => {
    const points = pointsOf(feature);
    const [from, to] = [points[after], points[(after + 1) % points.length]];
    if (!from || !to) return feature;
    const middle: Place = at ? [at.x, at.y] : [Math.round((from[0] + to[0]) / 2), Math.round((from[1] + to[1]) / 2)];
    return withPoints(feature, [...points.slice(0, after + 1), middle, ...points.slice(after + 1)]);
  });
}

export function pointDropped(table: TableDocument, id: string, place: number): TableDocument {
  return changed(table, id, (feature) =>
    withPoints(
      feature,
      pointsOf(feature).filter((_, at) => at !== place),
    ),
  );
}

export function pointsSet(table: TableDocument, id: string, points: readonly Place[]): TableDocument {
  return changed(table, id, (feature) => withPoints(feature, points));
}

/** The whole of a piece, its gaps with it, as far as it stays on the table. */
export function pieceMoved(table: TableDocument, id: string, by: Point): TableDocument {
  return changed(table, id, (feature) => {
    const points = [...pointsOf(feature), ...(feature.properties.gaps ?? []).flatMap((gap) => gap.path)];
    const x = within(
      by.x,
      points.map((point) => point[0]),
      table.width_mm,
    );
    const y = within(
      by.y,
      points.map((point) => point[1]),
      table.depth_mm,
    );
    const moved = (point: Place): Place => [point[0] + x, point[1] + y];
    const gaps = feature.properties.gaps?.map((gap) => ({ ...gap, path: gap.path.map(moved) }));
    const properties = gaps ? { ...feature.properties, gaps } : feature.properties;
    return withPoints({ ...feature, properties }, pointsOf(feature).map(moved));
  });
}

function within(by: number, values: readonly number[], most: number): number {
  return Math.min(most - Math.max(...values), Math.max(-Math.min(...values), by));
}

export function pieceDropped(table: TableDocument, id: string): TableDocument {
  return { ...table, features: table.features.filter((feature) => feature.id !== id) };
}

/** What a piece is, otherwise; a block house looks somewhere, nothing else does. */
export function factsSet(table: TableDocument, id: string, facts: Partial<Facts>): TableDocument {
  return changed(table, id, (feature) => {
    const { facing_deg: facing, words: _, ...rest } = { ...feature.properties, ...facts };
    const said = Object.entries({ ...feature.properties.words, ...facts.words }).filter(([, says]) => says);
    const properties = said.length ? { ...rest, words: Object.fromEntries(said) } : rest;
    return { ...feature, properties: properties.kind === "block_house" ? { ...properties, facing_deg: facing ?? 0 } : properties };
  });
}

export function gapOpened(table: TableDocument, id: string, gap: Gap): TableDocument {
  const gaps = [...(piece(table, id)?.properties.gaps ?? []), gap];
  return changed(table, id, (feature) => ({ ...feature, properties: { ...feature.properties, gaps } }));
}

export function gapClosed(table: TableDocument, id: string, place: number): TableDocument {
  const gaps = (piece(table, id)?.properties.gaps ?? []).filter((_, at) => at !== place);
  return changed(table, id, (feature) => ({ ...feature, properties: { ...feature.properties, gaps } }));
}

/** Whether a sort of piece ("area.wood", "trench") has an outline. */
export function isOutlined(sort: string): boolean {
  return OUTLINED.includes(sort.split(".")[0] ?? "");
}

/** A new piece on top of the others, with an id and a name that nothing else has; the document and the id. */
export function pieceAdded(table: TableDocument, sort: string, points: readonly Place[]): [TableDocument, string] {
  const [group = "", kind = ""] = sort.split(".");
  const stem = kind || group;
  let number = 1;
  while (table.features.some((feature) => feature.id === `${stem}-${number}`)) number += 1;
  const word = WORDS[stem] ?? stem.charAt(0).toUpperCase() + stem.slice(1);
  const id = `${stem}-${number}`;
  const geometry: Feature["geometry"] = isOutlined(sort) ? { type: "Polygon", coordinates: [[]] } : { type: "LineString", coordinates: [] };
  const made: Feature = { type: "Feature", id, geometry, properties: factsOf(group, kind, `${word} ${number}`) };
  return [{ ...table, features: [...table.features, withPoints(made, points)] }, id];
}

function factsOf(sort: string, kind: string, name: string): Facts {
  switch (sort) {
    case "area":
      return kind === "block_house" ? { sort, name, kind, facing_deg: 180 } : { sort, name, kind };
    case "hill":
      return { sort, name, height: 1 };
    case "wire":
      return { sort, name, depth_mm: 20 };
    case "trench":
      return { sort, name, nation: "german", width_mm: 20 };
    default:
      return { sort, name, width_mm: WIDTHS[sort] ?? 20 };
  }
}

/** Where a piece that is put down lies: about a place, on the table whatever the place. */
export function putDown(table: TableDocument, sort: string, about: Point): Place[] {
  const [width, depth] = sizeOf(sort);
  const { x, y } = snapped(
    { x: about.x - width / 2, y: about.y - depth / 2 },
    { width: table.width_mm - width, depth: table.depth_mm - depth },
  );
  if (!isOutlined(sort))
    return depth > width
      ? [
          [x, y],
          [x, y + depth],
        ]
      : [
          [x, y],
          [x + width, y],
        ];
  return [
    [x, y],
    [x + width, y],
    [x + width, y + depth],
    [x, y + depth],
  ];
}

function sizeOf(sort: string): [number, number] {
  if (sort === "area.block_house") return [30, 30];
  if (sort === "area.strong_point") return [80, 60];
  if (sort === "bridge") return [0, 90];
  return isOutlined(sort) ? [200, 150] : [240, 0];
}

/** Two points on one spot are one: what a double tap draws, and what no line may hold. */
export function drawnFurther(points: readonly Place[], at: Point): Place[] {
  const last = points.at(-1);
  const isThere = last && Math.hypot(last[0] - at.x, last[1] - at.y) < CLOSEST_MM;
  return isThere ? [...points] : [...points, [at.x, at.y]];
}
