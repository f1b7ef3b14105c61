// What taps on dock, board, facts and dice make of the deed in hand.
import { aimed, aimedRow, factPlace, tap, type Target } from "./command-draft";
import { factsOn } from "./counter-facts";
import { without } from "./dice-lots";
import type { Deed, Json, Row, Throw } from "./model";
import { News } from "./news";
import { hampered } from "./parts";
import type { Placed } from "./stage-state";

export abstract class Tapping extends News {
  /** The die that is read again shows this face. */
  protected abstract readAgain(pips: number): Promise<void>;

  /** A deed of the dock, of Next or of the drawer. One that leaves nothing to tell is done with this tap. */
  choose(deed: Deed, tellsFirst = false): void {
    if (deed.barred) return this.refuseDeed(deed);
    [this.result, this.taken, this.refused, this.drawer, this.more, this.look] = [this.result, null, null, null, null, ""];
    if (deed.at_once) return void this.send(deed, { kind: deed.kind, ...(deed.about as { [key: string]: Json }) }, deed.says, []);
    this.oneTap = !tellsFirst;
    this.result = null;
    this.open(deed, false);
    this.tellsFirst = tellsFirst;
    this.draw();
  }

  /** Another way to settle what is owed, with what was told of it so far. */
  chooseInstead(deed: Deed): void {
    const facts = this.hand?.tapped.facts;
    this.haveSeen();
    const { seen } = this;
    this.choose(deed);
    if (!this.hand || !facts) return;
    // Both ask for the same facts: they were on the card before.
    this.seen = seen;
    this.hand = { ...this.hand, tapped: { ...this.hand.tapped, facts } };
    this.ask();
  }

  /** Stands of a row that come after the one in hand, where each is a deed of its own. */
  protected queue: { of: string; ids: readonly string[] } = { of: "", ids: [] };

  protected override goOnThroughRow(): void {
    const [next, ...rest] = this.queue.ids;
    if (next === undefined || this.sending || !this.hand || this.hand.tapped.targets.length) return;
    this.queue = { ...this.queue, ids: rest };
    if (this.queue.of === this.nameOf(this.hand.deed) && this.aiming && this.aim!.among.has(next)) this.stand(next);
  }

  /** Whether a tap on a stand of a unit of this step takes it in hand: where the board shows both sides, stand by stand. */
  protected abstract takes(unit: string): boolean;

  abstract pick(unit: string): void;

  stand(id: string): void {
    const there = this.placed(id);
    if (!there) return;
    if (!this.aiming && this.takes(there.counter.unit)) return this.pick(there.counter.unit);
    if (!this.aiming || !this.aim!.among.has(id) || there.counter.out) return this.lookAt(there);
    const targets = aimed(this.hand!.tapped.targets, id, this.aim!);
    if (!targets) return this.refuse({ clause: "", because: `${this.aim!.most} are the most`, instead: "Let one go first: tap it again." });
    const isTaken = targets.some((one) => one.id === id);
    this.aimAt(targets, isTaken ? `target ${targets.length}` : `${there.counter.brief}, let go`);
    this.say(`${there.counter.name}, ${isTaken ? `target ${targets.length}` : "let go"}`);
  }

  rowOf(row: Row): void {
    if (!this.aiming && this.takes(row.unit)) return this.pick(row.unit);
    if (!this.aiming) return this.lookAtRow(row);
    const ids = row.counters.filter((one) => !one.out && this.aim!.among.has(one.id)).map((one) => one.id);
    // A deed that is told stand by stand goes on through the row, as long as there is another to do it.
    this.queue = { of: this.nameOf(this.hand!.deed), ids: this.aim!.how === "one" ? ids.slice(1) : [] };
    const before = this.hand!.tapped.targets;
    const targets = aimedRow(before, this.nearestFirst(ids), this.aim!);
    this.aimAt(targets, row.name);
    this.sweeps(before, targets, ids);
  }

