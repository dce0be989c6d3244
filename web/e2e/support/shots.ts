import { join } from "node:path";

/** The folder of screenshots. */
export const shots = join(import.meta.dirname, "../../test-results");
