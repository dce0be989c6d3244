import { t } from "@lingui/core/macro";
import type { LinkLag } from "@/wire/generated";
import type { RowReader } from "../tables/tables";
import type { Kind } from "./kind";

/** The most days of a lag, in either direction: the same number as in `actors/src/domain/limits.rs`. */
export const mostLag = 9_999;

/** How many days after the end of one ticket the ticket that it blocks may begin. It lives with its link. */
export const linkLag: Kind<"linkLag"> = {
  commands: {
    "linkLag.set": {
      predict({ rows }, { linkId, days }, { commandId }) {
        if (rows.get("link", linkId)?.kind !== "blocks" || !Number.isInteger(days) || Math.abs(days) > mostLag) return;
        const known = lagRow(rows, linkId);
        if (days === 0) return known && rows.delete("linkLag", known.id);
        // The node derives the id.
        if (known) rows.patch("linkLag", known.id, { days });
        else rows.set("linkLag", commandId, { id: commandId, linkId, days });
      },
      inverse: ({ rows }, { linkId }) => [{ kind: "linkLag.set", linkId, days: lagRow(rows, linkId)?.days ?? 0 }],
      touches: ({ linkId }) => [{ id: linkId, fields: ["lag"] }],
      stepName: () => t`setting the lag of a link`,
      describe: () => ({ what: t`Lag of a link`, text: null }),
    },
  },
};

/** The lag of a link, if it has one. */
export const lagRow = (rows: RowReader, linkId: string): LinkLag | undefined => rows.rows("linkLag").find((row) => row.linkId === linkId);
