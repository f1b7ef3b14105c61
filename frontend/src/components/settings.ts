// Settings belong to the device: they are stored here and never sent.
export const CHOICES = {
  theme: ["system", "light", "dark"],
  text: ["normal", "large", "larger"],
} as const;

export type SettingName = keyof typeof CHOICES;
export type Settings = Record<SettingName, string>;

const PREFIX = "beaten-zone.";

export function isSetting(name: string | undefined): name is SettingName {
  return name !== undefined && name in CHOICES;
}

export function readSettings(): Settings {
  return { theme: read("theme"), text: read("text") };
}

export function writeSetting(name: SettingName, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // Without storage a setting lasts until the page is left.
  }
}

// The first option of each setting is the default: no attribute.
export function applySettings(root: HTMLElement, settings: Settings): void {
  for (const name of Object.keys(CHOICES) as SettingName[]) {
    const value = settings[name];
    if (value === CHOICES[name][0]) delete root.dataset[name];
    else root.dataset[name] = value;
  }
}

function read(name: SettingName): string {
  const kept = stored(name);
  return (CHOICES[name] as readonly string[]).includes(kept) ? kept : CHOICES[name][0];
}

function stored(name: SettingName): string {
  try {
    return localStorage.getItem(PREFIX + name) ?? "";
  } catch {
    return "";
  }
}
