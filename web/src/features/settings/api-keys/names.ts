import { msg, t } from "@lingui/core/macro";
import { capabilities } from "@/sync/capabilityWords";
import type { Capability } from "@/wire/generated";
import { say, type Message } from "@/words/i18n";
import { capabilityNames } from "../roles/capabilityNames";
import { presetOf, shown } from "./presets";

const everything: ReadonlySet<Capability> = new Set(capabilities);

/** The owner of a key: a person, or the workspace. */
export type Whose = "person" | "workspace";

/** What a capability lets the person's own key do. */
export const names: Record<Capability, Message> = {
  ...capabilityNames,
  editOwnTickets: msg`Edit tasks you made or are assigned to`,
  deleteOwnTickets: msg`Delete tasks you made, and restore them`,
};

/** What a capability lets a key do. The names for a key of the workspace mention no assigned tasks, because it cannot have any. */
export const namesOf: Record<Whose, Record<Capability, Message>> = {
  person: names,
  workspace: { ...capabilityNames, editOwnTickets: msg`Edit tasks it made`, deleteOwnTickets: msg`Delete tasks it made, and restore them` },
};

/** What a key may do, in one line. For a key of the workspace, the capabilities of the person who reads the list do not matter. */
export function accessOf(whose: Whose, named: readonly Capability[], mine: ReadonlySet<Capability>): string {
  const preset = presetOf(named, whose === "person" ? mine : everything);
  if (preset === "read") return t`Read only`;
  if (preset === "write") return t`Read and write tasks`;
  if (preset === "all" && whose === "person") return t`Everything you can do`;
  // A newer node may name capabilities that this page does not know.
  return shown(named).map((each) => say(namesOf[whose][each])).join("; ") || t`Other permissions`;
}
