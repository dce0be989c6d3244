import { useEffect, useRef, useState } from "react";
import type { Field } from "@/fields/field";
import { fieldsOf } from "@/fields/registry";
import { comparable } from "@/fields/value";
import { useTroupe } from "@/sync/store";
import { presenceClass } from "@/ui/presence";
import type { Ticket } from "@/wire/generated";
import { othersAt } from "./marks";

/** How long a value is marked after another person has changed it. */
const shownMs = 1_200;

const same = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);

/** The keys of the fields whose values differ. Own edits without an answer are left out. */
export function changedByOthers(before: Ticket, now: Ticket, own: readonly string[], fields: readonly Field[]): string[] {
  return fields
    .filter(({ key, value }) => !own.includes(key) && !same(comparable(value, before), comparable(value, now)))
    .map(({ key }) => key);
}

const none: ReadonlyMap<string, string> = new Map();

/** The fields that another person has just changed, each with the class of that person's colour. */
export function useRemoteChanges(ticket: Ticket | undefined): ReadonlyMap<string, string> {
  const before = useRef(ticket);
  const [flashes, setFlashes] = useState<ReadonlyMap<string, string>>(none);
  useEffect(() => {
    const last = before.current;
    before.current = ticket;
    if (!last || !ticket || last === ticket || last.id !== ticket.id) return undefined;
    const state = useTroupe.getState();
    const fields = changedByOthers(last, ticket, state.pending[ticket.id]?.fields ?? [], fieldsOf(state));
    if (fields.length === 0) return undefined;
    const there = othersAt(state, ticket.id);
    // The event reaches the screen without its author. So the person in the cell, or at the ticket, is taken for the
    // author.
    const hueOf = (field: string) => {
      const author = there.find((other) => other.field === field) ?? there[0];
      return author ? presenceClass(author.userId) : "";
    };
    setFlashes(new Map(fields.map((field) => [field, hueOf(field)])));
    return undefined;
  }, [ticket]);
  useEffect(() => {
    if (flashes.size === 0) return undefined;
    const over = setTimeout(() => setFlashes(none), shownMs);
    return () => clearTimeout(over);
  }, [flashes]);
  return flashes;
}
