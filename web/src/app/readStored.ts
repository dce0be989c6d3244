import { kept } from "@/api/session";
import { decoded } from "@/lib/paths";
import { findBySlug } from "@/lib/slug";
import { readAhead } from "@/sync/readAhead";

/** Starts to read the stored workspace of an address, if the person who was last signed in here has such a workspace. */
export function readStored(pathname: string): void {
  const me = kept();
  const [, first, slug = ""] = pathname.split("/").map(decoded);
  const workspace = me !== null && first?.toLowerCase() === "w" && findBySlug(me.workspaces, slug);
  if (me !== null && workspace) readAhead(workspace.id, me.user.id);
}
