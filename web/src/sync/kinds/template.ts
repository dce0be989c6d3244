import { t } from "@lingui/core/macro";
import { isBlank, lineOf } from "@/lib/text";
import type { TemplateList, TemplateTicket } from "@/wire/generated";
import { pickedFrom, textsIn, type Kind, type KnownToDescribe } from "./kind";
import { storedDisplay } from "./savedView";

const nameOf = ({ templates }: KnownToDescribe, id: string) => templates[id]?.name ?? t`(deleted)`;

const ticketOf = (ticket: Partial<TemplateTicket> & Pick<TemplateTicket, "title">): TemplateTicket => ({
  description: "",
  statusId: null,
  priority: null,
  assigneesIds: [],
  labels: [],
  fields: {},
  taskTypeId: null,
  componentsIds: [],
  fixVersionsIds: [],
  startAfter: null,
  dueAfter: null,
  ...ticket,
  title: lineOf(ticket.title),
  subtasks: (ticket.subtasks ?? []).map(ticketOf),
});

const listOf = (list: Partial<TemplateList> & Pick<TemplateList, "color">): TemplateList => ({
  icon: null,
  ...list,
  description: (list.description ?? "").trim(),
  views: (list.views ?? []).map((view) => ({ ...view, dateLayout: view.dateLayout ?? null, display: storedDisplay(view.display), icon: view.icon ?? null, name: lineOf(view.name), filter: view.filter.trim() })),
});

const areTitled = (tickets: readonly TemplateTicket[]): boolean => tickets.every(({ title, subtasks }) => !isBlank(title) && areTitled(subtasks));

/** A template lives with its list, or in the workspace. */
export const template: Kind<"template"> = {
  commands: {
    "template.create": {
      predict({ rows }, { templateId: id, name, listId = null, list = null, tickets }, { me, at }) {
        if (isBlank(name) || rows.get("template", id) || (listId !== null && !rows.get("list", listId))) return;
        if (list === null ? tickets.length !== 1 : listId !== null) return;
        const kept = tickets.map(ticketOf);
        if (!areTitled(kept)) return;
        rows.set("template", id, { id, name: lineOf(name), listId, list: list && listOf(list), tickets: kept, createdUserId: me, createdAt: at });
      },
      inverse: (_, { templateId }) => [{ kind: "template.delete", templateId }],
      touches: ({ templateId }) => [{ id: templateId, fields: ["id"] }],
      stepName: () => t`saving a template`,
      describe: (_, { name }) => ({ what: t`New template`, text: name }),
    },
    "template.update": {
      predict({ rows }, { templateId: id, patch: { name, list, tickets } }) {
        const row = rows.get("template", id);
        if (!row || (name !== undefined && isBlank(name)) || (list && !row.list)) return;
        const kept = tickets?.map(ticketOf);
        if (kept && ((row.list === null && kept.length !== 1) || !areTitled(kept))) return;
        rows.patch("template", id, { ...(name !== undefined && { name: lineOf(name) }), ...(list && { list: listOf(list) }), ...(kept && { tickets: kept }) });
      },
      inverse({ rows }, { templateId, patch }) {
        const row = rows.get("template", templateId);
        if (!row) return null;
        const { list, ...back } = pickedFrom({ ...row, list: row.list ?? undefined }, patch);
        return [{ kind: "template.update", templateId, patch: { ...back, ...(list && { list }) } }];
      },
      touches: ({ templateId, patch }) => [{ id: templateId, fields: Object.keys(patch) }],
      stepName: () => t`changing a template`,
      describe: (view, { templateId, patch }) => ({ what: t`Change to the template “${nameOf(view, templateId)}”`, text: textsIn(patch) }),
    },
    "template.delete": {
      predict: ({ rows }, { templateId }) => rows.delete("template", templateId),
      inverse({ rows }, { templateId }) {
        const row = rows.get("template", templateId);
        if (!row) return null;
        const { name, listId, list, tickets } = row;
        return [{ kind: "template.create", templateId, name, tickets, ...(listId !== null && { listId }), ...(list && { list }) }];
      },
      touches: ({ templateId }) => [{ id: templateId, fields: ["id"] }],
      stepName: () => t`deleting a template`,
      describe: (view, { templateId }) => ({ what: t`Deleting the template “${nameOf(view, templateId)}”`, text: null }),
    },
  },
};
