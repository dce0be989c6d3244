import { useEffect, useRef } from "react";

/** Keys and their actions. Combinations are written "Mod+K", "Shift+L", "?", or as a sequence: "G A". */
export type Hotkeys = Record<string, (event: KeyboardEvent) => void>;

type Pressed = Pick<KeyboardEvent, "key" | "code" | "metaKey" | "ctrlKey" | "altKey" | "shiftKey">;

const SEQUENCE_MS = 1_000;

/** Writes a pressed combination; Mod is Cmd on a Mac and Ctrl elsewhere. */
export function combination(event: Pressed): string {
  const { key } = event;
  const place = /^(?:Key([A-Z])|Digit(\d))$/.exec(event.code);
  // With Alt, or on a keyboard without Latin letters, the place of the key on the keyboard decides.
  const placed = event.altKey || /^\P{ASCII}$/u.test(key) ? (place?.[1] ?? place?.[2]) : undefined;
  const letter = /^[a-z]$/i.test(placed ?? key);
  const name = placed ?? (letter ? key.toUpperCase() : key);
  const signed = name.length === 1 && !letter && name !== " " && placed === undefined;
  return [
    (event.metaKey || event.ctrlKey) && "Mod",
    event.altKey && "Alt",
    // "?" is Shift and another key on every keyboard, so the sign alone names it.
    event.shiftKey && !signed && "Shift",
    name === " " ? "Space" : name,
  ]
    .filter(Boolean)
    .join("+");
}

/** True if keys belong to a text field, or to a surface over the app. */
export function isTaken(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]')) return true;
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "button", "submit"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/**
 * Finds the action of a combination, alone or as the second of two, and whether the combination may begin a sequence.
 */
export function lookUp(
  keys: Hotkeys,
  pressed: string,
  before: string | null,
): { run: Hotkeys[string] | undefined; begins: boolean } {
  const second = before === null ? undefined : keys[`${before} ${pressed}`];
  const begins = Object.keys(keys).some((combo) => combo.startsWith(`${pressed} `));
  return { run: second ?? keys[pressed], begins: second === undefined && begins };
}

/** Combinations that type no text: with Mod, and the function keys. */
function isAlwaysOurs(pressed: string): boolean {
  return /^(Mod\+|(Shift\+)?F\d+$)/.test(pressed);
}

/** Shortcuts of the whole page. Plain keys are off while the user types; combinations with Mod never are. */
export function useHotkeys(keys: Hotkeys): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    let before: { combo: string; at: number } | null = null;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      const pressed = combination(event);
      if (isTaken(event.target) && !isAlwaysOurs(pressed)) return;
      const fresh = before !== null && event.timeStamp - before.at < SEQUENCE_MS ? before.combo : null;
      const { run, begins } = lookUp(current.current, pressed, fresh);
      before = begins ? { combo: pressed, at: event.timeStamp } : null;
      if (!run) return;
      event.preventDefault();
      run(event);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}
