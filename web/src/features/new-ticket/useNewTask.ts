import { t } from "@lingui/core/macro";
import { useState } from "react";
import { leftOutText, templatesOfTasks, ticketsFrom, type LeftOut } from "@/actions/templateUse";
import { createTicket } from "@/actions/tickets";
import { useMay, useMayIn } from "@/actions/useMay";
import { dueDate, startDate } from "@/fields/dates";
import { lists as listsField } from "@/fields/lists";
import { useFields } from "@/fields/registry";
import type { Overlay } from "@/lib/overlays";
import { titleTooLong } from "@/lib/text";
import { restrictedLists } from "@/sync/homes";
import { newId, useTroupe } from "@/sync/store";
import { tell } from "@/ui/Toast";
import type { Template, TemplateTicket } from "@/wire/generated";
import { taking, untouched, type Written } from "./chips";
import { tellCreated } from "./created";
import { asNewTicket, chosenIn, draftOf, isTouched, missingIn, withoutLists, type Draft } from "./draft";
import { withTemplate } from "./fromTemplate";
import { filledFrom, hereNow } from "./here";
import { keepTask, keptFiles, keptTask, stillKnown, type HeldFile } from "./kept";
import { namingOf } from "./naming";
import { sendFiles } from "./sendFiles";

export type Asked = Extract<Overlay, { kind: "newTicket" }>;

export interface Around {
  slug: string;
  /** The list that is shown: a new ticket goes there unless the person chooses another list. */
  listId: string | null;
  /** True if the place is the private tasks. */
  isPrivate: boolean;
}

/** A private task is in no restricted list: other people see what lives there. */
const openLists = (draft: Draft): Draft => (draft.private ? withoutLists(draft, restrictedLists(useTroupe.getState())) : draft);

/** A draft, and the template from which it was started. */
interface Used {
  draft: Draft;
  templateId: string | null;
  name: string | null;
  kept: TemplateTicket | null;
  leftOut: LeftOut;
}

const noFiles = { files: [], lost: [] };

const without = (draft: Draft): Used => ({ draft, templateId: null, name: null, kept: null, leftOut: new Set() });

/** Starts a draft from a template. The template of a list also puts the task into that list. */
function startFrom(first: Draft, template: Template | undefined, fields: ReturnType<typeof useFields>): Used {
  const kept = template?.tickets[0];
  if (!template || !kept) return without(first);
  const home = template.listId === null ? first : { ...first, values: { ...first.values, [listsField.id]: [template.listId] } };
  return { ...withTemplate(home, kept, useTroupe.getState(), fields), templateId: template.id, name: template.name, kept };
}

/** True if the person asked for a new task and nothing else, so that a kept draft may come back. */
const asksForNothing = (asked: Asked) => Object.entries(asked).every(([key, value]) => key === "kind" || value === undefined);

