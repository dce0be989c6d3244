import { t } from "@lingui/core/macro";
import { useId, useLayoutEffect, useMemo, useRef, useState, type ComponentProps, type KeyboardEvent, type SyntheticEvent } from "react";
import { useShallow } from "zustand/react/shallow";
import { cx } from "@/lib/cx";
import { homeIn, sees } from "@/sync/homes";
import { memberName, membersInOrder } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Avatar } from "@/ui/Avatar";
import type { Member } from "@/wire/generated";
import { GrowingText } from "../GrowingText";
import { typedName, withName, type TypedName } from "./complete";
import styles from "./MentioningText.module.css";

/** The most people that are offered at once. */
const offered = 8;

interface MentioningTextProps extends Omit<ComponentProps<typeof GrowingText>, "onKey"> {
  ticketId: string;
}

/** A text in which `@` offers the people of the workspace. People who cannot see the task are listed as such. */
export function MentioningText({ ticketId, value, onText, ...rest }: MentioningTextProps) {
  const [typed, setTyped] = useState<TypedName | null>(null);
  const [at, setAt] = useState(0);
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
  return (
    <span className={styles.box}>
      <GrowingText
        {...rest}
        value={value}
        onText={onText}
        onKey={press}
        onSelect={look}
        onInput={look}
        onBlur={(event) => {
          setTyped(null);
          rest.onBlur?.(event);
        }}
        // Still a text box for screen readers, which read the chosen person.
        aria-autocomplete="list"
        aria-controls={open ? listId : undefined}
        aria-activedescendant={open ? `${listId}-${current}` : undefined}
      />
      {open && (
        <ul id={listId} className={styles.list} role="listbox" aria-label={t`People`}>
          {people.map(({ member, sees: may }, index) => (
            <li
              key={member.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === current}
              aria-disabled={!may}
              className={cx(styles.option, index === current && styles.current, !may && styles.blind)}
              // The text keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onPointerUp={() => choose(people[index])}
            >
              <Avatar person={{ id: member.id, name: memberName(member), avatarUrl: member.avatarUrl }} size={20} decorative />
              <span className={styles.name} dir="auto">{memberName(member)}</span>
              <span className={styles.username}>{may ? `@${member.username}` : t`Can't see this task`}</span>
            </li>
          ))}
        </ul>
      )}
    </span>
  );
}

interface Offered {
  member: Member;
  sees: boolean;
}

/** The people whose name or username begins as typed; those who see the task come first. */
function usePeople(typed: TypedName | null, ticketId: string): readonly Offered[] {
  // While no name is typed, changes of the workspace do not matter here.
  const known = useTroupe(
    useShallow(({ members, roles, shares, tickets, me }) => (typed === null ? null : { members, roles, shares, tickets, me })),
  );
  const name = typed?.name;
  return useMemo(() => {
    const ticket = known?.tickets[ticketId];
    if (!known || name === undefined || !ticket) return [];
    const home = homeIn(known, ticket);
    const begins = (member: Member) =>
      [member.username, ...memberName(member).split(" ")].some((part) => part.toLowerCase().startsWith(name));
    const found = membersInOrder(known)
      .filter((member) => member.state === "active" && member.id !== known.me && begins(member))
      .map((member) => ({ member, sees: sees(known, member.id, home) }));
    return [...found.filter((one) => one.sees), ...found.filter((one) => !one.sees)].slice(0, offered);
  }, [known, name, ticketId]);
}
