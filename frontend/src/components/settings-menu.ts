// The lamp button and the menu of this device's settings.
import { applySettings, isSetting, readSettings, type Settings, writeSetting } from "./settings";

let settings: Settings = readSettings();

export function startSettings(): void {
  showChosen();
  document.addEventListener("change", (event) => {
    const input = event.target as HTMLInputElement;
    if (isSetting(input.dataset["setting"])) set(input.dataset["setting"], input.value);
  });
  document.addEventListener("click", (event) => {
    const target = event.target as Element;
    if (target.closest("[data-theme-switch]")) set("theme", isDark() ? "light" : "dark");
    closeMenus(target);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") closeMenus(document.body);
  });
}

function set(name: keyof Settings, value: string): void {
  settings = { ...settings, [name]: value };
  writeSetting(name, value);
  applySettings(document.documentElement, settings);
  showChosen();
}

function showChosen(): void {
  for (const input of document.querySelectorAll<HTMLInputElement>("[data-setting]")) {
    input.checked = isSetting(input.dataset["setting"]) && settings[input.dataset["setting"]] === input.value;
  }
}

function isDark(): boolean {
  return settings.theme === "dark" || (settings.theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
}

function closeMenus(clicked: Element): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>("details.menu[open]")) {
    if (!menu.contains(clicked)) menu.open = false;
  }
}
