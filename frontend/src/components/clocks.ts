// Times are stored in UTC; every page shows those of the device, in later content too.
const SHOWN: Record<string, Intl.DateTimeFormatOptions> = {
  hour: { hour: "2-digit", minute: "2-digit" },
  day: { day: "numeric", month: "short" },
  moment: { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" },
};

/** The time on the device, such as 14:03; empty if unknown. */
export function hourOf(at: string): string {
  const then = new Date(at);
  return Number.isNaN(then.getTime()) ? "" : then.toLocaleString("en-GB", SHOWN["hour"]);
}

export function showClocks(within: ParentNode = document): void {
  for (const time of within.querySelectorAll<HTMLTimeElement>("time[data-clock]")) {
    const at = new Date(time.dateTime);
    const how = SHOWN[time.dataset["clock"] ?? ""];
    if (!how || Number.isNaN(at.getTime())) continue;
    const words = at.toLocaleString("en-GB", how);
    if (time.textContent !== words) time.textContent = words;
    time.title = at.toLocaleString("en-GB");
  }
}
