// The service's reason against a request (problem details), and its text as a sentence.
import type { WrongFile } from "../documents/misplaced-files";

export interface ProblemDetails extends WrongFile {
  readonly status?: number;
  readonly field?: string;
  readonly clause?: string;
  readonly because?: string;
  readonly detail?: string;
  readonly instead?: string;
}

export function asSentence(words: string): string {
  const whole = words && !/[.!?]$/.test(words) ? `${words}.` : words;
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}
