import { useEffect, useRef, useState } from "react";
import { useShallow } from "zustand/react/shallow";
import { answered, useAsked, type Asked } from "@/actions/ask";
import { DueDatePicker } from "@/actions/repeat/DueDatePicker";
import { setValue } from "@/actions/tickets";
import { useTargetChoices } from "@/actions/useTargetChoices";
import type { Field } from "@/fields/field";
import { keyboardOf } from "@/fields/keyboard";
import { useFields } from "@/fields/registry";
import { isChoice, type Choice, type DateValue, type EntryValue } from "@/fields/value";
import { useTroupe } from "@/sync/store";
import { DatePicker } from "@/ui/DatePicker";
import { EntryPicker } from "@/ui/EntryPicker";
import { Picker } from "@/ui/Picker";
import type { Anchor } from "@/ui/Popover";
import type { Ticket } from "@/wire/generated";
import { useEarlyEnter } from "./useEarlyEnter";
import { useGoOn } from "./useGoOn";
import { fieldToAnswer, keyHome, placeOf } from "./where";

/** Shows the picker of the field that an action asks for, beside the element that asked. */
export function TicketPicker() {
  const asked = useAsked((state) => state.asked);
  const fields = useFields();
  const field = asked && fieldToAnswer(asked, fields);
  if (!asked || !field) return null;
  return <Asking key={`${asked.question} ${asked.ticketIds.join()}`} asked={asked} field={field} />;
}

function Asking({ asked, field }: { asked: Asked; field: Field }) {
  const { ticketIds } = asked;
  const anchor = useRef<Anchor | null>(placeOf(asked));
  // A key asks for the focused element, which still has the focus at the first render.
  const [asker] = useState(() => asked.anchor ?? (document.activeElement instanceof HTMLElement ? document.activeElement : null));
  // Marks the asking element while the focus is in the picker.
  useEffect(() => {
    const { anchor } = asked;
    anchor?.toggleAttribute("data-asking", true);
    return () => anchor?.removeAttribute("data-asking");
  }, [asked]);
  const next = useGoOn(asked, field.value.kind === "many");
  useEarlyEnter(asked.entered === true);
  const tickets = useTroupe(useShallow((state) => ticketIds.flatMap((id) => state.tickets[id] ?? [])));
  const surface = {
    anchor,
    open: true,
    onOpenChange: (open: boolean) => {
      if (!open) answered();
    },
    // The row may be in another group by now. The focus does not follow it there, since the person works down the list.
    // If the asker is a button in a cell, the focus returns to the cell, which receives the grid's keys.
    onReturnFocus: () => {
      const home = next.current?.isConnected ? next.current : asker && (keyHome(asker) ?? asker);
      home?.focus({ preventScroll: true });
    },
  };
  const shared = { name: field.name(), tickets };
  const { value } = field;
  if (value.kind === "date") return <Dates {...shared} value={value} surface={{ ...surface, typed: asked.typed }} />;
  if (value.kind === "entry") return <Entries {...shared} value={value} surface={{ ...surface, typed: asked.typed }} />;
  return isChoice(value) ? <Values {...shared} value={value} surface={{ ...surface, search: asked.typed }} /> : null;
}

type Shown = "anchor" | "open" | "onOpenChange" | "onReturnFocus";

interface DatesProps {
  name: string;
  value: DateValue;
  tickets: Ticket[];
  surface: Pick<Parameters<typeof DatePicker>[0], Shown | "typed">;
}

function Dates({ name, value, tickets, surface }: DatesProps) {
  const [first] = tickets;
  const date = first ? value.read(first) : null;
  // For several tickets, the node says which of them the value does not fit.
  const only = tickets.length === 1 ? first : undefined;
  const shared = {
    ...surface,
    name,
    value: tickets.every((ticket) => value.read(ticket) === date) ? date : null,
    min: (only && value.min?.(only)) ?? undefined,
    max: (only && value.max?.(only)) ?? undefined,
    kept: value.kept,
    onChange: (next: string | null) => void setValue(tickets.map(({ id }) => id), value, next),
  };
  return only && value.deadline ? <DueDatePicker {...shared} ticket={only} /> : <DatePicker {...shared} />;
}

interface EntriesProps {
  name: string;
  value: EntryValue;
  tickets: Ticket[];
  surface: Pick<Parameters<typeof EntryPicker>[0], Shown | "typed">;
}

function Entries({ name, value, tickets, surface }: EntriesProps) {
  const [first] = tickets;
  const text = first ? value.read(first) : null;
  return (
    <EntryPicker
      {...surface}
      name={name}
      value={tickets.every((ticket) => value.read(ticket) === text) ? text : null}
      objection={value.objection}
      kept={value.kept}
      keyboard={keyboardOf(value)}
      onChange={(next) => void setValue(tickets.map(({ id }) => id), value, next)}
    />
  );
}

interface ValuesProps {
  name: string;
  value: Choice;
  tickets: Ticket[];
  surface: Pick<Parameters<typeof Picker>[0], Shown | "search">;
}

function Values({ name, value, tickets, surface }: ValuesProps) {
  const { mixed, ...choices } = useTargetChoices(value, tickets);
  return <Picker {...surface} {...choices} name={name} mixed={choices.multi ? mixed : undefined} />;
}
