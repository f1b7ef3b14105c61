// Places on the ground that the selected command needs: one tap on the map enters both halves.
import type { Prompt, Json } from "./model";
import { rowsAsk } from "./row-form";
import { placePair } from "./map-picking";
import type { PlayScreen } from "./play-screen";

/** A place to enter: the prompts of its halves, their values, and how a tap enters them. */
export interface PlacePrompt {
  readonly pair: readonly [Prompt, Prompt];
  readonly told: readonly [unknown, unknown];
  readonly isTold: boolean;
  /** Whether it is required. */
  readonly needed: boolean;
  tell(halves: readonly [number, number]): void;
}

export function placePromptOf(screen: PlayScreen): PlacePrompt | null {
  const { draft, prompts, aim } = screen.state;
  if (!draft || !prompts || draft.tapped.dice.length || screen.state.sending) return null;
  const last = draft.tapped.targets.at(-1);
  const facts = draft.tapped.facts;
  if (aim?.how === "rows") {
    const pair = last ? placePair(aim.ask.rows[draft.tapped.targets.length - 1] ?? []) : null;
    return (
      pair &&
      made(
        pair,
        (prompt) => facts[`${last!.id}|${prompt.name}`],
        (values) => screen.targets.facts(values, [last!.id], "the place"),
      )
    );
  }
  const rows = rowsAsk(screen);
  if (rows) {
    const all = Array.isArray(facts[rows.name]) ? (facts[rows.name] as { [key: string]: Json }[]) : [{}];
    const pair = placePair(rows.rows[all.length - 1] ?? rows.next_row);
    const row = all.at(-1) ?? {};
    return (
      pair &&
      made(
        pair,
        (prompt) => row[prompt.name],
        (values) => screen.targets.facts({ [rows.name]: [...all.slice(0, -1), { ...row, ...values }] }, [], "the place"),
      )
    );
  }
  const pair = placePair(prompts.prompts);
  return (
    pair &&
    made(
      pair,
      (prompt) => facts[prompt.name] ?? prompts.answers[prompt.name],
      (values) => screen.targets.facts(values, [], "the place"),
    )
  );
}

function made(
  pair: readonly [Prompt, Prompt],
  of: (prompt: Prompt) => unknown,
  tell: (values: { [name: string]: Json }) => void,
): PlacePrompt {
  const values = [of(pair[0]), of(pair[1])] as const;
  return {
    pair,
    told: values,
    isTold: values.every((half) => typeof half === "number"),
    needed: pair.every((prompt) => prompt.needed),
    tell: ([x, y]) => tell({ [pair[0].name]: x, [pair[1].name]: y }),
  };
}
