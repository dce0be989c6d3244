import { t } from "@lingui/core/macro";
import type { InboxLine } from "@/sync/inbox";
import type { Reason } from "@/wire/generated";
import { listed } from "@/words/i18n";

/** What a person did, by the kind of the activity; it follows the name of the person. */
function deed(kind: string): string {
  switch (kind) {
    case "comment":
      return t`commented`;
    case "createdAt":
      return t`created the task`;
    case "statusChange":
      return t`changed the status`;
    case "assigneeChange":
      return t`changed the assignees`;
    case "nameChange":
      return t`renamed the task`;
    default:
      return t`changed the task`;
  }
}

/** What a person did last; it follows the name of the person. Several changes within a minute are one. */
export function lastChange({ last: { kind, kinds = [] }, flagged, reasons }: Pick<InboxLine, "last" | "flagged" | "reasons">): string {
  const mentioned = flagged && reasons.includes("mention");
  const all = kinds.length > 0 ? kinds : [kind];
  return listed([...new Set(all.map((one) => (mentioned && one === "comment" ? t`mentioned you` : deed(one))))]);
}

/** The strongest reason first. */
const names: [Reason, () => string][] = [
  ["mention", () => t`You were mentioned`],
  ["assigne", () => t`Assigned to you`],
  ["created", () => t`Created by you`],
  ["commented", () => t`You commented`],
  ["manual", () => t`Subscribed`],
];

/** The name of one reason. */
export const reasonName = (reason: Reason): string => reasonText([reason]);

/** The strongest reason why the person follows a ticket. */
export function reasonText(reasons: readonly Reason[]): string {
  return names.find(([reason]) => reasons.includes(reason))?.[1]() ?? "";
}
