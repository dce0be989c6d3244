import { t } from "@lingui/core/macro";
import { changeWords } from "@/actions/changeWords";
import type { InboxLine } from "@/sync/inbox";
import type { Reason } from "@/wire/generated";

/** What a person did last; it follows the name of the person. */
export const lastChange = ({ last, flagged, reasons }: Pick<InboxLine, "last" | "flagged" | "reasons">): string => changeWords(last, flagged && reasons.includes("mention"));

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
