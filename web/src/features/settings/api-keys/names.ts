import { msg, t } from "@lingui/core/macro";
import type { Capability } from "@/wire/generated";
import { say, type Message } from "@/words/i18n";
import { capabilityNames } from "../roles/capabilityNames";
import { presetOf, shown } from "./presets";

/** What a capability lets the person's own key do. */
export const names: Record<Capability, Message> = {
  ...capabilityNames,
  editOwnTickets: msg`Edit tasks you made or are assigned to`,
  deleteOwnTickets: msg`Delete tasks you made, and restore them`,
};

/** What a key may do, in one line. */
export function accessOf(named: readonly Capability[], mine: ReadonlySet<Capability>): string {
  const preset = presetOf(named, mine);
  if (preset === "read") return t`Read only`;
  if (preset === "write") return t`Read and write tasks`;
  if (preset === "all") return t`Everything you can do`;
  // A newer node may name capabilities that this page does not know.
  return shown(named).map((each) => say(names[each])).join("; ") || t`Other permissions`;
}
