// What could not be fetched: the line is away, or this device's seat is gone.
import { foundAway } from "../live";
import { sayGone } from "../seat-gone";
import { NoSeat } from "./service";

let left = false;

/** Says what went wrong with the line. Always false, for whoever asked. */
export function fallenAway(wrong: unknown): false {
  if (wrong instanceof NoSeat) {
    left = true;
    sayGone();
  } else foundAway();
  return false;
}

export function gone(): boolean {
  return left;
}
