import { useTroupe } from "@/sync/store";
import { attributeFields } from "./attributes";
import { builtIn } from "./builtIn";
import type { Field } from "./field";
import { onceForBoth, type Config } from "./options";
import { recordFields } from "./records";

const all = onceForBoth((records: readonly Field[], attributes: readonly Field[]): readonly Field[] =>
  records.length + attributes.length === 0 ? builtIn : [...builtIn, ...records, ...attributes],
);

/** The fields of the tickets of a workspace, its attributes last; the same array until a field changes. */
export const fieldsOf = (config: Config): readonly Field[] => all(recordFields(config), attributeFields(config));

/** The fields of the workspace that is open. */
export const useFields = (): readonly Field[] => useTroupe(fieldsOf);
