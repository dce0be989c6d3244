import { t } from "@lingui/core/macro";
import type { LastActivity } from "@/wire/generated";
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

/** What a person did last; it follows the name of the person. Several changes within a minute are one. `mentioned` is true if they mentioned the reader. */
export function changeWords({ kind, kinds = [] }: Pick<LastActivity, "kind" | "kinds">, mentioned = false): string {
  const all = kinds.length > 0 ? kinds : [kind];
  return listed([...new Set(all.map((one) => (mentioned && one === "comment" ? t`mentioned you` : deed(one))))]);
}
