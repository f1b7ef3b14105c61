// Centimetres with one decimal, calculated in whole millimetres, so that 0.1 + 0.2 is 0.3.
export interface Bounds {
  readonly min: number | null;
  readonly max: number | null;
  readonly decimals: 0 | 1;
}

export type Reading = { readonly value: number } | { readonly problem: string };

/** Parses a typed number, with a comma or a point, and with or without "cm". */
export function read(text: string, bounds: Bounds): Reading {
  const plain = text
    .trim()
    .replace(/\s*cm$/i, "")
    .replace(",", ".")
    .replace("−", "-");
  if (!/^-?\d+(\.\d+)?$/.test(plain)) return { problem: `“${text.trim()}” is not a number; write it like ${example(bounds)}` };
  const typed = Number(plain);
  // Players leave out the sign of a number that is always negative.
  const value = bounds.max === 0 && bounds.min !== null && bounds.min < 0 && typed > 0 ? -typed : typed;
  if (tenths(value, bounds) !== value)
    return { problem: `Measure to ${bounds.decimals ? "0.1 cm" : "whole numbers"}, like ${example(bounds)}` };
  if (bounds.min !== null && value < bounds.min) return { problem: `Not less than ${bounds.min}` };
  if (bounds.max !== null && value > bounds.max) return { problem: `Not more than ${bounds.max}` };
  return { value };
}

/** The next step up or down: from between two steps to the nearer one first, 24.3 and + is 25. */
export function stepped(value: number, by: 1 | -1, step: number, bounds: Bounds): number {
  const lines = value / step;
  const onLine = Math.abs(lines - Math.round(lines)) < 1e-9;
  const next = onLine ? Math.round(lines) + by : by > 0 ? Math.ceil(lines) : Math.floor(lines);
  return clamp(tenths(next * step, bounds), bounds);
}

export function written(value: number): string {
  return String(value).replace("-", "−");
}

function clamp(value: number, { min, max }: Bounds): number {
  return Math.min(max ?? Infinity, Math.max(min ?? -Infinity, value));
}

function tenths(value: number, { decimals }: Bounds): number {
  const scale = decimals ? 10 : 1;
  return Math.round(value * scale) / scale;
}

function example({ decimals }: Bounds): string {
  return decimals ? "24.5" : "3";
}
