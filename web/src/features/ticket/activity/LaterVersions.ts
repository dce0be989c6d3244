import { laterComponent } from "@/lib/later";
import type { VersionsProps } from "./Versions";

/** Loaded when a person first looks at the earlier versions of a comment. */
export const LaterVersions = laterComponent<VersionsProps>(async () => (await import("./Versions")).Versions, { idle: false, instead: () => null });
