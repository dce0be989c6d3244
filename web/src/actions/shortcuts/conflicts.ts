import { chosenKeys, usualKeys, withKeys, withUsual, type Choices } from "./choices";
import type { Shortcut, Where } from "./catalog";

/** The other places in which the shortcuts of a place work too: those of a task work in a list, and a list may be shown as a calendar or a gantt. The inbox is absent, because its own keys come before those of the open task. */
const within: Readonly<Partial<Record<Where, readonly Where[]>>> = { task: ["list", "calendar", "gantt"], list: ["calendar", "gantt"] };

/** True if both shortcuts can work at the same time. */
export function meet(a: Where, b: Where): boolean {
  return a === b || a === "everywhere" || b === "everywhere" || within[a]?.includes(b) === true || within[b]?.includes(a) === true;
}

/** True if both keys are the same, or if one is the first key of the other: the shorter shortcut would run before the sequence is complete. */
export const clash = (a: string, b: string): boolean => a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `);

/** The other shortcuts whose keys conflict with these keys for a shortcut. */
export function inTheWay(shortcuts: readonly Shortcut[], choices: Choices, wanted: Shortcut, keys: string): readonly Shortcut[] {
  return shortcuts.filter(
    (other) => other.id !== wanted.id && meet(other.where, wanted.where) && chosenKeys(other, choices).some((taken) => clash(taken, keys)),
  );
}

/** Gives the keys to the shortcut. Shortcuts that conflict lose their keys. */
export function taken(shortcuts: readonly Shortcut[], choices: Choices, wanted: Shortcut, keys: string): Choices {
  const freed = inTheWay(shortcuts, choices, wanted, keys).reduce((now, other) => withKeys(now, other, ""), choices);
  return withKeys(freed, wanted, keys);
}

/** Exchanges the keys of two shortcuts. Null unless exactly one other shortcut conflicts and can take the keys in exchange. */
export function swapped(shortcuts: readonly Shortcut[], choices: Choices, wanted: Shortcut, keys: string): Choices | null {
  const [other, ...others] = inTheWay(shortcuts, choices, wanted, keys);
  const [given] = chosenKeys(wanted, choices);
  if (!other || others.length > 0 || given === undefined) return null;
  const next = withKeys(withKeys(choices, wanted, keys), other, given);
  return inTheWay(shortcuts, next, other, given).length === 0 && inTheWay(shortcuts, next, wanted, keys).length === 0 ? next : null;
}

/** Gives a shortcut its default keys back. A shortcut that has them now gets its own default keys, or none if those are taken. */
export function reset(shortcuts: readonly Shortcut[], choices: Choices, shortcut: Shortcut): Choices {
  const others = usualKeys(shortcut).flatMap((keys) => inTheWay(shortcuts, choices, shortcut, keys));
  return others.reduce((now, other) => {
    const back = withUsual(now, other);
    const free = usualKeys(other).every((keys) => inTheWay(shortcuts, back, other, keys).length === 0);
    return free ? back : withKeys(now, other, "");
  }, withUsual(choices, shortcut));
}

const browser = new Set(
  ["Mod+D", "Mod+N", "Mod+T", "Mod+W", "Mod+Q", "Mod+R", "Mod+L", "Mod+F", "Mod+P", "Mod+Shift+N", "Mod+Shift+T", "Mod+Shift+W", "Mod+Shift+R", "Mod+Shift+C", "Mod+Shift+I", "Mod+Shift+J", "Mod+0", "Mod++", "Mod+=", "Mod+-", "F1", "F3", "F5", "F11", "F12"],
);
const text = new Set(["Mod+C", "Mod+V", "Mod+X"]);

/** Why a combination cannot be chosen. */
export type Objection = "fixed" | "browser" | "text" | "noKey";

/** The keys that a shortcut may contain. Dead keys and Caps Lock, for example, are not among them. */
const named = /^(?:.|F\d{1,2}|Enter|Backspace|Insert|Space|Escape|Tab|Delete|Home|End|PageUp|PageDown|Arrow(?:Up|Down|Left|Right))$/u;
const always = /^(?:Space|Escape|Tab|Delete|Home|End|PageUp|PageDown|Arrow(?:Up|Down|Left|Right)|F2)$/;

export function objectionTo(combination: string): Objection | null {
  const key = /(?:^|\+)(\+|[^+]+)$/.exec(combination)?.[1] ?? "";
  if (!named.test(key)) return "noKey";
  // These move the focus, open, edit and close; Enter and Backspace only without Mod.
  if (always.test(key) || ((key === "Enter" || key === "Backspace") && !combination.startsWith("Mod+"))) return "fixed";
  if (text.has(combination)) return "text";
  return browser.has(combination) || /^Mod\+[1-9]$/.test(combination) ? "browser" : null;
}

/** What a person has pressed while choosing keys: nothing yet, a first key, complete keys, or keys that are refused. */
export type Recorded = { is: "waiting" } | { is: "begun"; keys: string } | { is: "done"; keys: string } | { is: "refused"; keys: string; why: Objection };

/** Adds a pressed combination. A combination with Mod or Alt and a function key are complete; a letter or a sign may begin a sequence. */
export function record(before: Recorded, combination: string): Recorded {
  const why = objectionTo(combination);
  if (why !== null) return { is: "refused", keys: combination, why };
  const alone = !/^(?:Shift\+)?.$/u.test(combination);
  if (before.is === "begun" && !alone) return { is: "done", keys: `${before.keys} ${combination}` };
  return alone ? { is: "done", keys: combination } : { is: "begun", keys: combination };
}
