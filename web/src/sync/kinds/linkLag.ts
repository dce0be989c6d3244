import { t } from "@lingui/core/macro";
import type { LinkLag } from "@/wire/generated";
import type { RowReader } from "../tables/tables";
import type { Kind } from "./kind";

/** The most days of a lag, in either direction: the same number as in `actors/src/domain/limits.rs`. */
export const mostLag = 9_999;

/** The kind and the lag of a "blocks" link. The row lives in the scope of its link. */
export const linkLag: Kind<"linkLag"> = {
  commands: {
    "linkLag.set": {
      predict({ rows }, { linkId, days: wantedDays, ends: wantedEnds }, { commandId }) {
        const known = lagRow(rows, linkId);
        const days = wantedDays ?? known?.days ?? 0;
        if (rows.get("link", linkId)?.kind !== "blocks" || !Number.isInteger(days) || Math.abs(days) > mostLag) return;
        const ends = wantedEnds === undefined ? (known?.ends ?? null) : wantedEnds === "finishToStart" ? null : wantedEnds;
        if (days === 0 && ends === null) return known && rows.delete("linkLag", known.id);
        // The node derives the id.
        if (known) rows.patch("linkLag", known.id, { days, ends });
        else rows.set("linkLag", commandId, { id: commandId, linkId, days, ends });
      },
      inverse({ rows }, { linkId, days, ends }) {
        const known = lagRow(rows, linkId);
        return [
          { kind: "linkLag.set", linkId, ...(days !== undefined && { days: known?.days ?? 0 }), ...(ends !== undefined && { ends: known?.ends ?? "finishToStart" }) },
        ];
      },
      touches: ({ linkId, days, ends }) => [{ id: linkId, fields: [...(days === undefined ? [] : ["lag"]), ...(ends === undefined ? [] : ["ends"])] }],
      stepName: ({ ends }) => (ends === undefined ? t`setting the lag of a link` : t`changing the type of a dependency`),
      describe: (_, { ends }) => ({ what: ends === undefined ? t`Lag of a link` : t`Type of a dependency`, text: null }),
    },
  },
};

/** The row with the lag and the kind of a link, if the link has one. */
export const lagRow = (rows: RowReader, linkId: string): LinkLag | undefined => rows.rows("linkLag").find((row) => row.linkId === linkId);
