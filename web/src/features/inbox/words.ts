import { t } from "@lingui/core/macro";
import { listed } from "@/words/i18n";
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

const names: Record<Reason, () => string> = {
  manual: () => t`subscribed`,
  mention: () => t`mentioned`,
  commented: () => t`commented`,
  created: () => t`created it`,
  assigne: () => t`assigned`,
};

/** Why the person hears of a ticket: "You: commented, assigned". */
export function reasonText(reasons: readonly Reason[]): string {
  const said = listed(reasons.flatMap((reason) => names[reason]?.() ?? []));
  return t`You: ${said}`;
}
