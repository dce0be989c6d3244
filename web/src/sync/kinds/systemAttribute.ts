import { t } from "@lingui/core/macro";
import { isBlank, lineOf } from "@/lib/text";
import type { SystemAttribute, SystemKey } from "@/wire/generated";
import type { RowReader } from "../tables/tables";
import { textsIn, type Kind } from "./kind";
import { isUnused } from "./named";

/** The fields that every ticket has. They are renamed and hidden, and never deleted. */
export const systemAttribute: Kind<"systemAttribute"> = {
  commands: {
    "systemAttribute.set": {
      predict({ rows }, { key, patch }, { commandId }) {
        if (patch.name != null && !isFreeName(rows, patch.name, key)) return;
        const known = rowOf(rows, key);
        const name = patch.name === undefined ? (known?.name ?? null) : patch.name && lineOf(patch.name);
        const hidden = patch.hidden ?? known?.hidden ?? false;
        if (name === null && !hidden) return known && rows.delete("systemAttribute", known.id);
        // The node derives the id.
        const id = known?.id ?? commandId;
        rows.set("systemAttribute", id, { id, key, name, hidden });
      },
      inverse({ rows }, { kind, key, patch }) {
        const { name = null, hidden = false } = rowOf(rows, key) ?? {};
        return [{ kind, key, patch: { ...(patch.name !== undefined && { name }), ...(patch.hidden !== undefined && { hidden }) } }];
      },
      touches: ({ key, patch }) => [{ id: key, fields: Object.keys(patch) }],
      stepName: () => t`field change`,
      describe: (_, { patch }) => ({ what: t`Change to a field of all tasks`, text: textsIn(patch) }),
    },
  },
};

const rowOf = (rows: RowReader, key: SystemKey): SystemAttribute | undefined => rows.rows("systemAttribute").find((row) => row.key === key);

/** False if the node refuses the name for this field: an attribute or another field has it. */
const isFreeName = (rows: RowReader, name: string, key: SystemKey): boolean =>
  !isBlank(name) && isUnused(rows.rows("attribute"), name) && !isNameOfSystem(rows, name, key);

/** True if the workspace has given the name to a field of all tickets, other than `own`. */
export function isNameOfSystem(rows: RowReader, name: string, own?: SystemKey): boolean {
  const wanted = lineOf(name).toLowerCase();
  return rows.rows("systemAttribute").some((row) => row.key !== own && row.name?.toLowerCase() === wanted);
}
