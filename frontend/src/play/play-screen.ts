// The play screen: its state, and the modules that act on it.
import { CommandSelection } from "./command-selection";
import { CommandSender } from "./command-sender";
import { DiceInput } from "./dice-input";
import { LookAhead } from "./look-ahead";
import type { ScreenData } from "./model";
import type { PlayService } from "./play-service";
import { PromptQuery } from "./prompt-query";
import { Refusals } from "./refusals";
import { Requests } from "./requests";
import { ScreenState } from "./screen-state";
import { StepProgress } from "./step-progress";
import { TapGuard } from "./tap-guard";
import { Targets } from "./targets";
import { ScreenUpdates } from "./updates";

export class PlayScreen {
  readonly state: ScreenState;
  readonly selection: CommandSelection;
  readonly prompts: PromptQuery;
  readonly lookAhead: LookAhead;
  readonly refusals: Refusals;
  readonly updates: ScreenUpdates;
  readonly targets: Targets;
  readonly diceInput: DiceInput;
  readonly sender: CommandSender;
  readonly progress: StepProgress;
  readonly requests: Requests;
  readonly guard: TapGuard;

  constructor(
    data: ScreenData,
    readonly service: PlayService,
    readonly draw: () => void,
    readonly say: (words: string, loud?: boolean) => void,
  ) {
    this.state = new ScreenState(data, service);
    this.selection = new CommandSelection(this);
    this.prompts = new PromptQuery(this);
    this.lookAhead = new LookAhead(this);
    this.refusals = new Refusals(this);
    this.updates = new ScreenUpdates(this);
    this.targets = new Targets(this);
    this.diceInput = new DiceInput(this);
    this.sender = new CommandSender(this);
    this.progress = new StepProgress(this);
    this.requests = new Requests(this);
    this.guard = new TapGuard();
  }
}
