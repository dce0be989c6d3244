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
const work: readonly Capability[] = [
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
const forOwners: readonly Capability[] = ["manageRoles", "readAudit"];

/** All that nodes and pages of the previous version call "work". */
export const coarseWork: ReadonlySet<string> = new Set([...work, "editOwnTickets", "deleteOwnTickets", "comment"]);

/** The words in the row of a role with these capabilities: those, and coarse words for nodes of the previous version. */
export function wordsOf(wanted: readonly Capability[]): string[] {
  const all = new Set(wanted.flatMap((capability) => [capability, ...(forOwn[capability] ? [forOwn[capability]] : [])]));
  const has = (needed: readonly Capability[]) => needed.every((capability) => all.has(capability));
  const works = has(work) && has(["read", "comment"]);
  const administers = works && has(capabilities.filter((capability) => !forOwners.includes(capability)));
  return [...capabilities.filter((capability) => all.has(capability)), ...(works ? ["work"] : []), ...(administers ? ["administer"] : [])];
}
