// What another seat or this one has done: the newest scene comes, what it made stale goes, and it is told aloud.
import { fallenAway } from "./play-service";
import { doneSince, owed } from "./step-flow";
import { isUntouched } from "./command-draft";
import { InHand } from "./in-hand";
import type { Result, Scene } from "./model";

export abstract class News extends InHand {
  /** Whatever is owed or is the only thing to do comes into the hand. */
  begin(): void {
    this.settle();
    this.draw();
  }

  /** Fetches what stands and draws it. Whether it could be fetched. */
  async refresh(): Promise<boolean> {
    try {
      const scene = await this.service.scene();
      // What was asked for earlier may come later.
      if (scene.number < this.scene.number) return true;
      this.takeScene(scene);
      return true;
    } catch (wrong) {
      return fallenAway(wrong);
    }
  }

  protected takeScene(scene: Scene): void {
    const before = this.scene;
    // What is left of a closed game is told by the page that its address has now.
    if (scene.closed && !before.closed) location.reload();
    this.served = scene;
    this.queueChanged();
    this.index();
    document.body.dataset["seq"] = String(scene.number);
    document.body.dataset["hash"] = scene.hash;
    if (scene.number !== before.number) this.happened(before);
    this.settle();
    this.draw();
  }

  /** Something happened: what it has made stale goes from the card. */
  protected happened(before: Scene): void {
    const step = this.scene.step?.number !== before.step?.number || this.scene.whose !== before.whose;
    if (step) [this.later, this.look] = [[], ""];
    this.answeredAtLast(before);
    if (this.result && (!this.scene.results.some((one) => one.command === this.result!.command) || (step && !this.sending)))
      this.result = null;
    // Who waits reads what was done in this step, not what this side did before it.
    if (step && !this.sending && !this.inTurn) this.past = [];
    if (!this.sending) this.followsOthers(before);
    this.hears(before);
    this.leavesDone();
    if (this.refused && !this.refused.holds && !this.sending) this.refused = null;
    this.spoken = this.inWords(before);
    if (this.spoken) this.say(this.spoken);
  }

  /** What another device of this side did takes the place of what this one showed; so does a fight that another side ended. */
  protected followsOthers(before: Scene): void {
    const { results, lines, sides, whose_name } = this.scene;
    const isNews = ({ number }: { readonly number: number }): boolean => number > Math.max(before.number, this.done);
    const fell = results.findLast(isNews);
    const own = lines.filter((line) => isNews(line) && sides.includes(line.side) && !line.gone);
    if (own.length) {
      [this.result, this.taken, this.again, this.firstDie, this.look] = [null, null, null, 0, ""];
      this.past = own.map((line) => line.says).reverse();
    }
    // A side that waits reads what came last.
    if (fell && whose_name && !this.inTurn) this.result = null;
    const concerns = !!fell && sides.length === 1 && (sides.includes(fell.side) || !!fell.between?.length);
    if (concerns && (!this.hand || (this.hand.byItself && isUntouched(this.hand)))) this.reads(fell, before);
  }

  /** A result that fell on another device comes to the card, as it did there. */
  protected reads(fell: Result, before: Scene): void {
    [this.result, this.past] = [fell, []];
    this.leaveHand();
    if (this.scene.units.some((unit) => unit.id === fell.unit)) this.unit = fell.unit;
    // The next of a row comes to hand after it, as it does where the last one was done.
    const first = owed(this.scene)[0];
    const isOfRow = first && [...owed(before), ...before.stage.waiting].some((one) => one.kind === first.kind);
    if (isOfRow) this.last = owed(before).find((one) => one.kind === first.kind) ?? { ...first, about: {} };
  }

  /** The number of the last event that this device brought about. */
  protected done = 0;

  /** What another seat did while something is in hand here is told at its head: a board that changes says nothing of why. */
  protected hears(before: Scene): void {
    if (this.sending || this.result || !this.hand) return;
    const came = doneSince(this.scene).filter((one) => !this.past.includes(one));
    const since = this.scene.lines.filter((one) => one.number > before.number).map((one) => one.says);
    this.past = [...this.past, ...came.filter((one) => since.includes(one))];
  }

  /** A command that was begun here and that another device of the side has given leaves the hand: sent too, it would replace that one unseen. */
  protected leavesDone(): void {
    const { hand } = this;
    if (this.sending || !hand || hand.deed.where !== "hand" || this.offeredFor(hand)?.where !== "more") return;
    const isBegun = !hand.byItself || !isUntouched(hand);
    this.leaveHand();
    if (isBegun) this.past = [...this.past, `Done on another device: ${[hand.deed.says, hand.deed.of].filter(Boolean).join(", ")}`];
  }

  /** What was told aloud of the newest scene. */
  protected spoken = "";

  /** News for whoever does not see it, in this order: what is owed here now, what dice came to, whose turn it is. */
  protected inWords(before: Scene): string {
    const { scene } = this;
    const [[first], [was]] = [owed(scene), owed(before)];
    const owes = first && !(was && this.same(first, was)) ? [first.says, first.of].filter(Boolean).join(", ") : "";
    const fell = scene.results.findLast((one) => one.number > before.number);
    const turns = scene.whose && (scene.whose !== before.whose || scene.turn !== before.turn);
    const whose = !turns ? "" : this.inTurn && scene.sides.length === 1 ? "Your turn" : scene.whose_name ? `${scene.whose_name} turn` : "";
    return [owes, fell ? `${fell.label}. ${fell.headline}` : "", whose].filter(Boolean).join(". ");
  }

  /** The other side has answered what this seat asked. */
  protected answeredAtLast(before: Scene): void {
    if (!before.asking || this.scene.asking) return;
    const asked = before.asking.says;
    // That it was asked is no news any more.
    this.past = [];
    if (this.withdrew || this.scene.declined) {
      this.look = `${this.withdrew ? "No longer asked" : "Not agreed"}: ${asked}`;
      return this.say(this.look, true);
    }
    // What was allowed is done, or comes into the hand; only of what is taken back the card tells that it lies no more.
    if (!before.back || this.scene.back?.command === before.back.command) return this.say(`Agreed: ${asked}`);
    const result = before.results.find((one) => one.command === before.back!.command);
    this.result = null;
    this.taken = { name: before.back.name, headline: result?.headline ?? before.back.name, dice: before.back.dice };
    this.say(`Taken back: ${before.back.name}`);
  }

  /** Whether this device asks no longer what it has asked. */
  protected withdrew = false;
}
