// Hours are stored in UTC; the page shows those of the device.
export function showClocks(within: ParentNode = document): void {
  for (const time of within.querySelectorAll<HTMLTimeElement>("time[data-clock]")) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    const words = at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
    if (time.textContent !== words) time.textContent = words;
    time.title = at.toLocaleString("en-GB");
  }
}
