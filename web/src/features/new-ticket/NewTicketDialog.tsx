import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { LayoutTemplate } from "lucide-react";
import { useState } from "react";
import { countIn, leftOutText, templatesOfTasks, ticketsFrom, type LeftOut } from "@/actions/templateUse";
import { createTicket, createTickets } from "@/actions/tickets";
import { useMay, useMayIn } from "@/actions/useMay";
import { pasteTickets } from "@/actions/writeTicket";
import { lists as listsField } from "@/fields/lists";
import { useFields } from "@/fields/registry";
import { useNavigate } from "@/lib/location";
import { closeOverlay, useOverlay, type Overlay } from "@/lib/overlays";
import { paths } from "@/lib/paths";
import { titleTooLong } from "@/lib/text";
import { useGrowing } from "@/lib/useGrowing";
import { restrictedLists } from "@/sync/homes";
import { ticketKey } from "@/sync/selectors";
import { newId, useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { ConfirmDialog, Dialog } from "@/ui/Dialog";
import { Menu } from "@/ui/Menu";
import { tell } from "@/ui/Toast";
import type { Template, TemplateTicket } from "@/wire/generated";
import { withTemplate } from "./fromTemplate";
import { asNewTicket, chosenIn, draftOf, isTouched, missingIn, withoutLists, type Draft } from "./draft";
import { inRow } from "@/words/isolate";
import styles from "./NewTicketDialog.module.css";
import { Properties } from "./Properties";

interface NewTicketDialogProps {
  slug: string;
  /** The list that is shown: a new ticket goes there unless the person chooses another list. */
  listId: string | null;
  /** True if the place is the private tasks. */
  isPrivate: boolean;
  /** The values that the place gives a new ticket, by field. */
  values: Readonly<Record<string, readonly string[]>>;
}

/** The dialog for a new ticket, which opens from any page. */
export function NewTicketDialog(props: NewTicketDialogProps) {
  const overlay = useOverlay((state) => state.overlay);
  return overlay?.kind === "newTicket" ? <NewTicket {...props} asked={overlay} /> : null;
}

/** A private task is in no restricted list: other people see what lives there. */
const openLists = (draft: Draft): Draft => (draft.private ? withoutLists(draft, restrictedLists(useTroupe.getState())) : draft);

type Asked = Extract<Overlay, { kind: "newTicket" }>;

/** A draft, and the template from which it was started. */
interface Used {
  draft: Draft;
  templateId: string | null;
  name: string | null;
  kept: TemplateTicket | null;
  leftOut: LeftOut;
}

/** Starts a draft from a template. The template of a list also puts the task into that list. */
function startFrom(first: Draft, template: Template | undefined, fields: ReturnType<typeof useFields>): Used {
  const kept = template?.tickets[0];
  if (!template || !kept) return { draft: first, templateId: null, name: null, kept: null, leftOut: new Set() };
  const home = template.listId === null ? first : { ...first, values: { ...first.values, [listsField.id]: [template.listId] } };
  return { ...withTemplate(home, kept, useTroupe.getState(), fields), templateId: template.id, name: template.name, kept };
}

function NewTicket({ slug, listId, isPrivate, values, asked }: NewTicketDialogProps & { asked: Asked }) {
  const navigate = useNavigate();
  const fields = useFields();
  const lists = useTroupe((state) => state.lists);
  // The person may only read the list that is shown.
  const shownList = useMayIn("createTickets", listId) ? listId : null;
  const templates = useTroupe((state) => state.templates);
  const [first] = useState(() => draftOf(asked, { listId: shownList, isPrivate, values, lists: Object.values(lists).filter(({ archivedAt }) => !archivedAt) }));
  const [used, setUsed] = useState(() => startFrom(first, asked.templateId === undefined ? undefined : templates[asked.templateId], fields));
  const [draft, setDraft] = useState<Draft>(used.draft);
  const offered = templatesOfTasks({ templates, lists }, chosenIn(draft, listsField)[0] ?? null);
  const [leaving, setLeaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const readsOpen = useMay("read");
  // A person who sees only some lists makes a task in one of them, or for themselves.
  const alone = !readsOpen && chosenIn(draft, listsField).length === 0;
  const made = (one: Draft) => asNewTicket(openLists({ ...one, private: one.private || alone }), fields);
  const title = useGrowing(draft.title);
  const start = (template: Template) => {
    // What came from another template before goes, and what was typed stays.
    const typed = { ...first, private: draft.private, title: draft.title === used.kept?.title ? first.title : draft.title, description: draft.description === used.kept?.description ? "" : draft.description };
    const next = startFrom({ ...typed, values: { ...first.values, [listsField.id]: chosenIn(draft, listsField) } }, template, fields);
    setUsed(next);
    setDraft(next.draft);
    setProblem(null);
    setMissing([]);
  };
  const change = (patch: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...patch }));
    setProblem(null);
    setMissing([]);
  };
  const leave = () => (isTouched(draft, used.draft) ? setLeaving(true) : closeOverlay());

  const open = (ticketId: string) => {
    const view = useTroupe.getState();
    const ticket = view.tickets[ticketId];
    const key = (ticket && ticketKey(view, ticket)) ?? ticketId;
    const home = ticket?.lists[0]?.listId;
    return navigate(home ? paths.list(slug, home, { ticketKey: key }) : paths.collection(slug, "all", { ticketKey: key }));
  };
  const create = () => {
    if (draft.title.trim() === "") return setProblem(t`Enter a title`);
    const long = titleTooLong(draft.title);
    if (long !== null) return setProblem(long);
    const missing = missingIn(draft, fields).map((field) => field.name());
    if (missing.length > 0) return setMissing(missing);
    const leftOut = new Set(used.leftOut);
    const view = useTroupe.getState();
    const ticket = made(draft);
    const subtasks = used.kept?.subtasks ?? [];
    const { ticketId } = createTicket(ticket, (parentId) => ticketsFrom(view, subtasks, { listIds: ticket.listIds ?? [], isPrivate: ticket.private === true, parentId }, newId, leftOut));
    closeOverlay();
    // The dialog has said what the task itself lacks.
    const gone = leftOut.size > used.leftOut.size ? leftOutText(leftOut) : null;
    if (gone !== null) tell({ text: gone });
    // A ticket in the shown list is visible there, so no toast is needed.
    if (listId === null || !chosenIn(draft, listsField).includes(listId))
      tell({ text: t`Created “${draft.title.trim()}”`, action: { name: t`Open`, onClick: () => void open(ticketId) } });
  };

  return (
    <>
      <Dialog
        open
        wide
        title={t`New task`}
        onOpenChange={(next) => !next && leave()}
        actions={
          <div className={styles.foot}>
            <span className={styles.private}>
              <Checkbox id="new-task-private" checked={draft.private || alone} disabled={alone} onChange={(checked) => change({ private: checked })} />
              <label htmlFor="new-task-private"><Trans>Private (only me)</Trans></label>
            </span>
            <Button onClick={leave}><Trans>Cancel</Trans></Button>
            <Button type="submit" form="new-task" variant="primary">
              <Trans>Create task</Trans>
            </Button>
          </div>
        }
      >
        <form
          id="new-task"
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            create();
          }}
        >
          {offered.length > 0 && (
            <div className={styles.template}>
              <Menu
                name={t`Template`}
                items={offered.map((template) => ({ id: template.id, name: template.name, icon: LayoutTemplate, checked: used.templateId === template.id, onSelect: () => start(template) }))}
              >
                <Button size="sm" icon={LayoutTemplate} aria-label={t`Template`}>
                  <bdi>{used.name ?? t`Use a template`}</bdi>
                </Button>
              </Menu>
            </div>
          )}
          <textarea
            ref={title}
            className={styles.title}
            dir="auto"
            rows={1}
            autoFocus
            aria-label={t`Title`}
            aria-invalid={problem !== null}
            placeholder={t`Title`}
            value={draft.title}
            onChange={(event) => change({ title: event.target.value.replace(/[\r\n]+/g, " ") })}
            onPaste={(event) => {
              const write = (titles: readonly string[]) => {
                void createTickets(titles.map((title) => made({ ...draft, title })));
                closeOverlay();
              };
              if (draft.title === "" && pasteTickets(event.clipboardData.getData("text/plain"), write)) event.preventDefault();
            }}
            onKeyDown={(event) => {
              // A title is one line even if it wraps, so Enter continues.
              if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
              event.preventDefault();
              create();
            }}
          />
          {problem !== null && (
            <p className={styles.problem} role="alert">
              {problem}
            </p>
          )}
          <textarea
            className={styles.text}
            dir="auto"
            aria-label={t`Description`}
            placeholder={t`Description (Markdown)`}
            value={draft.description}
            onChange={(event) => change({ description: event.target.value })}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) create();
            }}
          />
          <Properties draft={alone ? { ...draft, private: true } : draft} onChange={change} />
          {used.kept && used.kept.subtasks.length > 0 && (
            <p className={styles.note}>{plural(countIn(used.kept.subtasks), { one: "# subtask comes with it.", other: "# subtasks come with it." })}</p>
          )}
          {used.leftOut.size > 0 && <p className={styles.note} role="status">{leftOutText(used.leftOut)}</p>}
          {missing.length > 0 && (
            <p className={styles.problem} role="alert">
              {t`Required: ${inRow(missing)}`}
            </p>
          )}
        </form>
      </Dialog>
      <ConfirmDialog
        open={leaving}
        title={t`Discard changes?`}
        confirm={t`Discard`}
        cancel={t`Keep editing`}
        danger
        onCancel={() => setLeaving(false)}
        onConfirm={closeOverlay}
      />
    </>
  );
}
