import type { Capability } from "@/wire/generated";

/** Every capability, in the order in which roles name them. */
const inOrder: Record<Capability, true> = {
  read: true,
  updateWorkspace: true,
  invite: true,
  manageMembers: true,
  manageRoles: true,
  readAudit: true,
  manageApiKeys: true,
  manageStatuses: true,
  manageLabels: true,
  manageAttributes: true,
  createLists: true,
  editLists: true,
  restrictLists: true,
  deleteLists: true,
  createTickets: true,
  editTickets: true,
  editOwnTickets: true,
  deleteTickets: true,
  deleteOwnTickets: true,
  comment: true,
  moderateComments: true,
  import: true,
};

export const capabilities = Object.keys(inOrder) as Capability[];

/** The capability that is enough for a person's own tickets. The capability for all tickets includes it. */
export const forOwn: Partial<Record<Capability, Capability>> = { editTickets: "editOwnTickets", deleteTickets: "deleteOwnTickets" };

/** What a member may do besides reading and commenting. */
export const work: readonly Capability[] = [
  "createLists",
  "editLists",
  "deleteLists",
  "manageLabels",
  "createTickets",
  "editTickets",
  "deleteTickets",
  "import",
];

/** What only owners may do, unless a role of the workspace says otherwise. */
export const forOwners: readonly Capability[] = ["manageRoles", "readAudit"];

/** All that nodes and pages of the previous version call "work". */
export const coarseWork: ReadonlySet<string> = new Set([...work, "editOwnTickets", "deleteOwnTickets", "comment"]);
