import { Suspense } from "react";
import { laterComponent, whenUsable } from "@/lib/later";
import type { WorkspaceFacesProps } from "./WorkspaceFaces";

/** Nobody waits for the faces, so the first load goes without them. */
const WorkspaceFaces = laterComponent<WorkspaceFacesProps>(() => whenUsable().then(async () => (await import("./WorkspaceFaces")).WorkspaceFaces), { instead: () => null });

/** The people in the workspace now, once the page is usable. */
export function HereInWorkspace(props: WorkspaceFacesProps) {
  return <Suspense><WorkspaceFaces {...props} /></Suspense>;
}
