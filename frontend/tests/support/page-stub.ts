// A page without a browser: all that the libraries ask of it when they are imported is there, and does nothing.
// Import it before any module that draws.
const nothing: object = new Proxy(class {}, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => "" : nothing),
  construct: () => nothing,
  apply: () => nothing,
});
const empty = class {};

/** What the page has stored on its device. */
export const stored = new Map<string, string>();

const document = {
  body: { dataset: {} },
  addEventListener: () => undefined,
  querySelector: () => null,
  querySelectorAll: () => [],
  createElement: () => nothing,
  createComment: () => nothing,
  createTreeWalker: () => nothing,
  documentElement: nothing,
  dispatchEvent: () => true,
};

Object.assign(globalThis, {
  window: nothing,
  document,
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  },
  location: nothing,
  navigator: nothing,
  navigation: nothing,
  addEventListener: () => undefined,
  HTMLElement: empty,
  Element: empty,
  Node: empty,
  Document: empty,
  XPathEvaluator: nothing,
  customElements: { define: () => undefined },
});
