import { t } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "react";
import { answered, useAsked, type Asked, type Question } from "@/actions/ask";
import { noPriority, useChoices } from "@/actions/choices";
import { createLabel } from "@/actions/config";
import { changeSet, setDueDate, setPriority, setStartDate, setStatus, toggleInSet, type SetField } from "@/actions/tickets";
import { useTroupe } from "@/sync/store";
import { DatePicker } from "@/ui/DatePicker";
import { Picker } from "@/ui/Picker";
import type { Anchor } from "@/ui/Popover";
import { priorities } from "@/ui/vocabulary";
import type { Ticket } from "@/wire/generated";
import { useShallow } from "zustand/react/shallow";
import { isAnswerable, keyHome, placeOf } from "./where";

/** Answers what an action asks about tickets: the picker of that field, beside what asked. */
export function TicketPicker() {
  const asked = useAsked((state) => state.asked);
  if (!asked || !isAnswerable(asked)) return null;
  return <Asking key={`${asked.question} ${asked.ticketIds.join()}`} asked={asked} />;
}

function Asking({ asked }: { asked: Asked }) {
  const { question, ticketIds } = asked;
  const anchor = useRef<Anchor | null>(placeOf(asked));
  // A key asks for what has the focus: it has it still when this is rendered first.
  const [asker] = useState(() => asked.anchor ?? (document.activeElement instanceof HTMLElement ? document.activeElement : null));
  // What asked shows that it is what is being answered: the focus is in the answer.
  useEffect(() => {
    const { anchor } = asked;
    anchor?.toggleAttribute("data-asking", true);
    return () => anchor?.removeAttribute("data-asking");
  }, [asked]);
  const tickets = useTroupe(useShallow((state) => ticketIds.flatMap((id) => state.tickets[id] ?? [])));
  const surface = {
    anchor,
    open: true,
    onOpenChange: (open: boolean) => {
      if (!open) answered();
    },
    // The row may be in another group by now: whoever works down a list is not taken there.
    // If the asker is a button in a cell, the focus returns to the cell, which receives the grid's keys.
    onReturnFocus: () => (asker && (keyHome(asker) ?? asker))?.focus({ preventScroll: true }),
  };
  if (question === "startDate" || question === "dueDate")
    return <Dates question={question} tickets={tickets} surface={{ ...surface, typed: asked.typed }} />;
  return <Values question={question} tickets={tickets} surface={{ ...surface, search: asked.typed }} />;
}

type Shown = "anchor" | "open" | "onOpenChange" | "onReturnFocus";

interface AnswerProps<Surface> {
  question: Question;
  tickets: Ticket[];
  surface: Surface;
}

interface DatesProps extends AnswerProps<Pick<Parameters<typeof DatePicker>[0], Shown | "typed">> {
  question: "startDate" | "dueDate";
}

function Dates({ question, tickets, surface }: DatesProps) {
  const ids = tickets.map(({ id }) => id);
  const [first] = tickets;
  const common = first && tickets.every((ticket) => ticket[question] === first[question]) ? first[question] : null;
  // With several, the node says which of them it does not fit.
  const only = tickets.length === 1 ? first : undefined;
  return (
    <DatePicker
      {...surface}
      name={question === "startDate" ? t`Start date` : t`Due date`}
      value={common}
      min={question === "dueDate" ? (only?.startDate ?? undefined) : undefined}
      max={question === "startDate" ? (only?.dueDate ?? undefined) : undefined}
      onChange={(date) => void (question === "startDate" ? setStartDate : setDueDate)(ids, date)}
    />
  );
}

const sets: Partial<Record<Question, { field: SetField; name: string; choices: "assignees" | "labels" | "lists" }>> = {
  assignees: {
    field: "assigneesIds",
    get name() {
      return t`Assignees`;
    },
    choices: "assignees",
  },
  labels: {
    field: "labels",
    get name() {
      return t`Labels`;
    },
    choices: "labels",
  },
  lists: {
    field: "lists",
    get name() {
      return t`Lists`;
    },
    choices: "lists",
  },
};

const idsIn = (ticket: Ticket, field: SetField) => (field === "lists" ? ticket.lists.map(({ listId }) => listId) : ticket[field]);

function Values({ question, tickets, surface }: AnswerProps<Pick<Parameters<typeof Picker>[0], Shown | "search">>) {
  const choices = useChoices();
  const ids = tickets.map(({ id }) => id);
  const set = sets[question];
  if (set) {
    const own = new Set(tickets.flatMap((ticket) => idsIn(ticket, set.field)));
    const everywhere = [...own].filter((id) => tickets.every((ticket) => idsIn(ticket, set.field).includes(id)));
    return (
      <Picker
        {...surface}
        multi
        name={set.name}
        options={choices[set.choices]}
        selected={everywhere}
        mixed={[...own].filter((id) => !everywhere.includes(id))}
        onPick={(id) => void toggleInSet(tickets, set.field, id)}
        {...(question === "labels" && {
          create: { name: "label", onCreate: (name) => void changeSet(ids, "labels", { add: [createLabel({ name }).id] }) },
        })}
      />
    );
  }
  const values = new Set(tickets.map((ticket) => (question === "status" ? ticket.statusId : ticket.priority)));
  const [only] = values;
  const selected = values.size === 1 && only ? [only] : [];
  if (question === "status")
    return <Picker {...surface} name={t`Status`} options={choices.status} selected={selected} onPick={(id) => void setStatus(ids, id)} />;
  return (
    <Picker
      {...surface}
      name={t`Priority`}
      options={[...choices.priority, noPriority]}
      selected={values.has(null) && values.size === 1 ? [noPriority.id] : selected}
      onPick={(id) => void setPriority(ids, priorities.find((each) => each === id) ?? null)}
    />
  );
}
