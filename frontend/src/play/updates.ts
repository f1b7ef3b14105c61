// Updates of the screen: the newest data from the service, what they make stale on the card, and what is read aloud.
import { isUntouched } from "./command-draft";
import { isSaid, saidIn } from "./command-sender";
import type { Result, Scene } from "./model";
import type { PlayScreen } from "./play-screen";
import { fallenAway, gone } from "./play-service";
import type { ScreenState } from "./screen-state";
import { doneSince, owed } from "./step-flow";

export class ScreenUpdates {
  constructor(
    private readonly screen: PlayScreen,
    private readonly state: ScreenState = screen.state,
  ) {}

  /** Selects what is required or the only thing to do. What was said of a request before the page was loaded is on its way still. */
  begin(): void {
    this.state.saying = this.state.waiting.filter(isSaid).map(saidIn).at(-1) ?? "";
    this.screen.selection.settle();
    this.screen.draw();
  }

  /** Fetches what stands and draws it. Whether it could be fetched. */
  async refresh(): Promise<boolean> {
    try {
      const scene = await this.screen.service.scene();
      // What was asked for earlier may come later.
      if (scene.number < this.state.scene.number) return true;
      this.takeScene(scene);
      return true;
    } catch (wrong) {
      return fallenAway(wrong);
    }
  }

  takeScene(scene: Scene): void {
    const before = this.state.scene;
    // What is left of a closed game is told by the page that its address has now.
    if (scene.closed && !before.closed) location.reload();
    this.state.served = scene;
    this.state.queueChanged();
    this.state.index();
    document.body.dataset["seq"] = String(scene.number);
    document.body.dataset["hash"] = scene.hash;
    if (scene.number !== before.number) this.happened(before);
    this.screen.selection.settle();
    this.screen.draw();
  }

  /** Something happened: what it has made stale goes from the card. */
  private happened(before: Scene): void {
    const step = this.state.scene.step?.number !== before.step?.number || this.state.scene.whose !== before.whose;
    if (step) [this.state.later, this.state.look] = [[], ""];
    this.answeredAtLast(before);
    if (
      this.state.result &&
      (!this.state.scene.results.some((one) => one.command === this.state.result!.command) || (step && !this.state.sending))
    )
      this.state.result = null;
    // Who waits reads what was done in this step, not what this side did before it.
    if (step && !this.state.sending && !this.state.inTurn) this.state.past = [];
    if (!this.state.sending) this.followsOthers(before);
    this.hears(before);
    this.leavesDone();
    if (this.state.refused && !this.state.refused.holds && !this.state.sending) this.state.refused = null;
    this.state.spoken = this.inWords(before);
    if (this.state.spoken) this.screen.say(this.state.spoken);
  }

  /** What another device of this side did takes the place of what this one showed; so does a fight that another side ended. */
  private followsOthers(before: Scene): void {
    const { results, lines, sides, whose_name } = this.state.scene;
    const isNews = ({ number }: { readonly number: number }): boolean => number > Math.max(before.number, this.state.done);
    const fell = results.findLast(isNews);
    const own = lines.filter((line) => isNews(line) && sides.includes(line.side) && !line.gone);
    if (own.length) {
      [this.state.result, this.state.taken, this.state.again, this.state.firstDie, this.state.look] = [null, null, null, 0, ""];
      this.state.past = own.map((line) => line.says).reverse();
    }
    // A side that waits reads what came last.
    if (fell && whose_name && !this.state.inTurn) this.state.result = null;
    const concerns = !!fell && sides.length === 1 && (sides.includes(fell.side) || !!fell.between?.length);
    if (concerns && (!this.state.hand || (this.state.hand.byItself && isUntouched(this.state.hand)))) this.reads(fell, before);
  }

