import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ChevronLeft } from "lucide-react";
import { useEffect } from "react";
import { useShallow } from "zustand/react/shallow";
import { useMoving } from "@/actions/moving";
import { setValue } from "@/actions/tickets";
import { useMayOnAll } from "@/actions/useMay";
import { useTargetChoices } from "@/actions/useTargetChoices";
import { fieldById } from "@/fields/field";
import { NONE } from "@/fields/options";
import { useFields } from "@/fields/registry";
import { isChoice, mayBeEmpty, type Choice, type DateValue, type EntryValue } from "@/fields/value";
import { closeOverlay, type PaletteValues } from "@/lib/overlays";
import { formatDate, formatDateLong, nearDays } from "@/lib/plainDate";
import { readDate } from "@/lib/typedDate";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { dateProblem } from "@/ui/DatePicker";
import { Icon } from "@/ui/Icon";
import { Keys } from "@/ui/Keys";
import type { PickerLook, PickerOption } from "@/ui/Picker";
import { PickerList } from "@/ui/PickerList";
import type { Ticket } from "@/wire/generated";
import styles from "./Palette.module.css";

interface ValuesProps extends PaletteValues {
  /** Goes back to all commands. */
  onBack: () => void;
}

/** The second level of the palette: the values that a field of the tasks can take. */
export function Values({ fieldId, ticketIds, onBack }: ValuesProps) {
  const field = fieldById(useFields(), fieldId);
  const tickets = useTroupe(useShallow((state) => ticketIds.flatMap((id) => state.tickets[id] ?? [])));
  const mayEdit = useMayOnAll("editTickets", ticketIds);
  const key = useTroupe((state) => (tickets.length === 1 && tickets[0] ? ticketKey(state, tickets[0]) : null));
  const lost = !field || tickets.length === 0 || !mayEdit;
  useEffect(() => {
    if (lost) onBack();
  }, [lost, onBack]);
  // The question about a move needs the place of the palette.
  const asking = useMoving((state) => state.asking !== null);
  useEffect(() => {
    if (asking) closeOverlay();
  }, [asking]);
  if (lost) return null;
  const { value } = field;
  const name = field.name();
  const about = tickets.length > 1 ? plural(tickets.length, { one: "# task", other: "# tasks" }) : (key ?? t`New task`);
  const level = {
    name,
    tickets,
    look: {
      lead: (
        <button type="button" className={styles.crumb} tabIndex={-1} aria-label={t`${about}, ${name}: back to all commands`} onClick={onBack}>
          <Icon of={ChevronLeft} size={14} />
          <span>{about}</span>
          <span aria-hidden>/</span>
          <b dir="auto">{name}</b>
        </button>
      ),
      placeholder: value.kind === "date" ? t`Type a date` : value.kind === "entry" ? t`Type a value` : t`Search values`,
      onBack,
      classes: { root: styles.root, search: styles.in, options: styles.values, item: styles.option, nothing: styles.nothing },
    },
  };
  return (
    <>
      {value.kind === "date" ? (
        <Dates {...level} value={value} />
      ) : value.kind === "entry" ? (
        <Entries {...level} value={value} />
      ) : isChoice(value) ? (
        <Choices {...level} value={value} />
      ) : null}
      <footer className={styles.foot}>
        <span>
          <Keys keys="ArrowUp ArrowDown" /> <Trans>Navigate</Trans>
        </span>
        <span>
          <Keys keys="Enter" /> <Trans>Choose</Trans>
        </span>
        <span>
          <Keys keys="Escape" /> <Trans>Back</Trans>
        </span>
      </footer>
    </>
  );
}

interface LevelProps<V> {
  name: string;
  value: V;
  tickets: Ticket[];
  look: PickerLook;
}

function Choices({ value, tickets, ...list }: LevelProps<Choice>) {
  return <PickerList {...list} {...useTargetChoices(value, tickets)} onDone={closeOverlay} />;
}

const noValue = (): PickerOption => ({ id: NONE, name: t`None` });

/** The one value of all tasks is ticked; if they differ, their values are marked as mixed. */
function marked(values: readonly string[]): { selected: readonly string[]; mixed: readonly string[] } {
  const own = [...new Set(values)];
  return own.length === 1 ? { selected: own, mixed: [] } : { selected: [], mixed: own };
}

function Dates({ value, tickets, look, ...list }: LevelProps<DateValue>) {
  // For several tasks, the node says which of them the date does not fit.
  const only = tickets.length === 1 ? tickets[0] : undefined;
  const min = (only && value.min?.(only)) ?? undefined;
  const max = (only && value.max?.(only)) ?? undefined;
  const read = (typed: string) => {
    const date = readDate(typed);
    const problem = dateProblem(typed, { min, max });
    return date === null || problem !== null ? (problem ?? "") : [{ id: date, name: formatDateLong(date) }];
  };
  const own = tickets.map((ticket) => value.read(ticket) ?? NONE);
  // On a Sunday, tomorrow begins the next week.
  const near = nearDays().filter(([, date], at, all) => all.findIndex(([, day]) => day === date) === at && (min === undefined || date >= min) && (max === undefined || date <= max));
  const others = [...new Set(own)].filter((date) => date !== NONE && near.every(([, day]) => day !== date)).toSorted();
  return (
    <PickerList
      {...list}
      {...marked(own)}
      look={{ ...look, read }}
      options={[
        ...near.map(([name, date]): PickerOption => ({ id: date, name, meta: formatDate(date) })),
        ...others.map((date): PickerOption => ({ id: date, name: formatDateLong(date) })),
        ...(mayBeEmpty(value) || own.includes(NONE) ? [noValue()] : []),
      ]}
      onPick={(id) => void setValue(tickets.map((ticket) => ticket.id), value, id === NONE ? null : id)}
      onDone={closeOverlay}
    />
  );
}

/** A typed text is no id, so that no text can stand for "no value". */
const textOption = (text: string): PickerOption => ({ id: `=${text}`, name: text });

function Entries({ value, tickets, look, ...list }: LevelProps<EntryValue>) {
  const own = tickets.map((ticket) => value.read(ticket));
  const texts = [...new Set(own)].flatMap((text) => text ?? []);
  return (
    <PickerList
      {...list}
      {...marked(own.map((text) => (text === null ? NONE : textOption(text).id)))}
      look={{ ...look, read: (typed) => value.objection(typed) ?? [textOption(typed)] }}
      options={[...texts.map(textOption), ...(mayBeEmpty(value) || own.includes(null) ? [noValue()] : [])]}
      onPick={(id) => void setValue(tickets.map((ticket) => ticket.id), value, id === NONE ? null : id.slice(1))}
      onDone={closeOverlay}
    />
  );
}
