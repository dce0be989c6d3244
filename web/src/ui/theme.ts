import { t } from "@lingui/core/macro";
import { create } from "zustand";

export const themes = ["light", "dark", "auto"] as const;
export type Theme = (typeof themes)[number];

export const themeNames: Record<Theme, string> = {
  get light() {
    return t`Light`;
  },
  get dark() {
    return t`Dark`;
  },
  get auto() {
    return t`Automatic`;
  },
};

const KEY = "troupe.theme";

function isTheme(value: string | null): value is Theme {
  return themes.some((theme) => theme === value);
}

function kept(): Theme {
  try {
    const value = localStorage.getItem(KEY);
    return isTheme(value) ? value : "auto";
  } catch {
    return "auto";
  }
}

/** The theme that this person chose on this machine. `public/theme.js` sets it before the first paint. */
export const useTheme = create<{ theme: Theme }>(() => ({ theme: kept() }));

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  useTheme.setState({ theme });
}

let tell: (theme: Theme) => void = () => {};

/** Hears of the themes that the person chooses on this page; one listener at a time. */
export function onThemeChosen(listener: typeof tell): () => void {
  tell = listener;
  return () => {
    tell = () => {};
  };
}

/** The person has chosen a theme. */
export function setTheme(theme: Theme): void {
  keepTheme(theme);
  tell(theme);
}

/** Shows a theme that was chosen elsewhere. */
export function keepTheme(theme: Theme): void {
  show(theme);
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Without storage, the choice holds until the page is left.
  }
}

/** Light, dark, system, and light again. */
export function nextTheme(theme: Theme): Theme {
  return themes[(themes.indexOf(theme) + 1) % themes.length] ?? "auto";
}

/** Follows the theme that another tab chose. */
export function followTheme(): () => void {
  const take = (event: StorageEvent) => {
    if (event.key === KEY) show(isTheme(event.newValue) ? event.newValue : "auto");
  };
  window.addEventListener("storage", take);
  return () => window.removeEventListener("storage", take);
}
