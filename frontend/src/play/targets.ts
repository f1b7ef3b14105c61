// Taps on the board, the map and the facts: targets and facts of the selected command.
import { toggleTarget, toggleRow, factPlace, tap, type Target } from "./command-draft";
import { factsOn } from "./counter-facts";
import type { CommandSpec, Json, Row } from "./model";
import { hampered } from "./parts";
import type { PlayScreen } from "./play-screen";
import type { PlacedCounter, ScreenState } from "./screen-state";

export class Targets {
  /** The stands of a row that follow the current one, where each is a command of its own. */
  private rowQueue: { of: string; ids: readonly string[] } = { of: "", ids: [] };

  constructor(
    private readonly screen: PlayScreen,
    private readonly state: ScreenState = screen.state,
  ) {}

  nextOfRow(): void {
    const [next, ...rest] = this.rowQueue.ids;
    if (next === undefined || this.state.sending || !this.state.draft || this.state.draft.tapped.targets.length) return;
    this.rowQueue = { ...this.rowQueue, ids: rest };
    if (this.rowQueue.of === this.screen.selection.keyOf(this.state.draft.deed) && this.state.aiming && this.state.aim!.among.has(next))
      this.stand(next);
  }

  stand(id: string): void {
    const there = this.state.placed(id);
    if (!there) return;
    if (!this.state.aiming && this.screen.selection.canPick(there.counter.unit)) return this.screen.selection.pick(there.counter.unit);
    if (!this.state.aiming || !this.state.aim!.among.has(id) || there.counter.out) return this.describe(there);
    const targets = toggleTarget(this.state.draft!.tapped.targets, id, this.state.aim!);
    if (!targets)
      return this.screen.refusals.show({
        clause: "",
        because: `${this.state.aim!.most} are the most`,
        instead: "Let one go first: tap it again.",
      });
    const isTaken = targets.some((target) => target.id === id);
    this.setTargets(targets, isTaken ? `target ${targets.length}` : `${there.counter.brief}, let go`);
    this.screen.say(`${there.counter.name}, ${isTaken ? `target ${targets.length}` : "let go"}`);
  }

  rowOf(row: Row): void {
    if (!this.state.aiming && this.screen.selection.canPick(row.unit)) return this.screen.selection.pick(row.unit);
    if (!this.state.aiming) return this.describeRow(row);
    const ids = row.counters.filter((counter) => !counter.out && this.state.aim!.among.has(counter.id)).map((counter) => counter.id);
    // A command for each stand goes on through the row while there is another.
    this.rowQueue = { of: this.screen.selection.keyOf(this.state.draft!.deed), ids: this.state.aim!.how === "one" ? ids.slice(1) : [] };
    const before = this.state.draft!.tapped.targets;
    const targets = toggleRow(before, this.nearestFirst(ids), this.state.aim!);
    this.setTargets(targets, row.name);
    this.noteSweep(before, targets, ids);
  }

  /** Orders stands by distance, the nearest first, where all distances are known. */
  private nearestFirst(ids: readonly string[]): readonly string[] {
    const far = (id: string): number => Number(this.state.knownOf(id)["range_cm"]?.value ?? NaN);
    return ids.every((id) => !Number.isNaN(far(id))) ? [...ids].sort((id, other) => far(id) - far(other)) : ids;
  }

  /** Notes that one tap took several stands: those that the rules refuse are removed and named. */
  private noteSweep(before: readonly Target[], targets: readonly Target[], ids: readonly string[]): void {
    if (this.state.aim!.how === "one" || this.state.aim!.spread || targets.length <= before.length) return;
    this.state.sweptTargets = targets.length > before.length + 1 ? { before, targets } : null;
    const most = `${this.state.aim!.most} are the most`;
    this.screen.prompts.showLeftOut(
      ids.filter((id) => !targets.some((target) => target.id === id)),
      most,
    );
  }

  /** Selects every counter that a finger was drawn over, as one tap. */
  stroke(ids: readonly string[]): void {
    const aim = this.state.aim;
    if (!aim || !this.state.aiming) return;
    const more = ids
      .filter((id) => aim.among.has(id) && !this.state.draft!.tapped.targets.some((target) => target.id === id))
      .map((id) => ({ id, count: 1 }));
    const before = this.state.draft!.tapped.targets;
    const targets = [...before, ...more].slice(0, aim.most);
    this.setTargets(targets, "the stroke");
    this.noteSweep(
      before,
      targets,
      more.map((target) => target.id),
    );
  }

  /** A tap confirms that the player has seen the newest data, unless the connection is lost. */
  confirmCurrent(): void {
    if (!this.state.isOfflineDraft) this.state.enteredAt = 0;
  }

