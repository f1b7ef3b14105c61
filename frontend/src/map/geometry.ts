// Places on a map in pure numbers: snapping, edges, turning between the two sides. Millimetres are whole.
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly depth: number;
}

export const SNAP_MM = 10;
export const STEP_MM = 10;
export const FAR_STEP_MM = 50;
export const TURN_DEG = 15;

/** The nearest whole centimetre that lies on the table. */
export function snapped(spot: Point, size: Size, snap = SNAP_MM): Point {
  const near = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value / snap) * snap));
  return { x: near(spot.x, size.width), y: near(spot.y, size.depth) };
}

/** From the sheet (cm, y downwards, own edge below) to the table (mm, y away from the near edge). */
export function onTable(sheet: Point, size: Size, across: boolean): Point {
  const x = Math.round(sheet.x * 10);
  const y = Math.round(size.depth - sheet.y * 10);
  return across ? { x: size.width - x, y: size.depth - y } : { x, y };
}

/** And back. */
export function onSheet(table: Point, size: Size, across: boolean): Point {
  const { x, y } = across ? { x: size.width - table.x, y: size.depth - table.y } : table;
  return { x: x / 10, y: (size.depth - y) / 10 };
}

/** A place of the table as the reader counts it, and a place so counted on the table: the same turn both ways. */
export function own(spot: Point, size: Size, across: boolean): Point {
  return across ? { x: size.width - spot.x, y: size.depth - spot.y } : spot;
}

/** A step of an arrow key as the reader sees it: right and up, whichever edge lies below. */
export function step(key: string, far: boolean, across: boolean): Point | null {
  const by = (far ? FAR_STEP_MM : STEP_MM) * (across ? -1 : 1);
  switch (key) {
    case "ArrowRight":
      return { x: by, y: 0 };
    case "ArrowLeft":
      return { x: -by, y: 0 };
    case "ArrowUp":
      return { x: 0, y: by };
    case "ArrowDown":
      return { x: 0, y: -by };
    default:
      return null;
  }
}

/** The direction from one place of the table to another, clockwise from straight up, to whole degrees, 0 to 359. */
export function bearing(from: Point, to: Point): number {
  const degrees = Math.round((Math.atan2(to.x - from.x, to.y - from.y) * 180) / Math.PI);
  return (degrees + 360) % 360;
}

export function turned(degrees: number, by: number): number {
  return (Math.round(degrees) + by + 360) % 360;
}

/** A place turned about another by so many degrees clockwise, to whole millimetres. */
export function turnedAbout(spot: Point, about: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  const [x, y] = [spot.x - about.x, spot.y - about.y];
  return {
    x: Math.round(about.x + x * Math.cos(angle) + y * Math.sin(angle)),
    y: Math.round(about.y - x * Math.sin(angle) + y * Math.cos(angle)),
  };
}