  /** A result that fell on another device comes to the card, as it did there. */
  private reads(fell: Result, before: Scene): void {
    [this.state.result, this.state.past] = [fell, []];
    this.screen.selection.leaveHand();
    if (this.state.scene.units.some((unit) => unit.id === fell.unit)) this.state.unit = fell.unit;
    // The next of a row comes to hand after it, as it does where the last one was done.
    const first = owed(this.state.scene)[0];
    const isOfRow = first && [...owed(before), ...before.stage.waiting].some((one) => one.kind === first.kind);
    if (isOfRow) this.state.last = owed(before).find((one) => one.kind === first.kind) ?? { ...first, about: {} };
  }

  /** What another seat did while something is in hand here is told at its head: a board that changes says nothing of why. */
  private hears(before: Scene): void {
    if (this.state.sending || this.state.result || !this.state.hand) return;
    const came = doneSince(this.state.scene).filter((one) => !this.state.past.includes(one));
    const since = this.state.scene.lines.filter((one) => one.number > before.number).map((one) => one.says);
    this.state.past = [...this.state.past, ...came.filter((one) => since.includes(one))];
  }

  /** A command that was begun here and that another device of the side has given leaves the hand: sent too, it would replace that one unseen. */
  private leavesDone(): void {
    const { hand } = this.state;
    if (this.state.sending || !hand || hand.deed.where !== "hand" || this.screen.selection.offeredFor(hand)?.where !== "more") return;
    const isBegun = !hand.byItself || !isUntouched(hand);
    this.screen.selection.leaveHand();
    if (isBegun)
      this.state.past = [...this.state.past, `Done on another device: ${[hand.deed.says, hand.deed.of].filter(Boolean).join(", ")}`];
  }

  /** News for whoever does not see it, in this order: what is owed here now, what dice came to, whose turn it is. */
  private inWords(before: Scene): string {
    const { scene } = this.state;
    const [[first], [was]] = [owed(scene), owed(before)];
    const owes = first && !(was && this.screen.selection.same(first, was)) ? [first.says, first.of].filter(Boolean).join(", ") : "";
    const fell = scene.results.findLast((one) => one.number > before.number);
    const turns = scene.whose && (scene.whose !== before.whose || scene.turn !== before.turn);
    const whose = !turns
      ? ""
      : this.state.inTurn && scene.sides.length === 1
        ? "Your turn"
        : scene.whose_name
          ? `${scene.whose_name} turn`
          : "";
    return [owes, fell ? `${fell.label}. ${fell.headline}` : "", whose].filter(Boolean).join(". ");
  }

  /** The other side has answered what this seat asked. */
  private answeredAtLast(before: Scene): void {
    if (!before.asking || this.state.scene.asking) return;
    const asked = before.asking.says;
    // That it was asked is no news any more.
    this.state.past = [];
    if (this.state.withdrew || this.state.scene.declined) {
      this.state.look = `${this.state.withdrew ? "No longer asked" : "Not agreed"}: ${asked}`;
      return this.screen.say(this.state.look, true);
    }
    // What was allowed is done, or comes into the hand; only of what is taken back the card tells that it lies no more.
    if (!before.back || this.state.scene.back?.command === before.back.command) return this.screen.say(`Agreed: ${asked}`);
    const result = before.results.find((one) => one.command === before.back!.command);
    this.state.result = null;
    this.state.taken = { name: before.back.name, headline: result?.headline ?? before.back.name, dice: before.back.dice };
    this.screen.say(`Taken back: ${before.back.name}`);
  }

  /** The scene once it shows at least what a command was answered with. */
  async sceneAfter(number: number): Promise<Scene> {
    for (let tries = 0; ; tries++) {
      try {
        const scene = await this.screen.service.scene();
        if (scene.number >= number || tries > 3) return scene;
      } catch (wrong) {
        if (!fallenAway(wrong) && tries > 40) return this.state.scene;
        await new Promise((done) => setTimeout(done, 500));
      }
      if (gone()) return this.state.scene;
    }
  }
}
