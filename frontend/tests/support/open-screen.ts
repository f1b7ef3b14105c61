// Opens a play screen on a page without a browser, with a service that answers as a test says.
import "./page-stub";
import type { ScreenData } from "../../src/play/model";
import { PlayScreen } from "../../src/play/play-screen";
import type { PlayService } from "../../src/play/play-service";

/** A service that does not answer, except as `answers` says. */
export function serviceOf(answers: object = {}): PlayService {
  return {
    prompts: () => Promise.reject(new Error()),
    waiting: [],
    known: () => Promise.reject(new Error()),
    ...answers,
  } as unknown as PlayService;
}

export function openScreen(data: ScreenData, answers: object = {}, say: (words: string) => void = () => undefined): PlayScreen {
  return new PlayScreen(data, serviceOf(answers), () => undefined, say);
}

/** Waits until all that was asked for is answered. */
export function settled(): Promise<void> {
  return new Promise((done) => setTimeout(done, 5));
}
