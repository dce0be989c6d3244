import { t } from "@lingui/core/macro";
import type { Kind } from "./kind";

/** A file of a ticket. The node adds it when its bytes have arrived. */
export const file: Kind<"file"> = {
  commands: {
    "file.delete": {
      predict({ rows }, { fileId }, { me, at }) {
        if (rows.get("file", fileId)?.deletedAt === null) rows.patch("file", fileId, { deletedAt: at, deletedByUserId: me });
      },
      inverse({ rows }, { fileId }) {
        return rows.get("file", fileId)?.deletedAt === null ? [{ kind: "file.restore", fileId }] : null;
      },
      touches: ({ fileId }) => [{ id: fileId, fields: ["deletedAt"] }],
      stepName: () => t`deleting a file`,
      describe: () => ({ what: t`Deleting a file`, text: null }),
    },
    "file.restore": {
      predict: ({ rows }, { fileId }) => rows.patch("file", fileId, { deletedAt: null, deletedByUserId: null }),
      inverse({ rows }, { fileId }) {
        const row = rows.get("file", fileId);
        return row && row.deletedAt !== null ? [{ kind: "file.delete", fileId }] : null;
      },
      touches: ({ fileId }) => [{ id: fileId, fields: ["deletedAt"] }],
      stepName: () => t`restoring a file`,
      describe: () => ({ what: t`Restoring a file`, text: null }),
    },
  },
};
