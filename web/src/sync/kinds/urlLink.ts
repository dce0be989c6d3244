import { t } from "@lingui/core/macro";
import { isBlank, lineOf } from "@/lib/text";
import type { Kind } from "./kind";
import { ticketName } from "./ticket/words";
import { isWebAddress } from "./ticket/values";

/** A link from a ticket to an address. It lives with its ticket. */
export const urlLink: Kind<"urlLink"> = {
  commands: {
    "urlLink.create": {
      predict({ rows }, { urlLinkId: id, ticketId, url, title = "" }, { me, at }) {
        if (!rows.get("ticket", ticketId) || rows.get("urlLink", id) || !isWebAddress(lineOf(url))) return;
        rows.set("urlLink", id, { id, ticketId, url: lineOf(url), title: titleOf(title), pageTitle: "", iconId: null, createdUserId: me, createdAt: at });
      },
      inverse: (_, { urlLinkId }) => [{ kind: "urlLink.delete", urlLinkId }],
      touches: ({ ticketId }) => [{ id: ticketId, fields: ["urlLinks"] }],
      stepName: () => t`adding a link`,
      describe: (view, { ticketId, url }) => ({ what: t`New link of ${ticketName(view, ticketId)}`, text: url }),
    },
    "urlLink.update": {
      predict({ rows }, { urlLinkId, patch: { title, url } }) {
        if (url !== undefined && !isWebAddress(lineOf(url))) return;
        const moves = url !== undefined && lineOf(url) !== rows.get("urlLink", urlLinkId)?.url;
        // The node reads the new page.
        rows.patch("urlLink", urlLinkId, { ...(title !== undefined && { title: titleOf(title) }), ...(moves && { url: lineOf(url), pageTitle: "", iconId: null }) });
      },
      inverse({ rows }, { urlLinkId, patch }) {
        const row = rows.get("urlLink", urlLinkId);
        if (!row) return null;
        const { title, url } = row;
        return [{ kind: "urlLink.update", urlLinkId, patch: { ...(patch.title !== undefined && { title }), ...(patch.url !== undefined && { url }) } }];
      },
      touches: ({ urlLinkId, patch }) => [{ id: urlLinkId, fields: Object.keys(patch) }],
      stepName: () => t`changing a link`,
      describe: (_, { patch }) => ({ what: t`Changing a link`, text: [patch.title, patch.url].filter(Boolean).join("\n\n") || null }),
    },
    "urlLink.delete": {
      predict: ({ rows }, { urlLinkId }) => rows.delete("urlLink", urlLinkId),
      inverse({ rows }, { urlLinkId }) {
        const row = rows.get("urlLink", urlLinkId);
        if (!row) return null;
        const { ticketId, url, title } = row;
        return [{ kind: "urlLink.create", urlLinkId, ticketId, url, ...(title !== "" && { title }) }];
      },
      touches: ({ urlLinkId }) => [{ id: urlLinkId, fields: ["id"] }],
      stepName: () => t`removing a link`,
      describe: () => ({ what: t`Removing a link`, text: null }),
    },
  },
};

const titleOf = (text: string) => (isBlank(text) ? "" : lineOf(text));
