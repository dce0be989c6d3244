import type { Kind } from "./kind";

/** A role that the workspace defines. No command writes roles yet. */
export const role: Kind<"role"> = { home: "none", commands: {} };
