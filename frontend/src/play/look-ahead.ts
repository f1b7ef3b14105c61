// Prompts and facts fetched in advance, so that a tap opens a command at once and it can be entered without a connection.
import { type Aim, aimOf, areExceptions, isDrawn, NOTHING, proposedTargets, slotsOf, toldOf } from "./command-draft";
import type { Ask, Asked, Beside, Deed } from "./model";
import type { PlayScreen } from "./play-screen";
import { fallenAway } from "./play-service";
import type { ScreenState } from "./screen-state";
import { deedsOf, goingOn, onlyDeed, unitOf, unitsLeft } from "./step-flow";

/** What an exception is told with: a deed without any is done as it is usually done. */
export const TELLS: ReadonlySet<string> = new Set(["switch", "word", "cm", "number", "degrees", "rows"]);

/** So many units are ready to be entered when the connection goes. */
const UNITS_AHEAD = 3;

export class LookAhead {
  private asksOf = "";
  foreseen = new Map<string, Asked>();
  /** Of a deed that ends with a tap on a stand: what it asks once any of them is tapped. */
  behind = new Map<string, Asked>();
  private mayBeTold = new Map<string, string[]>();
  /** The digest of what a deed asks that is done with a drag, as it was last heard, by its name. */
  private dragged = new Map<string, string>();

  constructor(
    private readonly screen: PlayScreen,
    private readonly state: ScreenState = screen.state,
  ) {}

  /** Fetches what is known of stands from the unit in hand, once for what stands. */
  learn(): void {
    const { unit } = this.state;
    const of = `${this.state.scene.number} ${unit}`;
    if (of === this.asksOf) return;
    this.asksOf = of;
    void this.screen.service
      .known(unit)
      .then((found) => {
        if (of !== this.asksOf) return;
        this.state.known = { unit, found };
        this.screen.draw();
      })
      .catch((wrong: unknown) => {
        this.asksOf = "";
        fallenAway(wrong);
      });
  }

  /** Asks beforehand what the deeds of the unit in hand ask, so that a tap on one opens it at once. */
  foresee(deeds: readonly Deed[]): void {
    const { number } = this.state.scene;
    for (const deed of deeds) {
      if (deed.barred || deed.at_once || this.foreseen.has(this.foreseenName(deed))) continue;
      void this.screen.service
        .asks(number, deed, {})
        .then((asked) => {
          this.foreseen.set(this.foreseenName(deed), asked);
          if (number !== this.state.scene.number) return;
          if (this.state.result && !this.state.hand && !this.state.sending) this.screen.selection.settle();
          if (this.state.hand || this.mayTell(deed).length) this.screen.draw();
        })
        .catch(() => undefined);
    }
  }

  /** Asks beforehand what going on asks, and the next units with one deed only: without a connection neither could be entered. */
  foreseeOthers(): void {
    const { scene, unit } = this.state;
    const others = unitsLeft(scene)
      .filter((one) => one.id !== unit)
      .slice(0, UNITS_AHEAD);
    this.foresee([...goingOn(scene), ...others.flatMap((one) => onlyDeed(deedsOf(scene, one.id)) ?? [])]);
  }

  /** The stands that the map proposes for a deed as the game stands. */
  proposedOf(deed: Deed): string[] {
    const asked =
      this.screen.selection.isInHand(deed) && this.state.asked?.number === this.state.scene.number
        ? this.state.asked
        : this.foreseen.get(this.foreseenName(deed));
    const aim = asked ? aimOf(asked, this.state.onBoard, this.state.isOwn) : null;
    return aim ? proposedTargets(aim).map((one) => one.id) : [];
  }

  lookBehind(deed: Deed, asked: Asked): void {
    const aim = aimOf(asked, this.state.onBoard, this.state.isOwn);
    const [first] = aim?.how === "one" && aim.ask.needed ? aim.among : [];
    if (first === undefined) return;
    void this.screen.service
      .asks(asked.number, deed, toldOf({ ...NOTHING, targets: [{ id: first, count: 1 }] }, aim!))
      .then((found) => {
        this.behind.set(this.foreseenName(deed), found);
        if (optionalFacts(deed, found).length) this.screen.draw();
      })
      .catch(() => undefined);
  }

