import { today } from "@/lib/plainDate";
import type { MakeTest } from "../arrange/arrange";
import type { Field } from "../field";
import { testOf } from "./holds";
import { languageOf } from "./language";
import { readStored } from "./read";

export { ANY, chipsIn, chipsOf, filterOf, heldBy, splitOf, type Chip, type Chips, type Joined, type Split } from "./chips";
export { Fault, type FaultCode } from "./fault";
export { languageOf, type Language } from "./language";
export { withIds, withNames } from "./print";
export { readFilter, readStored, type StoredFilter } from "./read";
export { isEvery, type Filter } from "./tree";

/** The test of a stored filter, for each state of the workspace. */
export const testIn =
  (text: string, fields: readonly Field[]): MakeTest =>
  (config) => {
    const language = languageOf(fields, config);
    return testOf(readStored(text, language).filter, language, { day: today(), me: config.me });
  };
