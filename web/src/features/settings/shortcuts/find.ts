import { t } from "@lingui/core/macro";
import { chosenKeys, isChanged, type Choices } from "@/actions/shortcuts/choices";
import type { ShortcutGroup } from "@/actions/shortcuts/catalog";
import { partsOf, wordOn } from "@/ui/Keys";

/** The names of keys that hints show as a sign. */
const signs: Readonly<Record<string, () => string>> = {
  Shift: () => t`Shift`,
  Enter: () => t`Enter`,
  Backspace: () => t`Backspace`,
  ArrowUp: () => t`Arrow up`,
  ArrowDown: () => t`Arrow down`,
  ArrowLeft: () => t`Arrow left`,
  ArrowRight: () => t`Arrow right`,
};

/** Keys as words, for a search and for screen readers. */
export const spoken = (keys: string): string =>
  partsOf(keys)
    .map((part) => signs[part]?.() ?? wordOn(part))
    .join(" ");

/** Keys in one spelling, however the person writes them: "Cmd + K", "⌘K", "ctrl k". */
function bare(text: string): string {
  if (text.trim() === "+") return "+";
  const words = text.toLowerCase().replaceAll("⌘", "ctrl ").replaceAll("⇧", "shift ").replace(/\b(?:mod|cmd|command)\b/g, "ctrl");
  return words.replace(/[\s+]+/g, " ").trim();
}

const keysMatch = (keys: string, typed: string) => bare(keys) === typed || bare(spoken(keys)) === typed;

/** The groups with the lines whose name contains the words, or whose keys are the typed ones. `context` is the name of the only group to show. */
export function found(groups: readonly ShortcutGroup[], choices: Choices, { query, changed, context }: { query: string; changed: boolean; context: string | null }): ShortcutGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const typed = bare(query);
  const named = (name: string) => words.every((word) => name.toLowerCase().includes(word));
  return groups
    .filter(({ name }) => context === null || name === context)
    .map(({ name, shortcuts, fixed }) => ({
      name,
      shortcuts: shortcuts.filter(
        (each) => (!changed || isChanged(each, choices)) && (typed === "" || named(each.name) || chosenKeys(each, choices).some((keys) => keysMatch(keys, typed))),
      ),
      fixed: changed ? [] : fixed.filter((each) => typed === "" || named(each.name) || keysMatch(each.keys, typed)),
    }))
    .filter(({ shortcuts, fixed }) => shortcuts.length + fixed.length > 0);
}
