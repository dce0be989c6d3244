import { msg } from "@lingui/core/macro";
import type { Level } from "@/wire/generated";
import type { Message } from "@/words/i18n";

/** From the highest to the lowest. */
export const levels: readonly Level[] = ["manage", "edit", "comment", "view"];

/** The name of each level, and what a person may do with it. */
export const levelWords: Record<Level, { name: Message; does: Message }> = {
  manage: { name: msg`Manage`, does: msg`Can change the list and who sees it.` },
  edit: { name: msg`Edit`, does: msg`Can change its tasks.` },
  comment: { name: msg`Comment`, does: msg`Can see its tasks and comment on them.` },
  view: { name: msg`View`, does: msg`Can see its tasks.` },
};
