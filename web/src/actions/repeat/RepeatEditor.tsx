import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ArrowLeft } from "lucide-react";
import { useId, useMemo, useState, type FormEvent } from "react";
import { today } from "@/lib/plainDate";
import { Button } from "@/ui/Button";
import { Input, Select } from "@/ui/Field";
import { IconButton } from "@/ui/IconButton";
import { WeekdayToggles } from "@/ui/WeekdayToggles";
import type { Period, Recurrence, Ticket } from "@/wire/generated";
import { dayChoices, draftOf, idOf, ruleOf, type DayChoice, type Draft } from "./draft";
import { removeRecurrence, setRecurrence } from "./recurrences";
import styles from "./RepeatEditor.module.css";
import { dayOfMonthName, nthName } from "./words";

interface RepeatEditorProps {
  ticket: Ticket;
  rule: Recurrence | undefined;
  onDone: () => void;
  onBack: () => void;
}

/** How a task repeats. */
export function RepeatEditor({ ticket, rule, onDone, onBack }: RepeatEditorProps) {
  const due = ticket.dueDate ?? today();
  const choices = useMemo(() => dayChoices(due, rule), [due, rule]);
  const [draft, setDraft] = useState<Draft>(() => draftOf(rule, due));
  const [tried, setTried] = useState(false);
  const id = useId();
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const wanted = ruleOf(draft, choices);
  const save = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!wanted) return;
    void setRecurrence(ticket.id, wanted);
    onDone();
  };
  const byMonth = draft.period === "month" || draft.period === "year";
  return (
    <form className={styles.editor} aria-label={t`Repeat`} onSubmit={save}>
      <header className={styles.head}>
        <IconButton size="xs" icon={ArrowLeft} name={t`Back`} onClick={onBack} />
        <h3><Trans>Repeat</Trans></h3>
      </header>
      <div className={styles.row}>
        <label htmlFor={`${id}-interval`}><Trans>Every</Trans></label>
        <Input id={`${id}-interval`} className={styles.number} inputMode="numeric" data-autofocus value={draft.interval} onChange={({ target }) => change({ interval: target.value })} />
        <Select aria-label={t`Period`} value={draft.period} onChange={({ target }) => change({ period: target.value as Period })}>
          <option value="day">{t`days`}</option>
          <option value="week">{t`weeks`}</option>
          <option value="month">{t`months`}</option>
          <option value="year">{t`years`}</option>
        </Select>
      </div>
      {draft.period === "week" && <Weekdays chosen={draft.weekdays} onChange={(weekdays) => change({ weekdays })} />}
      {byMonth && (
        <div className={styles.row}>
          <label htmlFor={`${id}-day`}><Trans>On</Trans></label>
          <Select id={`${id}-day`} value={draft.day} onChange={({ target }) => change({ day: target.value })}>
            {choices.map((choice) => (
              <option key={idOf(choice)} value={idOf(choice)}>{nameOf(choice)}</option>
            ))}
          </Select>
        </div>
      )}
      <div className={styles.row}>
        <label htmlFor={`${id}-from`}><Trans>Counted from</Trans></label>
        <Select id={`${id}-from`} value={draft.countedFrom} onChange={({ target }) => change({ countedFrom: target.value as Draft["countedFrom"] })}>
          <option value="dueDate">{t`the due date`}</option>
          <option value="completion">{t`completion`}</option>
        </Select>
      </div>
      <div className={styles.row}>
        <label htmlFor={`${id}-ends`}><Trans>Ends</Trans></label>
        <Select id={`${id}-ends`} value={draft.ends} onChange={({ target }) => change({ ends: target.value as Draft["ends"] })}>
          <option value="never">{t`never`}</option>
          <option value="on">{t`on a date`}</option>
          <option value="after">{t`after a number of times`}</option>
        </Select>
      </div>
      {draft.ends === "on" && (
        <Input type="date" aria-label={t`Last date`} min={due} value={draft.endsOn} onChange={({ target }) => change({ endsOn: target.value })} />
      )}
      {draft.ends === "after" && (
        <Input aria-label={t`Number of times`} inputMode="numeric" placeholder={t`Number of times`} value={draft.times} onChange={({ target }) => change({ times: target.value })} />
      )}
      {tried && !wanted && <p className={styles.problem} role="alert"><Trans>Enter whole numbers from 1 and, if it ends on a date, that date.</Trans></p>}
      <div className={styles.foot}>
        {rule && (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              void removeRecurrence(ticket.id);
              onDone();
            }}
          >
            <Trans>Don't repeat</Trans>
          </Button>
        )}
        <Button size="sm" type="submit" variant="primary">{t`Save`}</Button>
      </div>
    </form>
  );
}

const nameOf = (choice: DayChoice): string => (choice.is === "date" ? dayOfMonthName(choice.day) : nthName(choice.nth, choice.day));

function Weekdays({ chosen, onChange }: { chosen: readonly number[]; onChange: (days: number[]) => void }) {
  const toggle = (day: number) => onChange(chosen.includes(day) ? chosen.filter((each) => each !== day) : [...chosen, day]);
  return <WeekdayToggles name={t`On`} isChosen={(day) => chosen.includes(day + 1)} onToggle={(day) => toggle(day + 1)} />;
}
