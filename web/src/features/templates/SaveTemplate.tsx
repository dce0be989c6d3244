import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import { countInList } from "@/actions/duplicateList";
import { livingTree } from "@/actions/duplicate";
import { mayIn } from "@/actions/rights";
import { mostKept, saveListTemplate, saveTicketTemplate } from "@/actions/templates";
import { closeOverlay, useOverlay } from "@/lib/overlays";
import { restrictedListOf, restrictedLists } from "@/sync/homes";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Dialog } from "@/ui/Dialog";
import { Field, Select, TextField } from "@/ui/Field";
import type { List, Ticket } from "@/wire/generated";
import styles from "./SaveTemplate.module.css";

/** Saves a task or a list as a template. Opens from any page. */
export function SaveTemplate() {
  const asked = useOverlay(({ overlay }) => (overlay?.kind === "saveTemplate" ? overlay : null));
  const ticket = useTroupe((state) => (asked?.ticketId === undefined ? undefined : state.tickets[asked.ticketId]));
  const list = useTroupe((state) => (asked?.listId === undefined ? undefined : state.lists[asked.listId]));
  if (ticket) return <OfTicket ticket={ticket} />;
  return list ? <OfList list={list} /> : null;
}

interface FormProps {
  title: string;
  text: string;
  first: string;
  /** Why it cannot be saved. */
  problem?: string | null;
  onSave: (name: string) => void;
  children?: ReactNode;
}

function Form({ title, text, first, problem = null, onSave, children }: FormProps) {
  const [name, setName] = useState([...first].slice(0, 100).join(""));
  const [tried, setTried] = useState(false);
  const wanted = name.trim();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && closeOverlay()}
      title={title}
      text={text}
      actions={
        <>
          <Button onClick={closeOverlay}><Trans>Cancel</Trans></Button>
          <Button type="submit" form="save-template" variant="primary" disabled={problem !== null}><Trans>Save template</Trans></Button>
        </>
      }
    >
      <form
        id="save-template"
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (wanted === "" || problem !== null) return;
          closeOverlay();
          onSave(wanted);
        }}
      >
        <TextField label={t`Name`} autoFocus maxLength={100} value={name} error={tried && wanted === "" ? t`Enter a name` : null} onChange={({ target }) => setName(target.value)} />
        {children}
        {problem !== null && <p className={styles.problem} role="alert">{problem}</p>}
      </form>
    </Dialog>
  );
}

function OfTicket({ ticket }: { ticket: Ticket }) {
  const lists = useTroupe((state) => state.lists);
  const capabilities = useTroupe((state) => state.capabilities);
  const home = useTroupe((state) => restrictedListOf(state, ticket));
  const count = useTroupe((state) => livingTree(state, ticket).length);
  const mayOnAll = mayIn(capabilities, "editLists", null);
  const own = ticket.lists.flatMap(({ listId }) => (lists[listId] && mayIn(capabilities, "editLists", listId) ? [lists[listId]] : []));
  // What only some people see stays with them, unless the person says otherwise.
  const [listId, setListId] = useState(home ?? (mayOnAll ? "" : (own[0]?.id ?? "")));
  const isPublic = listId === "" && (home !== null || ticket.private);
  const many = count > mostKept ? plural(mostKept, { one: "A template holds up to # task, subtasks included.", other: "A template holds up to # tasks, subtasks included." }) : null;
  return (
    <Form
      title={t`Save as template`}
      text={t`The template keeps the title, the description, the values and the subtasks. Dates are kept as days after the creation of the task.`}
      first={ticket.title}
      problem={many}
      onSave={(name) => void saveTicketTemplate(ticket.id, name, listId === "" ? null : listId)}
    >
      <Field label={t`For`} hint={isPublic ? t`All members will see this template, also people who don't see the task.` : listId === "" ? t`All members will see this template.` : t`Everyone who sees the list will see this template.`}>
        {(tied) => (
          <Select {...tied} value={listId} onChange={({ target }) => setListId(target.value)}>
            {mayOnAll && <option value="">{t`All lists`}</option>}
            {own.map((list) => <option key={list.id} value={list.id}>{list.name}</option>)}
          </Select>
        )}
      </Field>
    </Form>
  );
}

function OfList({ list }: { list: List }) {
  const count = useTroupe((state) => countInList(state, list.id));
  const restricted = useTroupe((state) => restrictedLists(state).has(list.id));
  const [withTasks, setWithTasks] = useState(false);
  const many = withTasks && count > mostKept ? plural(mostKept, { one: "A template holds up to # task, subtasks included.", other: "A template holds up to # tasks, subtasks included." }) : null;
  return (
    <Form
      title={t`Save “${list.name}” as template`}
      text={restricted ? t`The template keeps the settings and the shared views. All members will see it, also people who don't see this list.` : t`The template keeps the settings and the shared views. All members will see it.`}
      first={list.name}
      problem={many}
      onSave={(name) => void saveListTemplate(list.id, name, withTasks)}
    >
      {count > 0 && (
        <div className={styles.check}>
          <Checkbox id="template-tasks" checked={withTasks} onChange={setWithTasks} />
          <label htmlFor="template-tasks">{plural(count, { one: "With its # task", other: "With its # tasks" })}</label>
        </div>
      )}
    </Form>
  );
}
