// The service's answers to a command, read from status and body. Pure.
export type Answer =
  | { readonly kind: "accepted"; readonly number: number; readonly events: number }
  | { readonly kind: "refused"; readonly clause: string; readonly because: string; readonly instead: string; readonly canOverrule: boolean }
  | { readonly kind: "stale"; readonly number: number; readonly because: string; readonly changed: readonly string[] }
  | { readonly kind: "closed"; readonly because: string; readonly instead: string }
  | { readonly kind: "unreadable"; readonly field: string; readonly because: string; readonly instead: string }
  | { readonly kind: "failed"; readonly because: string }
  /** `because`, `after_s`: why the service asks to wait, and for how many seconds. Without them it was not reached. */
  | { readonly kind: "unsent"; readonly because?: string; readonly after_s?: number };

// Statuses of a service that is away for the moment: the same command may be sent again.
const AWAY = new Set([0, 408, 425, 429, 502, 503, 504, 507]);

/** `after_s`: after how many seconds the service wants to be asked again, where it says so. */
export function readAnswer(status: number, body: unknown, after_s = 0): Answer {
  const told = isRecord(body) ? body : {};
  if (AWAY.has(status)) {
    const because = text(told["type"]).endsWith("stopping") ? "" : reason(told);
    return because ? { kind: "unsent", because, after_s } : { kind: "unsent" };
  }
  if (status >= 200 && status < 300) {
    return { kind: "accepted", number: number(told["number"]), events: list(told["events"]).length };
  }
  if (status === 409 && text(told["type"]).endsWith("stale")) {
    return { kind: "stale", number: number(told["number"]), because: reason(told), changed: texts(told["changed"]) };
  }
  if (status === 409 && text(told["type"]).endsWith("closed"))
    return { kind: "closed", because: reason(told), instead: text(told["instead"]) };
  if (status === 409) return refusal(told);
  if (status === 422) return { kind: "unreadable", field: text(told["field"]), because: reason(told), instead: text(told["instead"]) };
  return { kind: "failed", because: reason(told) || `The service answered ${status}` };
}

function refusal(body: Record<string, unknown>): Answer {
  return {
    kind: "refused",
    clause: text(body["clause"]),
    because: reason(body),
    instead: text(body["instead"]),
    canOverrule: body["can_override"] === true,
  };
}

function reason(body: Record<string, unknown>): string {
  return text(body["because"]) || text(body["detail"]) || text(body["title"]);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function texts(value: unknown): readonly string[] {
  return list(value).filter((text) => typeof text === "string");
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function number(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
