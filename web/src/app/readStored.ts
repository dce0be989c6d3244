import { kept } from "@/api/session";
import { findBySlug } from "@/lib/findBySlug";
import { readAhead } from "@/sync/readAhead";

/** Starts to read the stored workspace of an address, if the person who was last signed in here has such a workspace. */
export function readStored(pathname: string): void {
  const me = kept();
  // Keys and ids of workspaces need no decoding.
  const workspace = me && findBySlug(me.workspaces, pathname.split("/")[2] ?? "");
  if (workspace) readAhead(workspace.id, me.user.id);
}
