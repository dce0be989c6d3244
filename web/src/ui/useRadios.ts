import type { KeyboardEvent } from "react";
import { keyInOrder } from "@/lib/direction";

/** The properties of buttons that are one choice: one stop of the tab key, and arrows between the buttons. */
export function useRadios<T>(all: readonly T[], current: T, onPick: (one: T) => void) {
  const at = Math.max(0, all.indexOf(current));
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[keyInOrder(event.key)];
    if (by === undefined) return;
    event.preventDefault();
    const next = (at + by + all.length) % all.length;
    const button = event.currentTarget.querySelectorAll<HTMLElement>("[role=radio]")[next];
    button?.focus();
    const one = all[next];
    if (one !== undefined) onPick(one);
  };
  return {
    group: { onKeyDown: press },
    of: (one: T) => ({ role: "radio", "aria-checked": one === current, tabIndex: one === all[at] ? 0 : -1, onClick: () => onPick(one) }) as const,
  };
}
