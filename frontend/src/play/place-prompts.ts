// Places on the ground that the deed in hand asks for: one tap on the map tells both halves of one.
import type { Ask, Json } from "./model";
import { rowsAsk } from "./row-form";
import { spotOf } from "./map-picking";
import type { PlayScreen } from "./play-screen";

/** A place that is asked for: the asks of its halves, what was told of them, and how a tap tells them. */
export interface Wanted {
  readonly pair: readonly [Ask, Ask];
  readonly told: readonly [unknown, unknown];
  readonly isTold: boolean;
  /** It has to be told; else it may be. */
  readonly needed: boolean;
  tell(halves: readonly [number, number]): void;
}

export function wantedOf(table: PlayScreen): Wanted | null {
  const { hand, asked, aim } = table.state;
  if (!hand || !asked || hand.tapped.dice.length || table.state.sending) return null;
  const last = hand.tapped.targets.at(-1);
  const facts = hand.tapped.facts;
  if (aim?.how === "rows") {
    const pair = last ? spotOf(aim.ask.rows[hand.tapped.targets.length - 1] ?? []) : null;
    return (
      pair &&
      made(
        pair,
        (ask) => facts[`${last!.id}|${ask.name}`],
        (told) => table.targets.facts(told, [last!.id], "the place"),
      )
    );
  }
  const rows = rowsAsk(table);
  if (rows) {
    const all = Array.isArray(facts[rows.name]) ? (facts[rows.name] as { [key: string]: Json }[]) : [{}];
    const pair = spotOf(rows.rows[all.length - 1] ?? rows.next_row);
    const row = all.at(-1) ?? {};
    return (
      pair &&
      made(
        pair,
        (ask) => row[ask.name],
        (told) => table.targets.facts({ [rows.name]: [...all.slice(0, -1), { ...row, ...told }] }, [], "the place"),
      )
    );
  }
  const pair = spotOf(asked.asks);
  return (
    pair &&
    made(
      pair,
      (ask) => facts[ask.name] ?? asked.told[ask.name],
      (told) => table.targets.facts(told, [], "the place"),
    )
  );
}

function made(pair: readonly [Ask, Ask], of: (ask: Ask) => unknown, tell: (told: { [name: string]: Json }) => void): Wanted {
  const told = [of(pair[0]), of(pair[1])] as const;
  return {
    pair,
    told,
    isTold: told.every((one) => typeof one === "number"),
    needed: pair.every((one) => one.needed),
    tell: ([x, y]) => tell({ [pair[0].name]: x, [pair[1].name]: y }),
  };
}
