import type { Kind } from "./kind";

/** An import belongs to the person who started it. The node makes and changes imports; no command does. */
export const importJob: Kind<"import"> = { commands: {} };
