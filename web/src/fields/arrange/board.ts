import { withPart, type Field, type FieldId } from "../field";
import type { Settings } from "./settings";

/** The settings that only the board has. This browser keeps them for each place. */
export interface BoardSettings {
  /** The fields on cards; null until the person has chosen them. */
  card: readonly FieldId[] | null;
  /** By the field of the columns: false if columns without cards are hidden. */
  emptyColumns: Readonly<Record<FieldId, boolean>>;
  /** By the field of the lanes: true if lanes without cards are shown. */
  emptyLanes: Readonly<Record<FieldId, boolean>>;
}

const flags = (stored: unknown): Record<FieldId, boolean> =>
  typeof stored === "object" && stored !== null ? Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, boolean] => typeof entry[1] === "boolean")) : {};

/** Reads stored settings. Another version of the app, or a person, may have written them, so unknown values are ignored. */
export function boardOf(stored: Settings["board"]): BoardSettings {
  const { card, emptyColumns, emptyLanes } = (typeof stored === "object" && stored !== null ? stored : {}) as Record<string, unknown>;
  return {
    card: Array.isArray(card) ? card.filter((id): id is FieldId => typeof id === "string") : null,
    emptyColumns: flags(emptyColumns),
    emptyLanes: flags(emptyLanes),
  };
}

export const showsEmptyColumns = ({ emptyColumns }: BoardSettings, by: FieldId): boolean => emptyColumns[by] ?? true;
export const showsEmptyLanes = ({ emptyLanes }: BoardSettings, by: FieldId): boolean => emptyLanes[by] ?? false;

/** The fields that cards show. */
export function cardFields({ card }: BoardSettings, fields: readonly Field[]): readonly Field[] {
  return withPart(fields, "card").filter((field) => card?.includes(field.id) ?? !field.card.off);
}

/** The fields on cards after one of them was added or taken away. */
export function toggledOnCards(board: BoardSettings, fields: readonly Field[], id: FieldId): readonly FieldId[] {
  const shown = cardFields(board, fields).map((field) => field.id);
  return shown.includes(id) ? shown.filter((each) => each !== id) : [...shown, id];
}
