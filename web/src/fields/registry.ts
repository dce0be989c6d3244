import { useTroupe } from "@/sync/store";
import { builtIn } from "./builtIn";
import type { Field } from "./field";
import type { Config } from "./options";

/** The fields of the tickets of a workspace; the same array until a field changes. */
export const fieldsOf = (_config: Config): readonly Field[] => builtIn;

/** The fields of the workspace that is open. */
export const useFields = (): readonly Field[] => useTroupe(fieldsOf);
