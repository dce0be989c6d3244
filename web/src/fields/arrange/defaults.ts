import { dueDate } from "../dates";
import { completed } from "../facts";
import { fieldById, type Field, type FieldId } from "../field";
import { plain, writeAddress, writeArrangement, type Arrangement } from "./address";
import type { Place } from "./place";

/** True if the workspace shows the field, so that people can group and sort by it. */
const isShown = (fields: readonly Field[], id: FieldId) => fieldById(fields, id)?.group !== undefined;

/** How a place is arranged until a person arranges it. */
export function usualArrangement({ collection }: Place, fields: readonly Field[]): Arrangement {
  const by = collection === "mine" ? dueDate.id : completed.id;
  if (collection === "person") return { ...plain, openOnly: true };
  if ((collection !== "mine" && collection !== "completed") || !isShown(fields, by)) return { ...plain, openOnly: collection === "mine" };
  return { ...plain, group: by, sort: by, descending: by === completed.id, openOnly: collection === "mine" };
}

/** The address of an arrangement of a place. An address without settings means the usual arrangement, so every other arrangement has a setting in its address. */
export function addressAt(place: Place, search: string, arrangement: Arrangement, fields: readonly Field[]): string {
  const isPlain = writeAddress("", usualArrangement(place, fields), fields) === "";
  return (isPlain ? writeAddress : writeArrangement)(search, arrangement, fields);
}