  /** The exceptions that the deed in hand takes once its target is tapped, in a word each. */
  get exceptions(): string[] {
    const { hand } = this.state;
    const behind = hand && this.behind.get(this.foreseenName(hand.deed));
    if (!behind || this.state.tellsFirst || hand.tapped.targets.length || slotsOf(behind).length) return [];
    return tellable(hand.deed, behind).map((one) => one.brief || one.says);
  }

  foreseenName(deed: Deed): string {
    return JSON.stringify([this.state.scene.number, deed.kind, deed.about]);
  }

  /** What may be told of a deed that one tap would do as it is usually done, in a word each; nothing where a tap opens it anyway. */
  mayTell(deed: Deed): string[] {
    const asked = this.foreseen.get(this.foreseenName(deed));
    if (deed.barred) return [];
    // Until the service has said it once more, what it said before stands: no button comes in under a finger.
    if (!asked) return this.mayBeTold.get(deed.kind) ?? [];
    const words = !doneByOneTap(asked, aimOf(asked, this.state.onBoard, this.state.isOwn), 0)
      ? []
      : tellable(deed, asked).map((one) => one.brief || one.says);
    this.mayBeTold.set(deed.kind, words);
    return words;
  }

  /** Whether a deed stands in the dock of its unit. */
  isOfUnit(deed: Deed): boolean {
    return deed.where === "hand" && !!unitOf(this.state.scene, deed);
  }

  /** What is on the card now could be told: the next tap may do the deed with it. */
  haveSeen(): void {
    if (this.state.hand && this.state.asked)
      this.state.seen = new Set([...this.state.seen, ...optionalFacts(this.state.hand.deed, this.state.asked)]);
  }

  /** Asks what a deed asks that is done with a drag: afterwards there is no time for it, and perhaps no connection. */
  learnPrompts(deed: Deed): void {
    const name = JSON.stringify([deed.kind, deed.about]);
    void this.screen.service
      .asks(this.state.scene.number, deed, {})
      .then(({ prompts }) => prompts !== undefined && this.dragged.set(name, prompts))
      .catch(() => undefined);
  }

  /** What goes with a deed that is done with a drag. */
  besideDragged(deed: Deed): Beside {
    const prompts = this.dragged.get(JSON.stringify([deed.kind, deed.about]));
    return prompts === undefined ? {} : { prompts };
  }
}

/** What may be told of a deed: facts that the stage has not settled. */
function tellable(deed: Deed, asked: Asked): Ask[] {
  return asked.asks.filter((one) => TELLS.has(one.kind) && !(one.name in deed.about) && !(one.kind === "rows" && isDrawn(one)));
}

/** The optional facts of a deed, by name: each has a default that counts if nobody tells it. */
export function optionalFacts(deed: Deed, asked: Asked | undefined): string[] {
  return asked
    ? tellable(deed, asked)
        .filter((one) => !one.needed || one.name in asked.origins)
        .map((one) => one.name)
    : [];
}

/** Whether a deed is whole with the tap that chose it or named its last target: what is left to tell are exceptions. */
export function doneByOneTap(asked: Asked, aim: Aim | null, targets: number): boolean {
  if (!asked.ready || slotsOf(asked).length) return false;
  if (aim?.how === "one") return targets > 0 || !aim.ask.needed;
  // Of what is wanted in a number the last one leaves nothing to choose.
  if (aim?.how === "several" && aim.ask.most !== null && aim.ask.least === aim.ask.most) return targets === aim.ask.most;
  if (aim) return areExceptions(aim.ask) && !targets;
  // A text is a remark, unless something measured is open beside it: of an aiming point both say where it lies.
  const measured = asked.asks.some((one) => one.kind === "cm" && one.usual === null && !one.answered);
  const says = (one: Ask): boolean => one.kind === "text" && ((one.needed && !one.answered) || measured);
  return !asked.asks.some((one) => says(one) || one.chosen || one.kind === "several" || (one.kind === "rows" && !areExceptions(one)));
}
