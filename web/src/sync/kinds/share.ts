import type { Kind } from "./kind";

/** A person with whom a restricted list is shared. No command writes shares yet. */
export const share: Kind<"share"> = { home: "none", commands: {} };
