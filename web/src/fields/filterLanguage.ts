import { later } from "@/lib/later";

/** The filter language as a text: reading, writing and applying it. Most pages show a filter by chips alone, so it is a chunk of its own. */
export const filterLanguage = later(() => import("./filter/filterLanguage"));