  /** Stands in the order in which they come as targets, where their distances are known: the nearest first. */
  protected nearestFirst(ids: readonly string[]): readonly string[] {
    const far = (id: string): number => Number(this.knownOf(id)["range_cm"]?.value ?? NaN);
    return ids.every((id) => !Number.isNaN(far(id))) ? [...ids].sort((one, other) => far(one) - far(other)) : ids;
  }

  /** Several stands were taken with one tap or stroke: those that the rules do not allow are let go again, by name. */
  protected sweeps(before: readonly Target[], targets: readonly Target[], ids: readonly string[]): void {
    if (this.aim!.how === "one" || this.aim!.spread || targets.length <= before.length) return;
    this.swept = targets.length > before.length + 1 ? { before, targets } : null;
    const most = `${this.aim!.most} are the most`;
    this.leavesOut(
      ids.filter((id) => !targets.some((one) => one.id === id)),
      most,
    );
  }

  /** A finger drawn over counters takes each of them: one tap. */
  stroke(ids: readonly string[]): void {
    const aim = this.aim;
    if (!aim || !this.aiming) return;
    const more = ids
      .filter((id) => aim.among.has(id) && !this.hand!.tapped.targets.some((one) => one.id === id))
      .map((id) => ({ id, count: 1 }));
    const before = this.hand!.tapped.targets;
    const targets = [...before, ...more].slice(0, aim.most);
    this.aimAt(targets, "the stroke");
    this.sweeps(
      before,
      targets,
      more.map((one) => one.id),
    );
  }

  /** Whoever taps sees the table as it stands, unless the line is away. */
  protected sees(): void {
    if (!this.isUnasked) this.enteredAt = 0;
  }

  protected aimAt(targets: readonly Target[], name: string): void {
    this.sees();
    this.leaveResult();
    this.haveSeen();
    [this.swept, this.notTaken] = [null, ""];
    this.hand = tap(this.hand!, name, { targets });
    [this.refused, this.look, this.unfolded, this.row, this.oneTap] = [null, "", null, Math.max(0, targets.length - 1), !this.tellsFirst];
    this.ask();
    this.draw();
  }

  /** What lay below a result takes its place with the first tap on it. */
  protected leaveResult(): void {
    if (this.below) [this.below, this.result] = [false, null];
  }

  protected lookAt({ counter }: Placed): void {
    this.look = [
      counter.name,
      counter.out ? "out of the game" : (counter.state ?? ""),
      counter.levels && !counter.out ? hampered(this.scene.hampers, counter.levels) : "",
      ...factsOn(counter, this.knownOf(counter.id)).map((one) => one.says),
    ]
      .filter(Boolean)
      .join(", ");
    if (this.hand && this.aim && this.hand.tapped.dice.length) this.look += ". Targets are fixed by the first die";
    this.say(this.look);
    this.draw();
  }

  protected lookAtRow(row: Row): void {
    const there = row.counters.filter((one) => !one.out);
    this.look = `${row.name}: ${there.length} of ${row.counters.length}, ${there.filter((one) => one.levels).length} ${this.scene.hampers.word}`;
    this.say(this.look);
    this.draw();
  }

  /** One of few things that do not stand on the board: choosing it may be all that was left to tell. */
  override pickOne(name: string, value: Json, says: string): void {
    this.fact([], name, value, says);
    this.oneTap = !this.tellsFirst;
  }

  /** A fact of the deed, or of some of its targets. */
  fact(targets: readonly string[], name: string, value: Json, says: string): void {
    this.facts({ [name]: value }, targets, says);
  }

  /** Several facts told with one tap, such as both halves of a place. */
  facts(told: { readonly [name: string]: Json }, targets: readonly string[], says: string): void {
    if (!this.hand) return;
    this.sees();
    this.leaveResult();
    this.haveSeen();
    const places = Object.entries(told).flatMap(([name, value]) =>
      (targets.length ? targets : [null]).map((one) => [factPlace(one, name), value]),
    );
    // With another fact others may stand alike: what was counted among these was not thrown for those.
    const dice = this.lots.some((lot) => lot > 0) ? [] : this.hand.tapped.dice;
    this.hand = tap(this.hand, says, { facts: { ...this.hand.tapped.facts, ...Object.fromEntries(places) }, dice });
    [this.refused, this.unfolded, this.oneTap] = [null, null, false];
    this.ask();
    this.draw();
  }

