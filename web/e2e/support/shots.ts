import { join } from "node:path";

/** Where pictures go. */
export const shots = join(import.meta.dirname, "../../test-results");
