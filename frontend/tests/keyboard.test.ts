import assert from "node:assert/strict";
import test from "node:test";
import { focusAfter } from "../src/components/keyboard";

interface Place {
  readonly focus: () => void;
}

/** A page of three places; gives what has focus. */
function page(): { body: Place; asked: Place; elsewhere: Place; come: HTMLElement; activeElement: Place } {
  const made = { activeElement: null as unknown as Place };
  const place = (): Place => {
    const item = { focus: () => void (made.activeElement = item) };
    return item;
  };
  const [body, asked, elsewhere, come] = [place(), place(), place(), place()];
  const whole = Object.assign(made, { body, asked, elsewhere, come: come as unknown as HTMLElement });
  Object.assign(globalThis, { document: whole });
  return whole;
}

test("focus goes on to what was asked for, where it waits or its place is gone", () => {
  for (const stays of [true, false]) {
    const at = page();
    at.asked.focus();
    const arrive = focusAfter();
    if (!stays) at.body.focus();
    arrive(at.come);
    assert.equal(at.activeElement, at.come);
  }
});

test("focus of whoever has gone elsewhere meanwhile stays there", () => {
  const at = page();
  at.asked.focus();
  const arrive = focusAfter();
  at.elsewhere.focus();
  arrive(at.come);
  assert.equal(at.activeElement, at.elsewhere);
});