  /** What was held on the map was taken off it meanwhile. */
  lost(words: string): void {
    this.refuse({ clause: "", because: `${words} was taken off the map while you held it`, instead: "Nothing was sent." });
    this.draw();
  }

  /** Stands were dropped somewhere: what the deed in hand is told by it; a deed without a unit is done with the drop. */
  drop(deed: Deed, rows: string, places: readonly Json[], says: string): void {
    [this.result, this.taken, this.refused] = [null, null, null];
    if (!deed.about["unit"])
      return void this.send(
        deed,
        { kind: deed.kind, ...(deed.about as { [key: string]: Json }), [rows]: [...places] },
        says,
        [],
        this.besideDragged(deed),
      );
    if (!this.isInHand(deed)) {
      this.leaveHand();
      this.unit = String(deed.about["unit"]);
      this.open(deed, false);
    }
    // What the map proposed for the places before is no proposal for these.
    this.proposesAnew = !this.hand!.tapped.targets.length || this.hand!.proposed;
    if (this.proposesAnew) this.hand = { ...this.hand!, offered: [], proposed: false, tapped: { ...this.hand!.tapped, targets: [] } };
    this.facts({ [rows]: [...places] }, [], says);
  }

  die(pips: number): void {
    if (this.again) return void this.readAgain(pips);
    if (!this.padOpen || !this.hand) return;
    const count = this.dice.length + 1;
    this.throwIn([...this.dice, { pips, source: "entered" }], `die ${count}`);
    this.say(`${this.hand.tapped.dice.length} of ${this.slots.length || "?"}`);
  }

  /** One of the dice that were told by count is taken away again. */
  takeAway(pips: number): void {
    if (!this.padOpen || !this.hand) return;
    this.hand = tap(this.hand, `die ${pips} away`, { dice: without(this.dice, this.lots, pips) });
    this.say(`One ${pips} less: ${this.hand.tapped.dice.length} of ${this.slots.length}`);
    this.draw();
  }

  /** The service throws the dice that are still to come. */
  override roll(): void {
    if (!this.padOpen || !this.hand) return;
    // The line is slow or away: the tap is kept until the service has answered what was told before it.
    if (!this.isAnswered) {
      this.rollsFor = this.hand.tapped;
      return;
    }
    this.rollsFor = null;
    const rest = this.slots.slice(this.dice.length).map((): Throw => ({ pips: 0, source: "rolled" }));
    this.throwIn([...this.dice, ...rest], "the roll");
  }

  /** What lies thrown counts again. */
  countAgain(): void {
    if (this.hand && this.dice.length === this.slots.length) void this.sendHand();
  }

  /** The target whose die is next, by its place: its facts are read beside the die. */
  protected rowAwaited(): number {
    const of = this.odds[this.dice.length]?.of;
    const at = this.hand!.tapped.targets.findIndex((one) => one.id === of);
    return at < 0 ? this.row : at;
  }

  protected throwIn(dice: readonly Throw[], name: string): void {
    this.sees();
    this.hand = tap(this.hand!, name, { dice });
    [this.refused, this.unfolded, this.look, this.notTaken, this.row] = [null, null, "", "", this.rowAwaited()];
    this.whole();
    this.draw();
  }

  /** Sends the deed in hand as it is, once what was told of it last is answered. */
  submit(): void {
    if (!this.hand || this.sending || !this.asked?.ready) return;
    this.enteredAt = 0;
    if (this.isAnswered) return void this.sendHand();
    this.wanted = this.hand.tapped;
    this.draw();
  }
}
