// Taps on the board, the map and the facts: targets and facts of the selected command.
import { aimed, aimedRow, factPlace, tap, type Target } from "./command-draft";
import { factsOn } from "./counter-facts";
import type { Deed, Json, Row } from "./model";
import { hampered } from "./parts";
import type { PlayScreen } from "./play-screen";
import type { Placed, ScreenState } from "./screen-state";

export class Targets {
  /** Stands of a row that come after the one in hand, where each is a deed of its own. */
  private queue: { of: string; ids: readonly string[] } = { of: "", ids: [] };

  constructor(
    private readonly screen: PlayScreen,
    private readonly state: ScreenState = screen.state,
  ) {}

  goOnThroughRow(): void {
    const [next, ...rest] = this.queue.ids;
    if (next === undefined || this.state.sending || !this.state.hand || this.state.hand.tapped.targets.length) return;
    this.queue = { ...this.queue, ids: rest };
    if (this.queue.of === this.screen.selection.nameOf(this.state.hand.deed) && this.state.aiming && this.state.aim!.among.has(next))
      this.stand(next);
  }

  stand(id: string): void {
    const there = this.state.placed(id);
    if (!there) return;
    if (!this.state.aiming && this.screen.selection.takes(there.counter.unit)) return this.screen.selection.pick(there.counter.unit);
    if (!this.state.aiming || !this.state.aim!.among.has(id) || there.counter.out) return this.lookAt(there);
    const targets = aimed(this.state.hand!.tapped.targets, id, this.state.aim!);
    if (!targets)
      return this.screen.refusals.refuse({
        clause: "",
        because: `${this.state.aim!.most} are the most`,
        instead: "Let one go first: tap it again.",
      });
    const isTaken = targets.some((one) => one.id === id);
    this.aimAt(targets, isTaken ? `target ${targets.length}` : `${there.counter.brief}, let go`);
    this.screen.say(`${there.counter.name}, ${isTaken ? `target ${targets.length}` : "let go"}`);
  }

  rowOf(row: Row): void {
    if (!this.state.aiming && this.screen.selection.takes(row.unit)) return this.screen.selection.pick(row.unit);
    if (!this.state.aiming) return this.lookAtRow(row);
    const ids = row.counters.filter((one) => !one.out && this.state.aim!.among.has(one.id)).map((one) => one.id);
    // A deed that is told stand by stand goes on through the row, as long as there is another to do it.
    this.queue = { of: this.screen.selection.nameOf(this.state.hand!.deed), ids: this.state.aim!.how === "one" ? ids.slice(1) : [] };
    const before = this.state.hand!.tapped.targets;
    const targets = aimedRow(before, this.nearestFirst(ids), this.state.aim!);
    this.aimAt(targets, row.name);
    this.sweeps(before, targets, ids);
  }

  /** Stands in the order in which they come as targets, where their distances are known: the nearest first. */
  private nearestFirst(ids: readonly string[]): readonly string[] {
    const far = (id: string): number => Number(this.state.knownOf(id)["range_cm"]?.value ?? NaN);
    return ids.every((id) => !Number.isNaN(far(id))) ? [...ids].sort((one, other) => far(one) - far(other)) : ids;
  }

  /** Several stands were taken with one tap or stroke: those that the rules do not allow are let go again, by name. */
  private sweeps(before: readonly Target[], targets: readonly Target[], ids: readonly string[]): void {
    if (this.state.aim!.how === "one" || this.state.aim!.spread || targets.length <= before.length) return;
    this.state.swept = targets.length > before.length + 1 ? { before, targets } : null;
    const most = `${this.state.aim!.most} are the most`;
    this.screen.prompts.leavesOut(
      ids.filter((id) => !targets.some((one) => one.id === id)),
      most,
    );
  }

  /** A finger drawn over counters takes each of them: one tap. */
  stroke(ids: readonly string[]): void {
    const aim = this.state.aim;
    if (!aim || !this.state.aiming) return;
    const more = ids
      .filter((id) => aim.among.has(id) && !this.state.hand!.tapped.targets.some((one) => one.id === id))
      .map((id) => ({ id, count: 1 }));
    const before = this.state.hand!.tapped.targets;
    const targets = [...before, ...more].slice(0, aim.most);
    this.aimAt(targets, "the stroke");
    this.sweeps(
      before,
      targets,
      more.map((one) => one.id),
    );
  }

  /** Whoever taps sees the table as it stands, unless the line is away. */
  sees(): void {
    if (!this.state.isUnasked) this.state.enteredAt = 0;
  }

