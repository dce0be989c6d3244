import { useLayoutEffect, useRef } from "react";
import { create } from "zustand";
import { keysNow } from "./ownKeys";

/**
 * Shortcuts by their names (see `ownKeys`) and what they do. Combinations are written "Mod+K", "Shift+L", "?", or as a
 * sequence: "G A". A shortcut that returns false has nothing to do here, and leaves the keys to others.
 */
export type Hotkeys = Record<string, (event: KeyboardEvent) => unknown>;

/** Shortcuts that work while they are attached. */
export interface Layer {
  /** The shortcuts now. */
  keys: () => Hotkeys;
  /** True if combinations with Mod also work while the person types. */
  whileTyping?: boolean;
}

type Pressed = Pick<KeyboardEvent, "key" | "code" | "metaKey" | "ctrlKey" | "altKey" | "shiftKey"> & Partial<Pick<KeyboardEvent, "getModifierState">>;

/** How long the second key of a sequence may take. */
export const sequenceMs = 1_000;

/** Writes a pressed combination; Mod is Cmd on a Mac and Ctrl elsewhere. */
export function combination(event: Pressed): string {
  const { key } = event;
  // AltGr types a sign of its own. Some systems report AltGr as Ctrl and Alt.
  const graph = event.getModifierState?.("AltGraph") === true;
  const alt = event.altKey && !graph;
  const place = /^(?:Key([A-Z])|Digit(\d))$/.exec(event.code);
  // With Alt, or on a keyboard without Latin letters, the place of the key on the keyboard decides.
  const placed = alt || /^\P{ASCII}$/u.test(key) ? (place?.[1] ?? place?.[2]) : undefined;
  const letter = /^[a-z]$/i.test(placed ?? key);
  const name = placed ?? (letter ? key.toUpperCase() : key);
  const signed = name.length === 1 && !letter && name !== " " && placed === undefined;
  return [
    (event.metaKey || (event.ctrlKey && !graph)) && "Mod",
    alt && "Alt",
    // "?" is Shift and another key on every keyboard, so the sign alone names it.
    event.shiftKey && !signed && "Shift",
    name === " " ? "Space" : name,
  ]
    .filter(Boolean)
    .join("+");
}

/** True for modifier keys, which only change the meaning of another key. */
export const isModifier = ({ key }: Pick<KeyboardEvent, "key">): boolean => /^(Shift|Control|Alt|AltGraph|Meta)$/.test(key);

/** True if keys belong to a text field, or to an open surface over the app. A surface has the focus a little longer than it is open, while it fades. */
export function isTaken(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest(':is([role="dialog"], [role="alertdialog"], [role="menu"]):not([data-state="closed"])')) return true;
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "button", "submit"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** The handlers of a combination, in the order in which they are tried: first those of the sequences that it completes, then its own. */
export function handlersOf(layers: readonly Hotkeys[], pressed: string, before: string | null): Hotkeys[string][] {
  const of = (keys: string) => layers.flatMap((layer) => Object.keys(layer).flatMap((name) => (keysNow(name) === keys ? (layer[name] ?? []) : [])));
  return [...(before === null ? [] : of(`${before} ${pressed}`)), ...of(pressed)];
}

/** True if a sequence begins with the combination. */
export const begins = (layers: readonly Hotkeys[], pressed: string): boolean =>
  layers.some((layer) => Object.keys(layer).some((name) => keysNow(name).startsWith(`${pressed} `)));

/** Combinations that type no text: with Mod, and the function keys. */
const isAlwaysOurs = (pressed: string) => /^(Mod\+|(Shift\+)?F\d+$)/.test(pressed);

const layers: Layer[] = [];

/** The first key of a sequence, while a second one may follow. */
export const useBegun = create<{ begun: { keys: string; at: number } | null }>(() => ({ begun: null }));

/** One listener for all shortcuts, so that the second key of a sequence does not run a shortcut of its own first. */
function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.repeat || isModifier(event)) return;
  const pressed = combination(event);
  const typing = isTaken(event.target);
  if (typing && !isAlwaysOurs(pressed)) return;
  const { begun } = useBegun.getState();
  const first = begun !== null && event.timeStamp - begun.at <= sequenceMs ? begun.keys : null;
  const now = layers.filter(({ whileTyping }) => whileTyping || !typing).map(({ keys }) => keys());
  if (begun) useBegun.setState({ begun: null });
  for (const run of handlersOf(now, pressed, first)) {
    if (run(event) === false) continue;
    event.preventDefault();
    return;
  }
  if (begins(now, pressed)) useBegun.setState({ begun: { keys: pressed, at: event.timeStamp } });
}

/** Attaches shortcuts after the attached ones, or before them if `first` is true. Returns a function that detaches them. */
export function attachHotkeys(layer: Layer, first = false): () => void {
  if (layers.length === 0) window.addEventListener("keydown", press);
  layers.splice(first ? 0 : layers.length, 0, layer);
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    if (layers.length === 0) window.removeEventListener("keydown", press);
  };
}

/**
 * Shortcuts of the whole page, attached in the commit that renders the component. Plain keys are off while the user
 * types; combinations with Mod never are.
 */
export function useHotkeys(keys: Hotkeys, first = false): void {
  const current = useRef(keys);
  useLayoutEffect(() => {
    current.current = keys;
  });
  useLayoutEffect(() => attachHotkeys({ keys: () => current.current, whileTyping: true }, first), [first]);
}
