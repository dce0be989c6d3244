import { t } from "@lingui/core/macro";
import type { InboxLine } from "@/sync/inbox";
import type { Reason } from "@/wire/generated";

/** What a person did last; it follows the name of the person. */
export function lastChange({ last: { kind }, flagged, reasons }: Pick<InboxLine, "last" | "flagged" | "reasons">): string {
  if (flagged && kind === "comment" && reasons.includes("mention")) return t`mentioned you`;
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

/** The strongest reason first. */
const names: [Reason, () => string][] = [
  ["mention", () => t`You were mentioned`],
  ["assigne", () => t`Assigned to you`],
  ["created", () => t`Created by you`],
  ["commented", () => t`You commented`],
  ["manual", () => t`Subscribed`],
];

/** The strongest reason why the person follows a ticket. */
export function reasonText(reasons: readonly Reason[]): string {
  return names.find(([reason]) => reasons.includes(reason))?.[1]() ?? "";
}
