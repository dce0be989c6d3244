import { usualIn, type OwnKeys } from "@/lib/ownKeys";
import type { ShortcutKeysPatch } from "@/wire/generated";
import { hasUsual, type Shortcut } from "./catalog";

/** The keys that a person has chosen. */
export interface Choices {
  /** By the id of the shortcut; "" switches it off. */
  keys: Readonly<Record<string, string>>;
  /** False if shortcuts that consist only of letters and signs are off: speech input may type them by accident. */
  singles: boolean;
}

export const noChoices: Choices = { keys: {}, singles: true };

/** The default keys of a shortcut. People see the first ones. */
export const usualKeys = (shortcut: Shortcut): readonly string[] => (hasUsual(shortcut) ? shortcut.names.map(usualIn) : []);

/** All keys of a shortcut, even if single-key shortcuts are off. */
export function chosenKeys(shortcut: Shortcut, { keys }: Choices): readonly string[] {
  const chosen = keys[shortcut.id];
  return chosen === undefined ? usualKeys(shortcut) : [chosen].filter((each) => each !== "");
}

/** True for keys that type text: letters and signs, also with Shift or in a sequence. */
export const isTyped = (keys: string): boolean => keys.split(" ").every((part) => /^(Shift\+)?.$/u.test(part));

/** True if a person has chosen other keys than the default ones. */
export const isChanged = (shortcut: Shortcut, { keys }: Choices): boolean => keys[shortcut.id] !== undefined;

/** The chosen keys by the names of the shortcuts (see `lib/ownKeys`). The first name gets the chosen keys, and all other default keys stop working. */
export function ownKeysOf(shortcuts: readonly Shortcut[], choices: Choices): OwnKeys {
  const own: Record<string, string> = {};
  for (const shortcut of shortcuts) {
    const chosen = choices.keys[shortcut.id];
    for (const [at, name] of shortcut.names.entries()) {
      const usual = hasUsual(shortcut) ? usualIn(name) : "";
      const keys = chosen === undefined ? usual : at === 0 ? chosen : "";
      const now = choices.singles || !isTyped(keys) ? keys : "";
      if (now !== usual) own[name] = now;
    }
  }
  return own;
}

/** The choices with new keys for a shortcut. Default keys are not stored as a choice. */
export function withKeys(choices: Choices, shortcut: Shortcut, keys: string): Choices {
  const [usual, ...further] = usualKeys(shortcut);
  if ((usual ?? "") === keys && further.length === 0) return withUsual(choices, shortcut);
  return { ...choices, keys: { ...choices.keys, [shortcut.id]: keys } };
}

/** The choices with the default keys for a shortcut. */
export function withUsual(choices: Choices, { id }: Pick<Shortcut, "id">): Choices {
  const { [id]: _, ...keys } = choices.keys;
  return { ...choices, keys };
}

/** The patch that turns choices into others. It names only the shortcuts that differ. */
export function keysPatch(before: Choices, after: Choices): ShortcutKeysPatch {
  const ids = Object.keys({ ...before.keys, ...after.keys }).filter((id) => before.keys[id] !== after.keys[id]);
  return { keys: Object.fromEntries(ids.map((id) => [id, after.keys[id] ?? null])), singles: after.singles };
}
