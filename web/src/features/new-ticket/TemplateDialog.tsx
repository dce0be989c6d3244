import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { mayIn } from "@/actions/rights";
import { createTemplate, mostKept, updateTemplate } from "@/actions/templates";
import { countIn } from "@/actions/templateUse";
import { lists as listsField } from "@/fields/lists";
import { useFields } from "@/fields/registry";
import { closeOverlay, useOverlay } from "@/lib/overlays";
import { titleTooLong } from "@/lib/text";
import { useGrowing } from "@/lib/useGrowing";
import { activeListsInOrder } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { DiscardDialog } from "@/ui/Discard";
import { Field, Input, Select, TextField } from "@/ui/Field";
import { IconButton } from "@/ui/IconButton";
import type { Template, TemplateTicket } from "@/wire/generated";
import { isTouched, type Draft } from "./draft";
import { asTemplate, titled, withTemplate } from "./fromTemplate";
import styles from "./NewTicketDialog.module.css";
import { Properties } from "./Properties";

/** The dialog for a template of a task, which opens from any page. */
export function TemplateDialog() {
  const asked = useOverlay(({ overlay }) => (overlay?.kind === "template" ? overlay : null));
  const template = useTroupe((state) => (asked?.templateId === undefined ? undefined : state.templates[asked.templateId]));
  const gone = asked?.templateId !== undefined && !template;
  // Another person has deleted the template.
  useEffect(() => {
    if (gone) closeOverlay();
  }, [gone]);
  if (!asked || gone) return null;
  return <TemplateForm key={asked.templateId ?? ""} template={template ?? null} />;
}

const empty: Draft = { title: "", description: "", private: false, values: {} };

function TemplateForm({ template }: { template: Template | null }) {
  const fields = useFields();
  const listRows = useTroupe((state) => state.lists);
  const capabilities = useTroupe((state) => state.capabilities);
  const kept = template?.tickets[0];
  const [first] = useState(() => (kept ? withTemplate(empty, kept, useTroupe.getState(), fields).draft : empty));
  const [draft, setDraft] = useState(first);
  const [name, setName] = useState(template?.name ?? "");
  const [listId, setListId] = useState(template?.listId ?? "");
  const [subtasks, setSubtasks] = useState<readonly TemplateTicket[]>(kept?.subtasks ?? []);
  const [next, setNext] = useState("");
  const [tried, setTried] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const title = useGrowing(draft.title);
  const wanted = name.trim();
  const titleProblem = titleTooLong(draft.title) ?? (tried && draft.title.trim() === "" ? t`Enter a title` : null);
  const offered = activeListsInOrder({ lists: listRows }).filter(({ id }) => mayIn(capabilities, "editLists", id));
  const change = (patch: Partial<Draft>) => setDraft((before) => ({ ...before, ...patch }));
  const touched = isTouched(draft, first) || name !== (template?.name ?? "") || subtasks !== (kept?.subtasks ?? subtasks) || next !== "";
  const leave = () => (touched ? setLeaving(true) : closeOverlay());
  const add = () => {
    if (next.trim() === "" || titleTooLong(next) !== null || countIn(subtasks) + 1 >= mostKept) return;
    setSubtasks([...subtasks, titled(next.trim())]);
    setNext("");
  };
  const save = () => {
    setTried(true);
    if (wanted === "" || draft.title.trim() === "" || titleProblem !== null) return;
    closeOverlay();
    const all = next.trim() === "" ? subtasks : [...subtasks, titled(next.trim())];
    const ticket = asTemplate({ ...draft, values: { ...draft.values, [listsField.id]: [] } }, fields, all);
    if (template) updateTemplate(template.id, wanted, { ...(wanted !== template.name && { name: wanted }), tickets: [ticket] });
    else createTemplate(wanted, ticket, listId === "" ? null : listId);
  };
  return (
    <>
      <Dialog
        open
        wide
        title={template ? t`Edit the template “${template.name}”` : t`New template`}
        onOpenChange={(open) => !open && leave()}
        actions={
          <>
            <Button onClick={leave}><Trans>Cancel</Trans></Button>
            <Button variant="primary" data-submits onClick={save}>{template ? t`Save` : t`Create template`}</Button>
          </>
        }
      >
        <div className={styles.form}>
          <TextField label={t`Name of the template`} autoFocus maxLength={100} value={name} error={tried && wanted === "" ? t`Enter a name` : null} onChange={({ target }) => setName(target.value)} />
          {template === null && (
            <Field label={t`For`} hint={listId === "" ? t`All members will see this template.` : t`Everyone who sees the list will see this template.`}>
              {(tied) => (
                <Select {...tied} value={listId} onChange={({ target }) => setListId(target.value)}>
                  <option value="">{t`All lists`}</option>
                  {offered.map((list) => <option key={list.id} value={list.id}>{list.name}</option>)}
                </Select>
              )}
            </Field>
          )}
          <textarea
            ref={title}
            className={styles.title}
            dir="auto"
            rows={1}
            aria-label={t`Title`}
            aria-invalid={titleProblem !== null}
            placeholder={t`Title of the task`}
            value={draft.title}
            onChange={(event) => change({ title: event.target.value.replace(/[\r\n]+/g, " ") })}
          />
          {titleProblem !== null && <p className={styles.problem} role="alert">{titleProblem}</p>}
          <textarea
            className={styles.text}
            dir="auto"
            aria-label={t`Description`}
            placeholder={t`Description (Markdown)`}
            value={draft.description}
            onChange={(event) => change({ description: event.target.value })}
          />
          <Properties draft={draft} onChange={change} without={listsField.id} />
          <p className={styles.note}><Trans>Dates are kept as days after the template is used, counted from today.</Trans></p>
          <section className={styles.subtasks} aria-label={t`Subtasks`}>
            <h3><Trans>Subtasks</Trans></h3>
            <ul>
              {subtasks.map((subtask, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- two subtasks may have one title
                <li key={`${index}${subtask.title}`}>
                  <bdi>{subtask.title}</bdi>
                  {subtask.subtasks.length > 0 && <span className={styles.note}>{plural(countIn(subtask.subtasks), { one: "# below it", other: "# below it" })}</span>}
                  <IconButton size="xs" icon={X} name={t`Remove “${subtask.title}”`} onClick={() => setSubtasks(subtasks.filter((_, at) => at !== index))} />
                </li>
              ))}
            </ul>
            <form
              onSubmit={(event) => {
                event.preventDefault();
                add();
              }}
            >
              <Input dir="auto" aria-label={t`Title of the new subtask`} placeholder={t`New subtask`} value={next} onChange={({ target }) => setNext(target.value)} />
              <Button type="submit"><Trans>Add</Trans></Button>
            </form>
          </section>
        </div>
      </Dialog>
      <DiscardDialog open={leaving} onCancel={() => setLeaving(false)} onDiscard={closeOverlay} />
    </>
  );
}
