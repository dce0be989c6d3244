import { useMemo } from "react";
import { useTroupe } from "@/sync/store";
import { attributeFields } from "./attributes";
import { authorFields } from "./authors";
import { builtIn } from "./builtIn";
import type { Field } from "./field";
import { once, onceForBoth, type Config } from "./options";
import { recordFields } from "./records";
import { asShown } from "./system";

const own = onceForBoth((records: readonly Field[], attributes: readonly Field[]): readonly Field[] => [...records, ...attributes]);

const all = once((others: readonly Field[]): readonly Field[] => [...builtIn, ...authorFields, ...others]);

/** The fields of the tickets of a workspace as it was built, before it renames or hides any; the same array until a field changes. */
export const plainFieldsOf = (config: Config): readonly Field[] => all(own(recordFields(config), attributeFields(config)));

/** The fields of the tickets of a workspace, its attributes last; the same array until a field changes. */
export const fieldsOf = (config: Config): readonly Field[] => asShown(plainFieldsOf(config), config.systemAttributes);

/** The fields of the workspace that is open. */
export const useFields = (): readonly Field[] => useTroupe(fieldsOf);

/** The fields that tickets of a list can have; all fields if the place is not a list. */
export function useFieldsIn(listId: string | null): readonly Field[] {
  const fields = useFields();
  return useMemo(() => (listId === null ? fields : fields.filter(({ has }) => !has || has([{ listId, rank: "" }]))), [fields, listId]);
}
