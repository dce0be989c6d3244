import { Suspense } from "react";
import { laterComponent, whenUsable } from "@/lib/later";
import type { WorkspaceFacesProps } from "./WorkspaceFaces";

/** The faces are not urgent, so the first load does not include them. */
const WorkspaceFaces = laterComponent<WorkspaceFacesProps>(() => whenUsable().then(async () => (await import("./WorkspaceFaces")).WorkspaceFaces), { instead: () => null });

/** The people in the workspace now, once the page is usable. */
export function HereInWorkspace(props: WorkspaceFacesProps) {
  return <Suspense><WorkspaceFaces {...props} /></Suspense>;
}