/** A task that is being written: its values, what is wrong with them, and how it is created. */
export function useNewTask({ slug, listId, isPrivate }: Around, asked: Asked) {
  const fields = useFields();
  const lists = useTroupe((state) => state.lists);
  const templates = useTroupe((state) => state.templates);
  const workspaceId = useTroupe((state) => state.workspace?.id) ?? "";
  const me = useTroupe((state) => state.me) ?? "";
  // Null if the person may only read the list that is shown.
  const shownList = useMayIn("createTickets", listId) ? listId : null;
  const readsOpen = useMay("read");
  const naming = (draft: Draft) => namingOf(useTroupe.getState(), draft, fields);

  const [first] = useState(() => {
    const draft = draftOf(asked, { listId: shownList, isPrivate, lists: Object.values(lists).filter(({ archivedAt }) => !archivedAt) });
    const here = hereNow(useTroupe.getState(), window.location, fields);
    return here ? filledFrom(draft, here, fields, useTroupe.getState(), (asked.listId ?? shownList) !== null) : draft;
  });
  const [earlier, setEarlier] = useState(() => {
    const kept = asksForNothing(asked) ? keptTask(workspaceId, me) : null;
    return kept && stillKnown(kept, fields, useTroupe.getState());
  });
  const [used, setUsed] = useState(() => startFrom(first, asked.templateId === undefined ? undefined : templates[asked.templateId], fields));
  const [written, setWritten] = useState<Written>(() => {
    const fresh = untouched(used.draft);
    // A title from the palette is complete.
    return earlier ?? (asked.title === undefined ? fresh : taking(fresh, naming(used.draft), asked.title.length, { final: true }).written);
  });
  const [{ files, lost }, setFiles] = useState<{ files: readonly HeldFile[]; lost: readonly string[] }>(() => (earlier ? keptFiles(workspaceId, me) : noFiles));
  const [problem, setProblem] = useState<string | null>(null);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const { draft } = written;
  // A person who sees only some lists creates a task in one of them, or a private task.
  const alone = !readsOpen && chosenIn(draft, listsField).length === 0;

  // A task that was started elsewhere, such as in a column of the board, does not overwrite an earlier draft.
  const [isOwnDraft] = useState(() => asksForNothing(asked) || keptTask(workspaceId, me) === null);
  const store = (next: Written | null, nextFiles = files, nextLost = lost) => isOwnDraft && keepTask(workspaceId, me, next, nextFiles, nextLost);

  const clear = () => {
    setProblem(null);
    setMissing([]);
  };
  const write = (next: Written) => {
    setWritten(next);
    store(isTouched(next.draft, used.draft) || files.length > 0 ? next : null);
    clear();
  };
  const hold = (next: readonly HeldFile[]) => {
    // A file that is chosen again is no longer lost.
    const stillLost = lost.filter((name) => !next.some((one) => one.file.name === name && !files.includes(one)));
    setFiles({ files: next, lost: stillLost });
    store(isTouched(draft, used.draft) || next.length > 0 ? written : null, next, stillLost);
  };
  const change = (patch: Partial<Draft>) => write({ ...written, draft: { ...draft, ...patch } });
  const begin = (next: Used) => {
    setUsed(next);
    setWritten(untouched(next.draft));
    setEarlier(null);
    clear();
  };
  const dropFiles = () => setFiles(noFiles);
  const start = (template: Template) => {
    // Values from the previous template are removed, and typed text stays.
    const own = { ...first, private: draft.private, title: draft.title === used.kept?.title ? first.title : draft.title, description: draft.description === used.kept?.description ? "" : draft.description };
    begin(startFrom({ ...own, values: { ...first.values, [listsField.id]: chosenIn(draft, listsField) } }, template, fields));
  };
  const forget = () => store(null);
  const made = (one: Draft) => asNewTicket(openLists({ ...one, private: one.private || alone }), fields);

  /** Why the draft cannot become a task; null if it can. */
  const objectionTo = (one: Draft): string | null => {
    if (one.title.trim() === "") return t`Enter a title`;
    const [from] = chosenIn(one, startDate);
    const [to] = chosenIn(one, dueDate);
    if (from !== undefined && to !== undefined && from > to) return t`The start date is after the due date`;
    return titleTooLong(one.title);
  };
  /** Creates the task. Returns false, and says why, if it cannot. With `again`, the next task begins with the same values. */
  const create = (again: boolean): boolean => {
    const whole = taking(written, naming(draft), draft.title.length, { final: true }).written;
    const objection = objectionTo(whole.draft);
    const lacking = missingIn(whole.draft, fields).map((field) => field.name());
    if (objection !== null || lacking.length > 0) {
      setWritten(whole);
      setProblem(objection);
      setMissing(objection === null ? lacking : []);
      return false;
    }
    const leftOut = new Set(used.leftOut);
    const view = useTroupe.getState();
    const ticket = made(whole.draft);
    const subtasks = used.kept?.subtasks ?? [];
    const { ticketId, answers } = createTicket(ticket, (parentId) => ticketsFrom(view, subtasks, { listIds: ticket.listIds ?? [], isPrivate: ticket.private === true, parentId }, newId, leftOut));
    sendFiles({ workspaceId, slug, ticketId, files, answers });
    forget();
    // The dialog has already shown what the task itself leaves out.
    const gone = leftOut.size > used.leftOut.size ? leftOutText(leftOut) : null;
    if (gone === null) void tellCreated(ticketId, ticket.title, slug);
    else tell({ text: gone });
    if (again) {
      begin(without({ ...whole.draft, title: "", description: "" }));
      dropFiles();
    }
    return true;
  };

  return {
    fields,
    written,
    draft: alone ? { ...draft, private: true } : draft,
    alone,
    used,
    /** True if the dialog opened with an earlier draft. */
    isEarlier: earlier !== null,
    offered: templatesOfTasks({ templates, lists }, chosenIn(draft, listsField)[0] ?? null),
    problem,
    missing,
    touched: isTouched(draft, used.draft) || files.length > 0,
    files,
    /** The names of files that are lost. */
    lost,
    addFiles: (added: readonly File[]) => hold([...files, ...added.map((file) => ({ id: newId(), file }))]),
    removeFile: (id: string) => hold(files.filter((one) => one.id !== id)),
    naming: () => naming(draft),
    made: (title: string) => made({ ...draft, title }),
    write,
    change,
    start,
    create,
    forget,
    keep: () => keepTask(workspaceId, me, written, files, lost),
    /** Starts over without the earlier draft. */
    restart: () => {
      forget();
      begin(without(first));
      dropFiles();
    },
  };
}
