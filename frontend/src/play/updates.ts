// Updates of the screen: the newest data from the service, what they make stale on the card, and what is read aloud.
import { isUntouched } from "./command-draft";
import { isRequestAnswer, answerText } from "./command-sender";
import type { Result, ScreenData } from "./model";
import type { PlayScreen } from "./play-screen";
import { handleFailure, isSeatLost } from "./play-service";
import type { ScreenState } from "./screen-state";
import { linesSinceStep, requiredCommands } from "./step-flow";

export class ScreenUpdates {
  constructor(
    private readonly screen: PlayScreen,
    private readonly state: ScreenState = screen.state,
  ) {}

  /** Selects the first command. The answer to a request that was sent before a reload is still on its way. */
  begin(): void {
    this.state.pendingAnswer = this.state.waiting.filter(isRequestAnswer).map(answerText).at(-1) ?? "";
    this.screen.selection.update();
    this.screen.draw();
  }

  /** Fetches and draws the newest data. Returns whether it could be fetched. */
  async refresh(): Promise<boolean> {
    try {
      const data = await this.screen.service.scene();
      // An older answer may arrive later.
      if (data.number < this.state.data.number) return true;
      this.take(data);
      return true;
    } catch (wrong) {
      return handleFailure(wrong);
    }
  }

  take(data: ScreenData): void {
    const before = this.state.data;
    // A closed game has another page at this address.
    if (data.closed && !before.closed) location.reload();
    this.state.servedData = data;
    this.state.queueChanged();
    this.state.index();
    document.body.dataset["seq"] = String(data.number);
    document.body.dataset["hash"] = data.hash;
    if (data.number !== before.number) this.dropStale(before);
    this.screen.selection.update();
    this.screen.draw();
  }

  /** Removes what an event has made stale. */
  private dropStale(before: ScreenData): void {
    const step = this.state.data.step?.number !== before.step?.number || this.state.data.whose !== before.whose;
    if (step) [this.state.postponed, this.state.notice] = [[], ""];
    this.showAnswer(before);
    if (
      this.state.result &&
      (!this.state.data.results.some((result) => result.command === this.state.result!.command) || (step && !this.state.sending))
    )
      this.state.result = null;
    // A waiting side reads what was done in this step.
    if (step && !this.state.sending && !this.state.inTurn) this.state.recentLines = [];
    if (!this.state.sending) this.followOthers(before);
    this.listOthersActions(before);
    this.dropDone();
    if (this.state.refused && !this.state.refused.holds && !this.state.sending) this.state.refused = null;
    this.state.announcement = this.announcementOf(before);
    if (this.state.announcement) this.screen.say(this.state.announcement);
  }

  /** Shows what another device of this side did, and a fight that the other side ended. */
  private followOthers(before: ScreenData): void {
    const { results, lines, sides, whose_name } = this.state.data;
    const isNews = ({ number }: { readonly number: number }): boolean => number > Math.max(before.number, this.state.lastOwnNumber);
    const fell = results.findLast(isNews);
    const own = lines.filter((line) => isNews(line) && sides.includes(line.side) && !line.gone);
    if (own.length) {
      [this.state.result, this.state.undone, this.state.correctingDie, this.state.firstDie, this.state.notice] = [null, null, null, 0, ""];
      this.state.recentLines = own.map((line) => line.says).reverse();
    }
    // A waiting side reads the newest result.
    if (fell && whose_name && !this.state.inTurn) this.state.result = null;
    const concerns = !!fell && sides.length === 1 && (sides.includes(fell.side) || !!fell.between?.length);
    if (concerns && (!this.state.draft || (this.state.draft.byItself && isUntouched(this.state.draft)))) this.showResult(fell, before);
  }

  /** Shows a result from another device. */
  private showResult(fell: Result, before: ScreenData): void {
    [this.state.result, this.state.recentLines] = [fell, []];
    this.screen.selection.clear();
    if (this.state.data.units.some((unit) => unit.id === fell.unit)) this.state.unit = fell.unit;
    // The next command of a row follows, as on the other device.
    const first = requiredCommands(this.state.data)[0];
    const isOfRow = first && [...requiredCommands(before), ...before.stage.blocked].some((line) => line.kind === first.kind);
    if (isOfRow) this.state.lastSpec = requiredCommands(before).find((spec) => spec.kind === first.kind) ?? { ...first, about: {} };
  }

  /** Lists what other seats did while a draft is on the card. */
  private listOthersActions(before: ScreenData): void {
    if (this.state.sending || this.state.result || !this.state.draft) return;
    const came = linesSinceStep(this.state.data).filter((line) => !this.state.recentLines.includes(line));
    const since = this.state.data.lines.filter((line) => line.number > before.number).map((line) => line.says);
    this.state.recentLines = [...this.state.recentLines, ...came.filter((line) => since.includes(line))];
  }

  /** Clears a draft whose command another device of the side has sent: sending it too would replace that one. */
  private dropDone(): void {
    const { draft } = this.state;
    if (this.state.sending || !draft || draft.deed.where !== "hand" || this.screen.selection.availableSpec(draft)?.where !== "more") return;
    const isBegun = !draft.byItself || !isUntouched(draft);
    this.screen.selection.clear();
    if (isBegun)
      this.state.recentLines = [
        ...this.state.recentLines,
        `Done on another device: ${[draft.deed.says, draft.deed.of].filter(Boolean).join(", ")}`,
      ];
  }

  /** The text that is read aloud: the required command, the result, whose turn it is. */
  private announcementOf(before: ScreenData): string {
    const { data } = this.state;
    const [[first], [was]] = [requiredCommands(data), requiredCommands(before)];
    const owes = first && !(was && this.screen.selection.isSame(first, was)) ? [first.says, first.of].filter(Boolean).join(", ") : "";
    const fell = data.results.findLast((result) => result.number > before.number);
    const turns = data.whose && (data.whose !== before.whose || data.turn !== before.turn);
    const whose = !turns
      ? ""
      : this.state.inTurn && data.sides.length === 1
        ? "Your turn"
        : data.whose_name
          ? `${data.whose_name} turn`
          : "";
    return [owes, fell ? `${fell.label}. ${fell.headline}` : "", whose].filter(Boolean).join(". ");
  }

  /** Shows the other side's answer to this seat's request. */
  private showAnswer(before: ScreenData): void {
    if (!before.asking || this.state.data.asking) return;
    const asked = before.asking.says;
    // The request itself is no longer news.
    this.state.recentLines = [];
    if (this.state.isWithdrawing || this.state.data.declined) {
      this.state.notice = `${this.state.isWithdrawing ? "No longer asked" : "Not agreed"}: ${asked}`;
      return this.screen.say(this.state.notice, true);
    }
    // An agreed request is carried out or selected; only an undo needs a card of its own.
    if (!before.back || this.state.data.back?.command === before.back.command) return this.screen.say(`Agreed: ${asked}`);
    const result = before.results.find((result) => result.command === before.back!.command);
    this.state.result = null;
    this.state.undone = { name: before.back.name, headline: result?.headline ?? before.back.name, dice: before.back.dice };
    this.screen.say(`Taken back: ${before.back.name}`);
  }

  /** Fetches the data until it includes an event number. */
  async dataAfter(number: number): Promise<ScreenData> {
    for (let tries = 0; ; tries++) {
      try {
        const data = await this.screen.service.scene();
        if (data.number >= number || tries > 3) return data;
      } catch (wrong) {
        if (!handleFailure(wrong) && tries > 40) return this.state.data;
        await new Promise((done) => setTimeout(done, 500));
      }
      if (isSeatLost()) return this.state.data;
    }
  }
}
