import { useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type SyntheticEvent } from "react";
import { useShallow } from "zustand/react/shallow";
import { caretBottom } from "@/lib/caretBottom";
import { useTroupe } from "@/sync/store";
import { typedName, withName, type TypedName } from "./complete";
import { offeredPeople, type Offered } from "./offeredPeople";

/** Offers the people of the workspace while a person types a name behind `@` in a text area. */
export function useMentions(ticketId: string, value: string, onText: (text: string) => void) {
  const [typed, setTyped] = useState<TypedName | null>(null);
  const [at, setAt] = useState(0);
  const [bottom, setBottom] = useState(0);
  const area = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);
  const listId = useId();
  const people = usePeople(typed, ticketId);
  const open = typed !== null && people.length > 0;
  const current = Math.min(at, people.length - 1);

  useLayoutEffect(() => {
    if (caret.current === null) return;
    area.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [value]);

  const look = (event: SyntheticEvent<HTMLTextAreaElement>) => {
    const element = event.currentTarget;
    area.current = element;
    const next = element.selectionStart === element.selectionEnd ? typedName(element.value, element.selectionStart) : null;
    if (next?.from !== typed?.from || next?.name !== typed?.name) {
      setTyped(next);
      setAt(0);
      if (next) setBottom(caretBottom(element, next.from));
    }
  };
  const choose = (person: Offered | undefined) => {
    const element = area.current;
    if (!person?.sees || typed === null || !element) return;
    const next = withName(element.value, element.selectionStart, typed, person.member.username);
    caret.current = next.caret;
    setTyped(null);
    onText(next.text);
    element.focus();
  };
  /** Sees each key first; true if the key needs nothing more. */
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    if (!open || event.metaKey || event.ctrlKey || event.altKey) return false;
    switch (event.key) {
      case "ArrowDown":
        setAt((current + 1) % people.length);
        break;
      case "ArrowUp":
        setAt((current + people.length - 1) % people.length);
        break;
      case "Enter":
      case "Tab":
        choose(people[current]);
        break;
      case "Escape":
        setTyped(null);
        break;
      default:
        return false;
    }
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return {
    press,
    choose,
    close: () => setTyped(null),
    area: {
      onSelect: look,
      onInput: look,
      // Still a text box for screen readers, which read the chosen person.
      "aria-autocomplete": "list",
      "aria-controls": open ? listId : undefined,
      "aria-activedescendant": open ? `${listId}-${current}` : undefined,
    } as const,
    /** The offered people; null while no name is typed or no person has it. */
    list: open ? { id: listId, people, current } : null,
    /** The lower edge of the line with the name, in px from the top of the area. */
    bottom,
  };
}

/** The people to offer for a name; none while no name is typed. */
function usePeople(typed: TypedName | null, ticketId: string): readonly Offered[] {
  // While no name is typed, changes of the workspace do not matter here.
  const known = useTroupe(
    useShallow(({ members, roles, shares, tickets, me }) => (typed === null ? null : { members, roles, shares, tickets, me })),
  );
  const name = typed?.name;
  return useMemo(() => (known && name !== undefined ? offeredPeople(known, ticketId, name) : []), [known, name, ticketId]);
}
