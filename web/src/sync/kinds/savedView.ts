import { t } from "@lingui/core/macro";
import { isBlank, lineOf } from "@/lib/text";
import { pickedFrom, textsIn, type Kind, type KnownToDescribe } from "./kind";

const nameOf = ({ savedViews }: KnownToDescribe, id: string) => savedViews[id]?.name ?? t`(deleted)`;

/** A saved view. A personal one lives in the scope of its creator. */
export const savedView: Kind<"savedView"> = {
  commands: {
    "savedView.create": {
      predict({ rows }, command, { me, at }) {
        const { kind: _, savedViewId: id, name, listId, dateLayout, filter, ...view } = command;
        if (isBlank(name) || rows.get("savedView", id) || (listId != null && !rows.get("list", listId))) return;
        rows.set("savedView", id, { ...view, id, name: lineOf(name), listId: listId ?? null, dateLayout: dateLayout ?? null, filter: filter.trim(), createdUserId: me, createdAt: at });
      },
      inverse: (_, { savedViewId }) => [{ kind: "savedView.delete", savedViewId }],
      touches: ({ savedViewId }) => [{ id: savedViewId, fields: ["id"] }],
      stepName: () => t`saving a view`,
      describe: (_, { name }) => ({ what: t`New view`, text: name }),
    },
    "savedView.update": {
      predict({ rows }, { savedViewId: id, patch }, { me }) {
        const row = rows.get("savedView", id);
        if (!row || (patch.name !== undefined && isBlank(patch.name))) return;
        // Only its creator takes a shared view back.
        if (patch.personal === true && !row.personal && row.createdUserId !== me) return;
        const { name, filter, ...rest } = patch;
        rows.patch("savedView", id, { ...rest, ...(name !== undefined && { name: lineOf(name) }), ...(filter !== undefined && { filter: filter.trim() }) });
      },
      inverse({ rows }, { savedViewId, patch }) {
        const row = rows.get("savedView", savedViewId);
        return row ? [{ kind: "savedView.update", savedViewId, patch: pickedFrom(row, patch) }] : null;
      },
      touches: ({ savedViewId, patch }) => [{ id: savedViewId, fields: Object.keys(patch) }],
      stepName: () => t`changing a view`,
      describe: (view, { savedViewId, patch }) => ({ what: t`Change to the view “${nameOf(view, savedViewId)}”`, text: textsIn(patch) }),
    },
    "savedView.delete": {
      predict: ({ rows }, { savedViewId }) => rows.delete("savedView", savedViewId),
      inverse({ rows }, { savedViewId }) {
        const row = rows.get("savedView", savedViewId);
        if (!row) return null;
        const { id: _, createdUserId: _by, createdAt: _at, listId, dateLayout, ...view } = row;
        return [{ kind: "savedView.create", savedViewId, ...view, ...(dateLayout && { dateLayout }), ...(listId !== null && { listId }) }];
      },
      touches: ({ savedViewId }) => [{ id: savedViewId, fields: ["id"] }],
      stepName: () => t`deleting a view`,
      describe: (view, { savedViewId }) => ({ what: t`Deleting the view “${nameOf(view, savedViewId)}”`, text: null }),
    },
  },
};
