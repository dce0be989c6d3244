import { t } from "@lingui/core/macro";
import { fieldName } from "@/actions/actors";
import { fieldsOf } from "@/fields/registry";
import { explain } from "@/actions/refusals";
import type { Described, KnownToDescribe } from "@/sync/kinds/kind";
import * as kinds from "@/sync/kinds/kinds";
import type { RefusedCommand } from "@/sync/types";
import type { Command } from "@/wire/generated";

type Known = Omit<KnownToDescribe, "fieldName">;

/** The edit that was not saved and the reason, in a sentence or two. */
export function whyNotSaved(view: Known, { command, error }: Pick<RefusedCommand, "command" | "error">): string {
  const leaves = command.kind === "member.remove" && command.userId === view.me;
  if (leaves && error.code === "last_owner") return t`You can't leave: you're the only owner.`;
  return t`Not saved: ${describe(view, command).what}. ${explain(view, error)}`;
}

/** An edit in words, with the names that the app gives to the fields of a ticket. */
export const describe = (view: Known, command: Command): Described => {
  const fields = fieldsOf({ ...view, shares: {} });
  return kinds.describe({ ...view, fieldName: (key) => fieldName(key, fields) }, command);
};