  private setTargets(targets: readonly Target[], name: string): void {
    this.confirmCurrent();
    this.leaveResult();
    this.screen.lookAhead.noteSeenFacts();
    [this.state.sweptTargets, this.state.leftOut] = [null, ""];
    this.state.draft = tap(this.state.draft!, name, { targets });
    [this.state.refused, this.state.notice, this.state.unfolded, this.state.row, this.state.sendsOnTap] = [
      null,
      "",
      null,
      Math.max(0, targets.length - 1),
      !this.state.entersExceptions,
    ];
    this.screen.prompts.query();
    this.screen.draw();
  }

  /** The first tap on a command below a result replaces the result. */
  private leaveResult(): void {
    if (this.state.isBelowResult) [this.state.isBelowResult, this.state.result] = [false, null];
  }

  private describe({ counter }: PlacedCounter): void {
    this.state.notice = [
      counter.name,
      counter.out ? "out of the game" : (counter.state ?? ""),
      counter.levels && !counter.out ? hampered(this.state.data.hampers, counter.levels) : "",
      ...factsOn(counter, this.state.knownOf(counter.id)).map((fact) => fact.says),
    ]
      .filter(Boolean)
      .join(", ");
    if (this.state.draft && this.state.aim && this.state.draft.tapped.dice.length)
      this.state.notice += ". Targets are fixed by the first die";
    this.screen.say(this.state.notice);
    this.screen.draw();
  }

  private describeRow(row: Row): void {
    const there = row.counters.filter((counter) => !counter.out);
    this.state.notice = `${row.name}: ${there.length} of ${row.counters.length}, ${there.filter((counter) => counter.levels).length} ${this.state.data.hampers.word}`;
    this.screen.say(this.state.notice);
    this.screen.draw();
  }

  /** Enters one of a few options that are not on the board. It may complete the command. */
  pickChoice(name: string, value: Json, says: string): void {
    this.fact([], name, value, says);
    this.state.sendsOnTap = !this.state.entersExceptions;
  }

  /** Enters a fact of the command, or of some of its targets. */
  fact(targets: readonly string[], name: string, value: Json, says: string): void {
    this.facts({ [name]: value }, targets, says);
  }

  /** Enters several facts with one tap, such as both halves of a place. */
  facts(told: { readonly [name: string]: Json }, targets: readonly string[], says: string): void {
    if (!this.state.draft) return;
    this.confirmCurrent();
    this.leaveResult();
    this.screen.lookAhead.noteSeenFacts();
    const places = Object.entries(told).flatMap(([name, value]) =>
      (targets.length ? targets : [null]).map((target) => [factPlace(target, name), value]),
    );
    // Another fact may change which dice form a lot: the dice counted so far no longer fit.
    const dice = this.state.lots.some((lot) => lot > 0) ? [] : this.state.draft.tapped.dice;
    this.state.draft = tap(this.state.draft, says, { facts: { ...this.state.draft.tapped.facts, ...Object.fromEntries(places) }, dice });
    [this.state.refused, this.state.unfolded, this.state.sendsOnTap] = [null, null, false];
    this.screen.prompts.query();
    this.screen.draw();
  }

  /** Says that a stand was removed from the map while the player held it. */
  showLost(words: string): void {
    this.screen.refusals.show({ clause: "", because: `${words} was taken off the map while you held it`, instead: "Nothing was sent." });
    this.screen.draw();
  }

  /** Takes stands that were dropped on the map. A command without a unit is sent with the drop. */
  drop(spec: CommandSpec, rows: string, places: readonly Json[], says: string): void {
    [this.state.result, this.state.undone, this.state.refused] = [null, null, null];
    if (!spec.about["unit"])
      return void this.screen.sender.send(
        spec,
        { kind: spec.kind, ...(spec.about as { [key: string]: Json }), [rows]: [...places] },
        says,
        [],
        this.screen.lookAhead.dragContext(spec),
      );
    if (!this.screen.selection.isSelected(spec)) {
      this.screen.selection.clear();
      this.state.unit = String(spec.about["unit"]);
      this.screen.selection.open(spec, false);
    }
    // Proposals for the places before do not apply to the new ones.
    this.state.takesNewProposal = !this.state.draft!.tapped.targets.length || this.state.draft!.proposed;
    if (this.state.takesNewProposal)
      this.state.draft = { ...this.state.draft!, offered: [], proposed: false, tapped: { ...this.state.draft!.tapped, targets: [] } };
    this.facts({ [rows]: [...places] }, [], says);
  }
}