  private aimAt(targets: readonly Target[], name: string): void {
    this.sees();
    this.leaveResult();
    this.screen.lookAhead.haveSeen();
    [this.state.swept, this.state.notTaken] = [null, ""];
    this.state.hand = tap(this.state.hand!, name, { targets });
    [this.state.refused, this.state.look, this.state.unfolded, this.state.row, this.state.oneTap] = [
      null,
      "",
      null,
      Math.max(0, targets.length - 1),
      !this.state.tellsFirst,
    ];
    this.screen.prompts.ask();
    this.screen.draw();
  }

  /** What lay below a result takes its place with the first tap on it. */
  private leaveResult(): void {
    if (this.state.below) [this.state.below, this.state.result] = [false, null];
  }

  private lookAt({ counter }: Placed): void {
    this.state.look = [
      counter.name,
      counter.out ? "out of the game" : (counter.state ?? ""),
      counter.levels && !counter.out ? hampered(this.state.scene.hampers, counter.levels) : "",
      ...factsOn(counter, this.state.knownOf(counter.id)).map((one) => one.says),
    ]
      .filter(Boolean)
      .join(", ");
    if (this.state.hand && this.state.aim && this.state.hand.tapped.dice.length) this.state.look += ". Targets are fixed by the first die";
    this.screen.say(this.state.look);
    this.screen.draw();
  }

  private lookAtRow(row: Row): void {
    const there = row.counters.filter((one) => !one.out);
    this.state.look = `${row.name}: ${there.length} of ${row.counters.length}, ${there.filter((one) => one.levels).length} ${this.state.scene.hampers.word}`;
    this.screen.say(this.state.look);
    this.screen.draw();
  }

  /** One of few things that do not stand on the board: choosing it may be all that was left to tell. */
  pickOne(name: string, value: Json, says: string): void {
    this.fact([], name, value, says);
    this.state.oneTap = !this.state.tellsFirst;
  }

  /** A fact of the deed, or of some of its targets. */
  fact(targets: readonly string[], name: string, value: Json, says: string): void {
    this.facts({ [name]: value }, targets, says);
  }

  /** Several facts told with one tap, such as both halves of a place. */
  facts(told: { readonly [name: string]: Json }, targets: readonly string[], says: string): void {
    if (!this.state.hand) return;
    this.sees();
    this.leaveResult();
    this.screen.lookAhead.haveSeen();
    const places = Object.entries(told).flatMap(([name, value]) =>
      (targets.length ? targets : [null]).map((one) => [factPlace(one, name), value]),
    );
    // With another fact others may stand alike: what was counted among these was not thrown for those.
    const dice = this.state.lots.some((lot) => lot > 0) ? [] : this.state.hand.tapped.dice;
    this.state.hand = tap(this.state.hand, says, { facts: { ...this.state.hand.tapped.facts, ...Object.fromEntries(places) }, dice });
    [this.state.refused, this.state.unfolded, this.state.oneTap] = [null, null, false];
    this.screen.prompts.ask();
    this.screen.draw();
  }

  /** What was held on the map was taken off it meanwhile. */
  lost(words: string): void {
    this.screen.refusals.refuse({ clause: "", because: `${words} was taken off the map while you held it`, instead: "Nothing was sent." });
    this.screen.draw();
  }

  /** Stands were dropped somewhere: what the deed in hand is told by it; a deed without a unit is done with the drop. */
  drop(deed: Deed, rows: string, places: readonly Json[], says: string): void {
    [this.state.result, this.state.taken, this.state.refused] = [null, null, null];
    if (!deed.about["unit"])
      return void this.screen.sender.send(
        deed,
        { kind: deed.kind, ...(deed.about as { [key: string]: Json }), [rows]: [...places] },
        says,
        [],
        this.screen.lookAhead.besideDragged(deed),
      );
    if (!this.screen.selection.isInHand(deed)) {
      this.screen.selection.leaveHand();
      this.state.unit = String(deed.about["unit"]);
      this.screen.selection.open(deed, false);
    }
    // What the map proposed for the places before is no proposal for these.
    this.state.proposesAnew = !this.state.hand!.tapped.targets.length || this.state.hand!.proposed;
    if (this.state.proposesAnew)
      this.state.hand = { ...this.state.hand!, offered: [], proposed: false, tapped: { ...this.state.hand!.tapped, targets: [] } };
    this.facts({ [rows]: [...places] }, [], says);
  }
}
