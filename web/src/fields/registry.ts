import { useTroupe } from "@/sync/store";
import { attributeFields } from "./attributes";
import { builtIn } from "./builtIn";
import type { Field } from "./field";
import { once, type Config } from "./options";

const all = once((attributes: readonly Field[]): readonly Field[] => (attributes.length === 0 ? builtIn : [...builtIn, ...attributes]));

/** The fields of the tickets of a workspace, its attributes last; the same array until a field changes. */
export const fieldsOf = (config: Config): readonly Field[] => all(attributeFields(config));

/** The fields of the workspace that is open. */
export const useFields = (): readonly Field[] => useTroupe(fieldsOf);
