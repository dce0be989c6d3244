import { msg } from "@lingui/core/macro";
import type { Message } from "@/words/i18n";
import type { Capability } from "@/wire/generated";

/** What a capability allows, in words for the matrix of roles. */
export const capabilityNames: Record<Capability, Message> = {
  read: msg`See open lists and their tasks`,
  createTickets: msg`Create tasks`,
  editTickets: msg`Edit any task`,
  editOwnTickets: msg`Edit tasks they made or are assigned to`,
  deleteTickets: msg`Delete any task, and restore it`,
  deleteOwnTickets: msg`Delete tasks they made, and restore them`,
  comment: msg`Comment and react`,
  moderateComments: msg`Delete other people's comments`,
  import: msg`Import tasks`,
  createLists: msg`Create lists`,
  editLists: msg`Rename, color, and reorder lists`,
  restrictLists: msg`Restrict and open lists`,
  deleteLists: msg`Delete lists`,
  invite: msg`Invite people`,
  manageMembers: msg`Change roles and remove people`,
  manageRoles: msg`Create, change, and delete roles`,
  readAudit: msg`Read and export the audit log`,
  manageApiKeys: msg`Create and revoke workspace API keys`,
  manageStatuses: msg`Create, change, and delete statuses`,
  manageLabels: msg`Create, change, and delete labels`,
  manageAttributes: msg`Create, change, and delete attributes`,
  updateWorkspace: msg`Change the workspace's name and icon`,
};

/** The rows of the matrix, by what they are about. */
export const capabilityGroups: readonly { id: string; name: Message; capabilities: readonly Capability[] }[] = [
  {
    id: "tasks",
    name: msg`Tasks`,
    capabilities: ["read", "createTickets", "editTickets", "editOwnTickets", "deleteTickets", "deleteOwnTickets", "comment", "moderateComments", "import"],
  },
  { id: "lists", name: msg`Lists`, capabilities: ["createLists", "editLists", "restrictLists", "deleteLists"] },
  { id: "people", name: msg`People`, capabilities: ["invite", "manageMembers", "manageRoles"] },
  { id: "workspace", name: msg`Workspace`, capabilities: ["manageStatuses", "manageLabels", "manageAttributes", "updateWorkspace", "readAudit", "manageApiKeys"] },
];
