// Ignores a finger that bounces: on a card that has just changed its kind the same spot takes no tap for a moment.

const GUARD_MS = 280;
const GUARD_PX = 40;
const QUICK_MS = 900;

export class TapGuard {
  private lastTap = 0;
  private lastAt: readonly [number, number] = [-99, -99];
  private guardUntil = 0;
  private shownKind = "";

  /** Whether a touch is one that bounced on a card that has just changed its kind. */
  bounced(x: number, y: number): boolean {
    return performance.now() < this.guardUntil && Math.hypot(x - this.lastAt[0], y - this.lastAt[1]) < GUARD_PX;
  }

  touched(x: number, y: number): void {
    [this.lastTap, this.lastAt] = [performance.now(), [x, y]];
  }

  /** The card shows a thing of this kind: if another than before, the spot just tapped takes no tap for a moment. */
  shows(kind: string): boolean {
    if (kind === this.shownKind) return false;
    if (this.shownKind && performance.now() - this.lastTap < QUICK_MS) this.guardUntil = performance.now() + GUARD_MS;
    this.shownKind = kind;
    return true;
  }
}
